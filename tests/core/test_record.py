"""Records, the registry, layouts and keys."""

import dataclasses

import numpy as np
import pytest

import cardenvs
from cardenvs.core.knowledge import forget_deal, keep_deal, key, tell, tell_all, token
from cardenvs.core.layout import Layout
from cardenvs.core.record import record, tag_of
from cardenvs.core.rules import register, rules_of
from cardenvs.errors import CardenvsError, UnknownGame


def test_records_of_equal_fields_differ_by_their_tag() -> None:
    fields = (("hand", np.int64, (4,)), ("over", np.bool_))
    assert record("one", *fields) != record("two", *fields)
    assert record("one", *fields) == record("one", *fields)
    assert tag_of(record("one", *fields)) == "one"
    assert tag_of(np.dtype([("hand", np.int64)])) is None


def test_records_have_no_holes() -> None:
    dtype = record(
        "holes", ("a", np.bool_), ("b", np.int64), ("c", np.int8, (3,)), ("d", np.uint64), ("e", np.bool_)
    )
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    assert dtype.isalignedstruct
    assert [name for name in dtype.names if name[0] != "_"] == ["a", "b", "c", "d", "e", "holes"]


def test_fields_that_numpy_would_hide_are_refused() -> None:
    with pytest.raises(AssertionError, match="round"):
        record("hiding", ("round", np.int64))


def test_a_game_is_registered_once() -> None:
    rules = cardenvs.spec("kuhn_poker")
    assert rules_of(np.zeros(1, rules.state)) is rules
    with pytest.raises(CardenvsError, match="kuhn_poker"):
        register(dataclasses.replace(rules, name="twin"), __name__)
    assert rules_of(np.zeros(1, rules.state)) is rules


def test_an_unknown_game_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'kuhn_poker'"):
        cardenvs.table("kuhn-poker")
    with pytest.raises(UnknownGame, match="valid: loo"):
        cardenvs.spec("qqqqqq")


def test_a_layout_names_slices_in_order() -> None:
    layout = Layout((("hand", (4,)), ("tricks", (2, 3)), ("pool", ())), high=2.0)
    assert layout.size == 11
    assert [(name, place, shape) for name, place, shape in layout] == [
        ("hand", slice(0, 4), (4,)), ("tricks", slice(4, 10), (2, 3)), ("pool", slice(10, 11), ()),
    ]  # fmt: skip
    seen = layout.decode(np.arange(11))
    assert seen["tricks"].tolist() == [[4, 5, 6], [7, 8, 9]]
    assert seen["pool"] == 10
    assert layout["tricks"] == slice(4, 10)
    with pytest.raises(KeyError):
        layout["stock"]


def test_the_digest_of_a_layout_tells_layouts_apart() -> None:
    layouts = [
        Layout((("hand", (4,)),)), Layout((("hand", (5,)),)), Layout((("cards", (4,)),)), Layout((("hand", (2, 2)),)),
        Layout((("hand", (4,)),), high=2.0),
    ]  # fmt: skip
    assert len({layout.digest for layout in layouts}) == len(layouts)
    assert layouts[0].digest == Layout((("hand", (4,)),)).digest


def fresh() -> np.record:
    return np.zeros(1, cardenvs.spec("kuhn_poker").state)[0]


def keys(s: np.record) -> tuple[int, int]:
    return int(key(s, 0)), int(key(s, 1))


def test_what_one_seat_is_told_changes_its_key_alone() -> None:
    s = fresh()
    before = keys(s)
    assert before[0] != before[1]
    tell(s, 0, token(1, 5))
    assert keys(s)[0] != before[0]
    assert keys(s)[1] == before[1]


def test_what_all_are_told_changes_every_key() -> None:
    s = fresh()
    before = keys(s)
    tell_all(s, token(1, 5))
    assert not set(keys(s)) & set(before)


@pytest.mark.parametrize("others", [[(1, 6)], [(2, 5)], [(1, 5), (1, 5)], [], [(5, 1)]], ids=str)
def test_keys_tell_kinds_values_and_numbers_of_events_apart(others: list[tuple[int, int]]) -> None:
    s, t = fresh(), fresh()
    tell_all(s, token(1, 5))
    for kind, value in others:
        tell_all(t, token(kind, value))
    assert keys(s) != keys(t)


def test_keys_tell_orders_of_events_apart() -> None:
    s, t = fresh(), fresh()
    for first, second in [(3, 4)]:
        tell_all(s, first)
        tell_all(s, second)
        tell_all(t, second)
        tell_all(t, first)
    assert keys(s) != keys(t)


def test_a_deal_can_be_forgotten_back_to_its_beginning() -> None:
    s = fresh()
    tell(s, 0, 8)
    keep_deal(s)
    kept = keys(s)
    tell(s, 0, 9)
    tell(s, 1, 9)
    forget_deal(s, 0)
    assert keys(s)[0] == kept[0]
    assert keys(s)[1] != kept[1]
