"""The command line that all trainings have: a configuration, flags of their own, and one line for what is wrong."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..errors import CardenvsError, InvalidConfig
from .config import load_config

__all__ = ["parser_of", "started"]

C = TypeVar("C")
R = TypeVar("R")


def parser_of(
    kind: str, description: str, page: str, flags: str = "[--resume]", ray: str | None = None
) -> argparse.ArgumentParser:
    """A parser of `--config`, `--resume` and, where `ray` says what it does, `--ray`.

    Args:
        kind: of training, as ``cardenvs train`` names it.
        description: what it does.
        page: of the documentation that explains the keys.
        flags: as the usage shows them.
        ray: what a cluster does.
    """
    parser = argparse.ArgumentParser(
        f"cardenvs train {kind}",
        usage=f"%(prog)s --config FILE {flags} [--key value ...]",
        description=description,
        allow_abbrev=False,
        exit_on_error=False,
    )
    parser.add_argument("--config", metavar="FILE", help=f"YAML; docs/{page} explains the keys")
    parser.add_argument("--resume", action="store_true", help="go on from the latest checkpoint")
    if ray:
        parser.add_argument("--ray", nargs="?", const=True, metavar="ADDRESS", help=ray)
    return parser


def started(
    parser: argparse.ArgumentParser,
    arguments: Sequence[str] | None,
    cls: type[C],
    train: Callable[[C, argparse.Namespace], R],
) -> R | None:
    """What a training comes to; None, and a line on standard error, where something is wrong.

    Args:
        parser: of its flags; what it does not know are keys of the configuration.
        arguments: of the command; None: the process's.
        cls: of the configuration.
        train: takes the configuration and the flags.
    """
    try:
        known, rest = parser.parse_known_args(arguments)
        if known.config is None:
            raise InvalidConfig("want --config FILE")
        return train(load_config(known.config, rest, cls), known)
    except (CardenvsError, argparse.ArgumentError) as error:
        print(f"cardenvs: train: {error}", file=sys.stderr)  # noqa: T201  a command prints
        return None
