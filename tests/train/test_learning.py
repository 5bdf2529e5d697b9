"""That it learns: Kuhn poker, where right play is known."""

import dataclasses
import itertools
import pathlib

import numpy as np

from cardenvs import Table, spec
from cardenvs.agents.policy import load_policy
from cardenvs.train import ppo

CONFIG = pathlib.Path(__file__).parents[2] / "configs" / "ppo" / "kuhn_poker.yaml"
RULES = spec("kuhn_poker")
OPTIONS = RULES.options()


def bet(bot, cards, moves):
    """How probably the seat to act bets, at a table where `moves` were made."""
    table = Table(RULES, OPTIONS).reset(deck=cards).play(moves)
    odds = np.exp(bot.logits(table.observe(table.seat)[None])[0])
    return float(odds[1] / odds.sum())


def value(bot):
    """What the first seat is paid on average where both play as the bot does, by walking all games."""

    def walk(cards, moves):
        table = Table(RULES, OPTIONS).reset(deck=cards).play(moves)
        if table.over:
            return table.payoffs[0]
        p = bet(bot, cards, moves)
        return p * walk(cards, moves + " bet") + (1 - p) * walk(cards, moves + " pass")

    return float(np.mean([walk(" ".join(deal), "") for deal in itertools.permutations(["JS", "QS", "KS"])]))


def test_a_short_run_on_kuhn_poker_learns_to_play(tmp_path):
    config = dataclasses.replace(
        ppo.load_config(CONFIG, ["--output", str(tmp_path), "--evaluation.interval", "0", "--progress", "false"]),
        total_steps=200_000,
    )
    result = ppo.train(config)
    bot = load_policy(result.policy, RULES, OPTIONS)
    assert bet(bot, "JS KS QS", "pass bet") < 0.05  # never calls with the jack
    assert bet(bot, "QS JS KS", "bet") < 0.05
    assert bet(bot, "KS JS QS", "pass bet") > 0.95  # always with the king
    assert bet(bot, "JS KS QS", "bet") > 0.95
    assert abs(value(bot) + 1 / 18) < 0.12
    assert result.match is not None
    assert result.match.difference[0].payoff.low > 0  # against random
