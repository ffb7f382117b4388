"""Files in a folder that no format here reads, by their names: they are counted, not opened, and no document fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from bizrag.parsing.formats import SUPPORTED

# ".xlsx", ".mp4", ".7z"; the ".2" of "Report v1.2" names no type, and what is in that file decides
_TYPE = re.compile(r"\.(?=\w*[a-z])[a-z0-9]{1,8}")


def has_other_type(name: str) -> bool:
    """Whether a file's suffix names a type that is not read. Without a suffix its bytes decide.

    >>> [has_other_type(name) for name in ("plan.XLSX", "a.7z", "plan.PDF", "scan", "Report v1.2")]
    [True, True, False, False, False]
    """
    suffix = PurePosixPath(name).suffix.lower()
    return suffix not in SUPPORTED and _TYPE.fullmatch(suffix) is not None


def by_suffix(names: Iterable[str]) -> str:
    """How many of each type, the most frequent first.

    >>> by_suffix(["a.xlsx", "b.csv", "c.XLSX"])
    '2 .xlsx, 1 .csv'
    """
    counts = Counter(PurePosixPath(name).suffix.lower() for name in names)
    return ", ".join(
        f"{number:,} {suffix}" for suffix, number in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )
