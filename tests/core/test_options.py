"""Options: what values they take, and what their errors say."""

import dataclasses
from typing import ClassVar, Literal

import numpy as np
import pytest

import cardenvs
from cardenvs.core.options import Options, at_least, between, encoded, options_from
from cardenvs.core.record import NONE, option_record
from cardenvs.errors import InvalidOption


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class House(Options):
    SEATS: ClassVar[tuple[int, int]] = (2, 4)
    seats: int = 3
    trump: Literal["turned", "named", "none"] = "turned"
    limit: int | None = None
    cap: int | Literal["double"] | None = "double"
    open_hands: bool = False
    levels: tuple[int, ...] = (6, 7)

    def __post_init__(self) -> None:
        between("seats", self.seats, *self.SEATS, "seats")
        if self.limit is not None:
            at_least("limit", self.limit, 1, "chips")

    def encoded(self) -> dict[str, int]:
        return {"levels": sum(1 << level for level in self.levels), "cap": 7}


RECORD = option_record("house", House)


def test_the_record_holds_every_option_as_a_number() -> None:
    values = encoded(options_from(House, {"trump": "named", "open_hands": True}), RECORD)[0]
    assert (values.seats, values.trump, values.limit, values.cap, values.levels) == (3, 1, NONE, 7, 192)
    assert values.open_hands
    assert {name for name in RECORD.names if RECORD[name].itemsize and name[0] != "_"} == {
        f.name for f in dataclasses.fields(House)
    }


@pytest.mark.parametrize(
    "values",
    [{"seats": np.int64(4)}, {"limit": 5}, {"limit": None}, {"cap": 3}, {"cap": "double"}, {"levels": [8]}],
)
def test_good_values_are_taken(values: dict[str, object]) -> None:
    options = options_from(House, values)
    assert {name: getattr(options, name) for name in values} == {
        k: tuple(v) if isinstance(v, list) else v for k, v in values.items()
    }


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seat": 3}, "unknown option 'seat': did you mean 'seats'?"),
        ({"zzz": 3}, "unknown option 'zzz': valid: seats, trump, limit, cap, open_hands, levels"),
        ({"SEATS": (2, 9)}, "unknown option 'SEATS'"),
        ({"seats": "3"}, "seats: want an integer, got '3'"),
        ({"seats": 3.0}, "seats: want an integer, got 3.0"),
        ({"seats": True}, "seats: want an integer, got True"),
        ({"seats": None}, "seats: want an integer, got None"),
        ({"seats": 5}, "seats: want 2..4 seats, got 5"),
        ({"trump": "namex"}, "trump: want 'turned' or 'named' or 'none', got 'namex' (did you mean 'named'?)"),
        ({"trump": 1}, "trump: want 'turned' or 'named' or 'none', got 1"),
        ({"limit": 0}, "limit: want an integer of at least 1 chips, got 0"),
        ({"limit": "no"}, "limit: want an integer or None, got 'no'"),
        ({"cap": "doubled"}, "(did you mean 'double'?)"),
        ({"open_hands": 1}, "open_hands: want True or False, got 1"),
        ({"levels": [6, "7"]}, "levels: want a tuple"),
        ({"levels": 6}, "levels: want a tuple"),
    ],
    ids=str,
)
def test_bad_values_are_refused_with_what_was_wanted(values: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption) as error:
        options_from(House, values)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_options_can_not_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        options_from(House, {}).seats = 4


def test_lists_and_mappings_are_read_as_the_options_want_them():
    def read(game, **values):
        options = cardenvs.spec(game).options(**values)
        return [getattr(options, name) for name in values]

    assert read("panguingue", suits=["S"], ranks=["A", 2, "3"], hand_size=2) == ["S", "A23", 2]
    assert read("kopilka", removed=["QC", "7D"]) == ["QC 7D"]
    assert read("lenturlu", layout="7D QS", layout_weights=[1, 2]) == [("7D", "QS"), (1, 2)]
    classes = {1: (1, 1), 2: [4, 2], 3: (2, 1), 4: (2, 1), 5: (3, 1)}
    assert read("panguingue", condition_values=classes) == [(1, 1, 4, 2, 2, 1, 2, 1, 3, 1)]


@pytest.mark.parametrize(
    ("game", "values", "said"),
    [
        ("kopilka", {"removed": "QC QC"}, "removed: want different cards"),
        ("kopilka", {"removed": "XX"}, "removed: card: no 'XX'"),
        ("lenturlu", {"layout": ("XX",), "layout_weights": (1,)}, "layout: card: no 'XX'"),
        ("lenturlu", {"ranks": "A"}, "seats: 5 want a pack of as many cards, got 4"),
        ("lenturlu", {"seats": 2, "hand_cards": 20}, "seats: want at least 3 with the whole pack"),
        ("preferans", {"cards": "AS AS"}, "cards: want different cards"),
        ("panguingue", {"condition_values": {1: (1, 1)}}, "condition_values: want 10 numbers"),
        ("panguingue", {"condition_values": {1: 1}}, "condition_values: want a tuple"),
    ],
)
def test_cards_that_an_option_cannot_take(game, values, said):
    with pytest.raises(InvalidOption, match=said):
        cardenvs.spec(game).options(**values)


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_numpy_integers_are_integers(game):
    seats = cardenvs.spec(game).options().seats
    options = cardenvs.spec(game).options(seats=np.int64(seats))
    assert type(options.seats) is int
    assert cardenvs.table(game, seats=np.int64(seats)).to_bytes() == cardenvs.table(game).to_bytes()


@pytest.mark.parametrize("game", cardenvs.GAMES)
def test_the_first_dealer_is_a_seat_or_drawn(game):
    rules = cardenvs.spec(game)
    fields = {field.name for field in dataclasses.fields(rules.options_class)}
    for name in fields & {"first_dealer", "first_eldest", "first_banker"}:
        assert rules.encoded(rules.options(**{name: "random"}))[name] == NONE
        assert rules.encoded(rules.options(**{name: np.int64(1)}))[name] == 1
        with pytest.raises(InvalidOption, match=name):
            rules.options(**{name: np.int64(rules.options().seats)})
