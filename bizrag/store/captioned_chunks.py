"""The chunks of a document with the caption that a question names by its number, without a search."""

from __future__ import annotations

import re

from sqlalchemy import Connection

from bizrag.model.captions import captions_of
from bizrag.model.retrieval import Hit, Retriever
from bizrag.store.hits import hit_of
from sql import statement

# no search ranked them
_NO_SCORE = 0.0


def captioned_chunks(
    conn: Connection, named: re.Match[str], *, index_no: int, document_id: str, retriever: Retriever
) -> list[Hit]:
    """The chunks with a line that begins with the name (a match of ``named_caption``), in the order of reading; ranks
    count from 1.
    """
    kind, number = named["kind"].casefold(), named["number"]
    kinds = ("figure", "fig.", "fig") if kind.startswith("fig") else (kind,)
    rows = conn.execute(
        statement("select_chunks_of_part"),
        {
            "index_no": index_no,
            "document_id": document_id,
            "page_no": None,
            "patterns": [f"%{kind}%{number}%" for kind in kinds],
        },
    )
    caption = captions_of(named)
    found = [row for row in rows.mappings() if caption.search(row["text"])]
    return [
        hit_of(row, rank=place, score=_NO_SCORE, retriever=retriever, route_ranks={})
        for place, row in enumerate(found, start=1)
    ]
