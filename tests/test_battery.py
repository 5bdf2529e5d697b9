"""What every game must keep, whatever its options: written once, over all games and option sets."""

import collections
import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

import cardenvs
from cardenvs.core import drivers
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.solve.deals import parts_of

from .support import NAMES, Case, Play, all_cases, deck_of, fields, golden_cases, interpreted, locations, plays

DECISIONS = 400
"""Decisions played for each case and test."""
STEPS = 1000
"""Most steps of the search for a history of one redealt state."""

every_case = pytest.mark.parametrize("case", all_cases(), ids=str)
every_game = pytest.mark.parametrize("name", NAMES)


@every_case
def test_the_mask_is_never_empty_before_the_end(case: Case) -> None:
    for play in plays(case, DECISIONS):
        table = play.table
        before = table.states.tobytes()
        mask = np.full(case.rules.actions, -7, np.int8)
        legal_actions = drivers.legal_in(table.states, 0, mask)
        assert set(mask.tolist()) <= {0, 1}
        assert legal_actions == mask.sum()
        assert (legal_actions == 0) == table.over
        assert table.states.tobytes() == before, "legal changed the state"


@every_case
def test_every_legal_action_can_be_played(case: Case) -> None:
    for play in itertools.islice(plays(case, DECISIONS), 0, None, 7):
        for action in play.table.legal():
            after = play.table.clone()
            after.step(action)
            assert fields(after) != fields(play.table)
            assert after.over or after.legal()


@every_case
def test_no_episode_has_more_decisions_than_stated(case: Case) -> None:
    bound = case.rules.decisions(case.table().options)
    for play in plays(case, DECISIONS):
        assert play.decisions <= bound


@every_case
def test_cards_are_conserved(case: Case) -> None:
    pack = np.zeros(len(case.rules.cards.names), np.int64)
    np.add.at(pack, case.rules.pack_of(case.table().options), 1)
    for play in plays(case, DECISIONS):
        where = locations(play.table)
        assert (where >= 0).all()
        assert where.sum(axis=0).tolist() == pack.tolist()
        assert sorted(deck_of(play.table)) == case.rules.pack_of(play.table.options)


@every_case
def test_payments_balance(case: Case) -> None:
    for play in plays(case, DECISIONS):
        assert case.rules.balance(play.table.states[0]) == 0


@every_case
def test_observations_keep_to_their_layout(case: Case) -> None:
    for play in plays(case, DECISIONS):
        table = play.table
        before = table.states.tobytes()
        for seat in range(table.seats):
            seen = table.observe(seat)
            assert np.isfinite(seen).all()
            assert seen.min() >= table.layout.low
            assert seen.max() <= table.layout.high
            again = np.full(table.layout.size, 77, np.float32)
            drivers.observe_in(table.states, 0, seat, again)
            assert again.tobytes() == seen.tobytes(), "features are left unwritten"
        assert table.states.tobytes() == before, "observe changed the state"


@every_case
def test_the_text_view_needs_the_observation_alone(case: Case) -> None:
    for play in itertools.islice(plays(case, DECISIONS), 0, None, 5):
        for seat in range(play.table.seats):
            assert play.table.text(seat).strip()


@every_case
def test_a_clone_and_a_stored_game_go_on_as_the_game_does(case: Case) -> None:
    for play in itertools.islice(plays(case, DECISIONS), 0, None, 11):
        games = [play.table.clone(), play.table.clone(), Table.from_bytes(play.table.to_bytes())]
        untouched = play.table.to_bytes()
        for table in games[1:]:
            choice = random.Random(0)
            for _ in range(30):
                if table.over:
                    table.reset()
                table.step(choice.choice(table.legal())) if not table.over else None
        assert games[1].to_bytes() == games[2].to_bytes()
        assert games[0].to_bytes() == play.table.to_bytes() == untouched


@every_case
def test_a_seed_deals_the_same_game_again(case: Case) -> None:
    first, second, other = case.table(5), case.table(5), case.table(6)
    assert first.to_bytes() == second.to_bytes()
    assert first.reset().to_bytes() != second.to_bytes()
    assert first.reset(seed=5).to_bytes() == second.to_bytes()
    assert other.states["seed"] != second.states["seed"]


# What a seat can't know


def same_for(seat: int, table: Table, other: Table) -> None:
    """Asserts that `seat` can't tell one game from the other."""
    assert other.seat == table.seat
    assert other.over == table.over
    assert other.payoffs == table.payoffs
    assert other.key(seat) == table.key(seat)
    assert other.states["public_key"] == table.states["public_key"]
    assert other.states["private_key"][0, seat] == table.states["private_key"][0, seat]
    assert other.observe(seat).tobytes() == table.observe(seat).tobytes()
    if table.seat == seat:
        assert other.mask().tolist() == table.mask().tolist()


@every_case
def test_redeal_keeps_all_that_a_seat_has_seen_and_is_a_deal_that_could_have_been(case: Case) -> None:
    drawn = stream(1)
    done, changed, repeated, tried = 0, 0, 0, 0
    for play in itertools.islice(plays(case, DECISIONS), 0, None, 3):
        for seat in {play.table.seat, play.random.randrange(play.table.seats)}:
            if play.table.over:
                continue
            tried += 1
            other = play.table.clone()
            ok = other.redeal(seat, drawn)
            same_for(seat, play.table, other)
            assert locations(other).sum(axis=0).tolist() == locations(play.table).sum(axis=0).tolist()
            if not ok:
                continue
            done += 1
            changed += deck_of(other) != play.deck()
            if play.repeatable:
                redealt = fields(other)
                found = any(fields(again) == redealt for again in play.histories(deck_of(other), seat, STEPS))
                assert found or play.steps_left == 0, "no play of the redealt cards leads to the redealt state"
                repeated += found
    assert done >= 0.98 * tried, "too many redeals give up"
    assert changed > 0.25 * done
    assert repeated > 0


@every_case
def test_play_goes_on_from_a_redealt_state(case: Case) -> None:
    drawn = stream(2)
    bound = case.rules.decisions(case.table().options)
    for play in itertools.islice(plays(case, DECISIONS), 0, None, 13):
        if play.table.over:
            continue
        table = play.table.clone()
        if not table.redeal(table.seat, drawn):
            continue
        decisions = play.decisions
        while not table.over:
            table.step(play.random.choice(table.legal()))
            decisions += 1
            assert case.rules.balance(table.states[0]) == 0
        assert decisions <= bound


@every_case
def test_redeal_renews_the_random_stream(case: Case) -> None:
    drawn = stream(3)
    table = case.table(1)
    if table.over:
        table = next(play.table for play in plays(case, DECISIONS) if not play.table.over)
    redealt = [table.clone() for _ in range(8)]
    for other in redealt:
        other.redeal(other.seat, drawn)
    upcoming = [table, *redealt]
    for other in upcoming:
        drivers.prepare_next(other.states, 0)
    assert len({other.states["random"].tobytes() for other in upcoming}) == len(upcoming)
    assert len({other.states["deck"].tobytes() for other in upcoming}) > 2


@every_case
def test_unseen_cards_can_change_places_unnoticed(case: Case) -> None:
    """Cards in other hands, as dealt there, and in the stock change places; nothing that a seat sees may move."""
    swapped = 0
    for play in itertools.islice(plays(case, 3 * DECISIONS), 0, None, 2):
        if play.table.over or not play.repeatable:
            continue
        seat = play.random.randrange(play.table.seats)
        hidden = hidden_positions(play, seat)
        if len(hidden) < 2:
            continue
        j, k = play.random.sample(hidden, 2)
        deck = play.deck()
        deck[j], deck[k] = deck[k], deck[j]
        other = play.again(deck)
        if other is None or other.over or opened(other) != opened(play.table):
            continue
        if "hands" in case.rules.ordered and other.key(seat) != play.table.key(seat):
            continue  # what lies where in a hand decides what is announced of it, and taken from it
        swapped += 1
        same_but_for_a_move_unasked(seat, play.table, other)
    assert swapped > 0


def opened(table: Table) -> tuple[list[int], list[int]]:
    """What the rules have cards show by themselves: those that lie open, and payments for a hand."""
    return table.places().get("open", []), table.payoffs


def same_but_for_a_move_unasked(seat: int, table: Table, other: Table) -> None:
    """As `same_for`; or one game is a decision behind, where the other's rules made the only move a seat had for it."""
    if other.seat == table.seat:
        same_for(seat, table, other)
        return
    behind = [(one, after) for one, after in ((table, other), (other, table)) if one.seat != seat]
    keys = [key for one, after in behind for key in keys_after(one, seat) if key == after.key(seat)]
    assert keys, "what a seat can't see changed whose turn it is"


def keys_after(table: Table, seat: int) -> Iterator[int]:
    """The keys of `seat` after each legal action."""
    for action in table.legal():
        after = table.clone()
        after.step(action)
        yield after.key(seat)


def hidden_positions(play: Play, seat: int) -> list[int]:
    """Deck positions whose cards are still in another hand as dealt, or wherever the stock lies.

    Where copies of a card can't be told apart, all that were dealt there have to be there still.
    """
    table, deck = play.table, play.deck()
    where, places = locations(table), table.rules.places
    shape = table.rules.shape_of(table.options, int(table.states["dealer"][0]))
    below = where[places.index("stock")] if "stock" in places else np.zeros(len(table.rules.cards.names))
    others = [other for other in range(table.seats) if other != seat]
    # of a card that is there more than once every copy has to be out of sight: which is which can't be told
    unseen = below + where[others].sum(axis=0) == where.sum(axis=0)
    hidden = [k for other in others for k in shape["hands"][other] if where[other, deck[k]] and unseen[deck[k]]]
    own = shape["hands"][seat]
    stock = [k for k in range(len(deck)) if k not in own and below[deck[k]] and unseen[deck[k]]]
    return sorted({*hidden, *stock})


@every_game
def test_keys_tell_apart_exactly_what_a_seat_is_told(name: str) -> None:
    """Against an explicit log of the events, kept while the small configurations are played with the compiler off."""
    compared = interpreted("event_log", name)
    assert set(compared) == set(cardenvs.spec(name).mini)
    assert all(shared > 10 for keys, shared in compared.values()), "hardly a key came up twice"


# Names and layouts


@every_game
def test_action_names_and_places_are_unique(name: str) -> None:
    rules = cardenvs.spec(name)
    assert len(set(rules.action_names)) == rules.actions
    assert len(set(rules.places)) == len(rules.places)
    assert [rules.action_index[word] for word in rules.action_names] == list(range(rules.actions))


@every_case
def test_the_layout_covers_the_observation(case: Case) -> None:
    layout = case.table().layout
    names = [name for name, _ in layout.blocks]
    assert len(set(names)) == len(names)
    numbers = np.arange(layout.size)
    decoded = layout.decode(numbers)
    assert np.concatenate([block.ravel() for block in decoded.values()]).tolist() == numbers.tolist()
    assert all(decoded[name].ravel().tolist() == numbers[layout[name]].tolist() for name in names)


@every_case
def test_every_deck_position_belongs_to_one_part_of_the_deal(case: Case) -> None:
    table = case.table()
    for dealer in range(table.seats):
        shape = case.rules.shape_of(table.options, dealer)
        spots = [spot for part, _ in parts_of(case.rules, table.options, dealer) for spot in part]
        assert len(shape["hands"]) == table.seats
        assert sorted(spots) == list(range(len(case.rules.pack_of(table.options))))
        assert set(case.rules.ordered) <= set(shape)


@pytest.mark.parametrize("case", golden_cases(), ids=str)
def test_a_deal_can_be_laid_by_its_parts(case: Case) -> None:
    table = case.table(3)
    dealer = int(table.states["dealer"][0])
    deck = deck_of(table)
    shape = case.rules.shape_of(table.options, dealer)
    parts = {
        name: [[deck[k] for k in part] for part in place]
        if place and isinstance(place[0], list)
        else [deck[k] for k in place]
        for name, place in shape.items()
    }
    other = case.table(4).reset(dealer=dealer, **parts)
    assert fields(other) == fields(table)
    assert sum(collections.Counter(deck_of(other)).values()) == len(deck)
