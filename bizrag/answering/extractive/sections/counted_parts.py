"""How many figures, tables, sections or references a document has, by their numbers. Pure.

They stand all over the document; a search brings some, so those are read that ``retrieval`` brings for such a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.counted_parts import asked_count, count_of, mentioned_in, numbers_in


def find_counted_parts(question: str, statements: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The last of the parts that a question asks the number of, and what is told: "12 figures, the last: Figure 12.";
    None where it asks for something else, or numbers of them are missing in what was read.
    """
    kind = asked_count(question)
    if kind is None or len({one.hit.document_id for one in statements}) != 1:
        return None
    found: dict[str, Statement] = {}
    chunks = {one.hit.chunk_no: one for one in statements}.values()
    for one in chunks:
        for number, start, end in numbers_in(kind, one.hit.text, one.hit.headings):
            if start >= 0:
                found.setdefault(number, one.part(start, end))
    count = count_of(found, {number for one in chunks for number in mentioned_in(kind, one.hit.text)})
    if count is None:
        return None
    last = max(found, key=lambda number: [int(part) for part in number.replace("-", ".").split(".")])
    name = str(kind).removesuffix("s") if count == 1 else str(kind)
    said = " ".join(found[last].said.split()).lstrip("# ")
    return found[last], f"{count} {name}; the last: {said}" if count > 1 else f"{count} {name}: {said}"
