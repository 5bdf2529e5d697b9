"""Records: what is played comes back, and nothing else passes for it."""

import copy
import dataclasses
import html.parser
import itertools
import json
import pathlib
import pickle
import random
import re

import gymnasium
import jsonschema
import numpy as np
import pytest

import cardenvs
from cardenvs import records
from cardenvs.arena import arena
from cardenvs.cli import main
from cardenvs.core.random import stream
from cardenvs.core.table import Table
from cardenvs.errors import InvalidArgument, InvalidFile
from cardenvs.records import Forfeit, Opening, Retrace, Writer, begun_from, read, recorded, replay
from cardenvs.render.html import page
from cardenvs.render.scenes import scenes
from cardenvs.render.text import text

from .support import Case, deck_of, golden_cases

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "records.md"
SCHEMA = jsonschema.Draft202012Validator(
    json.loads(re.search(r"^```json\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)[1])
)
LEDUC = cardenvs.spec("leduc_poker")


def played(table: Table, seed: int) -> list[int]:
    """Plays a game to its end at random; the actions."""
    choice, actions = random.Random(seed), []
    while not table.over:
        actions.append(choice.choice(table.legal()))
        table.step(actions[-1])
    return actions


def file_of(folder: pathlib.Path, games: int = 3, name: str = "games.jsonl") -> pathlib.Path:
    """A record of Leduc games between `rules` and `random`."""
    path = folder / name
    arena(LEDUC, ["rules", "random"], deals=max(2, games), record=path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[: games + 1]))
    return path


@pytest.mark.parametrize("case", golden_cases(), ids=str)
def test_a_game_of_any_rules_is_played_again_from_its_record(case: Case, tmp_path) -> None:
    table = case.table(11)
    seats = [f"bot {seat}" for seat in range(table.seats)]
    opening = Opening(seed=int(stream(11, 0)[0]))
    actions = played(table, 5)
    game = recorded(case.table(), opening, actions, seats, 7)
    assert game.payoffs == tuple(table.payoffs)
    assert game.actions == tuple(actions)
    assert len(game.decks) == table.states["deal_number"][0]
    assert game.decks[-1] == table.rules.deck(table.options).text(deck_of(table))
    Writer(tmp_path / "a.jsonl", case.rules, table.options).append([game])
    back = read(tmp_path / "a.jsonl")
    assert (back.rules, back.options, back.games) == (case.rules, table.options, (game,))
    states = [again.to_bytes()[-table.states.nbytes :] for again in replay(back, 0)]
    assert len(states) == len(actions) + 1
    assert states[-1] == table.states.tobytes()
    for line in (tmp_path / "a.jsonl").read_text().splitlines():
        SCHEMA.validate(json.loads(line))


def test_decks_laid_by_hand_are_kept_as_such_later_deals_too() -> None:
    table = cardenvs.table("loo", seats=2, episode="match", rounds=1)
    first, second = (sorted(deck_of(table), reverse=backwards) for backwards in (False, True))
    opening = Opening(seed=9, dealer=1, decks={1: first, 2: second})
    trace = Retrace(table, opening)
    actions = []
    while len(trace.decks) < 3 and not table.over:
        actions.append(table.legal()[0])
        trace.step(actions[-1])
    assert trace.dealer == 1
    assert trace.decks[:2] == [first, second]
    actions += played(table, 0)
    game = recorded(cardenvs.table("loo", seats=2, episode="match", rounds=1), opening, actions, ["a", "b"], 0)
    assert game.dealer_laid
    assert game.decks_laid == (1, 2)
    assert game.opening.decks[2] == table.rules.cards.text(second).split()


# What is damaged


@pytest.fixture
def sound(tmp_path) -> pathlib.Path:
    return file_of(tmp_path, 2)


def test_a_record_cut_off_anywhere_is_refused_or_has_fewer_games(sound) -> None:
    data = sound.read_bytes()
    for end in range(len(data)):
        sound.write_bytes(data[:end])
        if data[:end].endswith(b"\n"):
            assert len(read(sound).games) == data[:end].count(b"\n") - 1
        else:
            with pytest.raises(InvalidFile, match="empty" if end == 0 else r"games.jsonl, line \d: cut off"):
                read(sound)


def test_no_changed_character_goes_unnoticed(sound) -> None:
    data = sound.read_text()
    for place, letter in enumerate(data):
        sound.write_text(data[:place] + ("7" if letter != "7" else "x") + data[place + 1 :])
        with pytest.raises(InvalidFile, match=r"games.jsonl, line [1-3]: "):
            read(sound)


def changed(path: pathlib.Path, line: int, **fields: object) -> None:
    """Changes fields of a line (from 1) and takes off its digest; None deletes one."""
    lines = path.read_text().splitlines()
    content = json.loads(lines[line - 1]) | {"check": None} | fields
    lines[line - 1] = json.dumps({name: value for name, value in content.items() if value is not None})
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("line", "fields", "words"),
    [
        (1, {"format": "pgn"}, "no record: want format 'cardenvs record', got 'pgn'"),
        (1, {"format_version": 9}, "a record of format version 9; this reads version 1"),
        (1, {"game": "leduc"}, "no game 'leduc': did you mean 'leduc_poker'"),
        (1, {"version": 5}, "played by version 5 of leduc_poker, this is version 0"),
        (1, {"options": {"seats": 3}}, "seats: want 2..2, got 3"),
        (1, {"options": [1]}, r"options: want an object, got \[1\]"),
        (1, {"about": None}, "about is missing"),
        (2, {"payoffs": None}, "payoffs is missing"),
        (2, {"colour": 1}, "unknown field 'colour'"),
        (2, {"seats": ["a", "b", "c"]}, "seats: want 2, one a seat, got 3"),
        (2, {"seats": ["a", "\x1b[2J"]}, "seats: want a list of printable names"),
        (2, {"seats": ["a", "\ud800"]}, "seats: want a list of printable names"),
        (2, {"payoffs": [1]}, "payoffs: want 2, one a seat, got 1"),
        (2, {"seed": "12"}, 'seed: want 16 hexadecimal digits, got "12"'),
        (2, {"actions": [1, "call"]}, "actions: want a list of integers"),
        (2, {"truncated": 0}, "truncated: want true or false, got 0"),
        (2, {"decks": []}, "decks: want a list of decks"),
        (2, {"decks_laid": [2]}, "decks_laid: there is no deck 2"),
        (2, {"forfeit": {"seat": 1}}, "forfeit: want an object with seat and reason"),
        (2, {"forfeit": 1}, "forfeit: want an object with seat and reason"),
    ],
)
def test_what_is_malformed_is_named_with_its_line(sound, line, fields, words) -> None:
    changed(sound, line, **fields)
    with pytest.raises(InvalidFile, match=words) as caught:
        read(sound)
    assert str(caught.value).startswith(f"{sound}, line {line}: ")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"actions": [0]}, "seat 0 may not fold; legal: call, raise"),
        ({"actions": [77]}, r"seat 0 may not number 77 \(of 3\)"),
        ({"actions": [1]}, "actions: the game is not over after 1 actions"),
        ({"actions": [1, 1, 1, 1, 1]}, "the game is over"),
        ({"payoffs": [5, -5]}, r"payoffs: \[5, -5\] are recorded, played"),
        ({"truncated": True}, "truncated: True is recorded, played False"),
        ({"dealer": 5}, "dealer: 5 is recorded, the seed draws"),
        ({"seed": "0123456789abcdef"}, "the seed draws 1|deck 1 is not what its seed and the play come to"),
        ({"decks": ["JH QH KH JS QS KS", "JH QH KH JS QS KS"]}, "decks: 2 are recorded, 1 dealt"),
        ({"decks": ["JH QH KH JS QS QS"], "decks_laid": [1]}, "QS is laid 2 times"),
        ({"dealer": 5, "dealer_laid": True}, r"dealer: want 0\.\.1, got 5"),
        ({"forfeit": {"seat": 0, "reason": "x"}}, "forfeit: seat 0 is not the one to act"),
        (
            {"actions": [], "forfeit": {"seat": 0, "reason": "x"}, "payoffs": [-5, 5]},
            "payoffs: want a penalty for seat 0 alone",
        ),
    ],
)
def test_what_the_rules_forbid_is_named_with_its_line(sound, fields, words) -> None:
    changed(sound, 3, actions=[1, 1, 1, 1], payoffs=[0, 0])
    lines = sound.read_text().splitlines()
    deck = json.loads(lines[2])["decks"]
    cards = deck[0].split()
    worth = "JQK".index(cards[0][0]) - "JQK".index(cards[1][0])
    pair = (cards[0][0] == cards[2][0]) - (cards[1][0] == cards[2][0])
    won = 1 if (pair or worth) > 0 else -1 if (pair or worth) < 0 else 0
    changed(sound, 3, payoffs=[won, -won])
    read(sound).check()
    changed(sound, 3, **fields)
    with pytest.raises(InvalidFile, match=words) as caught:
        read(sound).check()
    assert str(caught.value).startswith(f"{sound}, line 3: ")


def test_files_that_are_no_records_are_refused(tmp_path) -> None:
    for data, words in ((b"", "empty"), (b"\xff\x00\n", "not one of ours"), (b"[1]\n", "want a JSON object"),
                        (b"[" * 10000 + b"\n", "damaged, no JSON")):  # fmt: skip
        (tmp_path / "x").write_bytes(data)
        with pytest.raises(InvalidFile, match=words):
            read(tmp_path / "x")
    with pytest.raises(InvalidFile, match="can't be read"):
        read(tmp_path / "none")


def test_the_schema_refuses_what_is_malformed(sound) -> None:
    header, game, _ = map(json.loads, sound.read_text().splitlines())
    for line in (header | {"format": "pgn"}, header | {"more": 1}, game | {"seed": 12}, game | {"actions": [-1]},
                 game | {"decks": []}, {name: value for name, value in game.items() if name != "payoffs"}):  # fmt: skip
        assert not SCHEMA.is_valid(line)


# Who writes


def random_move(env: cardenvs.Table, choice: random.Random) -> int:
    return int(choice.choice(np.flatnonzero(env.last()[0]["action_mask"])))


def finish(env: object, choice: random.Random) -> list[int]:
    while not env.over:
        env.step(random_move(env, choice))
    return env.payoffs


def test_an_environment_records_the_games_that_end(tmp_path) -> None:
    choice = random.Random(1)
    env = cardenvs.make("leduc_poker", record=tmp_path / "a.jsonl")
    payoffs = []
    for options in (None, {"hands": "KS|JS"}, {"dealer": 1}, {"deck": "JS QS KS JH QH KH", "dealer": 0}):
        env.reset(seed=4 if options is None else None, options=options)
        payoffs.append(tuple(finish(env, choice)))
    env.reset()
    env.step(random_move(env, choice))
    env.reset()
    env.seat_names = ("me", "you")
    payoffs.append(tuple(finish(env, choice)))
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert [game.payoffs for game in record.games] == payoffs
    assert [game.decks_laid for game in record.games] == [(), (1,), (), (1,), ()]
    assert [game.dealer_laid for game in record.games] == [False, False, True, True, False]
    assert record.games[3].decks == ("JS QS KS JH QH KH",)
    assert record.games[1].decks[0].startswith("KS JS")
    assert [game.seats[0] for game in record.games] == ["player_0"] * 4 + ["me"]


def test_a_learner_among_bots_is_on_record(tmp_path) -> None:
    env = gymnasium.make("cardenvs/LeducPoker-v0", bots="rules", record=tmp_path / "a.jsonl").unwrapped
    choice, expected = random.Random(2), []
    for game in range(6):
        _, info = env.reset(seed=3 if game == 0 else None)
        total, over = 0.0, False
        while not over:
            _, reward, over, _, info = env.step(choice.choice(np.flatnonzero(info["action_mask"]).tolist()))
            total += reward
        seats = ["rules", "rules"]
        seats[info["seat"]] = "learner"
        expected.append((tuple(seats), total))
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert [(game.seats, game.payoffs[game.seats.index("learner")]) for game in record.games] == expected
    assert {game.seats.index("learner") for game in record.games} == {0, 1}


def test_a_copied_environment_records_its_own_way(tmp_path) -> None:
    env = cardenvs.leduc_poker_v0.env(record=tmp_path / "a.jsonl")
    env.reset(seed=1)
    env.step(2)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for seed, twin in enumerate([env, *twins]):
        finish(twin, random.Random(seed))
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert len(record.games) == 3
    assert {game.actions[0] for game in record.games} == {2}


def test_a_batch_records_every_game(tmp_path) -> None:
    batch = cardenvs.vector("leduc_poker", 5, seed=3, record=tmp_path / "a.jsonl")
    choice = np.random.default_rng(0)
    ended = []
    for step in range(30):
        if step == 15:
            batch = pickle.loads(pickle.dumps(batch))
        rows = None if step % 3 else np.array([0, 2, 3])
        actions = (batch.action_mask * choice.random(batch.action_mask.shape)).argmax(axis=1)
        batch.step(actions if rows is None else actions[rows], rows)
        ended += [(row, tuple(batch.payoff[row])) for row in np.flatnonzero(batch.done)]
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert [(game.deal, game.payoffs) for game in record.games] == ended
    assert len(ended) > 10
    before = batch.state_dict()
    batch.load_state_dict(before)
    while not batch.done.any():
        batch.step(batch.action_mask.argmax(axis=1))
    assert len(read(tmp_path / "a.jsonl").games) == len(ended), "how a loaded game began is not known"


def test_deals_passed_over_are_not_in_the_way(tmp_path) -> None:
    values = cardenvs.spec("pam_loo").mini["mini"]
    env = cardenvs.make("pam_loo", record=tmp_path / "a.jsonl", **values)
    skipped = 0
    for seed in range(12):
        env.reset(seed=seed)
        skipped += env.infos["player_0"]["skipped"]
        finish(env, random.Random(seed))
    assert skipped > 0
    read(tmp_path / "a.jsonl").check()


def test_a_record_goes_on_only_with_games_of_its_kind(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    cardenvs.vector("leduc_poker", 1, record=path)
    again = cardenvs.vector("leduc_poker", 1, record=path)
    while not again.done.any():
        again.step(again.action_mask.argmax(axis=1))
    assert len(read(path).games) == 1
    with pytest.raises(InvalidFile, match="line 1: a record of other games than kuhn_poker as played here"):
        cardenvs.make("kuhn_poker", record=path)
    path.write_text(path.read_text()[:-3])
    with pytest.raises(InvalidFile, match="line 2: cut off"):
        cardenvs.make("leduc_poker", record=path)
    with pytest.raises(InvalidFile, match="can't be written"):
        cardenvs.make("leduc_poker", record=tmp_path / "no" / "a.jsonl")


def test_the_arena_records_every_game_of_every_seating(tmp_path) -> None:
    result = arena("leduc_poker", ["rules", "random"], deals=30, seed=2, record=tmp_path / "a.jsonl", batch=14)
    record = read(tmp_path / "a.jsonl")
    record.check()
    assert record.about == {"by": "arena", "seed": 2, "penalty": 100}
    assert [game.deal for game in record.games] == [deal for deal in range(30) for _ in range(2)]
    assert [game.seats for game in record.games[:2]] == [("rules", "random"), ("random", "rules")]
    assert record.games[0].decks == record.games[1].decks
    mean = np.mean([game.payoffs[game.seats.index("rules")] for game in record.games])
    assert mean == pytest.approx(result.payoff[0].mean)


# How they are shown


class Page(html.parser.HTMLParser):
    """What a page asks for, and the contents of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.scripts: list[str] = []
        self._tag = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]

    def handle_data(self, data: str) -> None:
        if self._tag == "script":
            self.scripts.append(data)
        self._tag = ""


def test_scenes_tell_the_whole_game(sound) -> None:
    record = read(sound)
    shown, game = scenes(record, 1), record.games[1]
    assert [scene.action for scene in shown] == [*(LEDUC.action_names[a] for a in game.actions), None]
    assert all(scene.action in scene.legal for scene in shown[:-1])
    assert shown[-1].payoffs == list(game.payoffs)
    for scene in shown:
        assert sorted(itertools.chain(*scene.places.values())) == sorted(game.decks[0].split())
    assert shown[0].places["hand 0"] == game.decks[0].split()[:1]


def test_the_page_holds_all_scenes_and_fetches_nothing(sound) -> None:
    record = read(sound)
    name = '</script><img src="x">'
    games = [dataclasses.replace(game, seats=(name, "b")) for game in record.games]
    record = dataclasses.replace(record, games=tuple(games))
    built = page(record)
    found = Page(built)
    assert found.fetched == []
    assert "import" not in built
    assert "fetch(" not in built
    data = json.loads(found.scripts[0])
    assert data["title"] == "Leduc poker"
    assert [one["seats"] for one in data["games"]] == [[name, "b"]] * 2
    assert [one["scenes"] for one in data["games"]] == [
        [dataclasses.asdict(scene) for scene in scenes(record, number)] for number in range(2)
    ]
    assert len(json.loads(Page(page(record, [1])).scripts[0])["games"]) == 1
    with pytest.raises(InvalidArgument, match=r"games: want numbers in 0\.\.1, got 2"):
        page(record, [2])


def test_the_text_names_every_choice_and_payment(tmp_path) -> None:
    game = recorded(cardenvs.table("kuhn_poker"), Opening(seed=1, decks={1: "KS JS QS".split()}), [1, 0], "ab", 4)
    Writer(tmp_path / "a", cardenvs.spec("kuhn_poker"), cardenvs.spec("kuhn_poker").options()).append([game])
    assert text(read(tmp_path / "a"), 0).splitlines() == [
        "Kuhn poker, game 1 of 1 (deal 4)",
        "seat 0: a  seat 1: b",
        "",
        "Deal 1",
        "  hand 0: KS",
        "  hand 1: JS",
        "  stock: QS",
        "  paid seat 0 -1, seat 1 -1",
        "  seat 0 a: bet   of {pass, bet}",
        "  paid seat 0 -1",
        "  seat 1 b: pass   of {pass, bet}",
        "  paid seat 0 +3",
        "",
        "End",
        "  hand 0: KS",
        "  hand 1: JS",
        "  stock: QS",
        "  a +1, b -1",
    ]


def test_names_and_reasons_are_kept_printable() -> None:
    forfeit = Forfeit(seat=0, reason="said \x07")
    table = cardenvs.table("kuhn_poker")
    game = recorded(table, Opening(seed=1), [], ["a\x1b", "b\n"], 0, forfeit=forfeit, payoffs=[-1, 0])
    assert (game.seats, game.forfeit.reason) == (("a?", "b?"), "said ?")


def test_a_forfeit_is_told(tmp_path) -> None:
    forfeit = Forfeit(seat=1, reason="gave no answer within 5 s")
    opening = Opening(seed=1)
    game = recorded(cardenvs.table("kuhn_poker"), opening, [1], "ab", 0, forfeit=forfeit, payoffs=[0, -100])
    Writer(tmp_path / "a", cardenvs.spec("kuhn_poker"), cardenvs.spec("kuhn_poker").options()).append([game])
    record = read(tmp_path / "a")
    assert record.games == (game,)
    lines = text(record, 0).splitlines()
    assert lines[-2:] == ["  b (seat 1) forfeits: gave no answer within 5 s", "  a +0, b -100"]
    SCHEMA.validate(json.loads((tmp_path / "a").read_text().splitlines()[1]))


def test_the_command_shows_checks_and_builds_pages(sound, tmp_path, capsys) -> None:
    record = read(sound)
    assert main(["replay", str(sound)]) == 0
    assert capsys.readouterr().out == text(record, 0)
    assert main(["replay", str(sound), "--game", "2"]) == 0
    assert capsys.readouterr().out == text(record, 1)
    assert main(["replay", str(sound), "--html", str(tmp_path / "a.html")]) == 0
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == page(record)
    assert main(["replay", str(sound), "--check"]) == 0
    assert capsys.readouterr().out == f"{sound}: 2 games of leduc_poker, all as recorded\n"
    assert main(["replay", str(sound), "--game", "3"]) == 2
    assert "has 2 games, no game 3" in capsys.readouterr().err
    sound.write_text(sound.read_text()[:-20])
    assert main(["replay", str(sound)]) == 2
    assert "line 3: cut off" in capsys.readouterr().err


def test_the_seed_of_a_game_is_read_off_the_stream_it_left() -> None:
    table = cardenvs.table("leduc_poker", seed=3).reset()
    trace = Retrace(cardenvs.table("leduc_poker"), Opening(seed=begun_from(table._stream)))
    assert trace.table.states.tobytes() == table.states.tobytes()
    assert records.FORMAT == "cardenvs record"
