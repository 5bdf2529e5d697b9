"""A game at the terminal tells the person no more than the seat may know."""

from collections.abc import Sequence

import numpy as np
import pytest

from cardenvs import spec, table
from cardenvs.agents import Turn, make_bot
from cardenvs.core.table import Table
from cardenvs.errors import InvalidArgument
from cardenvs.records import read
from cardenvs.terminal import play, seen_as


class Script:
    """Plays the moves it was given, by name."""

    name = "script"

    def __init__(self, game: Table, moves: str) -> None:
        self.game, self.moves = game, iter(moves.split())

    def act(self, turn: Turn) -> np.ndarray:
        return np.array([self.game.rules.action_index[next(self.moves)]])


def session(game: Table, seat: int, theirs: str, typed: Sequence[str]) -> list[str]:
    """What a person who types these lines at `seat` is told, the others playing by script."""
    lines, said = iter(typed), []
    play(game, seat=seat, bots=[Script(game, theirs)], seed=0, ask=lambda question: next(lines), say=said.append)
    return said


def test_a_game_is_told_move_by_move_with_its_payments() -> None:
    game = table("leduc_poker").reset(hands="KS|JS")
    assert session(game, 1, "raise", ["fold"]) == [
        "paid: player_0 (left 1) -1, player_1 (you) -1",
        "player_0 (left 1): raise",
        "paid: player_0 (left 1) -2",
        "player_1 holds JS; raise",
        "[1] fold  [2] call  [3] raise",
        "player_1 holds JS; raise fold",
        "paid: player_0 (left 1) +4",
        "the end: player_0 (left 1) +1, player_1 (you) -1",
    ]


def test_a_game_goes_on_to_its_end() -> None:
    game = table("leduc_poker").reset(hands="JS|KS", public="KH")
    said = session(game, 1, "raise call call", ["call", "rise", "raise"])
    assert "player_0 (left 1): call" in said
    assert "'rise' is not a legal move: did you mean 'raise'?" in said
    assert said[-1] == "the end: player_0 (left 1) -7, player_1 (you) +7"


def test_hands_that_cannot_be_told_apart_are_told_alike() -> None:
    """All that differs is who won, at the end."""
    told = []
    for other in ("KS", "JS", "JH"):
        game = table("leduc_poker").reset(hands=f"{other}|QS", public="KH")
        told.append(session(game, 1, "raise call raise", ["call", "call"]))
    assert told[0][:-2] == told[1][:-2] == told[2][:-2]
    assert told[0][-2:] != told[1][-2:]


def test_bots_take_the_other_seats_in_turn() -> None:
    game = table("kuhn_poker").reset(hands="KS|JS")
    assert session(game, 0, "pass", ["1"])[-1] == "the end: player_0 (you) +1, player_1 (left 1) -1"
    with pytest.raises(InvalidArgument, match=r"seat: want 0\.\.1, got 2"):
        session(game, 2, "", [])


def test_a_public_move_is_seen_by_name() -> None:
    game = table("leduc_poker").play("raise")
    assert [seen_as(game, action, 0) for action in game.legal()] == ["fold", "call", "raise"]


def test_a_card_marked_in_secret_is_not_seen_and_a_card_played_is() -> None:
    game = table("pam_loo", seats=2, first_dealer=1, flushes=False)
    game.reset(hands="2C 3C 4D 5D 6H | 7C 8C 9D TD JH", turn_up="KS")
    first, other = game.seat, 1 - game.seat
    game.step("EXCHANGE")
    assert {seen_as(game, action, other) for action in game.legal()} == {None}
    assert {seen_as(game, action, first) for action in game.legal()} == set(game.legal_names())
    game.play("2C DONE PLAY")
    assert {seen_as(game, action, other) for action in game.legal()} == set(game.legal_names())


def test_a_deal_that_is_over_as_dealt_is_told_and_dealt_again() -> None:
    game = table("pam_loo", seats=2, first_dealer=1)
    game.reset(hands="2C 3C 5C 6C 7C | 7D 8C 9D TD JH", turn_up="KS")
    assert game.over
    said = []
    with pytest.raises(KeyboardInterrupt):
        play(game, seat=0, bots=[Script(game, "")], seed=0, ask=interrupt, say=said.append)
    assert said[0].startswith("over as dealt: player_")
    assert not game.over


def test_the_game_after_one_that_was_over_as_dealt_is_the_one_on_record(tmp_path) -> None:
    options = spec("pam_loo").mini["mini"]
    seed = next(seed for seed in range(1000) if table("pam_loo", seed=seed, **options).over)
    game, said = table("pam_loo", seed=seed, **options), []

    def typed(question: str) -> str:
        return game.legal_names()[0]

    bots = [make_bot("rules", game.rules, game.options)]
    paid = play(game, seat=0, bots=bots, seed=seed, ask=typed, say=said.append, record=tmp_path / "a.jsonl")
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert said[0].startswith("over as dealt")
    assert [list(kept.payoffs) for kept in record.games] == [paid]


def interrupt(question: str) -> str:
    raise KeyboardInterrupt
