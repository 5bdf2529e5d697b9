"""Bots by name, the person at the terminal, and the advice for the calibration games."""

import numpy as np
import pytest

from cardenvs import spec, table
from cardenvs.agents import RandomBot, RulesBot, Turn, bot_names, make_bot
from cardenvs.agents.human import HumanBot, chosen_action
from cardenvs.core.random import streams
from cardenvs.core.table import Table
from cardenvs.errors import InvalidArgument, InvalidFile

from .asking import advice

KUHN = spec("kuhn_poker")


def turn_of(game: Table, n: int = 1) -> Turn:
    """The decision of the seat to act, n times."""
    return Turn(
        observation=np.repeat(game.observe(game.seat)[None], n, axis=0),
        mask=np.repeat(game.mask()[None], n, axis=0),
        seat=np.full(n, game.seat),
        random=streams(1, n),
        states=np.repeat(game.states, n),
    )


def test_bots_are_made_by_name() -> None:
    options = KUHN.options()
    assert bot_names(KUHN) == ("random", "rules", "pimc", "ismcts", "human")
    assert isinstance(make_bot("random", KUHN, options), RandomBot)
    assert isinstance(make_bot("rules", KUHN, options), RulesBot)
    assert isinstance(make_bot("human", KUHN, options), HumanBot)
    bot = RandomBot()
    assert make_bot(bot, KUHN, options) is bot


def test_an_unknown_bot_names_the_nearest(tmp_path) -> None:
    with pytest.raises(InvalidArgument, match="kuhn_poker has no 'randm': did you mean 'random'"):
        make_bot("randm", KUHN, KUHN.options())
    with pytest.raises(InvalidFile, match="no file"):
        make_bot(tmp_path / "policy.safetensors", KUHN, KUHN.options())


def test_the_random_bot_plays_each_legal_action_equally_often_and_no_other() -> None:
    game = table("leduc_poker").play("raise")
    n = 3000
    actions = RandomBot().act(turn_of(game, n))
    times = np.bincount(actions, minlength=3)
    assert (np.abs(times - n / 3) < 5 * np.sqrt(n * 2 / 9)).all()
    opening = RandomBot().act(turn_of(table("leduc_poker"), 100))
    assert set(opening.tolist()) == {1, 2}


@pytest.mark.parametrize(
    ("cards", "moves", "wanted"),
    [
        ("KS|QS", "", "bet"),
        ("QS|KS", "", "pass"),
        ("JS|KS", "", "pass"),
        ("KS|QS", "bet", "bet"),
        ("KS|JS", "bet", "pass"),
        ("KS|QS", "pass", "pass"),
        ("QS|KS", "pass", "bet"),
        ("QS|KS", "pass bet", "bet"),
        ("JS|KS", "pass bet", "pass"),
    ],
)
def test_kuhn_poker_by_advice(cards: str, moves: str, wanted: str) -> None:
    assert advice(table("kuhn_poker").reset(hands=cards).play(moves)) == wanted


@pytest.mark.parametrize(
    ("cards", "public", "moves", "wanted"),
    [
        ("KS|QS", "JS", "", "raise"),
        ("KS|QS", "JS", "raise raise", "call"),  # no third raise
        ("QS|KS", "JS", "", "call"),
        ("QS|KS", "JS", "raise raise", "call"),
        ("KS|JS", "QS", "raise", "fold"),
        ("KS|JS", "QS", "call", "call"),  # nothing to fold to
        ("JS|KS", "JH", "call call", "raise"),
        ("QS|KS", "JH", "call call", "call"),
        ("QS|KS", "JH", "call call call raise", "fold"),
        ("KS|QS", "JH", "call call call raise", "call"),
    ],
)
def test_leduc_poker_by_advice(cards: str, public: str, moves: str, wanted: str) -> None:
    assert advice(table("leduc_poker").reset(hands=cards, public=public).play(moves)) == wanted


def person(*lines: str) -> tuple[HumanBot, list[str]]:
    """A person who types these lines, and what is said to them."""
    typed, said = iter(lines), []

    def ask(question: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return HumanBot(KUHN, KUHN.options(), ask, said.append), said


def test_a_person_sees_the_own_view_and_the_legal_actions() -> None:
    bot, said = person("bet")
    game = table("kuhn_poker").reset(hands="KS|QS").play("pass")
    assert bot.act(turn_of(game)).tolist() == [1]
    assert said == ["player_1 holds Q; pass", "[1] pass  [2] bet"]


def test_a_person_is_asked_again_until_the_move_is_legal() -> None:
    bot, said = person("bett", "3", "", "2")
    assert bot.act(turn_of(table("kuhn_poker"))).tolist() == [1]
    assert said[2:] == [
        "'bett' is not a legal move: did you mean 'bet'?",
        "want a number in 1..2, got 3",
        "'' is not a legal move: valid: pass, bet",
    ]


def test_the_end_of_the_input_is_an_error() -> None:
    bot, _ = person("bett")
    with pytest.raises(InvalidArgument, match="the input ended"):
        bot.act(turn_of(table("kuhn_poker")))


def test_a_move_may_be_named_by_its_last_words() -> None:
    names = ["play KS", "play KH", "take the miss", "play"]
    assert [chosen_action(line, names) for line in ("ks", "PLAY  KH", "play", "miss", "1")] == [0, 1, 3, 2, 0]
    assert chosen_action("s", names) == "'s' is not a legal move: valid: play ks, play kh, take the miss, play"
    assert "not a legal move" in chosen_action("x", ["bid x", "call x"])
