"""What a run writes for people: CSV, TensorBoard, and a progress bar."""

import os
import pathlib
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..errors import InvalidFile

__all__ = ["Bar", "Board", "CsvLog"]


class CsvLog:
    """A CSV file that is added to line by line, and that a resumed run cuts back to where its checkpoint was."""

    def __init__(self, path: pathlib.Path, size: int = 0) -> None:
        """Opens the file at `size` bytes; what stands behind is lost."""
        self._file = path.open("ab")
        there = self.size
        if there < size:
            self._file.close()
            raise InvalidFile(f"{path}: want the {size} bytes that the checkpoint knows of, got {there}")
        self._file.truncate(size)

    @property
    def size(self) -> int:
        """Bytes written."""
        return os.fstat(self._file.fileno()).st_size

    def write(self, row: Mapping[str, Any]) -> None:
        """Adds a row; the first one's keys are the header, and later rows have the same keys."""
        if self.size == 0:
            self._line(row.keys())
        self._line(row.values())
        self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        self._file.close()

    def _line(self, cells: Any) -> None:
        self._file.write((",".join(map(str, cells)) + "\n").encode())


class Board:
    """Scalars for TensorBoard, over steps."""

    def __init__(self, folder: pathlib.Path, first_step: int) -> None:
        """Begins after `first_step`; what an earlier part of the run wrote beyond it is hidden."""
        from torch.utils.tensorboard import SummaryWriter  # solving needs no torch

        self._writer = SummaryWriter(str(folder), purge_step=first_step + 1 if first_step else None)

    def write(self, values: Mapping[str, float], step: int) -> None:
        """Adds a point to each curve."""
        for name, value in values.items():
            self._writer.add_scalar(name, value, step)

    def close(self) -> None:
        """Ends the file."""
        self._writer.close()


class Bar:
    """A progress bar on standard error, with a word on how it goes."""

    def __init__(self, shown: bool, total: int, unit: str = "update") -> None:
        self._progress = Progress(
            TextColumn(unit),
            MofNCompleteColumn(),
            BarColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[word]}"),
            console=Console(stderr=True),
            disable=not shown,
        )
        self._task = self._progress.add_task("train", total=total, word="")
        self._progress.start()

    def show(self, update: int, word: str) -> None:
        """Moves the bar."""
        self._progress.update(self._task, completed=update, word=word)

    def say(self, line: str) -> None:
        """Prints a line above the bar."""
        if not self._progress.disable:
            self._progress.print(line, highlight=False)

    def close(self) -> None:
        """Leaves the bar as it stands."""
        self._progress.stop()
