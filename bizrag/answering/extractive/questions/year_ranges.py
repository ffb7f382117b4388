"""Years from one to another, where a question asks which of them: each is named, as the columns of tables are. Pure."""

from __future__ import annotations

import re

_ASKS_YEAR = re.compile(
    r"\b(?:which|what)(?: of (?:the|these|all))?(?: (?:three|four|five|six|seven|eight|nine|ten|last|past|fiscal"
    r"|financial|business|calendar|reporting)){0,3} years?\b",
    re.IGNORECASE,
)
_YEAR = r"(?:19|20)\d\d"
_RANGE = re.compile(
    rf"\b(?P<between>between )(?P<first>{_YEAR}) and (?P<last>{_YEAR})\b"
    rf"|\b(?P<of>from )?(?P<begin>{_YEAR})(?: ?[-\u2013] ?| to | until | through )(?P<end>{_YEAR})\b",
    re.IGNORECASE,
)
# longer ones are no columns of one table
_MOST_YEARS = 10


def with_each_year(question: str) -> str:
    """A question with each year of a range, where it asks for one of them.

    >>> with_each_year("In which of the years 2021-2023 were sales highest?")
    'In which of the years 2021, 2022 or 2023 were sales highest?'
    >>> with_each_year("Which year between 2020 and 2022 had the lowest costs?")
    'Which year of 2020, 2021 or 2022 had the lowest costs?'
    >>> with_each_year("How much did sales grow from 2021 to 2023?")
    'How much did sales grow from 2021 to 2023?'
    """
    return _RANGE.sub(_listed, question) if _ASKS_YEAR.search(question) else question


def _listed(found: re.Match[str]) -> str:
    first, last = int(found["first"] or found["begin"]), int(found["last"] or found["end"])
    if not 1 < last - first < _MOST_YEARS:
        return found[0]
    before = "of " if found["between"] or found["of"] else ""
    return f"{before}{', '.join(map(str, range(first, last)))} or {last}"
