"""How generalized accuracy compares a bare answer with the reference, by the type of the reference. Pure.

The rules of MMLongBench-Doc (Ma et al. 2024), which SV-RAG reports as G-Acc. Three things of its script are not
copied: units behind a number ("3 miles", "3 million") are really taken off, lists are read by a parser that runs no
code, and 3.7 is not the integer 3.
"""

from __future__ import annotations

import ast
import math
import re
from enum import StrEnum
from typing import cast

from bizrag.evaluation.metrics import anls

__all__ = ["AnswerType", "answer_score", "answer_type", "as_list"]

_RELATIVE_TOLERANCE = 0.01
_UNIT = re.compile(r"\s*(?:miles?|million)$")
_BRACKETS = re.compile(r"\s*\([^)]*\)")
# answers where one wrong character is a wrong answer: addresses, files, pages, phone numbers, times, dates
_EXACT = re.compile(
    r".*https?://.*|.*\.(?:py|ipynb)|page.*|\d+(?:[-\s]\d+)?|.*[ap]\.m\..*|\d{4}[-\s]\d{2}(?:[-\s]\d{2})?"
    r"|[\w.%+-]+@[\w.-]+\.[a-z]{2,}",
    re.DOTALL,
)


class AnswerType(StrEnum):
    """What kind of answer the reference is."""

    INT = "int"
    FLOAT = "float"
    STR = "str"
    LIST = "list"
    # the document does not tell
    NONE = "none"


_NAMES = {
    "int": AnswerType.INT,
    "integer": AnswerType.INT,
    "float": AnswerType.FLOAT,
    "str": AnswerType.STR,
    "string": AnswerType.STR,
    "list": AnswerType.LIST,
    "none": AnswerType.NONE,
}


def answer_type(name: str | None) -> AnswerType | None:
    """The type that a data set means; None where it is none of these.

    >>> answer_type("Int"), answer_type("Single-Span")
    (<AnswerType.INT: 'int'>, None)
    """
    return _NAMES.get((name or "").strip().lower())


def answer_score(reference: str, answer: str | list[str], kind: AnswerType) -> float:
    """How well the bare answer agrees, from 0 to 1.

    - int: equal whole numbers;
    - float: equal within 1 %, or when both are rounded to the coarser one's decimals (two at least); the reference may
      also be meant as a share or a percentage (divided or multiplied by 100);
    - str, none: equal for addresses, files, pages, phone numbers, times and dates, else ANLS with the threshold 0.5;
    - list: 0 when the lengths differ; sorted, all equal for numbers and exact kinds, else the least ANLS of the pairs.

    >>> answer_score("18.29%", "0.183", AnswerType.FLOAT), answer_score("8", "8.0", AnswerType.INT)
    (1.0, 1.0)
    >>> answer_score("['White', '10%']", ["10 %", "white"], AnswerType.LIST)
    1.0
    """
    match kind:
        case AnswerType.INT:
            wanted, found = _number(reference), _number(_one(answer))
            return float(wanted is not None and wanted == found)
        case AnswerType.FLOAT:
            return float(_are_close(reference, _one(answer)))
        case AnswerType.STR | AnswerType.NONE:
            return _text_score(_clean(reference), _clean(_one(answer)))
        case AnswerType.LIST:
            return _list_score(as_list(reference), as_list(answer))


def as_list(value: str | list[str]) -> list[str]:
    """The items of a list as data sets and models write it: ``['a', 'b']``; any other text is one item.

    >>> as_list("['a', 2]"), as_list("a, b"), as_list("[a")
    (['a', '2'], ['a, b'], ['[a'])
    """
    if not isinstance(value, str):
        return value
    if not value.strip().startswith("["):
        return [value]
    try:
        items = ast.literal_eval(value.strip())
    except (ValueError, SyntaxError):
        return [value]
    return [str(item) for item in cast("list[object]", items)] if isinstance(items, list) else [value]


def _one(answer: str | list[str]) -> str:
    if isinstance(answer, str):
        return answer
    return answer[0] if len(answer) == 1 else ", ".join(answer)


def _clean(text: str) -> str:
    """Lower case, without what stands around an answer: brackets, quotes, currency, percent, units."""
    text = _BRACKETS.sub("", text.lower().strip()).strip()
    text = re.sub(r"^['\"]|['\"]$", "", text).strip()
    text = _UNIT.sub("", text) if re.match(r"[$-]?\s*\d", text) else text
    return text.lstrip("$").strip().rstrip("%").strip()


def _number(text: str) -> float | None:
    try:
        value = float(_clean(text).replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _decimals(value: float) -> int:
    shown = repr(value)
    return len(shown.partition(".")[2]) if "e" not in shown else 15


def _are_close(reference: str, answer: str) -> bool:
    wanted, found = _number(reference), _number(answer)
    if wanted is None or found is None:
        return False
    for meant in (wanted / 100, wanted, wanted * 100):
        decimals = max(min(_decimals(meant), _decimals(found)), 2)
        if math.isclose(meant, found, rel_tol=_RELATIVE_TOLERANCE) or round(meant, decimals) == round(found, decimals):
            return True
    return False


def _text_score(wanted: str, found: str) -> float:
    if _EXACT.fullmatch(wanted):
        return float(wanted == found)
    return _anls(wanted, found)


def _list_score(wanted: list[str], found: list[str]) -> float:
    if len(wanted) != len(found) or not wanted:
        return 0.0
    pairs = list(zip(sorted(map(_clean, wanted)), sorted(map(_clean, found)), strict=True))
    first = pairs[0][0]
    if _number(first) is not None or _EXACT.fullmatch(first):
        return float(all(_same(one, other) for one, other in pairs))
    return min(_anls(one, other) for one, other in pairs)


def _same(wanted: str, found: str) -> bool:
    number = _number(wanted)
    return wanted == found or (number is not None and number == _number(found))


def _anls(wanted: str, found: str) -> float:
    return anls(found, [wanted]) or 0.0
