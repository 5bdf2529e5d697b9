"""The searches: what they may know, what they find, and what settings they take."""

import numpy as np
import pytest

import cardenvs
from cardenvs.agents import Turn, make_bot
from cardenvs.agents.search import IsmctsBot, PimcBot, SearchBot
from cardenvs.core.random import streams
from cardenvs.core.table import Table
from cardenvs.errors import InvalidArgument

KUHN = cardenvs.spec("kuhn_poker")


def turn_of(table: Table, n: int = 1, seed: int = 1) -> Turn:
    """The decision of the seat to act, n times, each with a stream of its own."""
    return Turn(
        observation=np.repeat(table.observe(table.seat)[None], n, axis=0),
        mask=np.repeat(table.mask()[None], n, axis=0),
        seat=np.full(n, table.seat),
        random=streams(seed, n),
        states=np.repeat(table.states, n),
    )


def search(name: str, table: Table) -> SearchBot:
    bot = make_bot(name, table.rules, table.options)
    assert isinstance(bot, SearchBot)
    return bot


SEARCHES = (
    "pimc:worlds=3", "ismcts:iterations=30", "ismcts:iterations=30,trees=each", "pimc:worlds=3,playouts=random",
)  # fmt: skip


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("moves", ["", "pass", "pass bet", "bet"])
def test_the_move_is_the_same_whatever_the_other_seat_holds(name: str, moves: str) -> None:
    """Exactly: with the same streams, over every card that the other seat can have."""
    own, others = "QS", ("JS", "KS")
    chosen = []
    for other in others:
        hands = f"{own}|{other}" if len(moves.split()) != 1 else f"{other}|{own}"
        table = cardenvs.table("kuhn_poker").reset(hands=hands).play(moves)
        chosen.append(search(name, table).act(turn_of(table, 40)))
    np.testing.assert_array_equal(*chosen)


def test_hidden_cards_do_not_change_how_often_a_move_is_made() -> None:
    """Where the order of the deck decides what a stream redeals, as often and not each time."""
    n, often = 1500, []
    for other in ("JH", "KS"):
        table = cardenvs.table("leduc_poker").reset(hands=f"{other}|QS", public="QH").play("raise")
        moves = search("pimc:worlds=1", table).act(turn_of(table, n, seed=len(other)))
        often.append(np.bincount(moves, minlength=3) / n)
    assert np.abs(often[0] - often[1]).max() < 4 * np.sqrt(0.5 / n)
    assert 0 < often[0].max() < 1, "one world is too few to be sure of a move"


@pytest.mark.parametrize("name", SEARCHES)
def test_one_stream_gives_one_move(name: str) -> None:
    table = cardenvs.table("kuhn_poker").reset(hands="KS|QS").play("bet")
    together = turn_of(table, 30)
    moves = search(name, table).act(together)
    bot = search(name, table)
    alone = []
    for row in reversed(range(30)):
        turn = turn_of(table, 1)
        turn.random[:] = streams(1, 30)[row]
        alone.append(int(bot.act(turn)[0]))
        assert turn.random[0] == together.random[row]
    assert alone[::-1] == moves.tolist()
    assert len(set(alone)) > 1, "a toss-up, decided by chance"


def test_a_search_leaves_the_game_alone() -> None:
    table = cardenvs.table("leduc_poker").play("raise")
    before = table.states.tobytes()
    for name in SEARCHES:
        turn = turn_of(table)
        search(name, table).act(turn)
        assert turn.states.tobytes() == before


def test_an_only_legal_action_is_played_without_a_search() -> None:
    table = cardenvs.table("kuhn_poker")
    turn = turn_of(table)
    turn.mask[0, 0] = 0
    before = turn.random.copy()
    assert search("pimc", table).act(turn).tolist() == [1]
    np.testing.assert_array_equal(turn.random, before)


@pytest.mark.parametrize(
    "name", ["pimc:worlds=200", "ismcts:iterations=2000", "ismcts:iterations=2000,trees=each"]
)
@pytest.mark.parametrize(
    ("hands", "moves", "wanted"),
    [
        ("KS|QS", "pass bet", "bet"),
        ("JS|QS", "pass bet", "pass"),
        ("QS|KS", "bet", "bet"),
        ("QS|JS", "bet", "pass"),
    ],
)
def test_the_sure_thing_is_seen(name: str, hands: str, moves: str, wanted: str) -> None:
    """With the king or the jack there is nothing to think about, whoever plays the deal on."""
    table = cardenvs.table("kuhn_poker").reset(hands=hands).play(moves)
    moves_made = search(f"{name},playouts=random", table).act(turn_of(table, 10))
    assert {table.action_name(int(move)) for move in moves_made} == {wanted}


def test_the_means_are_those_of_the_worlds() -> None:
    """Facing a bet with the queen: -1 to pass; to call 2 against the jack and -2 against the king, half the time each."""
    table = cardenvs.table("kuhn_poker").reset(hands="KS|QS").play("bet")
    bot = search("pimc:worlds=4000", table)
    assert isinstance(bot, PimcBot)
    bot.act(turn_of(table))
    means = bot.totals / 4000
    assert means[0] == -1
    assert abs(means[1]) < 4 * 2 / np.sqrt(4000)


def test_the_errors_are_those_of_differences_in_the_same_worlds() -> None:
    """There a call with the queen brings 3 more than to pass, or 1 less: 1 on average, with a deviation of 2."""
    table = cardenvs.table("kuhn_poker").reset(hands="KS|QS").play("bet")
    bot = search("pimc:worlds=4000,sure=1", table)
    assert isinstance(bot, PimcBot)
    bot.act(turn_of(table))
    gain, error = bot.gains()
    other = 1 - bot.against
    assert (gain[bot.against], error[bot.against]) == (0, 0)
    assert abs(abs(gain[other]) - 1) < 4 * 2 / np.sqrt(4000)
    np.testing.assert_allclose(error[other], 2 / np.sqrt(4000), rtol=0.01)


@pytest.mark.parametrize(("sure", "wanted"), [(0, 2), (1, 2), (1.8, 1), (4.8, 1), (5, 0)])
def test_an_action_has_to_be_as_surely_better_as_asked(sure: float, wanted: int) -> None:
    """In four worlds one action brought 3, 1, 2, 2 more than the advice: 2 ± 0.41; another 9, 0, 9, 0: 4.5 ± 2.6."""
    bot = make_bot(f"pimc:sure={sure}", KUHN, KUHN.options())
    assert isinstance(bot, PimcBot)
    gained = np.array([[0, 0, 0, 0], [3, 1, 2, 2], [9, 0, 9, 0], [100, 100, 100, 100]])
    bot.legal = np.array([1, 1, 1, 0], np.int8)
    bot.totals, bot.squares, bot.drawn, bot.against = gained.sum(axis=1) - 7.0, (gained**2.0).sum(axis=1), 4, 0
    np.testing.assert_allclose(bot.gains()[1], gained.std(axis=1, ddof=1) / 2, atol=1e-12)
    assert bot.best() == wanted


def test_nothing_is_sure_in_one_world_and_the_advice_is_played() -> None:
    table = cardenvs.table("leduc_poker").play("raise")
    turn = turn_of(table, 20)
    assert len(set(search("pimc:worlds=1", table).act(turn_of(table, 20)))) > 1
    advised = make_bot("rules", table.rules, table.options).act(turn)
    np.testing.assert_array_equal(search("pimc:worlds=1,sure=0.01", table).act(turn), advised)


def test_the_tree_counts_every_iteration() -> None:
    table = cardenvs.table("kuhn_poker")
    bot = search("ismcts:iterations=300", table)
    assert isinstance(bot, IsmctsBot)
    bot.act(turn_of(table))
    assert bot.visits.sum() == 300
    assert (bot.visits[:2] > 0).all()


def test_the_tree_finds_the_answer_that_playouts_miss() -> None:
    """A bet with the jack beats half the answers of a random player; but the other seat would call it with any card."""
    table = cardenvs.table("kuhn_poker").reset(hands="JS|KS")
    turns = [turn_of(table, 20), turn_of(table, 20)]
    by_playouts = search("pimc:worlds=300,playouts=random", table).act(turns[0])
    by_tree = search("ismcts:iterations=2000,playouts=random", table).act(turns[1])
    assert {table.action_name(int(move)) for move in by_playouts} == {"bet"}
    assert {table.action_name(int(move)) for move in by_tree} == {"pass"}


def test_where_each_seat_has_a_tree_the_others_know_their_cards() -> None:
    """A bet with the queen is called by the king alone: -1/2. A seat that did not know its card could as well call it: 0."""
    table = cardenvs.table("kuhn_poker").reset(hands="QS|KS")
    bets = {}
    for trees in ("one", "each"):
        bot = search(f"ismcts:iterations=4000,playouts=random,trees={trees}", table)
        assert isinstance(bot, IsmctsBot)
        shares = []
        for seed in range(30):
            bot.act(turn_of(table, seed=seed))
            assert bot.visits.sum() == 4000
            shares.append(bot.visits[table.rules.action_index["bet"]] / 4000)
        bets[trees] = np.mean(shares)
    assert bets["each"] < 0.3 < 0.5 < bets["one"]


def test_a_budget_of_time_gives_a_legal_move() -> None:
    table = cardenvs.table("leduc_poker")
    for name in ("pimc:ms=5", "ismcts:ms=5"):
        assert int(search(name, table).act(turn_of(table))[0]) in table.legal()


def test_worlds_that_can_not_be_drawn_are_counted_and_the_book_plays(monkeypatch) -> None:
    table = cardenvs.table("kuhn_poker").reset(hands="KS|QS")
    bot = search("pimc:worlds=7", table)
    monkeypatch.setattr(bot, "search", lambda *_: 0)
    assert bot.act(turn_of(table, 2)).tolist() == [1, 1]
    assert bot.failed == 14


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pimc:world=3", "pimc has no setting 'world': did you mean 'worlds'"),
        ("pimc:worlds", "want each setting of pimc once, as worlds=value, got 'worlds'"),
        ("pimc:worlds=1,worlds=2", "want each setting of pimc once"),
        ("pimc:worlds=0", "worlds: want a whole number of at least 1 and below 1000000000, got '0'"),
        ("pimc:worlds=2.5", "worlds: want a whole number"),
        ("pimc:sure=-1", "sure: want a number of at least 0"),
        ("ismcts:explore=nan", "explore: want a number of at least 0"),
        ("ismcts:playouts=book", "ismcts:playouts: no 'book': valid: rules, random"),
        ("ismct:iterations=3", "kuhn_poker has no 'ismct:iterations=3'"),
    ],
)
def test_a_wrong_setting_says_what_is_wanted(name: str, says: str) -> None:
    with pytest.raises(InvalidArgument, match=says):
        make_bot(name, KUHN, KUHN.options())


def test_settings_are_read() -> None:
    bot = make_bot("ismcts:iterations=40,explore=1.5,open=3,ms=0,playouts=random", KUHN, KUHN.options())
    assert isinstance(bot, IsmctsBot)
    assert bot.name == "ismcts:iterations=40,explore=1.5,open=3,ms=0,playouts=random"
    settings = bot.settings
    assert (settings.iterations, settings.explore, settings.open, settings.playouts) == (40, 1.5, 3, "random")


def test_a_search_enters_the_arena() -> None:
    result = cardenvs.arena("kuhn_poker", ["pimc:worlds=5", "random"], deals=40, seed=2, batch=7)
    again = cardenvs.arena("kuhn_poker", ["pimc:worlds=5", "random"], deals=40, seed=2, batch=64)
    assert result == again
    assert result.difference[0].payoff.mean > 0


def test_where_a_match_pays_at_its_end_the_search_looks_so_far() -> None:
    """A race at mushka pays when it is won: not every deal can look the same."""
    table = cardenvs.table("mushka", seats=3, episode="match", start_score=12, seed=4)
    bot = search("pimc:worlds=5", table)
    assert isinstance(bot, PimcBot)
    while len(table.legal()) < 2:
        table.step(table.legal()[0])
    bot.act(turn_of(table))
    assert bot.totals[table.legal()].any()
