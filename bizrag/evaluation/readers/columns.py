"""Data sets whose files vary (FinRAGBench-V, MasQA, one's own): a map says which column is what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows
from bizrag.evaluation.readers.values import hops_of, page_numbers, physical_pages

__all__ = ["FINRAGBENCH", "MASQA", "ColumnMap", "read_columns"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMap:
    """Names of columns; those with a default may be missing from the file."""

    set_name: str
    question: str
    answer: str
    doc: str
    # without it a case is called by its place in the file
    id: str | None = None
    pages: str | None = None
    # what is before a "-" or "/" is the modality: "Table-Compare and Sort"
    modality: str | None = None
    answer_type: str | None = None
    hops: str | None = None
    # regular expression whose first group is the document
    doc_pattern: str = "(.+)"
    suffix: str = ""
    first_page: int = 1

    def with_options(self, options: ReadOptions) -> ColumnMap:
        """The map as a person changed it. Raises BadInputError for a key that is none of ours."""
        if unknown := options.columns.keys() - {*_REQUIRED, *_OPTIONAL}:
            raise BadInputError(f"no such keys: {sorted(unknown)}; there are {', '.join((*_REQUIRED, *_OPTIONAL))}")
        changed: dict[str, Any] = dict(options.columns)
        if options.doc_pattern is not None:
            changed["doc_pattern"] = _pattern(options.doc_pattern)
        return replace(self, first_page=options.page_of(self.first_page), **changed)


_REQUIRED = ("question", "answer", "doc")
_OPTIONAL = ("id", "pages", "modality", "answer_type", "hops")

#: queries_en.json and queries_ch.json; the document and page stand in the id: NAME_16.png-1
FINRAGBENCH = ColumnMap(
    set_name="finragbench-v",
    id="query-id",
    question="query",
    answer="answer",
    doc="query-id",
    doc_pattern=r"(.+?)_\d+(?:[_,-]\d+)*\.(?:png|jpe?g)\b.*",
    suffix=".pdf",
    pages="from_pages",
    modality="category",
    answer_type="answer_type",
)
#: HiQA's data set in a table with these columns
MASQA = ColumnMap(
    set_name="masqa",
    question="question",
    answer="answer",
    doc="document",
    pages="pages",
    modality="modality",
    answer_type="type",
)


def read_columns(path: Path, options: ReadOptions, preset: ColumnMap) -> list[EvalCase]:
    """JSON, JSON lines, CSV or TSV. A column that the person named must be in every row, as the required ones."""
    columns = preset.with_options(options)
    asked_for = {*_REQUIRED, *options.columns}
    return [
        _case(row, columns, asked_for, number, where, options)
        for number, (where, row) in enumerate(read_rows(path), start=1)
    ]


def _case(
    row: Mapping[str, Any], columns: ColumnMap, asked_for: set[str], number: int, where: str, options: ReadOptions
) -> EvalCase:
    found: dict[str, Any] = {}
    for key in (*_REQUIRED, *_OPTIONAL):
        column = getattr(columns, key)
        if key in asked_for and column not in row:
            there = " ".join(", ".join(row).split())
            raise BadInputError(f"{where}: no column {column!r} for {key}; there are {there}")
        found[key] = row.get(column) if column else None
    doc = _doc(found["doc"], columns, where, options)
    numbers = page_numbers(found["pages"], where=where)
    values = {
        "id": found["id"] if found["id"] not in (None, "") else f"{columns.set_name}-{number:04}",
        "question": found["question"],
        "answer": found["answer"],
        "doc": doc,
        "pages": physical_pages(numbers, first=columns.first_page, where=where),
        "modality": _modality(found["modality"]),
        "answer_type": str(found["answer_type"]).lower() if found["answer_type"] else None,
        "hops": hops_of(found["hops"]) if found["hops"] else ("multi" if len(numbers) > 1 else None),
        "scope": options.scope or "corpus",
        "set": columns.set_name,
    }
    return checked(values, EvalCase, where=where)


def _doc(value: Any, columns: ColumnMap, where: str, options: ReadOptions) -> str:
    match = re.fullmatch(columns.doc_pattern, str(value), re.DOTALL)
    if match is None:
        raise BadInputError(f"{where}: no document in {value!r} by the pattern {columns.doc_pattern}")
    return options.doc_of(match[1], columns.suffix)


def _modality(value: Any) -> str:
    return re.split(r"[-/]", str(value or "").lower(), maxsplit=1)[0].strip() or "unknown"


def _pattern(text: str) -> str:
    try:
        groups = re.compile(text).groups
    except re.error as error:
        raise BadInputError(f"{text!r} is no regular expression: {error}") from error
    if not groups:
        raise BadInputError(f"{text!r} has no group for the document: write (.+)_\\d+")
    return text
