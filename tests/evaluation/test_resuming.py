"""Results that are kept: nothing is computed twice, nothing that changed is taken from before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bizrag.errors import BadInputError, NotFoundError, ProviderUnavailableError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.report.figures import to_json
from bizrag.evaluation.results import Results
from bizrag.evaluation.runner import EvalReport, IndexedDocument, Pipeline, evaluate
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever

DOCUMENT = IndexedDocument(document_id="d", source_uri="d.pdf", num_pages=9, layout="horizontal")
CASES = [
    EvalCase(id=f"q{number}", question=f"Question {number}?", doc="d.pdf", pages=(number,), hops="single")
    for number in range(1, 4)
]
HIT = Hit(
    rank=1,
    score=1.0,
    retriever=Retriever.DENSE,
    chunk_no=1,
    chunk_id="c",
    document_id="d",
    doc="d.pdf",
    title="",
    kind=ChunkKind.TEXT,
    text="text",
    headings=(),
    locators=(Locator(page_no=1),),
)


class Asked:
    """A retriever that remembers what it was asked; it fails at the questions named."""

    def __init__(self, *fails_at: str, error: Exception | None = None) -> None:
        self.questions: list[str] = []
        self.fails_at = fails_at
        self.error = error or ProviderUnavailableError("the server is gone")

    def __call__(self, question: str, document_ids: tuple[str, ...], top_k: int) -> Sequence[Hit]:
        self.questions.append(question)
        if question in self.fails_at:
            raise self.error
        return [HIT]

    def pipeline(self, state: str = "s") -> Pipeline:
        return Pipeline(name="p", documents=(DOCUMENT,), retrieve=self, state=state)


def run(path: Path, asked: Asked, cases: Sequence[EvalCase] = CASES, *, state: str = "s") -> EvalReport:
    with Results(path) as results:
        return evaluate(cases, [asked.pipeline(state)], results=results)


def test_a_second_run_asks_nothing_and_finds_the_same(tmp_path: Path) -> None:
    first, second = Asked(), Asked()
    one, two = (run(tmp_path / "results.jsonl", asked) for asked in (first, second))
    # the first question once more, to warm up
    assert sorted(first.questions) == ["Question 1?", "Question 1?", "Question 2?", "Question 3?"]
    assert second.questions == []
    assert (two.num_computed, two.num_kept) == (0, 3)
    assert [score.values for score in two.retrieval["p"]] == [score.values for score in one.retrieval["p"]]
    assert [score.pages for score in two.retrieval["p"]] == [(("d", 1),)] * 3


def test_a_new_state_of_the_index_or_another_question_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(path, Asked())
    changed, other = Asked(), Asked()
    assert run(path, changed, state="another").num_kept == 0
    assert len(changed.questions) == 4
    cases = [*CASES[:2], CASES[2].model_copy(update={"pages": (1,)})]
    assert run(path, other, cases).num_kept == 2
    assert set(other.questions) == {"Question 3?"}


def test_without_a_state_nothing_is_kept(tmp_path: Path) -> None:
    run(tmp_path / "results.jsonl", Asked(), state="")
    assert (tmp_path / "results.jsonl").read_text() == ""


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with pytest.raises(NotFoundError):
        run(path, Asked("Question 3?", error=NotFoundError("no such index")))
    with path.open("a") as file:
        file.write('{"key": "half a li')
    again = Asked()
    report = run(path, again)
    assert set(again.questions) == {"Question 3?"}
    assert report.num_kept == 2
    # the torn line is closed: what follows it is read next time
    assert run(path, Asked()).num_computed == 0


def test_a_model_that_fails_gives_no_score_and_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    value = to_json(run(path, Asked("Question 1?")))
    figures = value["figures"]["p"]["all"]
    assert (figures["n"], figures["n_failed"], figures["n_pages"], figures["page_recall@1"]) == (3, 1, 2, 0.0)
    assert value["failures"] == {"p": ["ProviderUnavailableError: the server is gone"]}
    again = Asked()
    assert to_json(run(path, again))["figures"]["p"]["all"]["page_recall@1"] == pytest.approx(1 / 3, abs=1e-4)
    assert set(again.questions) == {"Question 1?"}


def test_two_runs_do_not_write_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Results(path), pytest.raises(BadInputError, match="another evaluation writes there"):
        Results(path)
    with pytest.raises(BadInputError, match="cannot be written"):
        Results(tmp_path / "results.jsonl" / "below a file")


def test_lines_say_what_they_are_of(tmp_path: Path) -> None:
    run(tmp_path / "results.jsonl", Asked())
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert [(line["pipeline"], line["question"]) for line in lines] == [("p", f"q{number}") for number in (1, 2, 3)]


def test_many_at_a_time_find_what_one_at_a_time_finds() -> None:
    one = evaluate(CASES, [Asked().pipeline()])
    many = evaluate(CASES, [Asked().pipeline(), replace(Asked().pipeline(), name="other")], concurrency=4)
    assert [score.case.id for score in many.retrieval["other"]] == ["q1", "q2", "q3"]
    assert [score.values for score in many.retrieval["p"]] == [score.values for score in one.retrieval["p"]]


def test_structure_hops_and_answer_type_are_slices() -> None:
    cases = [*CASES, EvalCase(id="q9", question="?", doc="d.pdf", pages=(1,), hops="multi", answer_type="int")]
    figures = to_json(evaluate(cases, [Asked().pipeline()]))["figures"]["p"]
    counts = {name: values["n"] for name, values in figures.items()}
    assert counts == {
        "all": 4,
        "corpus": 4,
        "text": 4,
        ".pdf": 4,
        "layout horizontal": 4,
        "hops multi": 1,
        "hops single": 3,
        "answer int": 1,
    }


def test_the_log_rank_index_is_reported_as_hiqa_does() -> None:
    values = {"Question 1?": 1.0, "Question 2?": 0.5, "Question 3?": None}
    pipeline = replace(Asked().pipeline(), log_rank=lambda question, ids, pages: values[question])
    value = to_json(evaluate(CASES, [pipeline]))
    assert value["log_rank"]["p"] == {"n": 2, "mean": 0.75, "max": 1.0, "min": 0.5, "std": 0.25}
