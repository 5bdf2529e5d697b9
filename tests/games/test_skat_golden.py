"""Playthroughs of every kind of Skat game, as text: a laid deal, what was bid and declared, the cards by the rule bot.

``make golden`` writes them anew.
"""

import pathlib

import numpy as np
import pytest

from cardenvs.agents.bot import RulesBot
from cardenvs.core import drivers
from cardenvs.core.table import Table

from ..golden import choice, laid_out, short
from .skat_deals import DEAL_A, auction, skat
from .test_skat import GAMES_ALL

FOLDER = pathlib.Path(__file__).parent.parent / "golden" / "skat"
ALL = {"games": GAMES_ALL}
ISKO = {"scoring": "isko"}
JACK_IN_THE_SKAT = {
    "hands": ["JC JS AH TH AS KS 7D 8D 9C QC", "JD AC TC KC 9H 8H 7H AD TD KD", "7C 8C 9D QD QH KH 8S 9S QS TS"],
    "skat": "JH 7S",
}

PLAYS = {
    "tourne": ({}, DEAL_A, f"{auction('V', 10)} TURN_0 ACCEPT"),
    "tourne_grand": ({}, JACK_IN_THE_SKAT, "PASS PASS HOLD TURN_0 ACCEPT_GRAND"),
    "passt_mir_nicht": ({}, DEAL_A, f"{auction('H', 10)} TURN_0 PASST_MIR_NICHT"),
    "frage": (ALL, DEAL_A, f"{auction('V', 8)} FRAGE TRUMP_S"),
    "gucki_grand": ({}, DEAL_A, f"{auction('V', 30)} GUCKI_GRAND"),
    "gucki_null": ({}, DEAL_A, f"{auction('H', 12)} GUCKI_NULL"),
    "gucki_null_ouvert": ({}, DEAL_A, f"{auction('H', 30)} GUCKI_NULL_OUVERT"),
    "solo": ({}, DEAL_A, f"{auction('V', 20)} TRUMP_H ANN_NONE"),
    "solo_announced": ({}, DEAL_A, f"{auction('V', 20)} TRUMP_H ANN_SCHNEIDER"),
    "overbid": ({}, DEAL_A, f"{auction('V', 44)} TRUMP_D ANN_NONE"),
    "grand": ({}, DEAL_A, f"{auction('V', 40)} GRAND ANN_NONE"),
    "grand_ouvert": ({}, DEAL_A, f"{auction('V', 48)} GRAND_OUVERT ANN_SCHWARZ"),
    "null": ({}, DEAL_A, f"{auction('M', 20)} NULL"),
    "null_ouvert": ({}, DEAL_A, f"{auction('V', 40)} NULL_OUVERT"),
    "revolution": (ALL, DEAL_A, f"{auction('H', 60)} REVOLUTION"),
    "revolution_exchange": (ALL | {"revolution_mode": "exchange"}, DEAL_A, f"{auction('H', 60)} REVOLUTION"),
    "uno": (ALL, DEAL_A, f"{auction('H', 10)} UNO"),
    "duo_ouvert": (ALL, DEAL_A, f"{auction('M', 10)} DUO_OUVERT"),
    "ramsch": ({}, DEAL_A, "PASS PASS PASS"),
    "by_suits": ({"bidding": "suits"}, DEAL_A, f"{auction('V', 7)} TURN_0 ACCEPT"),
    "peek": (
        {"peeking": "penalised"},
        DEAL_A,
        "PEEK CONTINUE CONTINUE PASS HOLD TRUMP_H ANN_NONE JC 7H 8H JS QH JH AH JD PEEK CONTINUE",
    ),
    "isko_pickup": (ISKO, DEAL_A, f"{auction('V', 18)} PICKUP"),
    "isko_hand": (ISKO, DEAL_A, f"{auction('V', 48)} HAND TRUMP_H ANN_SCHNEIDER"),
    "isko_ouvert": (ISKO, DEAL_A, f"{auction('V', 18)} HAND GRAND ANN_OUVERT"),
    "isko_null": (ISKO, DEAL_A, f"{auction('M', 23)} HAND NULL"),
}  # fmt: skip
"""Name: options, deck or parts of the deal, opening moves."""


def playthrough(name: str) -> str:
    """The whole game as text."""
    options, laid, opening = PLAYS[name]
    table = skat(laid, **options) if isinstance(laid, str) else skat(parts=laid, **options)
    bot = RulesBot(table.rules, table.options)
    told = ", ".join(f"{key}={value!r}" for key, value in options.items()) or "defaults"
    lines = [f"Skat, {name.replace('_', ' ')}: {told}", "", "  Deal, dealer 2", *laid_out(table)]
    moves, names = opening.split(), table.rules.action_index
    while not table.over:
        move = moves.pop(0) if moves else table.action_name(advice(bot, table))
        action = names.get(move, names.get(f"play {move}", -1))
        lines.append(f"    seat {table.seat}: {choice(table, action)}   of {listed(table.legal_names())}")
        table.step(action)
    points = table.states["points"][0].tolist()
    tricks = table.states["tricks"][0].tolist()
    return (
        "\n".join([*lines, *laid_out(table), f"  Points {points}, tricks {tricks}", f"  Paid: {table.payoffs}"])
        + "\n"
    )


def listed(names: list[str]) -> str:
    """The legal actions, a run of bids by its first and last."""
    bids = [name for name in names if name.startswith("BID_")]
    run = [f"{bids[0]} .. {bids[-1]}"] if bids else []
    return short([*run, *(name for name in names if name not in bids)])


def advice(bot: RulesBot, table: Table) -> int:
    """What the rule bot plays."""
    action = np.zeros(1, np.int64)
    drivers.choose_batch(bot._options, table.observe(table.seat)[None], table.mask()[None], action)
    return int(action[0])


@pytest.mark.parametrize("name", PLAYS)
def test_playthrough(name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    text = playthrough(name)
    if request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_playthrough_kept_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYS)
