"""The table: deals laid by hand, errors that change nothing, clones, and games as bytes."""

import json

import numpy as np
import pytest

import cardenvs
from cardenvs import Table
from cardenvs.core.random import stream
from cardenvs.errors import CardenvsError, GameOver, IllegalAction, InvalidArgument, InvalidCard, InvalidFile

from ..support import deck_of, fields


@pytest.fixture
def table() -> Table:
    return cardenvs.table("leduc_poker", seed=4)


# Deals laid by hand


def test_a_whole_deck_is_dealt_in_its_order(table: Table) -> None:
    by_name = table.reset(deck="KS JH QH JS QS KH").clone()
    assert by_name.places() == {"hand 0": [5], "hand 1": [0], "stock": [1, 2, 3, 4]}
    assert fields(table.reset(deck=[5, 0, 1, 3, 4, 2])) == fields(by_name)
    assert fields(table.reset(deck=["KS", "JH", 1, np.int8(3), "QS", "KH"])) == fields(by_name)


@pytest.mark.parametrize("hands", ["KS | JH", ["KS", "JH"], [[5], [0]], [5, 0], [["KS"], "JH"]], ids=str)
def test_hands_are_laid_and_the_rest_is_random(table: Table, hands: object) -> None:
    decks = [deck_of(table.reset(hands=hands)) for _ in range(20)]
    assert all(deck[:2] == [5, 0] for deck in decks)
    assert len({tuple(deck) for deck in decks}) > 5


@pytest.mark.parametrize("hands", [[None, "JH"], " | JH", ["", "JH"]], ids=str)
def test_a_hand_left_out_is_random(table: Table, hands: object) -> None:
    decks = [deck_of(table.reset(hands=hands, public="QS")) for _ in range(40)]
    assert {deck[0] for deck in decks} == {1, 2, 3, 5}
    assert all((deck[1], deck[2]) == (0, 4) for deck in decks)


def test_cards_laid_leave_the_others_in_the_order_of_the_seed(table: Table) -> None:
    shuffled = deck_of(table.reset(seed=9))
    laid = deck_of(table.reset(seed=9, public=shuffled[0]))
    assert [card for card in laid if card != shuffled[0]] == shuffled[1:]


@pytest.mark.parametrize(
    ("deal", "error", "message"),
    [
        ({"deck": "KS KS QH JS QS KH"}, InvalidCard, "KS is laid 2 times"),
        ({"deck": "KS JH QH"}, InvalidCard, "want all 6 cards, missing"),
        ({"deck": "KS JH QH JS QS AH"}, InvalidCard, "'AH'"),
        ({"deck": "KS JH QH JS QS KH JS"}, InvalidCard, "JS is laid 2 times"),
        ({"deck": [0, 1, 2, 3, 4, 6]}, InvalidCard, "0..5"),
        ({"deck": "KS JH QH JS QS KH", "hands": "KS | JH"}, InvalidArgument, "hands can't be given too"),
        ({"hands": "KS"}, InvalidArgument, "want 2 entries, one a seat, got 1"),
        ({"hands": "KS | JH | QH"}, InvalidArgument, "want 2 entries, one a seat, got 3"),
        ({"hands": "KS QS | JH"}, InvalidCard, "hands 0: want at most 1 cards, got 2"),
        ({"hands": "KS | KS"}, InvalidCard, "KS is laid 2 times"),
        ({"hands": "KS | JH", "public": "JH"}, InvalidCard, "JH is laid 2 times"),
        ({"public": "QS QH"}, InvalidCard, "public: want at most 1 cards, got 2"),
        ({"hand": "KS | JH"}, InvalidArgument, "unknown part of the deal 'hand': did you mean 'hands'?"),
        ({"dealer": 2}, InvalidArgument, "dealer: want 0..1, got 2"),
        ({"dealer": "one"}, InvalidArgument, "dealer: want 0..1, got 'one'"),
    ],
    ids=str,
)
def test_a_deal_that_can_not_be_laid_changes_nothing(
    table: Table, deal: dict[str, object], error: type[CardenvsError], message: str
) -> None:
    before = table.to_bytes()
    with pytest.raises(error) as raised:
        table.reset(**deal)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert table.to_bytes() == before


def test_a_card_outside_the_options_deck_is_refused() -> None:
    table = cardenvs.table("loo", seats=2, suits="CH", ranks="JQKA", hand_size=2, stake=2)
    with pytest.raises(InvalidCard, match="2S is not in the deck of these options"):
        table.reset(hands="2S KC | JH QH")


def test_the_next_deal_of_a_match_can_be_laid() -> None:
    table = cardenvs.table("loo", seats=3, episode="match", rounds=2, first_dealer=0)
    other = table.clone()
    deck = [*range(51, -1, -1)]
    for game in (table.stack(dealer=1, deck=deck), other.stack(dealer=1, turn_up="AH")):
        game.play("REFUSE REFUSE")  # the dealer takes the pool unasked
        assert int(game.states["deal_number"][0]) == 2
    assert deck_of(table) == deck
    assert table.rules.cards.text(other.places()["turn-up"]) == "AH"
    again = table.clone().play("REFUSE REFUSE")
    assert deck_of(again) != deck  # one deal only


def test_a_next_deal_that_can_not_be_laid_changes_nothing() -> None:
    table = cardenvs.table("loo", seats=3, episode="match", first_dealer=0)
    before = table.to_bytes()
    with pytest.raises(InvalidCard, match="AH is laid 2 times"):
        table.stack(dealer=1, turn_up="AH", hands="AH | | ")
    with pytest.raises(InvalidArgument, match=r"want 0\.\.2"):
        table.stack(dealer=3, turn_up="AH")
    assert table.to_bytes() == before


# Moves


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("fold", "seat 0 may not fold; legal: call, raise"),
        (0, "seat 0 may not fold; legal: call, raise"),
        ("rise", "no action 'rise': did you mean 'raise'"),
        (3, "number 3 (of 3)"),
        (-1, "number -1 (of 3)"),
        (1.0, "name or the index of an action, got 1.0"),
        (None, "name or the index of an action, got None"),
    ],
)
def test_an_illegal_action_changes_nothing(table: Table, action: object, message: str) -> None:
    before = table.to_bytes()
    with pytest.raises(IllegalAction) as error:
        table.step(action)
    assert message in str(error.value)
    assert table.to_bytes() == before


def test_actions_go_by_name_and_by_index(table: Table) -> None:
    other = table.clone()
    table.play("raise raise\n call")
    for action in (2, np.int64(2), 1):
        other.step(action)
    assert other.to_bytes() == table.to_bytes()


def test_after_the_end_nothing_can_be_played(table: Table) -> None:
    table.play("raise fold")
    assert table.over
    assert table.legal() == table.legal_names() == []
    assert not table.mask().any()
    with pytest.raises(GameOver, match="leduc_poker"):
        table.step("call")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_out_of_range_is_refused(table: Table, seat: int) -> None:
    for ask in (table.observe, table.key, table.text, lambda seat: table.redeal(seat, stream(0))):
        with pytest.raises(InvalidArgument, match=r"want 0\.\.1"):
            ask(seat)


# Games as they go on


def test_a_clone_goes_its_own_way(table: Table) -> None:
    clone = table.clone()
    before = clone.to_bytes()
    table.play("raise fold")
    table.reset()
    assert clone.to_bytes() == before
    assert clone.play("raise fold").reset().to_bytes() == table.to_bytes()


def test_games_of_one_seed_follow_each_other() -> None:
    first, second = cardenvs.table("leduc_poker", seed=8), cardenvs.table("leduc_poker", seed=8)
    sequence = [deck_of(first.reset()) for _ in range(5)]
    second.play("raise fold")  # how a game goes does not change what comes next
    assert [deck_of(second.reset()) for _ in range(5)] == sequence
    assert len({tuple(deck) for deck in sequence}) == 5


def test_a_laid_deal_takes_one_game_of_the_sequence() -> None:
    first, second = cardenvs.table("leduc_poker", seed=8), cardenvs.table("leduc_poker", seed=8)
    first.reset(deck=list(range(6)))
    second.reset()
    assert deck_of(first.reset()) == deck_of(second.reset())


def test_a_game_comes_back_from_its_bytes(table: Table) -> None:
    table.play("raise raise")
    again = Table.from_bytes(table.to_bytes())
    assert again.rules is table.rules
    assert again.options == table.options
    assert again.to_bytes() == table.to_bytes()
    assert again.play("call call").reset().to_bytes() == table.play("call call").reset().to_bytes()


def test_options_come_back_from_bytes() -> None:
    table = cardenvs.table("loo", seats=3, stake=9, loo_limit=18, undertrump="free")
    assert Table.from_bytes(table.to_bytes()).options == table.options


def head(data: bytes, **changes: object) -> bytes:
    """The bytes of a game with another header."""
    magic, line, body = data.split(b"\n", 2)
    return b"\n".join([magic, json.dumps(json.loads(line) | changes).encode(), body])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "want bytes that begin"),
        (lambda data: b"PK\x03\x04 something else", "want bytes that begin"),
        (lambda data: data[:-1], "bytes of state, got"),
        (lambda data: data + b"x", "bytes of state, got"),
        (lambda data: data[:30], "damaged header"),
        (lambda data: head(data, game="skart"), "no game 'skart'"),
        (lambda data: head(data, version=99), "version 99"),
        (lambda data: head(data, options={"seats": 7}), "seats"),
        (lambda data: head(data, options={"chairs": 2}), "chairs"),
        (lambda data: head(data, options=3), "damaged header"),
        (lambda data: head(data, game="kuhn_poker"), "bytes of state"),
    ],
)
def test_damaged_and_foreign_bytes_are_refused(table: Table, damage: object, message: str) -> None:
    with pytest.raises(InvalidFile) as error:
        Table.from_bytes(damage(table.to_bytes()))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_bytes_whose_state_has_other_options_are_refused() -> None:
    data = cardenvs.table("loo", seats=3).to_bytes()
    other = json.loads(cardenvs.table("loo", seats=4).to_bytes().split(b"\n", 2)[1])
    with pytest.raises(InvalidFile, match="options"):
        Table.from_bytes(head(data, options=other["options"]))


@pytest.mark.parametrize("place", [1, 9, 40, 200])
def test_a_flipped_bit_of_the_state_is_noticed(table: Table, place: int) -> None:
    data = bytearray(table.to_bytes())
    data[-place] ^= 4
    with pytest.raises(InvalidFile, match="damaged state"):
        Table.from_bytes(bytes(data))
