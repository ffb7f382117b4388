"""Terms that a text defines: 'Tarn Valley Leasing plc (the "Lessor")', '"Fees" means the charges in Schedule 1'. Pure.

Every sentence of a contract speaks of the lessor; the one that says who it is does so once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import asks_meaning
from bizrag.answering.statements.legends import is_legend_entry
from bizrag.answering.statements.reading import Statement
from bizrag.model.words import tokens

_QUOTE = "[\"“”„'’]"
_ASKS = re.compile(
    r"^\W*(?:who|what|which \w+) (?:is|are|was|were) (?:the |an? )?"
    rf"{_QUOTE}?(?P<term>[^\W\d][^\"“”„?]{{1,40}}?){_QUOTE}?\s*\?*$",
    re.IGNORECASE,
)

_TERM = rf"{_QUOTE}?(?P<term>[^\W\d][^\"“”„?]{{0,60}}?){_QUOTE}?"
_ASKS_DEFINITION = re.compile(
    rf"^\W*(?:how (?:is|are|was) (?:the (?:term|word|expression) |an? |the )?{_TERM} defined"
    rf"|(?:what is |give )?(?:the )?(?:definition|meaning) of (?:the term |an? |the )?{_TERM}"
    rf"|what (?:do|does) (?:the (?:term|word|expression) )?{_TERM} mean"
    rf"|what is meant by (?:an? |the )?{_TERM}|define {_TERM}"
    rf"|wie (?:ist|wird|sind|werden) (?:der begriff |der |die |das )?{_TERM} definiert"
    rf"|was (?:bedeutet|bezeichnet|versteht man unter) (?:der begriff |der |die |das )?{_TERM}"
    rf"|(?:comment est définie?|que (?:désigne|signifie)) (?:l['’]|la |le |les )?{_TERM}"
    rf"|¿?(?:qué significa|cómo se define) (?:el |la |los |las )?{_TERM})"
    r"(?: (?:in|under|by|im|nach|dans|en) [^?]+)?\s*\?*$".replace("(?P<term>", "("),
    re.IGNORECASE,
)
_MEANS = (
    r"(?:shall )?means?\b|shall have the meaning|ha(?:s|ve) the meaning|refers? to|(?:is|are) defined as|(?:is|are)\b"
    r"|bezeichnet|bedeutet|désigne|signifie|s['’]entend|significa"
)


def find_definition(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first statement that defines what a question asks for; None where none does, or it asks for more."""
    if (named := _ASKS_DEFINITION.match(question)) is not None:
        meaning = find_meaning(next(filter(None, named.groups())), statements)
        if meaning is not None:
            return meaning
    if asks_meaning(question) and (entry := _entry_of_legend(question, statements)) is not None:
        return entry
    asked = _ASKS.match(question)
    if asked is None:
        return None
    words = r"\s+".join(map(re.escape, asked["term"].split()))
    defined = re.compile(rf"\([^()]{{0,40}}{_QUOTE}{words}{_QUOTE}[^()]{{0,40}}\)", re.IGNORECASE)
    in_brackets = next((one for one in statements if not one.is_row and defined.search(one.text)), None)
    return in_brackets or find_meaning(asked["term"], statements, is_said_so=True)


def find_meaning(term: str, statements: Sequence[Statement], *, is_said_so: bool = False) -> Statement | None:
    """The first statement that begins with a term and says what it means: '"Fees" means', "'The Work': the works".

    Args:
        term: what is to be defined, without an article.
        statements: all that were read.
        is_said_so: only where the text marks it as a term, by quotes or by "means": of rent everything is said.
    """
    words = r"\s+".join(map(re.escape, term.split()))
    begins = rf"(?:[-•*–]\s+)?(?:\(?\w{{1,4}}[.)]\s+)?(?P<open>{_QUOTE})?(?:(?:the|an?)\s+)?{words}(?:\(s\))?"
    others = rf"(?:\s+or\s+{_QUOTE}[^\n]{{1,40}}?{_QUOTE})?"
    meaning = re.compile(rf"{begins}{_QUOTE}?{others}\s*(?P<mark>[:–—-]\s*)?(?P<verb>{_MEANS})?", re.IGNORECASE)
    for one in statements:
        found = None if one.is_row else meaning.match(one.text.strip())
        if found is None or not (found["verb"] or found["mark"]) or len(one.text.split()) <= len(term.split()) + 2:
            continue
        is_marked = bool(found["open"]) or (found["verb"] or "").casefold().startswith(("mean", "shall", "refer"))
        if is_marked or not is_said_so:
            return one
    return None


def _entry_of_legend(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The entry of a legend that says what a short name in the question stands for."""
    words = set(tokens(question))
    entries = (one for one in statements if not one.is_row and is_legend_entry(one.text, one.hit.text))
    return next((one for one in entries if tokens(one.text)[0] in words), None)
