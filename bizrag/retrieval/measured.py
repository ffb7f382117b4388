"""Tables with a row that is called what a question names: a search ranks a table by all of its words, and a balance
sheet has many. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from bizrag.model.breakdowns import asks_breakdown, breakdown_fit
from bizrag.model.measures import asks_share, is_wholly_named, named_by, words_above
from bizrag.model.retrieval import Hit

#: the route of these hits
BY_ROW = "row"
#: tables of one document: a measure stands in a statement, and with what it is made up of in a note
_MOST = 2
_ROW = re.compile(r"^(?P<label>[^:\n]{2,200}): (?P<cells>[^\n]*\d[^\n]*)", re.MULTILINE)
_AMOUNT = re.compile(r"\d[\d.,]*\)?(?![\d.,%)])")

# words of the measure that a row has, whether it is of an amount or share as is asked for, and no others above it
_Fit = tuple[int, bool, int]


def with_measured(question: str, hits: Sequence[Hit], tables: Mapping[str, Sequence[Hit]], *, top_k: int) -> list[Hit]:
    """The hits, before them the tables of each document with the best rows for what the question names, ranks anew."""
    # the best of each document before second ones: what is read has an end
    dealt = zip_longest(*(_measured(question, own) for own in tables.values()))
    found = [hit for hits_of_place in dealt for hit in hits_of_place if hit is not None]
    known = {hit.chunk_no: hit for hit in hits}
    first = [
        replace(hit, score=known[hit.chunk_no].score if hit.chunk_no in known else hit.score, route_ranks=routes)
        for place, hit in enumerate(found, start=1)
        for routes in [{**(known[hit.chunk_no].route_ranks if hit.chunk_no in known else {}), BY_ROW: place}]
    ]
    taken = {hit.chunk_no for hit in first}
    ordered = [*first, *(hit for hit in hits if hit.chunk_no not in taken)]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered[:top_k], start=1)]


def _measured(question: str, tables: Sequence[Hit]) -> list[Hit]:
    """The tables of a document with the best rows, the best first; of equal ones the first in the document. Where the
    parts of a sum are asked for, before them the table that tells them best.
    """
    if asks_breakdown(question):
        parting = [(fit, hit) for hit in tables if (fit := breakdown_fit(question, hit.text)) is not None]
        if parting:
            return [max(parting, key=lambda one: one[0])[1]]
    fits = [(fit, hit) for hit in tables if (fit := _fit(question, hit)) is not None]
    if not fits:
        return []
    best = max(fit for fit, _ in fits)
    kept = [(fit, hit) for fit, hit in fits if fit[0] == best[0]]
    return [hit for _, hit in sorted(kept, key=lambda one: one[0], reverse=True)[:_MOST]]


def _fit(question: str, table: Hit) -> _Fit | None:
    """How well the best row of a table fits; None where none tells all that the question says of a measure."""
    is_share = asks_share(question)
    return max(
        (
            (
                named.size,
                is_share is (_AMOUNT.search(row["cells"]) is None),
                -words_above(row["label"], question),
            )
            for row in _ROW.finditer(table.text)
            if (named := named_by(row["label"], question)) is not None
            and is_wholly_named(named, question, f"{table.title} {table.doc}")
        ),
        default=None,
    )
