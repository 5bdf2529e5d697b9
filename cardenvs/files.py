"""Files that are whole or not there."""

import os
import pathlib
import tempfile

from .errors import InvalidFile

__all__ = ["write_whole"]


def write_whole(path: str | pathlib.Path, data: str | bytes) -> None:
    """Writes a file under another name and renames it, so that nobody ever reads half of it.

    Raises:
        InvalidFile: it can't be written there.
    """
    target = pathlib.Path(path)
    raw = data.encode() if isinstance(data, str) else data
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            file.write(raw)
        whole = pathlib.Path(file.name)
        whole.chmod(0o666 & ~_umask())
        whole.replace(target)
    except OSError as error:
        raise InvalidFile(f"{target}: can't be written ({error.strerror})") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
