"""`@kernel`: Numba's njit with a disk cache that follows the sources.

Numba's own cache looks at the age of the file a function stands in. A driver that reaches a game through its state's
dtype would then outlive an edit of that game's rules. So a compiled function is stored under a hash of everything that
its machine code came from: the core, the mechanics, its own file and what that file imports from this package, and,
for each record among its arguments, the sources filed under the record's tag (`stamp_tag`). One file holds one compiled
signature and is written whole, then renamed: processes that compile at once never see each other's halves.
"""

import ast
import functools
import hashlib
import importlib.util
import pathlib
import pickle
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import compiler, event, sigutils, types
from numba.core.serialize import dumps
from numba.core.types.misc import unliteral

__all__ = ["COMPILED", "cache_folder", "direct", "kernel", "kernels", "stamp_tag", "tag_of"]

COMPILED = not numba.config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: the kernels are then the plain Python functions."""

PACKAGE = __name__.split(".")[0]
_DIGEST = hashlib.sha256().digest_size  # bytes before the payload of a cache file
_TAG_SOURCES: dict[str, str] = {}
_KERNELS: list[Any] = []


def kernel(function: Callable[..., Any] | None = None, *, wraps: bool = False, **options: Any) -> Any:
    """Compiles a function of the rules on first use and keeps the result on disk.

    Args:
        function: the function; ``@kernel`` and ``@kernel(nogil=True)`` both work.
        wraps: its uint64 arithmetic is meant to wrap around, so the interpreted mode does not warn of it.
        **options: for `numba.njit`.
    """
    if function is None:
        return functools.partial(kernel, wraps=wraps, **options)
    if not COMPILED:
        return np.errstate(over="ignore")(function) if wraps else function
    dispatcher = numba.njit(**options)(function)
    dispatcher.get_call_template = functools.partial(_call_template, dispatcher.get_call_template)
    dispatcher._cache = _SourceCache(function)
    _KERNELS.append(dispatcher)
    return dispatcher


def direct(function: Any, *arguments: Any) -> Callable[..., Any]:
    """The compiled code of a kernel for arguments of just these types.

    Called so, it takes half the time of a short call from Python: Numba does not look up which code the types want.
    Other types are then an error, where the kernel itself would compile anew.
    """
    if not COMPILED:
        return function  # type: ignore[no-any-return]
    code: Callable[..., Any] = function.compile(tuple(map(numba.typeof, arguments)))
    return code


def _call_template(template: Callable[..., Any], args: Any, kws: Any) -> Any:
    """What a call compiles: the types of its arguments alone, not their values, or each constant would compile anew."""
    return template(list(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})


def kernels() -> tuple[Any, ...]:
    """Every compiled function declared so far, for counting cache misses (``.stats.cache_misses``)."""
    return tuple(_KERNELS)


def stamp_tag(tag: str, module: str) -> None:
    """Declares that code compiled for records tagged `tag` also stands on the sources of `module`."""
    _TAG_SOURCES[tag] = module


def tag_of(record: Any) -> str | None:
    """The tag of a record dtype or of Numba's type for one: the name of its zero-width field."""
    if isinstance(record, np.dtype):
        return next((name for name in record.names or () if record[name].shape == (0,)), None)
    return next((name for name in record.fields if getattr(record.typeof(name), "shape", None) == (0,)), None)


def cache_folder() -> pathlib.Path:
    """Where compiled code is kept: ``NUMBA_CACHE_DIR`` if set, else the user's cache folder."""
    return pathlib.Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir(PACKAGE))


class _SourceCache:
    """What a Numba dispatcher asks of its cache, for one function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.cache_path = str(cache_folder())

    def load_overload(self, signature: Any, context: Any) -> Any:
        context.refresh()
        try:
            stored = self._file(signature, context.codegen()).read_bytes()
        except OSError:
            return None
        digest, payload = stored[:_DIGEST], stored[_DIGEST:]
        if hashlib.sha256(payload).digest() != digest:  # damaged: compile anew
            return None
        return compiler.CompileResult._rebuild(context, *pickle.loads(payload))

    def save_overload(self, signature: Any, result: Any) -> None:
        assert not result.library.has_dynamic_globals, f"{self._function.__qualname__} cannot be cached"
        path = self._file(signature, result.codegen)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            payload = dumps(result._reduce())
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            pathlib.Path(file.name).replace(path)
        except OSError as error:
            _warn_unwritable(f"{path.parent}: {error.strerror}")

    def _file(self, signature: Any, codegen: Any) -> pathlib.Path:
        arguments = sigutils.normalize_signature(signature)[0]
        tags = sorted(filter(None, map(_argument_tag, arguments)))
        parts = [
            sys.version,
            numba.__version__,
            np.__version__,
            str(codegen.magic_tuple()),
            str(arguments),
            _stamp(self._function.__module__),
            *(_stamp(_TAG_SOURCES[tag]) for tag in tags if tag in _TAG_SOURCES),
        ]
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]
        name = f"{self._function.__module__}.{self._function.__qualname__}-{digest}.nbc"
        return pathlib.Path(self.cache_path) / name

    def enable(self) -> None:
        """Part of Numba's protocol; this cache is always on."""

    disable = flush = enable


@functools.cache
def _warn_unwritable(reason: str) -> None:
    warnings.warn(
        f"compiled code can't be kept ({reason}): every process compiles anew; "
        "set NUMBA_CACHE_DIR to a writable folder",
        RuntimeWarning,
        stacklevel=2,
    )


def _argument_tag(argument: Any) -> str | None:
    record = getattr(argument, "dtype", argument)
    return tag_of(record) if isinstance(record, types.Record) else None


@functools.cache
def _stamp(module: str) -> str:
    """A hash of the core, the mechanics, `module` and what it imports from this package."""
    package = pathlib.Path(__file__).parent.parent
    shared = {path for folder in ("core", "mechanics") for path in (package / folder).glob("*.py")}
    digest = hashlib.sha256()
    for path in sorted(shared | _sources(module)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources(module: str) -> set[pathlib.Path]:
    """The files of `module` and of all that it imports from this package, directly or not."""
    found: dict[str, pathlib.Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found or name not in sys.modules:
            continue
        found[name] = pathlib.Path(str(sys.modules[name].__file__))
        waiting += (other for other in _imports(found[name], name) if other.startswith(f"{PACKAGE}."))
    return set(found.values())


def _imports(path: pathlib.Path, module: str) -> set[str]:
    """The modules that a source file imports, ``from a import b`` counting as a and a.b."""
    parent = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), parent)
            names |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return names


class _Progress(event.Listener):  # type: ignore[misc]  # Numba is untyped
    """Tells the person who waits what is compiled and how long it took; callees count to their caller."""

    def __init__(self) -> None:
        self.depth = 0
        self.since = 0.0

    def on_start(self, event: Any) -> None:
        self.depth += 1
        self.since = self.since if self.depth > 1 else time.perf_counter()
        if self.depth == 1 and (subject := self._subject(event)):
            print(f"cardenvs: compiling {subject}, once ...", end="", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0 and self._subject(event):
            print(f" {time.perf_counter() - self.since:.1f} s", file=sys.stderr, flush=True)

    @staticmethod
    def _subject(event: Any) -> str | None:
        """``step (loo)`` for one of our functions on a game's record, else None."""
        function = event.data["dispatcher"]
        tags = list(filter(None, map(_argument_tag, event.data["args"])))
        ours = isinstance(function._cache, _SourceCache)
        return f"{function.__name__} ({tags[0]})" if ours and tags else None


if COMPILED:
    event.register("numba:compile", _Progress())
