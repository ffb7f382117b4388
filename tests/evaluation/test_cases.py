"""The question file: what is accepted, and how errors name their line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase, read_cases

FULL: dict[str, Any] = {
    "id": "q1",
    "question": "What were net sales?",
    "answer": "$5",
    "doc": "a.PDF",
    "docs": ["a.PDF", "b.pdf"],
    "pages": [3, 4],
    "evidence": "net sales of $5",
    "modality": "table",
    "scope": "doc",
    "set": "ours",
    "quick": True,
    "unit": "million",
}


def written(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_every_key_is_read_and_unknown_keys_are_kept(tmp_path: Path) -> None:
    case = read_cases(written(tmp_path, FULL))[0]
    assert (case.id, case.pages, case.set_name, case.quick) == ("q1", (3, 4), "ours", True)
    assert case.gold_docs == ("a.PDF", "b.pdf")
    assert case.file_type == "pdf"
    assert case.model_extra == {"unit": "million"}


def test_a_short_case_asks_over_everything(tmp_path: Path) -> None:
    case = read_cases(written(tmp_path, {"id": 7, "question": "Why?", "answer": 36, "doc": "a.txt"}))[0]
    assert (case.id, case.answer, case.scope, case.pages, case.gold_docs) == ("7", "36", "corpus", None, ("a.txt",))
    assert case.is_answerable


def test_an_unanswerable_question_is_known_by_its_modality() -> None:
    assert not EvalCase(id="1", question="Why?", modality="unanswerable").is_answerable


def test_quick_only_keeps_marked_questions_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, FULL, "", {"id": "q2", "question": "Why?"})
    assert [case.id for case in read_cases(path, quick_only=True)] == ["q1"]
    assert [case.id for case in read_cases(path)] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param("{", r"line 2: not JSON", id="not JSON"),
        pytest.param("[1]", r"line 2: a JSON object is expected", id="not an object"),
        pytest.param({"id": "q2"}, r"line 2: question: Field required", id="no question"),
        pytest.param({"id": "q2", "question": "Why?", "pages": [0]}, r"line 2: pages\.0: .*greater than", id="page 0"),
        pytest.param({"id": "q2", "question": "Why?", "scope": "page"}, r"line 2: scope: ", id="unknown scope"),
        pytest.param({"id": "q2", "question": "Why?", "scope": "doc"}, r"line 2: .*needs 'doc'", id="no document"),
        pytest.param(FULL, r"line 2: id 'q1' is already on line 1", id="id twice"),
    ],
)
def test_errors_name_the_line_and_the_key(tmp_path: Path, row: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        read_cases(written(tmp_path, FULL, row))


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="cannot be read"):
        read_cases(tmp_path / "nothing.jsonl")


def test_a_file_without_a_question_is_bad_input(tmp_path: Path) -> None:
    """A report of nothing looks like a run in which all was well."""
    with pytest.raises(BadInputError, match=r"holds no question$"):
        read_cases(written(tmp_path, ""))
    with pytest.raises(BadInputError, match='holds no question that is marked "quick": true'):
        read_cases(written(tmp_path, {"id": "q", "question": "Why?"}), quick_only=True)


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("$1,234", "numeric"),
        ("about 12.5 percent", "numeric"),
        ("Revenue rose by 5 %", "both"),
        ("Quill & Dorsey", "non-numeric"),
        (None, None),
        ("--", None),
    ],
)
def test_an_answer_is_numeric_or_not_or_both(answer: str | None, value: str | None) -> None:
    assert EvalCase(id="1", question="?", answer=answer).answer_value == value
    assert EvalCase(id="1", question="?", answer=answer, modality="unanswerable").answer_value is None
