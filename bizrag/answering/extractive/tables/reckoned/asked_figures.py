"""How a change, an average or a sum is asked for, and whether of amounts or of shares. Pure."""

from __future__ import annotations

import re

from bizrag.answering.extractive.questions.directions import FALLING, LESS, MORE, RISING
from bizrag.answering.extractive.tables.reckoned.computed import Reckoned
from bizrag.answering.extractive.tables.reckoned.left_out import ASKS_LEFT_OUT

CHANGE_WORDS = rf"change[ds]?|difference|growth|{RISING}|{FALLING}"
# "how many weeks faster"
_IN_TIME = r"faster|slower|quicker|sooner|earlier|later"
CHANGE = re.compile(
    rf"\b(?:{CHANGE_WORDS}|(?:how|what) \w+ (?:\w+ ){{0,3}}(?:{MORE}|{LESS}|{_IN_TIME})|gap (?=between\b)"
    r"|by how much\b[^?]*\b(?:over|under|above|below|beyond|past) (?:the|its|their)"
    r"|how (?:big|large|great|much of an?)\b[^?]*\badvantage (?=[^?]*\bover\b)"
    r"|how (?:far|much) (?:(?:is|are|was|were) (?:[\w-]+ ){1,4}?)?"
    r"(?:off|over|under|above|below|beyond|short of|ahead of|behind)"
    r"|(?:exceed|miss|beat|overrun)(?:s|ed|es)? (?:the|its|their)"
    rf"|{ASKS_LEFT_OUT}|by how (?:much|many [\w-]+)\b[^?]*\b(?:{MORE}|{LESS}|{_IN_TIME}) than"
    # "How much water has it saved against its base?"
    r"|how (?:much|many) [^?]*\b(?:saved|cut)\b[^?]* (?:against|since|compared (?:with|to))"
    r" (?:(?:the|its|their) )?(?:(?:19|20)\d\d )?base(?:line)?"
    r"|(?:by how much|how (?:much|far|large|big)|what (?:is|was) the)\b[^?]*\b(?:overr[ua]n|overspen|underspen)\w*)\b",
    re.IGNORECASE,
)
# "How much did the average price rise?" is for a change of what is an average
_CHANGED_AVERAGE = re.compile(
    rf"\b(?:did|does|has|have|had|will) [^?]*\b(?:average|mean)\b[^?]*\b(?:{CHANGE_WORDS})\b", re.IGNORECASE
)
_UP_OR_DOWN = re.compile(r"\bmove[ds]? (?:up|down)\b|\bby how much\b", re.IGNORECASE)
AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
# an "approved sum" is an amount
SUM = re.compile(
    r"\b(?:sums? (?:of|up)|totals? of(?=(?: (?!between\b|from\b)[^\s?]+)+? and (?!(?:19|20)\d\d))"
    r"|total (?:percentages?|shares?) (?:of|from|for)(?=.* and )|combined|together|altogether"
    r"|cumulative|added up|add(?:s|ing)? up|in all(?! \w)|in both|total [^?]* in total)\b",
    re.IGNORECASE,
)
_ASKS_FIGURE = re.compile(
    r"\b(?:what|how (?:much|many|far|big|large|wide)|calculate|compute|work out)\b|%|\bper ?cent"
    # "Net sales growth in fiscal 2024?"
    r"|^(?:[\w&'-]+ ){0,4}(?:growth|change|difference|increase|decrease|decline)\b",
    re.IGNORECASE,
)
# of a row in two years it is told, too
_HOW_CHANGED = re.compile(r"^how (?:did|has|have) [^?]*\bchange[ds]?\b", re.IGNORECASE)
# reasons are written, not reckoned; of years that are counted, or told one by one, nothing is reckoned
_NO_FIGURE = re.compile(
    r"\b(?:why|reasons?|causes?|caused|due to|led to|drove|driven|drives?|drivers?|factors?|explain|describe"
    r"|respectively|each|(?:how many|which|number) (?:of the )?(?:years|quarters|months))\b",
    re.IGNORECASE,
)
SHARE = re.compile(r"\b(?:percent\w*|per cent|shares?|rates?|margins?|portions?|proportions?)\b|%", re.IGNORECASE)
# what was spent in all from one year to another; "total assets" are those of each
_TOTAL_OVER = re.compile(
    r"\btotal\b.*\b(?:between|from)\b[^?]*\b(?:19|20)\d\d (?:to|and|through|until) [^?]*\b(?:19|20)\d\d\b"
    r"|\btotal\b.*\b(?:19|20)\d\d and (?:\w+ ){0,2}(?:19|20)\d\d\b",
    re.IGNORECASE,
)
# what is called a total is summed over years only so
TOTAL_BETWEEN = re.compile(r"\btotal\b.*\b(?:between|from)\b[^?]*\b(?:19|20)\d\d\b", re.IGNORECASE)
# "percentage change", which amounts have, too
_OF_CHANGE = re.compile(
    rf"\b(?:percent\w*|per cent|%) (?:points? )?(?:{CHANGE_WORDS})|\bpercent\w* did\b", re.IGNORECASE
)


def asks_of_share(question: str) -> bool:
    """Whether a question is about a share, and not only for a change as one.

    >>> asks_of_share("What is the percentage change in sales?"), asks_of_share("How did the margin change?")
    (False, True)
    """
    return SHARE.search(_OF_CHANGE.sub(" ", question)) is not None


def asks_change(question: str) -> bool:
    """Whether a question is for the figure by which something changed.

    >>> asks_change("Did cash go up, and by how much?"), asks_change("How have sales changed?")
    (True, False)
    """
    is_change = CHANGE.search(question) is not None or _UP_OR_DOWN.search(question) is not None
    return is_change and _ASKS_FIGURE.search(question) is not None and _NO_FIGURE.search(question) is None


def tells_change(text: str) -> bool:
    """Whether a sentence may say by how much something changed."""
    return CHANGE.search(text) is not None and re.search(r"\d", text) is not None


def names_change(label: str) -> bool:
    """Whether a column tells by how much others differ.

    >>> names_change("Increase (decrease)"), names_change("2019")
    (True, False)
    """
    return CHANGE.search(label) is not None


def asked_figure(question: str) -> Reckoned | None:
    """Whether a question is for a change, an average or a sum; None where it asks for none of them.

    >>> asked_figure("What is the average of sales in 2018 and 2019?").name, asked_figure("What were sales?")
    ('AVERAGE', None)
    """
    if _NO_FIGURE.search(question) or not (_ASKS_FIGURE.search(question) or _HOW_CHANGED.search(question)):
        return None
    change, average = CHANGE.search(question), AVERAGE.search(question)
    # "the average growth", but "the growth of the average"
    is_average = average is not None and not (change and change.start() < average.start())
    if (
        is_average
        and not _CHANGED_AVERAGE.search(question)
        and not re.search(r"weighted[- ]average", question, re.IGNORECASE)
    ):
        return Reckoned.AVERAGE
    if change:
        return Reckoned.CHANGE
    return Reckoned.SUM if SUM.search(question) or _TOTAL_OVER.search(question) else None
