"""What a code stands for: "-TR" of "-TR = tape and reel, 3000 pcs; -T2 = tape and reel, 250 pcs". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"\bwhat (?:does|do|did|is|are)\b(?P<named>[^?]*?)"
    r"\b(?:mean|means|meant|stand(?:s)? for|denote|signify|indicate|meaning)\b",
    re.IGNORECASE,
)
_MEANING_OF = re.compile(r"\bwhat (?:is|are) the meaning of (?P<named>[^?]+)", re.IGNORECASE)
# a code has figures or capitals, or a hyphen before it
_CODE = re.compile(r"(?<![\w-])(?:-?(?=[A-Z\d]*(?:[A-Z]|\d))[A-Z\d]{1,8}(?:[./-][A-Z\d]{1,6})*)(?![\w-])")
_MIN_ENTRIES = 2
_NAME = re.compile(r"\W*(?P<name>[^\W\d][^:=;\n]{0,40}): ")
_ENTRY = r"(?<![\w-]){code}\s?=\s?(?P<said>[^;=\n]+?)(?=;|,? [\w-]{{1,8}} ?=|\n|$)"
_ANY_ENTRY = re.compile(r"(?<![\w-])[\w-]{1,8}\s?=\s?[^;=\n]")


def find_gloss(question: str, statements: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The entry of a list of codes that a question asks the meaning of, and how it is said: behind the list's name.

    None where it asks for none, or where several lists have it and none of them has more words of the question.
    """
    asks = _ASKS.search(question) or _MEANING_OF.search(question)
    codes = _CODE.findall(asks["named"]) if asks is not None else []
    if not codes:
        return None
    asked = set(terms(question))
    found: list[tuple[int, Statement, str]] = []
    for one in {one.hit.chunk_no: one for one in reversed(statements)}.values():
        if one.hit.kind is not ChunkKind.TEXT:
            continue
        for line in re.finditer(r"[^\n]+", one.hit.text):
            entry = re.search(_ENTRY.format(code=re.escape(codes[-1])), line[0])
            if entry is not None and len(_ANY_ENTRY.findall(line[0])) >= _MIN_ENTRIES:
                part = one.part(line.start() + entry.start(), line.start() + entry.end())
                name = _NAME.match(line[0])
                said = f"{name['name']}: {part.text}" if name is not None else part.text
                if ";" not in line[0]:
                    # "L = below, H = above the limit" goes on behind the last one
                    part, said = one.part(*line.span()), line[0].strip()
                found.append((len(asked & set(terms(line[0]))), part, said))
    best = max((shared for shared, _, _ in found), default=0)
    told = {part.text: (part, said) for shared, part, said in found if shared == best}
    return next(iter(told.values())) if len(told) == 1 else None
