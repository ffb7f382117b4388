"""Legends below tables and charts: what each short name in them stands for, "Voc—open-circuit voltage." Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ENTRY = re.compile(
    r"(?P<short>[^\W\d_][\w%/]{0,7})\s?[-=:\u2013\u2014]\s?(?P<long>[a-z][\w-]*(?: [\w()/-]+){1,5})(?:[.;]|$)(?: |$)",
    re.MULTILINE,
)
# so many entries right behind each other
_MIN_ENTRIES = 3


def legend_entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of each legend in a text: its short name and what that stands for.

    >>> dict(legend_entries("Voc-open-circuit voltage. Isc-short-circuit current. Pmax-rated power. See Fig. 2."))
    {'Voc': 'open-circuit voltage', 'Isc': 'short-circuit current', 'Pmax': 'rated power'}
    >>> list(legend_entries("See part II-the second one."))
    []
    """
    run: list[re.Match[str]] = []
    for entry in _ENTRY.finditer(text):
        if run and text[run[-1].end() : entry.start()].strip():
            yield from _entries(run)
            run = []
        run.append(entry)
    yield from _entries(run)


def _entries(run: list[re.Match[str]]) -> Iterator[tuple[str, str]]:
    if len(run) >= _MIN_ENTRIES:
        yield from ((entry["short"], entry["long"]) for entry in run)
