"""Leduc poker: betting, the public card and the showdown."""

import pytest

import cardenvs
from cardenvs import Table


def dealt(hands: str, public: str) -> Table:
    return cardenvs.table("leduc_poker").reset(hands=hands, public=public)


@pytest.mark.parametrize(
    ("hands", "public", "moves", "payoffs"),
    [
        ("KH | QH", "JH", "raise fold", [1, -1]),
        ("KH | QH", "JH", "call raise fold", [-1, 1]),
        ("KH | QH", "JH", "raise raise fold", [-3, 3]),
        ("KH | QH", "JH", "call call call call", [1, -1]),
        ("KH | QH", "QS", "call call call call", [-1, 1]),
        ("QH | KH", "QS", "raise call raise call", [7, -7]),
        ("JH | QH", "KH", "raise raise call raise raise call", [-13, 13]),
        ("JH | QH", "JS", "raise raise call raise raise call", [13, -13]),
        ("KH | KS", "QH", "raise raise call raise raise call", [0, 0]),
        ("KH | QH", "JH", "call call call raise fold", [-1, 1]),
        ("KH | QH", "JH", "raise call call raise raise fold", [7, -7]),
    ],
)
def test_a_hand_is_paid(hands: str, public: str, moves: str, payoffs: list[int]) -> None:
    table = dealt(hands, public).play(moves)
    assert table.over
    assert table.payoffs == payoffs


@pytest.mark.parametrize(
    ("moves", "seat", "legal"),
    [
        ("", 0, "call raise"),
        ("call", 1, "call raise"),
        ("raise", 1, "fold call raise"),
        ("call raise", 0, "fold call raise"),
        ("raise raise", 0, "fold call"),
        ("call call", 0, "call raise"),
        ("raise raise call", 0, "call raise"),
        ("raise call raise raise", 0, "fold call"),
    ],
)
def test_who_may_do_what(moves: str, seat: int, legal: str) -> None:
    table = dealt("KH | QH", "JH").play(moves)
    assert (table.seat, table.legal_names()) == (seat, legal.split())


def test_raises_are_two_chips_and_then_four() -> None:
    table = dealt("KH | QH", "JH")
    paid = []
    for move in "raise raise call raise raise".split():
        table.step(move)
        paid.append(table.payoffs)
    assert paid == [[-3, -1], [-3, -5], [-5, -5], [-9, -5], [-9, -13]]


def test_the_public_card_is_seen_after_the_first_round() -> None:
    table = dealt("KH | QH", "JS")
    assert "JS" not in table.text(0)
    table.play("raise call")
    assert table.text(0) == "player_0 holds KH, JS is up; raise call"
    assert table.text(1) == "player_1 holds QH, JS is up; raise call"
