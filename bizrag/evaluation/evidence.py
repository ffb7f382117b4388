"""Evidence: the text that proves an answer, cut into pieces that can be looked for in what was retrieved. Pure."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from bizrag.model.words import contains_run, is_number, tokens

# A piece is found when each of its runs of tokens stands in one and the same text.
Piece = tuple[tuple[str, ...], ...]

# Ends of sentences, and dots that stand for words left out.
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'(\[]?[A-Z0-9])|\s*(?:\.{3}|…)\s*|\n+")
# "[table of Note 7]" points to a place, it is no text
_REFERENCE = re.compile(r"^\s*\[[^\]]*\]\s*$")


class EvidenceTable(BaseModel):
    """A table that proves an answer (the form of UDA and FeTaQA)."""

    model_config = ConfigDict(frozen=True)

    table_array: tuple[tuple[str | int | float | None, ...], ...]
    # (row, column) of the cells that count; all cells when empty
    highlighted_cell_ids: tuple[tuple[int, int], ...] = ()


def evidence_pieces(evidence: JsonValue) -> list[Piece]:
    """What to look for: sentences of evidence text, rows of evidence tables.

    A string or each string of a list is cut at sentence ends. A sentence is one run of tokens; a string of numbers
    only ("75.2 71.5 77.9") is the row of a table, so each number is a run of its own. ``{"table_array": [[cell, ...],
    ...]}`` gives a piece for each row and a run for each cell; with ``highlighted_cell_ids`` ([row, column]) only
    these rows and cells. References in square brackets and other structures give nothing.

    >>> evidence_pieces(["The fee is $5.00. It is due in May.", "[table of Note 1]"])
    [(('the', 'fee', 'is', '5'),), (('it', 'is', 'due', 'in', 'may'),)]
    >>> evidence_pieces("75.2 71.5")
    [(('75.2',), ('71.5',))]
    """
    if isinstance(evidence, str):
        return _text_pieces(evidence)
    if isinstance(evidence, list):
        return [piece for text in evidence if isinstance(text, str) for piece in _text_pieces(text)]
    if isinstance(evidence, dict):
        try:
            return _table_pieces(EvidenceTable.model_validate(evidence))
        except ValidationError:
            return []
    return []


def piece_is_in(piece: Piece, text_tokens: list[str]) -> bool:
    """Whether every run of the piece stands in the text."""
    return all(contains_run(text_tokens, run) for run in piece)


def _text_pieces(text: str) -> list[Piece]:
    if _REFERENCE.match(text):
        return []
    sentences = [tuple(tokens(sentence)) for sentence in _SENTENCE_END.split(text)]
    return [_runs(sentence) for sentence in sentences if sentence]


def _runs(sentence: tuple[str, ...]) -> Piece:
    if all(is_number(token) for token in sentence):
        return tuple((token,) for token in sentence)
    return (sentence,)


def _table_pieces(table: EvidenceTable) -> list[Piece]:
    marked = set(table.highlighted_cell_ids)
    rows = [
        [cell for c, cell in enumerate(row) if not marked or (r, c) in marked]
        for r, row in enumerate(table.table_array)
    ]
    pieces = [tuple(run for cell in row if (run := tuple(tokens(str(cell))))) for row in rows]
    return [piece for piece in pieces if piece]
