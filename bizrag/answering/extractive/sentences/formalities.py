"""What reports say because they must: certificates of officers, what is said of all forecasts, where else to read, and
where the figures of a chart are from.

It holds the words of every subject and tells nothing of it, unless it is asked for. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind

# "Based on my knowledge, this report does not contain ...", "(b) Any fraud, whether or not material, that involves ..."
_CERTIFIES = re.compile(
    r"\bbased on my knowledge\b|\bI have reviewed this\b|\bother certifying officers?\b"
    r"|\bthe registrant['’]s (?:internal control|disclosure controls|auditors|board of directors)\b"
    r"|\bwhether or not material, that involves management\b|\bfairly presents?,? in all material respects\b"
    r"|\bhereby certif(?:y|ies)\b|\bfully complies with the requirements of section\b"
    r"|\bsignificant deficiencies and material weaknesses in the design\b",
    re.IGNORECASE,
)
_IS_CERTIFICATE = re.compile(
    r"\bI, [^,]{3,60}, certify that\b|\bbased on my knowledge\b|\bcertifying officer", re.IGNORECASE
)
_ASKS_CERTIFICATE = re.compile(
    r"\b(?:certif\w*|sign(?:s|ed|atur\w*)?|officers?|attest\w*|internal controls?|disclosure controls?|fraud\w*"
    r"|weakness\w*|deficienc\w*|audit\w*|registrant|complian\w*|compl(?:y|ies))\b",
    re.IGNORECASE,
)
_FORWARD = re.compile(r"\bforward[- ]looking\b", re.IGNORECASE)
# "Refer to Note 11 for additional information.", "The impact of rates is described in Part II, Item 7A."
_PLACE = r"(?:note|notes|item|part|section|exhibit|appendix|annex|schedule|chapter|page)s? \(?(?:\d|[IVX]+\b|[A-Z]\b)"
_POINTS = re.compile(
    rf"^\W*(?:please )?(?:also )?(?:refer to|see(?: also)?)\b.*\b{_PLACE}"
    # "Section 3 introduces the data", and "In Section 4 we explain the tests"
    r"|^\W*(?:in )?(?:section|chapter|part|appendix)s? (?:\d|[IVX]+\b|[A-Z]\b)[\d.]*,?"
    r" (?:(?:we|then|also|first|finally|will) )*"
    r"(?:introduc|describ|present|discuss|explain|review|outlin|conclud|summari[sz]|analy[sz]|extend|is concerned)\w*\b"
    r"|^\W*see (?:the )?(?:definitions?|accompanying)\b"
    rf"|^\W*for (?:a |an |the |more |further |additional )?[^.]*?,? (?:please )?(?:refer to|see)\b.*\b{_PLACE}"
    rf"|\b(?:is|are) (?:further |also )?(?:described|discussed|included|set forth|disclosed|presented|contained) in"
    rf" (?:the |our )?[\"“]?{_PLACE}",
    re.IGNORECASE,
)
# "In Table 2, we show the ratio of both.", "Results are listed in Table 3.", but "Figure 2 shows that rents rise"
_FIGURE_NO = r"(?:table|figure|fig\.|chart|exhibit) \d[\d.]*"
_TELLS_THERE = (
    r"(?:show|list|report|give|present|compare|summari[sz]e|display|plot|depict|illustrate|provide)(?:s|ed|n)?"
)
_POINTS_TO_FIGURE = re.compile(
    rf"^\W*(?:in )?{_FIGURE_NO},? (?:(?:we|instead|also|below|above|and|then) ){{0,3}}{_TELLS_THERE}"
    r" (?!that\b|how\b|why\b|what\b|whether\b|an? |no )"
    rf"|\b(?:is|are|was|were) (?:also |then )?{_TELLS_THERE} in {_FIGURE_NO}\W*$",
    re.IGNORECASE,
)
_ASKS_FIGURE = re.compile(r"\b(?:tables?|figures?|fig|charts?|exhibits?|where|shown?|shows)\b", re.IGNORECASE)
_ASKS_PLACE = re.compile(
    r"\bwhere\b|\b(?:which|what) (?:note|item|section|part|page|appendix|annex|chapter|exhibit)\b"
    r"|\b(?:refer|note|item|section|appendix|annex|exhibit|page)s? (?:to|\d|[IVXA-Z]\b)",
    re.IGNORECASE,
)
# minutes say when the next ones are, and that the last ones were approved
_BESIDE = re.compile(
    r"(?:[\d.)]+ )?(?:(?:date|time|place|approval|review)(?: and (?:time|place))? of )?(?:the )?(?:minutes of )?"
    r"(?:the )?(?:next|previous|last|following)"
    r" (?:meetings?|sessions?|minutes|issues?|editions?|versions?|reviews?|reports?)(?: minutes)?",
    re.IGNORECASE,
)
_ASKS_BESIDE = re.compile(
    r"\b(?:next|previous|last|following|earlier|before|after|approv\w+|again|follow[- ]?ups?)\b", re.IGNORECASE
)
# "Source: Survey of adults, 2017-2025." below a chart: who asks for a source says so, or who asks whom
_SOURCE = re.compile(r"^\W*(?:data )?sources?: ", re.IGNORECASE)
_ASKS_SOURCE = re.compile(
    r"\b(?:sources?|data|from (?:where|whom|which)|where|who|according|cited?|based on|bas(?:is|es))\b", re.IGNORECASE
)
# "Best results in bold.", "The best score in each column is underlined."
_MARKS = re.compile(
    r"\b(?:bold(?:face[d]?)?|italics?|underlined?)\b.{0,40}\b(?:best|highest|lowest|winners?|significant)\b"
    r"|\b(?:best|highest|lowest|winning|significant)\b.{0,60}\b(?:in|are|is|by|with)(?: \w+){0,2} "
    r"(?:bold(?:face[d]?)?|italics?|underlined?|asterisks?)\b",
    re.IGNORECASE,
)
_ASKS_MARKS = re.compile(r"\b(?:bold\w*|italic\w*|underlin\w*|asterisk\w*|mark\w*|mean|highlight\w*)\b", re.IGNORECASE)
_FIGURE = re.compile(r"[$€£]\s?\d|\d ?%|\d[.,]\d|\b(?:m|b)illion\b")


def without_formalities(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements without what must be said, each kind of it unless the question asks for it; all where no others
    are left.
    """
    ruled_out = [
        is_formal
        for asks, is_formal in (
            (_ASKS_CERTIFICATE, _certifies),
            (_FORWARD, _is_of_forecasts),
            (_ASKS_PLACE, _only_points),
            (_ASKS_BESIDE, _is_of_another),
            (_ASKS_SOURCE, _names_source),
            (_ASKS_FIGURE, _points_to_figure),
            (_ASKS_MARKS, _says_marks),
        )
        if not asks.search(question)
    ]
    return [one for one in statements if not any(is_formal(one) for is_formal in ruled_out)] or list(statements)


def _certifies(statement: Statement) -> bool:
    """Whether a statement is of a certificate: itself, or as an entry of a list of what is certified."""
    if statement.is_row:
        return False
    is_entry = statement.is_item and _IS_CERTIFICATE.search(statement.hit.text) is not None
    return is_entry or _CERTIFIES.search(" ".join(statement.text.split())) is not None


def _is_of_forecasts(statement: Statement) -> bool:
    """Whether a statement is about forecasts in general, or an entry of a list of what they are about."""
    if statement.is_row:
        return False
    return _FORWARD.search(statement.text) is not None or (
        statement.is_item and _FORWARD.search(statement.hit.text) is not None
    )


def _is_of_another(statement: Statement) -> bool:
    """Whether a field or what stands under a heading is about the document before or after: "Next meeting: 16 May"."""
    label, colon, _ = " ".join(statement.said.split()).partition(":")
    above = statement.section if statement.hit.kind is ChunkKind.TEXT else ""
    return any(_BESIDE.fullmatch(name.strip()) for name in ((label if colon else ""), above) if name)


def _points_to_figure(statement: Statement) -> bool:
    """Whether a sentence says which figures a table or figure has, and none of them."""
    text = " ".join(statement.text.split())
    return not statement.is_row and _POINTS_TO_FIGURE.search(text) is not None and _FIGURE.search(text) is None


def _says_marks(statement: Statement) -> bool:
    """Whether a sentence says how the best results of a table are set off, and none of them."""
    text = " ".join(statement.text.split())
    return not statement.is_row and _MARKS.search(text) is not None and _FIGURE.search(text) is None


def _names_source(statement: Statement) -> bool:
    """Whether a statement names where figures are from, in text or below a chart."""
    return statement.hit.kind is not ChunkKind.TABLE and _SOURCE.match(statement.text) is not None


def _only_points(statement: Statement) -> bool:
    """Whether a sentence says where else to read, and no figure."""
    text = " ".join(statement.text.split())
    return not statement.is_row and _POINTS.search(text) is not None and _FIGURE.search(text) is None
