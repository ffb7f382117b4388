"""All that a document counts under one name: "What did the auditors recommend?" with "Recommendation 1.", ... Pure.

They stand where they belong, each below the finding that it follows from, and no list holds them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import stem, terms

_ASKS_ALL = re.compile(
    r"^\W*(?:(?:what|which) (?!(?:is|was)\b)|list |name |describe |summari[sz]e |give me )[^?]*", re.IGNORECASE
)
_COUNTED = re.compile(
    r"(?:^|(?<=[.!?]\s)|\n)"
    r"(?P<name>(?!(?:Table|Figure|Chart|Exhibit)\b)[A-Z][a-z]{3,}) (?P<number>\d{1,2})[.:)]\s+(?=\S)",
    re.MULTILINE,
)
_ONE = re.compile(r"\b[^\W\d_]{4,} (?:no\.? ?|number |#)?\d{1,2}\b", re.IGNORECASE)
_MIN_ITEMS, _MAX_ITEMS = 3, 20
# with the name and the number before it
_SENTENCE_WORDS = 7


def find_counted_items(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Statement]:
    """What stands behind "Recommendation 1.", "Recommendation 2.", ... in their order, where a question asks for all
    that is called so; empty where it asks for one, or no document counts three.

    ``scored`` is best first: of several documents the one is told whose statements are best.
    """
    if not scored or not _ASKS_ALL.match(question) or _ONE.search(question):
        return []
    asked = set(terms(question))
    found: dict[str, dict[int, Statement]] = {}
    for (document_id, name), items in counted_items(statements).items():
        if stem(name) in asked:
            found.setdefault(document_id, items)
    told = (found.get(entry.statement.hit.document_id) for entry in scored)
    best = next(filter(None, told), dict[int, Statement]())
    if len(best) < _MIN_ITEMS or set(best) != set(range(1, len(best) + 1)):
        return []
    # "Step 2: Prepare your appeal" is but the name of what stands below it
    if 2 * sum(len(one.text.split()) < _SENTENCE_WORDS for one in best.values()) > len(best):
        return []
    return [best[number] for number in sorted(best)][:_MAX_ITEMS]


def counted_items(statements: Sequence[Statement]) -> dict[tuple[str, str], dict[int, Statement]]:
    """What documents count in their texts, with the sentence behind each number, by document id and name in small
    letters.
    """
    found: dict[tuple[str, str], dict[int, Statement]] = {}
    for one in _first_of_chunks(statements):
        for item in _COUNTED.finditer(one.hit.text):
            items = found.setdefault((one.hit.document_id, item["name"].lower()), {})
            items.setdefault(int(item["number"]), _to_sentence_end(one, item.start("name"), item.end(), statements))
    return found


def _first_of_chunks(statements: Sequence[Statement]) -> list[Statement]:
    texts = [one for one in statements if one.hit.kind is ChunkKind.TEXT]
    return list({one.hit.chunk_no: one for one in reversed(texts)}.values())


def _to_sentence_end(one: Statement, start: int, end: int, statements: Sequence[Statement]) -> Statement:
    """From the name of an item to the end of the sentence behind it."""
    same = [other for other in statements if other.hit.chunk_no == one.hit.chunk_no]
    ends = [other.end for other in same if other.start <= end < other.end]
    return replace(one, start=start, end=min(ends, default=len(one.hit.text)), label="", columns="", is_field=False)
