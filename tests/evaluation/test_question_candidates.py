"""Which pages questions are made of, what counts as evidence, which questions are the same, what it may cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.configuration.question import QuestionSettings
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.questions.candidates import (
    Rejection,
    Reviewed,
    has_evidence,
    make_case,
    without_duplicates,
)
from bizrag.evaluation.questions.estimate import estimate_calls, estimate_json
from bizrag.evaluation.questions.making import QuestionSet, write_set
from bizrag.evaluation.questions.sampling import sample_pages
from bizrag.store.question_pages import QuestionPage


def page(document: str, page_no: int, text: str = "words " * 50, **more: str) -> QuestionPage:
    return QuestionPage(
        document_id=document, doc=f"{document}.pdf", title="", page_no=page_no, image_sha256=None, text=text, **more
    )


PAGES = [page(document, page_no) for document in "abc" for page_no in range(1, 6)]


def case(question: str, *, number: int = 1, evidence: str = "", modality: str = "text") -> EvalCase:
    return EvalCase(id=f"q{number}", question=question, evidence=evidence, modality=modality)


def test_pages_are_spread_over_the_documents() -> None:
    found = sample_pages(PAGES, number=6, seed=0, min_chars=10)
    assert sorted(one.document_id for one in found) == ["a", "a", "b", "b", "c", "c"]
    assert len({one.document_id for one in found[:3]}) == 3


def test_a_larger_number_adds_pages_and_another_seed_takes_others() -> None:
    few, many = (sample_pages(PAGES, number=number, seed=0, min_chars=10) for number in (4, 9))
    assert many[:4] == few
    assert sample_pages(list(reversed(PAGES)), number=4, seed=0, min_chars=10) == few
    assert any(sample_pages(PAGES, number=4, seed=seed, min_chars=10) != few for seed in (1, 2))


def test_pages_with_little_on_them_are_passed_over_and_tables_count() -> None:
    pages = [page("a", 1, "Thank you"), page("a", 2, "Sales", tables="| 1 | 2 |" * 30)]
    assert [one.page_no for one in sample_pages(pages, number=5, seed=0, min_chars=100)] == [2]


@pytest.mark.parametrize(
    ("evidence", "modality", "stands"),
    [
        ("net sales of $1,234.50", "text", True),
        ("Net sales ... in 2025", "text", True),
        ("Net sales ... in 2026", "text", False),
        ("profit of 7", "text", False),
        ("profit of 7", "table", False),
        # what a chart shows stands in no text
        ("the line falls", "picture", True),
    ],
)
def test_evidence_stands_on_the_page_word_for_word(evidence: str, modality: str, stands: bool) -> None:
    told = page("a", 1, "We had net sales of $1,234.5 in 2025.")
    assert has_evidence(case("?", evidence=evidence, modality=modality), [told]) is stands


def test_evidence_may_stand_on_another_page_of_the_question() -> None:
    assert has_evidence(case("?", evidence="42 tons"), [page("a", 1, "none"), page("a", 2, "x", tables="| 42 tons |")])


def test_the_same_question_is_in_a_set_once() -> None:
    first, second, third = (
        Reviewed(case=case("How many tons?", number=1), rejection=Rejection.NOT_UNIQUE),
        Reviewed(case=case("How many tons?", number=2)),
        Reviewed(case=case("how many TONS", number=3)),
    )
    found = without_duplicates([first, second, third])
    assert [one.rejection for one in found] == [Rejection.NOT_UNIQUE, None, Rejection.DUPLICATE]
    assert found[2].detail == "asked by q2 already"


def test_a_case_is_named_by_its_page_and_question() -> None:
    made, again, other = (
        make_case(page("a", number), question="Why?", answer="So", evidence="so", source="chart")
        for number in (1, 1, 2)
    )
    assert made == again
    assert made.id != other.id
    assert (made.doc, made.pages, made.modality, made.hops) == ("a.pdf", (1,), "picture", "single")


def test_both_files_are_written_whole_and_can_be_read(tmp_path: Path) -> None:
    accepted = Reviewed(case=make_case(page("a", 1), question="Why?", answer="So", evidence="so", source="text"))
    rejected = Reviewed(case=case("What?"), original="Huh?", rejection=Rejection.NOT_ANSWERED, detail="It does not.")
    found = QuestionSet(reviewed=(accepted, rejected), unwritten={})
    output, others = tmp_path / "sets" / "q.jsonl", tmp_path / "sets" / "q.rejected.jsonl"
    write_set(found, output, others)
    assert [one.id for one in read_cases(output)] == [accepted.case.id]
    (line,) = read_cases(others)
    assert line.model_extra == {"original": "Huh?", "rejected": "not_answered", "why": "It does not."}
    assert sorted(path.name for path in output.parent.iterdir()) == ["q.jsonl", "q.rejected.jsonl"]


def test_an_estimate_never_says_more_than_may_be_called() -> None:
    settings = QuestionSettings(max_refinements=1, compared_pages=2, max_calls=30)
    # each page written; each question reviewed, refined, reviewed, looked up, and two others looked at
    assert estimate_calls(settings, num_pages=10, num_questions=20) == (10, 10 + 20 * 6)
    found = estimate_json(settings, model="gpt-4.1-2025-04-14", num_pages=10, num_questions=20, prices_path=None)
    assert found["calls"] == {"low": 10, "high": 30}
    assert 0 < found["cost_usd"]["low"] < found["cost_usd"]["high"] < 1
    assert estimate_json(settings, model="own", num_pages=1, num_questions=1, prices_path=None)["cost_usd"] is None
