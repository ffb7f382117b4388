"""Results on disk: a run that was stopped, or is started again, computes only what is missing."""

from __future__ import annotations

import fcntl
import json
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from bizrag.errors import BadInputError

#: in the folder of a report
RESULTS_FILE = "results.jsonl"


class Results:
    """Values by key, a JSON line each; without a path in memory only. Safe for several threads of one process."""

    def __init__(self, path: Path | None = None) -> None:
        """Open or create the file; it is read once.

        Raises BadInputError when another process writes it or the file cannot be read.
        """
        self._known: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._file = self._open(path) if path else None

    def get(self, key: str) -> Any | None:
        """What was added under the key."""
        return self._known.get(key)

    def add(self, key: str, value: Any, **about: Any) -> None:
        """Keep a value. ``about`` is for people who read the file."""
        with self._lock:
            self._known[key] = value
            if self._file:
                self._file.write(json.dumps({"key": key, **about, "value": value}, ensure_ascii=False) + "\n")
                self._file.flush()

    def close(self) -> None:
        """Let others write."""
        if self._file:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, path: Path) -> IO[str]:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise BadInputError(f"{path} cannot be written ({error.strerror}); give another folder") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise BadInputError(f"{path}: another evaluation writes there; wait, or give another folder") from error
        file.seek(0)
        # not the file's own iterator: texts hold other line separators than \n
        for line in file.read().split("\n"):
            self._take(line)
        # a line that a killed run left half-written ends here
        file.write("\n" if self._is_torn(file) else "")
        return file

    def _take(self, line: str) -> None:
        try:
            record = json.loads(line)
            self._known[record["key"]] = record["value"]
        except (ValueError, KeyError, TypeError):
            return

    @staticmethod
    def _is_torn(file: IO[str]) -> bool:
        end = file.seek(0, 2)
        if not end:
            return False
        with Path(file.name).open("rb") as raw:
            raw.seek(-1, 2)
            return raw.read(1) != b"\n"
