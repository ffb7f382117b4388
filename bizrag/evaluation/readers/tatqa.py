"""TAT-QA (Zhu et al. 2021): questions on a table and the paragraphs around it.

The data set has no documents: a table with its paragraphs is one, which ``tatqa_documents`` gives as a page of HTML.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows

__all__ = ["read_tatqa", "tatqa_documents"]

_SUFFIX = ".html"


class _Table(BaseModel):
    uid: str
    table: list[list[str]]


class _Paragraph(BaseModel):
    order: int
    text: str


class _Question(BaseModel):
    uid: str
    question: str
    # one span, several, or a computed number
    answer: str | int | float | list[str | int | float]
    # span, multi-span (spans), arithmetic, count (counting)
    answer_type: str
    # table, text, table-text
    answer_from: str
    # "", thousand, million, billion, percent
    scale: str
    # orders of the paragraphs that are needed
    rel_paragraphs: list[str] = []
    derivation: str = ""


class _Context(BaseModel):
    table: _Table
    paragraphs: list[_Paragraph]
    questions: list[_Question] = Field(min_length=1)


def read_tatqa(path: Path, options: ReadOptions) -> list[EvalCase]:
    """A JSON list of contexts; the answer is written with its scale: "12.5 million", "3 %"."""
    return [
        _case(question, context, where, options)
        for where, values in read_rows(path)
        for context in [checked(values, _Context, where=where)]
        for question in context.questions
    ]


def tatqa_documents(path: Path) -> Iterator[tuple[str, str]]:
    """(file name, HTML) of every context, as the cases name it."""
    for where, values in read_rows(path):
        context = checked(values, _Context, where=where)
        yield context.table.uid + _SUFFIX, _html(context)


def _case(question: _Question, context: _Context, where: str, options: ReadOptions) -> EvalCase:
    values: dict[str, Any] = {
        "id": question.uid,
        "question": question.question,
        "answer": _answer(question),
        "doc": options.doc_of(context.table.uid, _SUFFIX),
        "evidence": _evidence(question, context),
        "modality": "mixed" if question.answer_from == "table-text" else question.answer_from,
        "answer_type": question.answer_type,
        "scope": options.scope or "doc",
        "set": "tat-qa",
        "derivation": question.derivation,
    }
    return checked(values, EvalCase, where=where)


def _answer(question: _Question) -> str:
    spans = question.answer if isinstance(question.answer, list) else [question.answer]
    scale = " %" if question.scale == "percent" else f" {question.scale}" if question.scale else ""
    return "; ".join(f"{span}{scale}" for span in spans)


def _evidence(question: _Question, context: _Context) -> Any:
    """The paragraphs that the data set names, or the whole table."""
    if question.answer_from == "table":
        return {"table_array": context.table.table}
    wanted = set(question.rel_paragraphs)
    return [paragraph.text for paragraph in context.paragraphs if str(paragraph.order) in wanted] or None


def _html(context: _Context) -> str:
    """The first paragraphs stand before the table in the filings that the data set is taken from."""
    paragraphs = [
        f"<p>{escape(item.text)}</p>" for item in sorted(context.paragraphs, key=lambda paragraph: paragraph.order)
    ]
    rows = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in context.table.table]
    body = "\n".join([*paragraphs[:1], "<table>", *rows, "</table>", *paragraphs[1:]])
    return f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n{body}\n</body></html>\n'
