"""The arena: balanced seats, duplicate deals, intervals that cover."""

import csv
import io
import itertools
import json

import numpy as np
import pytest
import scipy.stats
from rich.console import Console

from cardenvs import arena, spec
from cardenvs.agents import RandomBot, RulesBot, Turn
from cardenvs.arena import Result, seatings
from cardenvs.core import drivers
from cardenvs.core.random import below, stream
from cardenvs.core.table import Table
from cardenvs.errors import CardenvsError, IllegalAction, InvalidArgument, InvalidFile
from cardenvs.games.kuhn_poker import BET, PASS

KUHN = spec("kuhn_poker")
KING = 2


class Always:
    """Plays one action, come what may."""

    def __init__(self, action: int, name: str) -> None:
        self.action, self.name = action, name

    def act(self, turn: Turn) -> np.ndarray:
        return np.full(len(turn.mask), self.action)


class BetsTheKing:
    """Bets and calls with the king alone."""

    name = "king"

    def act(self, turn: Turn) -> np.ndarray:
        return np.where(turn.observation[:, KING] == 1, BET, PASS)


class Witness(RandomBot):
    """Plays at random, and notes (game, seat, own card) for every decision."""

    def __init__(self) -> None:
        self.seen: set[tuple[int, int, int]] = set()

    def act(self, turn: Turn) -> np.ndarray:
        cards = turn.observation[:, :3].argmax(axis=1)
        self.seen |= set(zip(turn.states["seed"].tolist(), turn.seat.tolist(), cards.tolist(), strict=True))
        return super().act(turn)


class Wasteful(BetsTheKing):
    """As it, but draws random numbers and thinks no more of them."""

    def act(self, turn: Turn) -> np.ndarray:
        for random in turn.random:
            below(random, 10)
        return super().act(turn)


def cards_of_deal(seed: int, deal: int) -> tuple[int, int]:
    """The two cards of a deal of the arena."""
    states = KUHN.blank(KUHN.options())
    drivers.begin(states, 0, states.copy(), stream(seed, deal))
    return tuple(states["card"][0].tolist())


@pytest.mark.parametrize(("bots", "seats"), list(itertools.product(range(1, 6), range(2, 8))))
def test_every_bot_sits_equally_often_in_every_seat(bots: int, seats: int) -> None:
    times = np.zeros((bots, seats), int)
    for seating in seatings(bots, seats):
        assert len(seating) == seats
        for seat, bot in enumerate(seating):
            times[bot, seat] += 1
    assert (times == times[0, 0]).all()
    assert times[0, 0] > 0


def test_the_bots_alternate_around_the_table() -> None:
    assert seatings(2, 5) == ((0, 1, 0, 1, 0), (1, 0, 1, 0, 1))
    assert seatings(3, 2) == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))


def test_equal_bots_without_chance_are_exactly_equal() -> None:
    pair = arena("leduc_poker", ["rules", "rules"], deals=50).difference[0]
    assert (pair.first, pair.second) == ("rules", "rules 2")
    assert (pair.payoff.mean, pair.payoff.low, pair.payoff.high) == (0, 0, 0)


def test_who_always_bets_takes_the_ante_of_who_always_passes() -> None:
    result = arena(KUHN, [Always(BET, "bet"), Always(PASS, "pass")], deals=10)
    assert [(payoff.mean, payoff.low, payoff.high) for payoff in result.payoff] == [(1, 1, 1), (-1, -1, -1)]
    assert result.difference[0].payoff.mean == 2
    assert [habit.mean for habit in result.behaviour["bets"]] == [1, 0]


def test_means_and_intervals_are_those_of_the_deals() -> None:
    """The king's friend wins 2 where he holds it, and loses his ante to the bettor where he does not."""
    seed, deals = 5, 20
    result = arena(KUHN, [BetsTheKing(), Always(BET, "bet")], deals=deals, seed=seed)
    payoffs = [[2 if card == KING else -1 for card in cards_of_deal(seed, deal)] for deal in range(deals)]
    per_deal = np.mean(payoffs, axis=1)
    assert set(per_deal) == {0.5, -1}
    low, high = scipy.stats.t.interval(0.95, deals - 1, per_deal.mean(), scipy.stats.sem(per_deal))
    got = result.payoff[0]
    assert (got.mean, got.low, got.high) == pytest.approx((per_deal.mean(), low, high))
    got = result.difference[0].payoff
    assert (got.mean, got.low, got.high) == pytest.approx((2 * per_deal.mean(), 2 * low, 2 * high))
    assert result.behaviour["bets"][0].mean == pytest.approx(
        np.mean([[c == KING for c in cards_of_deal(seed, k)] for k in range(deals)])
    )


def exact_value_of_rules_against_random() -> float:
    """What the rule-based bot is paid on average by a random player, over both seats, by walking the whole game."""
    rules, table = RulesBot(KUHN, KUHN.options()), Table(KUHN, KUHN.options())

    def value(game: Table, seat: int) -> float:
        if game.over:
            return game.payoffs[seat]
        moves = game.legal()
        if game.seat == seat:
            turn = Turn(
                game.observe(seat)[None], game.mask()[None], np.array([seat]), stream(0)[None], game.states
            )
            moves = rules.act(turn).tolist()
        values = []
        for move in moves:
            following = game.clone()
            following.step(move)
            values.append(value(following, seat))
        return float(np.mean(values))

    deals = list(itertools.permutations(range(3)))
    return float(np.mean([value(table.reset(deck=list(deal)), seat) for deal in deals for seat in range(2)]))


def test_the_interval_covers_the_exact_value_as_often_as_it_says() -> None:
    exact = exact_value_of_rules_against_random()
    results = [arena(KUHN, ["rules", "random"], deals=200, seed=seed).payoff[0] for seed in range(60)]
    far = np.array([abs(result.mean - exact) / (result.high - result.mean) for result in results])
    assert (far < 1).sum() >= 54  # 57 of 60 expected; fewer than 54 has 3 chances in a hundred
    assert 30 <= (far < 0.5).sum() <= 50  # half an interval covers 67 %: it is not too wide either


@pytest.mark.parametrize("bots", [["rules", "random"], ["random", "rules", "random"]])
def test_the_batch_changes_nothing(bots: list[str]) -> None:
    results = [arena("leduc_poker", bots, deals=37, seed=3, batch=batch) for batch in (1, 20, 4096)]
    assert results[0] == results[1] == results[2]


def test_more_deals_begin_with_the_same_deals_and_another_seed_has_others() -> None:
    few, more, other = (Witness() for _ in range(3))
    for witness, deals, seed in ((few, 5, 0), (more, 9, 0), (other, 9, 1)):
        arena(KUHN, [witness], deals=deals, seed=seed)
    assert few.seen < more.seen
    assert not more.seen & other.seen


def test_every_bot_gets_every_seat_s_cards_of_a_deal() -> None:
    witnesses = [Witness(), Witness()]
    arena(KUHN, witnesses, deals=30)
    assert witnesses[0].seen == witnesses[1].seen
    assert len({(game, seat) for game, seat, _ in witnesses[0].seen}) == len(witnesses[0].seen) == 60


def test_what_one_bot_draws_does_not_touch_another() -> None:
    results = [arena(KUHN, [bot, "random"], deals=40) for bot in (BetsTheKing(), Wasteful())]
    assert results[0] == results[1]


def test_bots_have_chances_of_their_own() -> None:
    pair = arena(KUHN, ["random", "random"], deals=200).difference[0]
    assert pair.payoff.low < 0 < pair.payoff.high


class First(Witness):
    """Plays the first legal action."""

    name = "first"

    def act(self, turn: Turn) -> np.ndarray:
        super().act(turn)
        return turn.mask.argmax(axis=1)


def test_a_deal_that_is_over_as_dealt_counts() -> None:
    rules, deals = spec("pam_loo"), 40
    values = rules.mini["mini"]
    game = Table(rules, rules.options(**values))
    payoffs, over = [], 0
    for deal in range(deals):
        drivers.begin(game.states, 0, game.blank, stream(0, deal))
        over += game.over
        while not game.over:
            game.step(game.legal()[0])
        payoffs.append(np.mean(game.payoffs))
    assert 0 < over < deals
    bot = First()
    assert arena(rules, [bot], deals=deals, **values).payoff[0].mean == pytest.approx(np.mean(payoffs))
    assert len({seed for seed, _, _ in bot.seen}) == deals - over


def test_matches_are_counted_whole() -> None:
    options = {"seats": 3, "loo_limit": 12}
    one = arena("loo", ["random", "random"], deals=20, **options)
    match = arena("loo", ["random", "random"], deals=20, episode="match", **options)
    assert (one.per, match.per) == ("deal", "match")
    assert sum(habit.mean for habit in one.behaviour["plays"]) < 2
    assert sum(habit.mean for habit in match.behaviour["plays"]) > 2


def test_more_bots_than_seats_meet_in_pairs() -> None:
    result = arena(KUHN, [Always(BET, "bet"), Always(PASS, "pass"), Always(PASS, "pass")], deals=12)
    assert result.bots == ("bet", "pass", "pass 2")
    assert len(result.seatings) == 6
    assert [payoff.mean for payoff in result.payoff] == [1, -0.5, -0.5]
    assert [(d.first, d.second, d.payoff.mean) for d in result.difference] == [
        ("bet", "pass", 1.5), ("bet", "pass 2", 1.5), ("pass", "pass 2", 0),
    ]  # fmt: skip


def test_an_illegal_action_names_the_bot_and_what_is_legal() -> None:
    with pytest.raises(
        IllegalAction, match=r"leduc_poker: bot folder may not fold \(deal 0, seat 0\); legal: call, raise"
    ):
        arena("leduc_poker", [Always(0, "folder"), "random"], deals=2)
    with pytest.raises(IllegalAction, match=r"bot wild may not action number 7 \(of 2\).*legal: pass, bet"):
        arena(KUHN, [Always(7, "wild")], deals=2)


def test_a_bot_that_answers_in_another_shape_is_named() -> None:
    class Short(RandomBot):
        name = "short"

        def act(self, turn: Turn) -> np.ndarray:
            return super().act(turn)[:-1]

    with pytest.raises(
        InvalidArgument, match=r"bot short: want integers of shape \(4,\), got int64 of shape \(3,\)"
    ):
        arena(KUHN, [Short()], deals=4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "kuhn"}, "no game 'kuhn': did you mean 'kuhn_poker'"),
        ({"deals": 1}, "deals: want an integer of at least 2, got 1"),
        ({"deals": 2.5}, "deals: want an integer"),
        ({"batch": 0}, "batch: want an integer of at least 1, got 0"),
        ({"bots": []}, "bots: want an integer of at least 1, got 0"),
        ({"seed": "x"}, "seed: want an integer, got 'x'"),
        ({"seats": 5}, "seats: want 2..2"),
        ({"sets": 2}, "unknown option 'sets': did you mean 'seats'"),
        ({"bots": ["rulse"]}, "kuhn_poker has no 'rulse': did you mean 'rules'"),
        ({"bots": ["no/such.safetensors"]}, "no file 'no/such.safetensors'"),
    ],
)
def test_bad_arguments_are_refused(change: dict[str, object], words: str) -> None:
    arguments = {"game": "kuhn_poker", "bots": ["random"], "deals": 2} | change
    with pytest.raises(CardenvsError, match=words):
        arena(**arguments)


def result() -> Result:
    return arena("leduc_poker", ["rules", "random"], deals=20, seed=9)


def test_json_holds_everything(tmp_path) -> None:
    whole = json.loads(result().to_json())
    assert whole["game"] == "leduc_poker"
    assert whole["options"] == {"seats": 2}
    assert (whole["seed"], whole["deals"], whole["per"], whole["bots"]) == (9, 20, "deal", ["rules", "random"])
    assert whole["payoff"][0].keys() == {"mean", "low", "high"}
    assert whole["behaviour"].keys() == {"raises", "folds"}
    result().save(tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text()) == whole
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_csv_has_a_line_for_each_estimate(tmp_path) -> None:
    measured = result()
    measured.save_csv(tmp_path / "out.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert [(row["measure"], row["bot"], row["against"]) for row in rows] == [
        ("payoff", "rules", ""), ("payoff", "random", ""), ("difference", "rules", "random"),
        ("raises", "rules", ""), ("raises", "random", ""), ("folds", "rules", ""), ("folds", "random", ""),
    ]  # fmt: skip
    assert float(rows[2]["low"]) == measured.difference[0].payoff.low


def test_the_table_shows_every_bot_and_pair() -> None:
    title, payoffs, habits = result().table().renderables
    assert "leduc_poker" in title
    assert [column.header for column in payoffs.columns] == ["bot", "payoff", "95% interval"]
    assert list(payoffs.columns[0].cells) == ["rules", "random", "rules - random"]
    assert [column.header for column in habits.columns] == ["bot", "raises", "folds"]
    assert list(habits.columns[0].cells) == ["rules", "random"]


def test_the_tables_fit_a_terminal_of_80_columns() -> None:
    with Console(width=80, file=io.StringIO()) as console:
        console.print(arena("loo", ["random", "rules"], deals=2).table())
    text = console.file.getvalue()
    assert "-" in text
    assert "…" not in text
    for word in ("random - rules", "takes the miss", "plays for the pool"):
        assert word in text


def test_a_file_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(InvalidFile, match="can't be written"):
        result().save(tmp_path / "folder")
    with pytest.raises(InvalidFile, match="can't be written"):
        result().save(tmp_path / "none" / "out.json")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_progress_is_shown_on_standard_error_alone(capsys) -> None:
    quiet = arena(KUHN, ["random"], deals=4)
    assert capsys.readouterr() == ("", "")
    assert arena(KUHN, ["random"], deals=4, progress=True) == quiet
    out, err = capsys.readouterr()
    assert out == ""
    assert "deals" in err
