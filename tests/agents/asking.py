"""Bots asked for a move, one table at a time."""

import numpy as np

from cardenvs.agents import RulesBot, Turn


def advice(table):
    """What the book says for the seat to act."""
    bot = RulesBot(table.rules, table.options)
    turn = Turn(
        observation=table.observe(table.seat)[None],
        mask=table.mask()[None],
        seat=np.array([table.seat]),
        random=np.zeros((1, 1), np.uint64),
        states=table.states,
    )
    return table.action_name(int(bot.act(turn)[0])).removeprefix("play ")
