"""Compiles each game once before tests run in parallel."""

import concurrent.futures
import multiprocessing
import os

import pytest

from .support import NAMES, warm

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows open on no screen


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write the golden files anew")


def pytest_configure(config: pytest.Config) -> None:
    workers = getattr(config.option, "numprocesses", None)
    if workers and not hasattr(config, "workerinput"):
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
            list(pool.map(warm, NAMES))
