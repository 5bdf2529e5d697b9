"""Work on a Ray cluster, behind the interface of `concurrent.futures`.

with connected(True):
    with RayPool(take_up, (plan,)) as pool:
        pool.submit(play, 0, 100).result()

What is submitted has to depend on its arguments alone: where a worker or a whole node dies, Ray does it once more elsewhere.
"""

import concurrent.futures
import contextlib
import functools
import secrets
import socket
from collections.abc import Callable, Iterator
from importlib.metadata import version
from types import ModuleType
from typing import Any

from .errors import InvalidArgument

__all__ = ["RETRIES", "Address", "RayPool", "connected", "processors"]

Address = str | bool | None
"""``"host:port"``, True: the cluster of RAY_ADDRESS, or that of this machine, or a new one; None, False: no Ray."""
ANSWER = 10.0
"""Seconds that a cluster has to answer."""
RETRIES = 8
"""How often a unit of work is done again, at most, because what it ran on died: more often, it is what kills."""


@contextlib.contextmanager
def connected(address: Address) -> Iterator[None]:
    """Connects to a cluster for a while; where the program is connected already, that connection serves, and stays.

    Args:
        address: of the cluster; nothing is done where there is none.

    Raises:
        InvalidArgument: Ray is not installed, or there is no cluster to connect to.
    """
    if not address:
        yield
        return
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        where = None if address is True else _answering(address)
        try:
            # What workers print would end up in what a command prints.
            ray.init(address=where, log_to_driver=False, logging_level="warning")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise InvalidArgument(f"ray: can't connect to {where or 'a cluster'}: {error}") from error
    try:
        yield
    finally:
        if mine:
            ray.shutdown()


def _answering(address: str) -> str:
    """The address, if somebody listens there; Ray itself would try for minutes.

    Raises:
        InvalidArgument: nobody does, or it is no address.
    """
    host, _, port = address.rpartition(":")
    if not (host and port.isdecimal()):
        raise InvalidArgument(f"ray: want the address of a cluster, host:port, got {address!r}")
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except (OSError, OverflowError) as error:
        raise InvalidArgument(f"ray: no cluster answers at {address} ({error})") from None
    return address


def processors() -> int:
    """How many processors the cluster has now that the program is connected to."""
    return max(1, int(_ray().cluster_resources().get("CPU", 1)))


class RayPool(concurrent.futures.Executor):
    """All processors of the cluster that the program is connected to, see `connected`.

    Args:
        initializer: called in every worker before its first unit of work, as by `ProcessPoolExecutor`; it may be called again
            in a worker that has served another pool since.
        initargs: its arguments.
    """

    def __init__(self, initializer: Callable[..., object] | None = None, initargs: tuple[Any, ...] = ()) -> None:
        self._ray = _ray()
        self._task = self._ray.remote(num_cpus=1, max_retries=RETRIES)(_work)
        self._token = secrets.token_hex(8)
        # As bytes: what Ray itself takes apart comes out with arrays that can't be written to.
        start = self._ray.cloudpickle.dumps((version("cardenvs"), initializer, initargs))
        self._start = [self._ray.put(start)]  # in a list Ray hands the reference on, and few workers fetch it
        self._pending: set[Any] = set()

    def share(self, value: Any) -> Any:
        """Puts a value where all workers find it; as an argument of `submit`, what is returned stands for the value."""
        return self._ray.put(value)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "concurrent.futures.Future[Any]":
        """As of any executor; what `fn` raises, the future raises."""
        reference = self._task.remote(self._token, self._start, fn, *args, **kwargs)
        self._pending.add(reference)
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        reference.future().add_done_callback(functools.partial(self._hand_on, reference, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the pool, not the cluster; here `cancel_futures` interrupts what is under way, too."""
        pending = list(self._pending)
        if cancel_futures:
            for reference in pending:
                self._ray.cancel(reference)
        if wait and pending:
            self._ray.wait(pending, num_returns=len(pending))

    def _hand_on(self, reference: Any, future: "concurrent.futures.Future[Any]", done: Any) -> None:
        """Takes over what a task came to; an error in it Ray has wrapped into one with a traceback for its text."""
        self._pending.discard(reference)
        error = done.exception()
        if error is None:
            future.set_result(done.result())
        else:
            future.set_exception(getattr(error, "cause", None) or error)


_TOKEN = ""
"""The pool that this process, a worker of Ray's, was last started for."""


def _work(token: str, start: list[Any], fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What a worker does: it gets ready, if it is new to the pool, and calls a function."""
    global _TOKEN
    if token != _TOKEN:
        ray = _ray()
        made, initializer, initargs = ray.cloudpickle.loads(ray.get(start[0]))
        if (here := version("cardenvs")) != made:
            raise InvalidArgument(f"ray: a node of the cluster has cardenvs {here}, this machine {made}")
        if initializer is not None:
            initializer(*initargs)
        _TOKEN = token
    return fn(*args, **kwargs)


def _ray() -> ModuleType:
    """Ray.

    Raises:
        InvalidArgument: it is not installed.
    """
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise InvalidArgument("ray: not installed; it comes with pip install 'cardenvs[ray]'") from None
    return ray  # type: ignore[no-any-return]
