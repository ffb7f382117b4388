"""Whether a question is asked of several companies or documents at once, and the words that may name them. Pure."""

from __future__ import annotations

import re

from bizrag.model.measures import names_measure
from bizrag.model.periods import MONTHS

_COMPANY = (
    r"(?:compan(?:y|ies)|firms?|business(?:es)?|corporations?|issuers?|suppliers?|banks?|funds?|subsidiar(?:y|ies)"
    r"|organi[sz]ations?|associations?|branch(?:es)?|plants?|sites?)"
)
_DOCUMENT = r"(?:reports?|documents?|filings?)"
_SOME = r"(?:of|one|the|these|those|all|two|three|four|five|six|seven|eight|nine|ten|other|reporting|listed)"
# "Which company had ...?", "which of the five companies", "sales of each company", "all companies"
_ASKS_EACH = re.compile(
    rf"\bwhich(?: {_SOME})* (?:{_COMPANY}|{_DOCUMENT})\b|\bwhat compan(?:y|ies)\b"
    rf"|\b(?:each|every|all|both|across)(?: {_SOME})* {_COMPANY}\b|\bby (?:company|firm|bank|fund)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\b(?:compar(?:e[ds]?|ing|ison)|versus|vs|differ(?:s|ences?)?|than)\b", re.IGNORECASE)
_MAY_COMPARE = re.compile(r"\b(?:between|both|and|or|against|most|least)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w.&-]*")
_POSSESSIVE = re.compile(r"['’]s?$")
_OTHER_CAPITALS = """
    i q1 q2 q3 q4 h1 h2 fy ytd r&d sg&a eps ebit ebitda usd eur gbp us form compare what which how who did is are was
    were does do has have in for from the of at on by between during over show list give tell please and why when
"""
_NO_NAMES = frozenset(_OTHER_CAPITALS.split()) | {part for month in MONTHS for part in (month, month[:3])}
_MOST_NAMES = 4


def asks_each_document(question: str) -> bool:
    """Whether a question is for a measure of each of several companies or documents.

    >>> asks_each_document("Which company had the highest net income?"), asks_each_document("What was net income?")
    (True, False)
    >>> asks_each_document("Which company audits the accounts?")
    False
    """
    return _ASKS_EACH.search(question) is not None and names_measure(question)


def compared_names(question: str) -> tuple[str, ...]:
    """Words with a capital that may name what a question compares; none where it compares nothing.

    >>> compared_names("Compare Larkfield's and Oakhurst's net income in Q3 2024.")
    ('Larkfield', 'Oakhurst')
    >>> compared_names("What was Larkfield's net income in Q3 2024?")
    ()
    """
    if not (_COMPARES.search(question) or (_MAY_COMPARE.search(question) and names_measure(question))):
        return ()
    found = capital_names(question)
    return found if 1 < len(found) <= _MOST_NAMES else ()


def capital_names(question: str) -> tuple[str, ...]:
    """Words with a capital that may name a company or document, in their order.

    >>> capital_names("What was Larkfield's net income in Q3 2024, and in May?")
    ('Larkfield',)
    """
    words = (_POSSESSIVE.sub("", word) for word in re.findall(r"[^\s,;:?()/]+", question))
    names = [
        word.rstrip(".")
        for word in words
        if word[:1].isupper() and _WORD.fullmatch(word) and word.casefold().rstrip(".") not in _NO_NAMES
    ]
    return tuple(dict.fromkeys(names))


def is_called(name: str, title: str) -> bool:
    """Whether a title or file name holds a name as a word of its own.

    >>> is_called("Larkfield", "2024 Q3 LARKFIELD_Ltd.pdf"), is_called("Lark", "Larkfield.pdf")
    (True, False)
    """
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", title, re.IGNORECASE) is not None
