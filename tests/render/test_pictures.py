"""Every game drawn: what a picture shows, and that it shows no seat more than that seat knows."""

import collections
import copy
import itertools
import pickle
import random
import sys
from collections.abc import Iterator

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.error import DependencyNotInstalled
from gymnasium.wrappers import RecordVideo

import cardenvs
from cardenvs.core.cards import FRENCH
from cardenvs.core.table import Table
from cardenvs.envs.aec import CardEnv
from cardenvs.errors import InvalidArgument
from cardenvs.render import ALL, SIZE, Renderer, Viewer
from cardenvs.render.cards import card
from cardenvs.render.moves import Moves
from cardenvs.render.scene import Scene, scene_of
from tests.support import NAMES, Case, Play, golden_cases, plays, seat_cases
from tests.test_battery import hidden_positions

FRAMES = 4
ENOUGH = 8  # swaps


def cases() -> list[Case]:
    """The defaults of each game, two variants and the most seats."""
    labels = {name: ["defaults", *cardenvs.spec(name).variants][:3] for name in NAMES}
    most = {name: f"seats={cardenvs.spec(name).options_class.SEATS[1]}" for name in NAMES}
    golden = [case for case in golden_cases() if case.label in labels[case.game]]
    return golden + [case for case in seat_cases() if case.label == most[case.game]]


every_case = pytest.mark.parametrize("case", cases(), ids=str)


@pytest.fixture(autouse=True)
def no_window_left():
    yield
    pygame.display.quit()


def drawing(game: str, mode: str = "rgb_array", **values) -> CardEnv:
    env = cardenvs.make(game, render_mode=mode, **values)
    env.metadata["render_fps"] = 0  # tests wait for nobody
    return env


def frames(case: Case, viewer: Viewer | None) -> Iterator[np.ndarray]:
    """Pictures of a game played at random."""
    env, chance = drawing(case.game, **case.values), random.Random(0)
    env.reset(seed=1)
    yield env.render(viewer)
    for _ in range(FRAMES - 1):
        if env.over:
            env.reset()
        env.step(chance.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
        yield env.render(viewer)


@every_case
def test_a_picture_follows_the_game(case):
    shown, again = list(frames(case, ALL)), list(frames(case, ALL))
    for picture in shown:
        assert picture.shape == (SIZE[1], SIZE[0], 3)
        assert picture.dtype == np.uint8
        assert len(set(map(tuple, picture[::16, ::16].reshape(-1, 3).tolist()))) > 10
    assert all((a != b).any() for a, b in zip(shown, shown[1:], strict=False)), "a move left no trace"
    assert all(np.array_equal(a, b) for a, b in zip(shown, again, strict=True))


def followed(play: Play, deck: list[int]) -> tuple[Table, Moves] | None:
    """The current deal of a game played again from a deck, and its moves; None where the rules forbid one of them."""
    table = play.begun(deck)
    moves = Moves(table.rules, table.options)
    moves.begin(table.states)
    for seat, action in zip(play.seats, play.actions, strict=True):
        if table.over or table.seat != seat or action not in table.legal():
            return None
        table.step(action)
        moves.follow(table.states, seat, action)
    return table, moves


def seen(table: Table, viewer: Viewer, moves: Moves) -> Scene:
    return scene_of(table.rules, table.options, table.states, viewer, moves)


@every_case
def test_hidden_cards_do_not_show(case):
    """Cards out of a seat's sight change places: as long as it can't tell, its picture stays as it is."""
    swapped = told_apart = 0
    for play in plays(case, 300):
        if swapped >= ENOUGH and told_apart > 0:
            break
        if play.table.over or not play.repeatable or play.random.random() < 0.5:
            continue
        seat = play.random.randrange(play.table.seats)
        hidden = hidden_positions(play, seat)
        if len(hidden) < 2:
            continue
        deck = play.deck()
        j, k = play.random.sample(hidden, 2)
        deck[j], deck[k] = deck[k], deck[j]
        original, other = followed(play, play.deck()), followed(play, deck)
        if other is None or other[0].key(seat) != original[0].key(seat) or other[0].seat != original[0].seat:
            continue
        swapped += 1
        assert seen(other[0], seat, other[1]) == seen(original[0], seat, original[1])
        told_apart += seen(other[0], ALL, other[1]) != seen(original[0], ALL, original[1])
    assert swapped > 0
    assert told_apart > 0, "a spectator sees where they lie"


@every_case
def test_a_move_that_a_seat_cannot_tell_from_another_looks_like_it(case):
    for play in itertools.islice(plays(case, 60), 0, 60, 3):
        if play.table.over or not play.repeatable:
            continue
        table, moves = followed(play, play.deck())
        viewer = play.random.choice([seat for seat in range(table.seats) if seat != table.seat])
        alike = collections.defaultdict(list)
        for action in table.legal():
            after = table.clone()
            after.step(action)
            alike[after.key(viewer), after.seat].append((action, after))
        for group in (group for group in alike.values() if len(group) > 1):
            looks: list[Scene] = []
            for action, after in group[:3]:
                told = copy.deepcopy(moves)
                told.follow(after.states, table.seat, action)
                looks.append(seen(after, viewer, told))
            assert looks.count(looks[0]) == len(looks)


@pytest.mark.parametrize("game", NAMES)
def test_a_seat_sees_its_own_hand_and_a_spectator_all(game):
    table = cardenvs.table(game, seed=2)
    moves = Moves(table.rules, table.options)
    names = table.rules.deck(table.options).names
    hands = [[names[card] for card in table.places().get(f"hand {seat}", [])] for seat in range(table.seats)]
    for viewer in range(table.seats):
        drawn = [seat.hand for seat in seen(table, viewer, moves).seats]
        assert sorted(drawn[viewer].faces) == sorted(hands[viewer])
        assert [len(hand.faces) + hand.backs for hand in drawn] == list(map(len, hands))
        assert not any(hand.faces for k, hand in enumerate(drawn) if k != viewer)
    assert [sorted(seat.hand.faces) for seat in seen(table, ALL, moves).seats] == list(map(sorted, hands))


def test_the_viewers_seat_is_in_front_and_the_table_does_not_turn_with_the_game():
    env = drawing("loo", seats=3)
    env.reset(seed=0, options={"hands": ["KS QS JS", "2H 3H 4H", "7C 8C 9C"]})
    views = [env.render(seat) for seat in range(3)]
    assert not any(np.array_equal(views[a], views[b]) for a, b in ((0, 1), (1, 2), (0, 2)))
    env.viewer = 2
    assert np.array_equal(env.render(), views[2])
    with pytest.raises(InvalidArgument, match="seat"):
        env.render(3)


def test_no_two_cards_look_alike():
    pictures = {pygame.image.tobytes(card(name, 34), "RGB") for name in (*FRENCH.names, None)}
    assert len(pictures) == len(FRENCH.names) + 1


def test_a_picture_needs_no_window_and_outlives_pygames_end():
    env = drawing("leduc_poker", render_size=(480, 400))
    env.reset(seed=0)
    first = env.render()
    assert first.shape == (400, 480, 3)
    assert not pygame.display.get_init()
    pygame.quit()
    assert np.array_equal(env.render(), first)


def test_the_window_opens_by_itself_and_closes():
    env = drawing("kuhn_poker", "human")
    assert pygame.display.get_surface() is None
    env.reset(seed=0)
    before = pygame.surfarray.array3d(pygame.display.get_surface())
    env.step(0)
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != before).any()
    assert env.render() is None
    env.close()
    env.close()
    assert pygame.display.get_surface() is None


def test_who_closes_the_window_sees_no_more_of_the_game_but_it_goes_on():
    env = drawing("kuhn_poker", "human")
    env.reset(seed=0)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    while not env.over:
        env.step(0)
    assert pygame.display.get_surface() is None


def test_a_copy_draws_the_same_in_a_window_of_its_own():
    env = drawing("loo")
    env.reset(seed=0)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    twin = pickle.loads(pickle.dumps(env))
    assert np.array_equal(twin.render(), env.render())
    shown = drawing("loo", "human")
    shown.reset(seed=0)
    pickle.loads(pickle.dumps(shown)).render()


def test_without_pygame_it_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(DependencyNotInstalled, match=r"cardenvs\[render\]"):
        cardenvs.make("kuhn_poker", render_mode="rgb_array")
    rules = cardenvs.spec("kuhn_poker")
    with pytest.raises(DependencyNotInstalled):
        Renderer(rules, rules.options())
    cardenvs.make("kuhn_poker", render_mode="ansi")


@pytest.mark.parametrize("size", [(960,), (0, 640), (960.5, 640), "large", (960, 10**6)])
def test_a_wrong_size_is_named(size):
    with pytest.raises(InvalidArgument, match="render_size: want"):
        cardenvs.make("kuhn_poker", render_mode="rgb_array", render_size=size)


def test_gymnasium_records_a_video(tmp_path):
    env = gymnasium.make("cardenvs/LeducPoker-v0", render_mode="rgb_array", render_size=(320, 224))
    env = RecordVideo(env, str(tmp_path / "games"), episode_trigger=lambda episode: True, disable_logger=True)
    _, info = env.reset(seed=0)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    env.close()
    assert [path.stat().st_size > 1000 for path in tmp_path.glob("games/*.mp4")] == [True]


def test_the_learners_window_shows_the_moves_of_the_bots(monkeypatch):
    env = gymnasium.make("cardenvs/Loo-v0", render_mode="human", seat=3, bots="random").unwrapped
    env.game.metadata["render_fps"] = 0
    shown = []
    monkeypatch.setattr(Renderer, "show", lambda self, states, viewer, near, fps: shown.append((viewer, near)))
    env.reset(seed=0, options={"dealer": 5})  # three bots declare before the learner
    assert shown == [(3, 3)] * 4
    env.close()
