"""Files that are whole or not there."""

import os
import pathlib
import secrets

from .errors import InvalidFile

__all__ = ["append_text", "check_place", "write_whole"]


def check_place(path: str | os.PathLike[str]) -> None:
    """Checks, before hours of work, that a file could be where it is to be written.

    Raises:
        InvalidFile: there is no such folder, or a folder of that name.
    """
    target = pathlib.Path(path)
    if not target.parent.is_dir():
        raise InvalidFile(f"{target}: can't be written (no folder {str(target.parent)!r})")
    if target.is_dir():
        raise InvalidFile(f"{target}: can't be written (it is a folder)")


def append_text(path: pathlib.Path, text: str) -> None:
    """Adds text to the end of a file.

    Raises:
        InvalidFile: it can't be written there.
    """
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise InvalidFile(f"{path}: can't be written ({error.strerror})") from error


def write_whole(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Writes a file under another name and renames it, so that nobody ever reads half of it.

    Raises:
        InvalidFile: it can't be written there.
    """
    target = pathlib.Path(path)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        try:
            part.write_bytes(data.encode() if isinstance(data, str) else data)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InvalidFile(f"{target}: can't be written ({error.strerror})") from error
