"""What a whole loses without one of its parts, as tables of ablations show it. Pure.

"How much does leaving out the pooling lower the score?" is the row of the whole less that "without pooling".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue, by_row, column_terms
from bizrag.model.terms import terms

_OMITTING = r"leaving out|left out|omitt\w+|without|remov\w+|dropp\w+|switched off|turned off|are not|is not|not used"
# what something costs without a part is a price
_CHANGES = r"lost|los(?:es?|ing)|lower(?:s|ed)?|drops?|falls?|worsen(?:s|ed)?|reduces?|decreases?"
#: asks how far a whole and the same without a part are apart; an expression
ASKS_LEFT_OUT = (
    rf"how (?:much|many|far) [^?]*\b(?:{_CHANGES})\b[^?]*\b(?:{_OMITTING})\b"
    rf"|how (?:much|many|far) [^?]*\b(?:{_OMITTING})\b[^?]*\b(?:{_CHANGES})\b"
)
_ASKS = re.compile(rf"\b(?:{ASKS_LEFT_OUT})", re.IGNORECASE)
_WITHOUT = re.compile(r"^(?:[\w /-]+ > )?(?:without|no|w/o|minus|excluding|[-\u2212\u2013])\b\s?", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:full|complete|whole|all components|base(?:line)?|default|proposed|ours)\b", re.IGNORECASE)


def of_left_out(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """The value of the whole and that without the part that a question names, in the column that it names."""
    if _ASKS.search(question) is None:
        return
    rows = by_row(values)
    asked = set(terms(question))
    without = [own for own in rows if _WITHOUT.match(own[0].label)]
    wholes = [own for own in rows if _WHOLE.search(own[0].label) and own not in without]
    shared = [len(set(terms(_WITHOUT.sub("", own[0].label))) & asked) for own in without]
    if not wholes or max(shared, default=0) == 0 or shared.count(max(shared)) > 1:
        return
    part = without[shared.index(max(shared))]
    pairs = [(one, other) for one in wholes[0] for other in part if one.column == other.column]
    said = [len(column_terms(one.column) & asked) for one, _ in pairs]
    if pairs and (len(pairs) == 1 or said.count(max(said)) == 1):
        yield list(pairs[said.index(max(said))])
