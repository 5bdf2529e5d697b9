"""The command `cardenvs`.

What it cannot do is one line on standard error and exit code 2; Ctrl-C is 130; a reader that goes away ends it quietly.
"""

import argparse
import dataclasses
import importlib
import os
import pathlib
import sys
import typing
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import CardenvsError, InvalidArgument, InvalidOption, nearest

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table as RichTable

    from .core.rules import Rules

__all__ = ["main"]

WRONG, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
TRAIN_PACKAGES = ("pydantic", "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm")
EXTRAS = {
    **dict.fromkeys(TRAIN_PACKAGES, "training needs cardenvs with its extra, [train]"),
    "matplotlib": "solving needs cardenvs with its extra, [solve]",
    "openskill": "ratings need cardenvs with its extra, [ratings]",
}
TAKE_OPTIONS = ("play", "watch", "evaluate", "ladder")
"""Commands that take a game, first, and its options."""
ALGORITHMS = ("ppo", "cfr", "deep_cfr")
HAND_ON = ("train", "bench")
"""Commands that leave their further arguments, ``--help`` too, to what they start."""
BOTS = "random, rules, the file of a saved policy or strategy, program:COMMAND or module:Class"
MOST_FPS = 60
PLAIN_WIDTH = 200
"""Columns of a table that goes to a file or a pipe."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to say at exit
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except CardenvsError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or 'file'}: {error.strerror or error}")
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package not in EXTRAS:
            raise
        return _complain(f"{package} is not installed: {EXTRAS[package]}")


def _complain(message: str) -> int:
    print("cardenvs:", " ".join(message.split()), file=sys.stderr)
    return WRONG


def _run(argv: list[str]) -> int:
    parser, commands = _parsers()
    if argv and not argv[0].startswith("-") and argv[0] not in commands:
        raise InvalidArgument(f"no command {argv[0]!r}: {nearest(argv[0], commands)}")
    if argv and argv[0] in TAKE_OPTIONS and len(argv) > 1 and not argv[1].startswith("-"):
        _add_options(commands[argv[0]], _spec(argv[1]))
    arguments, rest = parser.parse_known_args(argv)
    if arguments.command in HAND_ON:
        arguments.rest = rest
    elif rest:
        _refuse(commands[arguments.command], rest[0])
    code: int = arguments.act(arguments)
    return code


def _refuse(parser: "_Parser", word: str) -> NoReturn:
    if not word.startswith("-"):
        parser.error(f"can't use {word!r}")
    usage = parser.format_usage().replace("[", " ").replace("]", " ").split()
    flags = [flag for flag in usage if flag.startswith("--")]
    parser.error(f"unknown option {word!r}: {nearest(word, flags)}")


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are ours."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise InvalidArgument(f"{self.prog.partition(' ')[2]}: {message}".removeprefix(": "))


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of the whole line, and that of each command by name."""
    parser = _Parser(prog="cardenvs", description="Historical card games: play them, train on them, measure bots.")
    parser.add_argument("--version", action="version", version=_version())
    group = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands: dict[str, _Parser] = {}

    def command(name: str, act: Callable[..., int], what: str) -> _Parser:
        commands[name] = group.add_parser(name, help=what, description=what, add_help=name not in HAND_ON)
        commands[name].set_defaults(act=act)
        return commands[name]

    command("games", _games, "list the games")
    rules = command("rules", _rules, "print the rules of a game")
    rules.add_argument("game", metavar="GAME")

    play = command(
        "play", _play, "play against bots in the terminal; name the game first, its options as --name value"
    )
    play.add_argument("game", metavar="GAME")
    play.add_argument("--seat", type=int, default=0, help="yours (0)")
    play.add_argument(
        "--bots", nargs="+", metavar="BOT", help="the others, over again (rules, where the game has it)"
    )
    play.add_argument("--seed", type=int, help="the deal, to play it again (drawn and shown)")
    play.add_argument("--record", type=pathlib.Path, metavar="FILE", help="add the game there (see replay)")

    watch = command(
        "watch", _watch, "watch bots play, in a window; name the game first, its options as --name value"
    )
    watch.add_argument("game", metavar="GAME")
    watch.add_argument(
        "--bots", nargs="+", metavar="BOT", help="in order of seats, over again (rules, where it has it)"
    )
    watch.add_argument("--seat", type=int, help="whose view (every hand is open)")
    watch.add_argument("--seed", type=int, help="the deal, to watch it again (drawn and shown)")
    watch.add_argument("--record", type=pathlib.Path, metavar="FILE", help="add the game there (see replay)")
    watch.add_argument("--fps", type=float, default=1.0, help="moves a second (1); 0: no pause")

    evaluate = command(
        "evaluate",
        _evaluate,
        "bots head to head on duplicate deals; name the game first, its options as --name value",
    )
    evaluate.add_argument("game", metavar="GAME")
    evaluate.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=BOTS)
    _add_arena(evaluate)
    evaluate.add_argument("--record", type=pathlib.Path, metavar="FILE", help="write all games there (see replay)")
    evaluate.add_argument(
        "--resume", type=pathlib.Path, metavar="FILE", help="keep finished deals there, and go on from it"
    )
    evaluate.add_argument("--ratings", action="store_true", help="rate the bots too (needs openskill)")
    evaluate.add_argument("--json", action="store_true", help="JSON alone on standard output")
    evaluate.add_argument("--csv", type=pathlib.Path, metavar="FILE", help="write the numbers there too")
    evaluate.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write the JSON there too")

    ladder = command(
        "ladder", _ladder, "every bot against every other; name the game first, its options as --name value"
    )
    ladder.add_argument("game", metavar="GAME")
    ladder.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=BOTS)
    _add_arena(ladder)
    ladder.add_argument(
        "--resume", type=pathlib.Path, metavar="FOLDER", help="keep finished deals there, and go on from them"
    )
    ladder.add_argument("--json", action="store_true", help="JSON alone on standard output")
    ladder.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write the JSON there too")

    replay = command("replay", _replay, "play a recorded game again, in the terminal or as a page")
    replay.add_argument("file", type=pathlib.Path, metavar="FILE")
    replay.add_argument("--game", type=int, metavar="N", help="which one, from 1 (terminal: the first; page: all)")
    replay.add_argument(
        "--html", type=pathlib.Path, metavar="OUT", help="write a page there that needs nothing else"
    )
    replay.add_argument(
        "--check", action="store_true", help="only play all games again, and say how many are right"
    )

    train = command(
        "train", _train, "train an agent or solve a game: train ppo|cfr|deep_cfr --config FILE [--key value ...]"
    )
    train.add_argument("algorithm", choices=ALGORITHMS, metavar="ALGORITHM")
    command("bench", _bench, "run benchmarks/throughput.py, in a clone of the repository")
    warm = command("warm", _warm, "compile games ahead of their first use")
    warm.add_argument("games", nargs="*", metavar="GAME", help="(all)")
    return parser, commands


def _add_arena(parser: _Parser) -> None:
    """Lets a command take what all matches of bots take."""
    add = parser.add_argument
    add("--deals", type=int, default=2000, help="(2000)")
    add("--seed", type=int, default=0, help="(0)")
    add(
        "--stop",
        type=float,
        metavar="WIDTH",
        help="stop once every difference is clear of zero, or known to within WIDTH",
    )
    add("--batch", type=int, default=4096, help="games at once (4096); changes no number")
    add("--workers", type=int, default=1, help="processes (1); changes no number")
    add(
        "--ray",
        nargs="?",
        const=True,
        metavar="ADDRESS",
        help="play on a Ray cluster (RAY_ADDRESS, or this machine's); changes no number",
    )
    add("--penalty", type=int, help="what a game costs a seat whose program fails (100 units of the rules)")
    add("--time-limit", type=float, metavar="SECONDS", help="that a program has for a move (5)")


def _arena_arguments(arguments: argparse.Namespace) -> dict[str, Any]:
    names = ("deals", "seed", "stop", "batch", "workers", "ray", "penalty", "time_limit")
    given = {name: getattr(arguments, name) for name in names}
    return {name: value for name, value in given.items() if value is not None}


def _add_options(parser: _Parser, rules: "Rules") -> None:
    """Lets a command take the game's options."""
    group = parser.add_argument_group(f"options of {rules.name}", "see its rules, section 5")
    for field in dataclasses.fields(rules.options_class):
        flags = dict.fromkeys((f"--{field.name}", f"--{field.name.replace('_', '-')}"))
        group.add_argument(*flags, dest=f"option.{field.name}", metavar="VALUE", help=f"({field.default})")


def _options(arguments: argparse.Namespace, rules: "Rules") -> dict[str, Any]:
    """The game's options as given: YAML scalars, or plain words where the option takes words."""
    import yaml

    from .core.options import typed

    hints = typing.get_type_hints(rules.options_class)
    chosen = {}
    for field in dataclasses.fields(rules.options_class):
        word = getattr(arguments, f"option.{field.name}", None)
        if word is None:
            continue
        try:
            value = yaml.safe_load(word)
            typed(field.name, hints[field.name], tuple(value) if isinstance(value, list) else value)
        except (yaml.YAMLError, InvalidOption):
            value = word  # "23456" as a word of ranks; what fits neither way, the game's own check refuses
        chosen[field.name] = value
    return chosen


def _spec(game: str) -> "Rules":
    from .games import spec

    return spec(game)


def _games(arguments: argparse.Namespace) -> int:
    from rich.table import Table

    from .games import CALIBRATION, GAMES

    table = Table("game", "title", "seats", "actions", "")
    for name in GAMES + CALIBRATION:
        game = _spec(name)
        low, high = game.options_class.SEATS
        seats = f"{low}" if low == high else f"{low}-{high}"
        table.add_row(name, game.title, seats, str(game.actions), "calibration" if game.calibration else "")
    _print(table)
    return 0


def _rules(arguments: argparse.Namespace) -> int:
    import importlib.resources

    game = _spec(arguments.game)
    book = importlib.resources.files(f"{__package__}.rulebook").joinpath(f"{game.name}.md")
    if book.is_file():
        print(book.read_text(encoding="utf-8"), end="")
    else:  # the calibration games are their own rules file
        print((importlib.import_module(f"{__package__}.games.{game.name}").__doc__ or "").strip())
    return 0


def _play(arguments: argparse.Namespace) -> int:
    import secrets

    from .agents import bot_names, make_bot
    from .core.injection import checked_seat
    from .core.table import Table
    from .terminal import play

    rules = _spec(arguments.game)
    options = rules.options(**_options(arguments, rules))
    checked_seat(arguments.seat, options.seats)
    bots = arguments.bots or ["rules" if "rules" in bot_names(rules) else "random"]
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    players = [make_bot(bot, rules, options) for bot in bots]
    print(f"{rules.title}, {options.seats} seats; you are player_{arguments.seat}; --seed {seed} deals this again")
    table = Table(rules, options, seed)
    play(table, seat=arguments.seat, bots=players, seed=seed, record=arguments.record)
    return 0


def _watch(arguments: argparse.Namespace) -> int:
    import itertools
    import secrets

    from gymnasium.error import DependencyNotInstalled

    from .agents import bot_names, make_bot
    from .agents.bot import single_move, single_turn
    from .core.injection import checked_seat
    from .core.random import branches, stream
    from .envs.recording import RecordingEnv
    from .envs.registry import make

    rules = _spec(arguments.game)
    chosen = _options(arguments, rules)
    options = rules.options(**chosen)
    if not 0 <= arguments.fps <= MOST_FPS:
        raise InvalidArgument(f"fps: want 0..{MOST_FPS}, got {arguments.fps}")
    names = arguments.bots or ["rules" if "rules" in bot_names(rules) else "random"]
    players = [make_bot(bot, rules, options) for bot in itertools.islice(itertools.cycle(names), options.seats)]
    try:
        env = make(rules.name, render_mode="human", record=arguments.record, **chosen)
    except DependencyNotInstalled as error:
        raise InvalidArgument(f"watch: {error}") from error
    env.viewer = "all" if arguments.seat is None else checked_seat(arguments.seat, options.seats)
    env.metadata["render_fps"] = arguments.fps
    if isinstance(env, RecordingEnv):
        env.seat_names = tuple(player.name for player in players)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    print(f"{rules.title}, {options.seats} seats; --seed {seed} deals this again")
    env.reset(seed=seed)
    chance = branches(stream(seed, -1)[None], options.seats)[0]
    while not env.over:
        seen = env.observe(env.agent_selection)
        turn = single_turn(seen["observation"], seen["action_mask"], env.states, chance[env.seat])
        env.step(single_move(players[env.seat], turn))
    env.render()  # the end stays for another moment
    env.close()
    print("the end:", ", ".join(f"player_{seat} {paid:+d}" for seat, paid in enumerate(env.payoffs)))
    return 0


def _evaluate(arguments: argparse.Namespace) -> int:
    from .arena import arena
    from .files import check_place

    rules = _spec(arguments.game)
    for file in filter(None, (arguments.csv, arguments.out)):
        check_place(file)
    result = arena(
        rules,
        arguments.bots,
        record=arguments.record,
        resume=arguments.resume,
        ratings=arguments.ratings,
        **_arena_arguments(arguments),
        **_options(arguments, rules),
    )
    if arguments.csv:
        result.save_csv(arguments.csv)
    if arguments.out:
        result.save(arguments.out)
    if arguments.json:
        print(result.to_json())
    else:
        _print(result.table())
    return 0


def _ladder(arguments: argparse.Namespace) -> int:
    from .arena import cross_table
    from .files import check_place

    rules = _spec(arguments.game)
    if arguments.out:
        check_place(arguments.out)
    measured = cross_table(
        rules,
        arguments.bots,
        resume=arguments.resume,
        **_arena_arguments(arguments),
        **_options(arguments, rules),
    )
    if arguments.out:
        measured.save(arguments.out)
    if arguments.json:
        print(measured.to_json())
    else:
        _print(measured.table())
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    from .files import write_whole
    from .records import read
    from .render.html import page
    from .render.text import text

    record = read(arguments.file)
    if arguments.check:
        record.check()
        print(f"{arguments.file}: {len(record.games)} games of {record.rules.name}, all as recorded")
        return 0
    number = arguments.game
    if not 1 <= (1 if number is None else number) <= len(record.games):
        raise InvalidArgument(f"replay: {arguments.file} has {len(record.games)} games, no game {number or 1}")
    if arguments.html:
        write_whole(arguments.html, page(record, None if number is None else [number - 1]))
    else:
        print(text(record, (number or 1) - 1), end="")
    return 0


def _train(arguments: argparse.Namespace) -> int:
    trainer = importlib.import_module(f"{__package__}.train.{arguments.algorithm}")
    return int(trainer.main(arguments.rest))


def _bench(arguments: argparse.Namespace) -> int:
    import subprocess

    script = pathlib.Path(__file__).resolve().parent.parent / "benchmarks" / "throughput.py"
    if not script.is_file():
        raise InvalidArgument(
            f"bench: no {script}; the benchmarks are in the repository, not in the installed package"
        )
    return subprocess.run([sys.executable, str(script), *arguments.rest], check=False).returncode


def _warm(arguments: argparse.Namespace) -> int:
    import time

    from .core.kernel import cache_folder
    from .games import CALIBRATION, GAMES

    chosen = [_spec(game) for game in arguments.games or GAMES + CALIBRATION]
    for game in chosen:
        since = time.perf_counter()
        _use(game)
        print(f"{game.name}: ready in {time.perf_counter() - since:.1f} s")
    print(f"compiled code is kept in {cache_folder()}")
    return 0


def _use(game: "Rules") -> None:
    """Does once what people do with a game, so that it is compiled."""
    from .agents import SEARCHES, bot_names
    from .arena import arena
    from .core.random import stream
    from .core.table import Table
    from .envs.vector import VectorEnv

    table = Table(game, game.options())
    for look in (table.text, table.key, lambda seat: table.redeal(seat, stream(0))):
        look(0)
    while not table.over:
        table.step(table.legal()[0])
    games = VectorEnv(game, table.options, 2)
    games.step(games.action_mask.argmax(axis=1))
    arena(game, [bot for bot in bot_names(game) if bot not in ("human", *SEARCHES)], deals=2, progress=False)


def _print(table: "RichTable | Group") -> None:
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH).print(table)


def _version() -> str:
    from importlib.metadata import version

    return f"cardenvs {version('cardenvs')}"


if __name__ == "__main__":
    sys.exit(main())
