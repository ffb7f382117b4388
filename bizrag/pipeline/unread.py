"""Files in a folder that no format here reads: they are counted, and no document fails.

A suffix tells it without opening the file; where the name has none, the first bytes do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from bizrag.errors import BizragError
from bizrag.model.documents import SourceFile
from bizrag.parsing.files.formats import HEAD_BYTES, SUPPORTED, begins_like_document
from bizrag.sources.reading import read_head

# ".ods", ".mp4", ".7z"; the ".2" of "Report v1.2" names no type, and what is in that file decides
_TYPE = re.compile(r"\.(?=\w*[a-z])[a-z0-9]{1,8}")


def is_unread(file: SourceFile) -> bool:
    """Whether a file is of a type that is not read. One that cannot be opened is not: reading it tells the reason."""
    if _suffix(file.name) in SUPPORTED:
        return False
    return has_other_type(file.name) or not _may_be_document(file)


def has_other_type(name: str) -> bool:
    """Whether a file's suffix names a type that is not read. Without a suffix its bytes decide.

    >>> [has_other_type(name) for name in ("plan.ODS", "a.7z", "plan.PDF", "scan", "Report v1.2")]
    [True, True, False, False, False]
    """
    suffix = _suffix(name)
    return suffix not in SUPPORTED and _TYPE.fullmatch(suffix) is not None


def by_suffix(names: Iterable[str]) -> str:
    """How many of each type, the most frequent first.

    >>> by_suffix(["a.ods", "b.dat", "c.ODS", "Makefile", "v1.2"])
    '2 .ods, 2 without a suffix, 1 .dat'
    """
    counts = Counter(_suffix(name) if has_other_type(name) else "without a suffix" for name in names)
    return ", ".join(
        f"{number:,} {suffix}" for suffix, number in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _may_be_document(file: SourceFile) -> bool:
    try:
        head = read_head(file.source_root, file.source_uri, num_bytes=HEAD_BYTES)
    except (BizragError, OSError):
        return True
    return begins_like_document(head)
