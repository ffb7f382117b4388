"""Question files in the formats of public data sets, with questions of our own, and what is said when one is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bizrag.errors import BadInputError, NotFoundError
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.readers.formats import format_names, read_questions, write_questions
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.tatqa import tatqa_documents
from bizrag.evaluation.readers.values import page_numbers

VIDOSEEK: dict[str, Any] = {
    "uid": "deck_1",
    "query": "How hot is the kiln?",
    "reference_answer": "900 degrees",
    "meta_info": {
        "file_name": "kilns.of.2020.pdf",
        "reference_page": [11, 10],
        "source_type": "2D_Layout",
        "query_type": "Multi-Hop",
    },
}
SLIDEVQA: dict[str, Any] = {
    "qa_id": 7,
    "question": "How many kilns?",
    "answer": 3,
    "deck_name": "kilns_2020",
    "deck_url": "https://example.com/kilns",
    "image_urls": [f"https://example.com/{number}.jpg" for number in range(1, 21)],
    "evidence_pages": [2, 20],
    "answer_type": "Non-Span",
    "reasoning_type": "Multi-Hop",
    "arithmetic_expression": "1 + 2",
}
FINRAGBENCH: dict[str, Any] = {
    "query-id": "Kilns - May 2024_16.png-1",
    "query": "Which kiln sold best?",
    "answer": "The small one",
    "category": "Table-Compare and Sort",
    "answer_type": "short",
    "from_pages": "16",
}
MMLONGBENCH: dict[str, Any] = {
    "doc_id": "kilns.pdf",
    "doc_type": "Brochure",
    "question": "Which kilns are gas fired?",
    "answer": "['A1', 'A2']",
    "evidence_pages": "[3, 5]",
    "evidence_sources": "['Chart', 'Pure-text (Plain-text)']",
    "answer_format": "List",
}
FINANCEBENCH: dict[str, Any] = {
    "financebench_id": "financebench_id_1",
    "company": "Kilns",
    "doc_name": "KILNS_2020_10K",
    "question_type": "metrics-generated",
    "question_reasoning": "Information extraction",
    "question": "What were the sales of Kilns in 2020?",
    "answer": "$5.00",
    "evidence": [
        {"evidence_text": "Sales were $5.", "doc_name": "KILNS_2020_10K", "evidence_page_num": 0},
        {"evidence_text": "In millions.", "doc_name": "KILNS_2020_10K", "evidence_page_num": 59},
    ],
}
TATQA: dict[str, Any] = {
    "table": {"uid": "t-1", "table": [["", "2019", "2018"], ["Small & large", "$ 12.5", "9.0"]]},
    "paragraphs": [
        {"uid": "p-2", "order": 2, "text": "Figures in millions."},
        {"uid": "p-1", "order": 1, "text": "Sales by kiln:"},
    ],
    "questions": [
        {
            "uid": "q-1",
            "order": 1,
            "question": "How did sales change?",
            "answer": 3.5,
            "derivation": "12.5 - 9.0",
            "answer_type": "arithmetic",
            "answer_from": "table-text",
            "rel_paragraphs": ["2"],
            "req_comparison": False,
            "scale": "million",
        },
        {
            "uid": "q-2",
            "order": 2,
            "question": "Which years are shown?",
            "answer": ["2019", "2018"],
            "derivation": "",
            "answer_type": "multi-span",
            "answer_from": "table",
            "rel_paragraphs": [],
            "req_comparison": False,
            "scale": "",
        },
    ],
}


def written(tmp_path: Path, value: Any, name: str = "questions.json") -> Path:
    path = tmp_path / name
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def lines(*rows: Any) -> str:
    return "\n".join(map(json.dumps, rows))


@pytest.mark.parametrize("wrap", [lambda row: {"examples": [row]}, lambda row: [row], lambda row: row, lines])
def test_vidoseek(tmp_path: Path, wrap: Any) -> None:
    assert read_questions("vidoseek", written(tmp_path, wrap(VIDOSEEK))) == [
        EvalCase.model_validate(
            {
                "id": "deck_1",
                "question": "How hot is the kiln?",
                "answer": "900 degrees",
                "doc": "kilns.of.2020.pdf",
                "pages": (10, 11),
                "modality": "layout",
                "hops": "multi",
                "scope": "corpus",
                "set": "vidoseek",
            }
        )
    ]


def test_slidevqa(tmp_path: Path) -> None:
    case = read_questions("slidevqa", written(tmp_path, lines(SLIDEVQA, SLIDEVQA | {"qa_id": 8})))[0]
    assert (case.id, case.answer, case.doc, case.pages) == ("7", "3", "kilns_2020.pdf", (2, 20))
    assert (case.answer_type, case.hops, case.scope, case.modality) == ("non-span", "multi", "doc", "slide")
    assert case.model_extra == {"reasoning_type": "Multi-Hop"}


def test_finragbench_names_its_document_in_the_id(tmp_path: Path) -> None:
    rows = [FINRAGBENCH, FINRAGBENCH | {"query-id": "年报（英文版）_65.png-s1", "from_pages": "65,66"}]
    first, second = read_questions("finragbench-v", written(tmp_path, rows))
    assert (first.id, first.doc, first.pages) == ("Kilns - May 2024_16.png-1", "Kilns - May 2024.pdf", (16,))
    assert (first.modality, first.answer_type, first.scope, first.hops) == ("table", "short", "corpus", None)
    assert (second.doc, second.pages, second.hops) == ("年报（英文版）.pdf", (65, 66), "multi")


def test_masqa_in_a_table(tmp_path: Path) -> None:
    text = 'question,answer,document,pages,type\n"Which, of two?",A1,kilns.pdf,"2-3, 7",Choice\nHow many?,2,k.pdf,,\n'
    first, second = read_questions("masqa", written(tmp_path, text, "masqa.csv"))
    assert (first.id, first.question, first.doc, first.pages) == (
        "masqa-0001",
        "Which, of two?",
        "kilns.pdf",
        (2, 3, 7),
    )
    assert (first.answer_type, second.answer_type, second.pages, second.modality) == ("choice", None, None, "unknown")


def test_a_column_map_follows_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "no\tq\ta\tsource\tp\n5\tHow many?\t2\tvol1/kilns\t0\n", "own.tsv")
    options = ReadOptions(
        columns={"id": "no", "question": "q", "answer": "a", "doc": "source", "pages": "p"},
        doc_pattern=r".*/(.+)",
        suffix=".docx",
        first_page=0,
        scope="doc",
    )
    case = read_questions("masqa", path, options)[0]
    assert (case.id, case.question, case.doc, case.pages, case.scope) == ("5", "How many?", "kilns.docx", (1,), "doc")


def test_mmlongbench(tmp_path: Path) -> None:
    unanswerable = {"answer": "Not answerable", "evidence_pages": "[]", "evidence_sources": "[]"}
    rows = [
        MMLONGBENCH,
        MMLONGBENCH | unanswerable | {"answer_format": "None"},
        MMLONGBENCH | {"evidence_sources": "['Figure']", "evidence_pages": [4], "answer_format": "Int"},
    ]
    first, second, third = read_questions("mmlongbench-doc", written(tmp_path, rows))
    assert (first.id, first.doc, first.pages, first.hops) == ("mmlongbench-0001", "kilns.pdf", (3, 5), "multi")
    assert (first.modality, first.answer_type, first.scope) == ("mixed", "list", "doc")
    assert (second.is_answerable, second.pages, second.hops, second.answer_type) == (False, None, None, "none")
    assert (third.modality, third.pages, third.hops) == ("figure", (4,), "single")


def test_financebench_counts_pages_from_zero(tmp_path: Path) -> None:
    case = read_questions("financebench", written(tmp_path, lines(FINANCEBENCH)))[0]
    assert (case.doc, case.pages, case.gold_docs) == ("KILNS_2020_10K.pdf", (1, 60), ("KILNS_2020_10K.pdf",))
    assert (case.evidence, case.hops, case.scope) == (["Sales were $5.", "In millions."], "multi", "corpus")
    assert case.model_extra == {
        "question_type": "metrics-generated",
        "question_reasoning": "Information extraction",
    }


def test_financebench_keeps_pages_of_its_own_document_only(tmp_path: Path) -> None:
    other = {"evidence_text": "x", "doc_name": "KILNS_2019_10K", "evidence_page_num": 9}
    row = FINANCEBENCH | {"evidence": [FINANCEBENCH["evidence"][0], other]}
    case = read_questions("financebench", written(tmp_path, lines(row)))[0]
    assert (case.pages, case.gold_docs) == ((1,), ("KILNS_2020_10K.pdf", "KILNS_2019_10K.pdf"))


def test_tatqa_makes_a_document_of_every_context(tmp_path: Path) -> None:
    path = written(tmp_path, [TATQA])
    first, second = read_questions("tat-qa", path)
    assert (first.id, first.answer, first.doc, first.modality) == ("q-1", "3.5 million", "t-1.html", "mixed")
    assert (first.evidence, first.answer_type, first.pages) == (["Figures in millions."], "arithmetic", None)
    assert (second.answer, second.evidence) == ("2019; 2018", {"table_array": TATQA["table"]["table"]})
    [(name, text)] = tatqa_documents(path)
    assert name == "t-1.html"
    assert (
        text.index("Sales by kiln:") < text.index("<td>Small &amp; large</td><td>$ 12.5</td>") < text.index("Figures")
    )


SAMPLES: dict[str, Any] = {
    "vidoseek": VIDOSEEK,
    "slidevqa": SLIDEVQA,
    "finragbench-v": FINRAGBENCH,
    "masqa": {"question": "How many?", "answer": "2", "document": "k.pdf"},
    "mmlongbench-doc": MMLONGBENCH,
    "financebench": FINANCEBENCH,
    "tat-qa": TATQA,
    "ours": {"id": "q1", "question": "How many?", "answer": "2", "doc": "k.pdf", "pages": [1]},
}


@pytest.mark.parametrize("name", format_names())
def test_every_format_is_written_as_ours_and_read_again(tmp_path: Path, name: str) -> None:
    cases = read_questions(name, written(tmp_path, SAMPLES[name]))
    write_questions(cases, tmp_path / "ours.jsonl")
    assert read_cases(tmp_path / "ours.jsonl") == cases


@pytest.mark.parametrize("separator", ["\u2028", "\x85", "\x0c", "\r\n"])
def test_line_separators_inside_texts_end_no_line(tmp_path: Path, separator: str) -> None:
    row = FINANCEBENCH | {"question": f"What were{separator}the sales?"}
    text = "\n".join(json.dumps(item, ensure_ascii=False) for item in (row, row | {"financebench_id": "2"}))
    cases = read_questions("financebench", written(tmp_path, text, "questions.jsonl"))
    assert [case.question for case in cases] == [row["question"]] * 2
    write_questions(cases, tmp_path / "ours.jsonl")
    assert read_cases(tmp_path / "ours.jsonl") == cases


def without(row: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("vidoseek", [VIDOSEEK, without(VIDOSEEK, "query")], r"questions.json, item 2: query: Field required"),
        ("vidoseek", [VIDOSEEK | {"meta_info": {}}], r"item 1: meta_info.file_name: Field required"),
        (
            "vidoseek",
            [VIDOSEEK | {"meta_info": VIDOSEEK["meta_info"] | {"reference_page": [0]}}],
            r"item 1: pages: 0 is before the first page, which is 1 here",
        ),
        ("vidoseek", [VIDOSEEK, VIDOSEEK], r"id 'deck_1' occurs twice"),
        ("vidoseek", "[]", r"questions.json: no questions"),
        ("vidoseek", [VIDOSEEK | {"query": ""}], r"item 1: question: .*at least 1 character"),
        ("slidevqa", lines(SLIDEVQA) + "\n{", r"line 2: not JSON"),
        ("slidevqa", lines(SLIDEVQA, [1]), r"line 2: a JSON object is expected"),
        (
            "slidevqa",
            lines(SLIDEVQA | {"evidence_pages": [21]}),
            r"item 1: evidence_pages: 21 is behind the last of 20 slides",
        ),
        ("finragbench-v", [FINRAGBENCH | {"query-id": "kilns"}], r"item 1: no document in 'kilns' by the pattern"),
        ("finragbench-v", [without(FINRAGBENCH, "answer")], r"item 1: no column 'answer' for answer; there are query-"),
        ("finragbench-v", [FINRAGBENCH | {"from_pages": "iv"}], r"item 1: pages: 'iv' is no list of page numbers"),
        ("finragbench-v", [FINRAGBENCH | {"from_pages": "7-3"}], r"item 1: pages: '7-3' is no list of page numbers"),
        ("mmlongbench-doc", [MMLONGBENCH | {"evidence_pages": "[3"}], r"item 1: evidence_pages: .*valid list"),
        ("financebench", lines(without(FINANCEBENCH, "evidence")), r"item 1: evidence: Field required"),
        ("tat-qa", [TATQA | {"questions": [{"uid": "x"}]}], r"item 1: questions.0.question: Field required"),
        ("tat-qa", "12", r"questions.json: a list of questions is expected"),
    ],
)
def test_errors_name_the_place_and_the_key(tmp_path: Path, name: str, content: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        read_questions(name, written(tmp_path, content))


def test_what_is_asked_for_must_be_there(tmp_path: Path) -> None:
    path = written(tmp_path, [SAMPLES["masqa"]])
    with pytest.raises(BadInputError, match="item 1: no column 'seite' for pages; there are question, answer"):
        read_questions("masqa", path, ReadOptions(columns={"pages": "seite"}))
    with pytest.raises(BadInputError, match=r"no such keys: \['page'\]"):
        read_questions("masqa", path, ReadOptions(columns={"page": "pages"}))
    path = written(tmp_path, [SAMPLES["masqa"] | {"of two\nlines": 1}])
    with pytest.raises(BadInputError, match="of two lines"):
        read_questions("masqa", path, ReadOptions(columns={"pages": "seite"}))
    with pytest.raises(BadInputError, match="has no group for the document"):
        read_questions("masqa", path, ReadOptions(doc_pattern=".+"))
    with pytest.raises(BadInputError, match="is no regular expression"):
        read_questions("masqa", path, ReadOptions(doc_pattern="("))
    with pytest.raises(BadInputError, match="cannot be read"):
        read_questions("masqa", tmp_path / "nothing.json")
    with pytest.raises(NotFoundError, match="no format is called 'squad'; there are ours, vidoseek"):
        read_questions("squad", path)


@pytest.mark.parametrize(
    ("value", "pages"),
    [(16, [16]), ("16.0", [16]), ("[16, 18]", [16, 18]), ([16, "18"], [16, 18]), ("2–4", [2, 3, 4]), ("", [])],
)
def test_pages_as_files_write_them(value: Any, pages: list[int]) -> None:
    assert page_numbers(value, where="") == pages
