"""Kuhn poker: every way a hand can go."""

import pytest

import cardenvs


@pytest.mark.parametrize(
    ("hands", "moves", "payoffs"),
    [
        ("KS | QS", "pass pass", [1, -1]),
        ("JS | QS", "pass pass", [-1, 1]),
        ("JS | KS", "bet pass", [1, -1]),
        ("QS | JS", "bet bet", [2, -2]),
        ("QS | KS", "bet bet", [-2, 2]),
        ("KS | JS", "pass bet pass", [-1, 1]),
        ("KS | JS", "pass bet bet", [2, -2]),
        ("JS | KS", "pass bet bet", [-2, 2]),
    ],
)
def test_a_hand_is_paid(hands: str, moves: str, payoffs: list[int]) -> None:
    table = cardenvs.table("kuhn_poker").reset(hands=hands).play(moves)
    assert table.over
    assert table.payoffs == payoffs


def test_seats_take_turns_and_may_always_pass_or_bet() -> None:
    table = cardenvs.table("kuhn_poker")
    for seat, move in enumerate(["pass", "bet"]):
        assert table.seat == seat
        assert table.legal_names() == ["pass", "bet"]
        table.step(move)
    assert table.seat == 0


def test_the_text_view() -> None:
    table = cardenvs.table("kuhn_poker").reset(hands="KS | QS").play("pass bet")
    assert table.text(0) == "player_0 holds K; pass bet"
    assert table.text(1) == "player_1 holds Q; pass bet"
