"""Whether a question is for what a sum is made up of, and how well a table tells that. Pure."""

from __future__ import annotations

import re

from bizrag.model.measures import measured_in, named_by, names_measure

_KINDS: tuple[tuple[str, str], ...] = (
    (r"segments?|divisions?|business(?:es| units?)", r"segment|division|business"),
    (r"regions?|geograph\w+|countr(?:y|ies)|areas?|territor\w+", r"geograph|region|countr|\barea|territor|segment"),
    (r"products?|services?|categor\w+|lines?|offerings?|platforms?|markets?|sources?|streams?|types?",
     r"categor|product|service|\bline|offering|platform|market|source|stream|\btype|disaggregat"),
    (r"customers?|channels?", r"customer|channel"),
)  # fmt: skip
_ANY_KIND = "|".join(asked for asked, _ in _KINDS)
_ASKS = re.compile(
    r"\b(?:break ?downs?|broken down|distribut\w+|split|composition|made up of|disaggregat\w+|divided)\b"
    rf"|\b(?:by|per|for each|of each|from each|across)(?: (?:its|the|their|different|various|main|reportable|geographic"
    rf"|business|operating|product|reporting))* (?:{_ANY_KIND})\b",
    re.IGNORECASE,
)
_ROW = re.compile(r"^(?P<label>[^:\n]{2,200}): (?P<cells>[^\n]*\d[^\n]*)", re.MULTILINE)
_LEAST_ROWS = 3

# of the asked kind, with rows under the measure's name, the rows
BreakdownFit = tuple[bool, bool, int]


def asks_breakdown(question: str) -> bool:
    """Whether a question is for the parts of a sum.

    >>> asks_breakdown("What was the revenue breakdown across its products?"), asks_breakdown("Net sales by region?")
    (True, True)
    >>> asks_breakdown("What was revenue?"), asks_breakdown("How are tasks split?")
    (False, False)
    """
    return _ASKS.search(question) is not None and names_measure(question)


def breakdown_fit(question: str, text: str) -> BreakdownFit | None:
    """How well the text of a table tells the parts of the sum that a question names; None where it does not."""
    rows = list(_ROW.finditer(text))
    if len(rows) < _LEAST_ROWS:
        return None
    head = text[: rows[0].start()]
    groups = [row["label"].rpartition(" > ")[0] for row in rows]
    num_under = sum(bool(group) and named_by(_first_words(group), question) is not None for group in groups)
    is_under = num_under >= _LEAST_ROWS
    if not (is_under or measured_in(head, question)):
        return None
    said = f"{head} {' '.join(dict.fromkeys(groups))}"
    kinds = [tells for asked, tells in _KINDS if re.search(rf"\b(?:{asked})\b", question, re.IGNORECASE)]
    is_of_kind = any(re.search(tells, said, re.IGNORECASE) for tells in kinds)
    return is_of_kind, is_under, num_under if is_under else len(rows)


def _first_words(group: str) -> str:
    """What stands before "by" in the name of a group: "Net sales by category"."""
    return re.split(r" (?:by|from|per)\b", group.rpartition(" > ")[2], maxsplit=1)[0]
