"""Values that several data sets write in their own ways: pages, hops, lists in strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, Literal, cast

from bizrag.errors import BadInputError

__all__ = ["hops_of", "list_in_text", "page_numbers", "physical_pages"]

_RANGE = re.compile(r"(\d+)\s*(?:-|–)\s*(\d+)")
_LONGEST_RANGE = 1000


def list_in_text(value: Any) -> Any:
    """``"['Chart', 'Table']"`` as a list; what is no such text stays as it is.

    >>> list_in_text("[2, 22]"), list_in_text("12")
    ([2, 22], '12')
    """
    if not isinstance(value, str) or not value.strip().startswith("["):
        return value
    try:
        return ast.literal_eval(value.strip())
    except (ValueError, SyntaxError):
        return value


def page_numbers(value: Any, *, where: str) -> list[int]:
    """The numbers in a cell of pages: 16, "16", "16, 18", "16-18", "[16, 18]"; nothing for an empty cell.

    Raises BadInputError for anything else.

    >>> page_numbers("3, 5-7", where=""), page_numbers(None, where="")
    ([3, 5, 6, 7], [])
    """
    value = list_in_text(value)
    items = cast("list[Any]", value) if isinstance(value, list) else str("" if value is None else value).split(",")
    numbers: list[int] = []
    for item in (str(item).strip() for item in items):
        if not item:
            continue
        span = _RANGE.fullmatch(item)
        first, last = (int(span[1]), int(span[2])) if span else (_whole_number(item), _whole_number(item))
        if first is None or last is None or not first <= last < first + _LONGEST_RANGE:
            raise BadInputError(f"{where}: pages: {value!r} is no list of page numbers")
        numbers += range(first, last + 1)
    return numbers


def physical_pages(numbers: Iterable[int], *, first: int, where: str) -> tuple[int, ...] | None:
    """1-based pages, each once and in order; ``first`` is what the data set calls the first page. None for no pages.

    Raises BadInputError for a page before the first.
    """
    pages = sorted({number - first + 1 for number in numbers})
    if pages and pages[0] < 1:
        raise BadInputError(f"{where}: pages: {pages[0] + first - 1} is before the first page, which is {first} here")
    return tuple(pages) or None


def hops_of(text: str | None) -> Literal["single", "multi"] | None:
    """What data sets call "Single-Hop" and "Multi-Hop".

    >>> hops_of("Multi-Hop"), hops_of("single hop"), hops_of("Numerical")
    ('multi', 'single', None)
    """
    words = (text or "").lower()
    if "multi" in words:
        return "multi"
    return "single" if "single" in words else None


def _whole_number(text: str) -> int | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else None
