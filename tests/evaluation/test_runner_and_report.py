"""The runner on a small index in memory, and the report's figures: worked by hand."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from rich.console import Console

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.report.baseline import changes
from bizrag.evaluation.report.columns import answer_columns
from bizrag.evaluation.report.figures import question_values, to_json
from bizrag.evaluation.report.terminal import render
from bizrag.evaluation.runner import EvalReport, IndexedDocument, Pipeline, evaluate
from bizrag.model.answers import Answer, Citation, Trace
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from bizrag.model.spending import Spending

REPORT = IndexedDocument(document_id="r", source_uri="2025/report.pdf", num_pages=9)
POLICY = IndexedDocument(document_id="p", source_uri="policy.docx", num_pages=None)
DOCUMENTS = [REPORT, POLICY]


def hit(document: IndexedDocument, place: Locator, text: str, rank: int = 1) -> Hit:
    return Hit(
        rank=rank,
        score=1 / rank,
        retriever=Retriever.HYBRID,
        chunk_no=rank,
        chunk_id=f"{rank:032x}",
        document_id=document.document_id,
        doc=document.source_uri,
        title=document.name,
        kind=ChunkKind.TEXT,
        text=text,
        headings=(),
        locators=(place,),
    )


HITS = [
    hit(POLICY, Locator(char_start=0, char_end=9), "Hotels cost at most 180 euros."),
    hit(REPORT, Locator(page_no=4), "Net sales were $1,234.", 2),
    hit(REPORT, Locator(page_no=2), "The board met.", 3),
]


def retrieve(question: str, document_ids: tuple[str, ...], top_k: int) -> Sequence[Hit]:
    """Always the three hits, narrowed."""
    return [found for found in HITS if not document_ids or found.document_id in document_ids][:top_k]


def retrieve_nothing(question: str, document_ids: tuple[str, ...], top_k: int) -> Sequence[Hit]:
    return []


def answer(question: str, document_ids: tuple[str, ...]) -> Answer:
    found = HITS[1]
    citation = Citation(
        citation_id=1,
        chunk_id=found.chunk_id,
        document_id=found.document_id,
        doc=found.doc,
        locators=found.locators,
        quote=found.text,
    )
    is_abstention = "dividend" in question
    text = "No answer found" if is_abstention else "Net sales were $1,234. [1](#1)"
    citations = () if is_abstention else (citation,)
    return Answer(
        text=text, citations=citations, is_abstention=is_abstention, passages=(), provider="test", seconds=0.5
    )


SALES = EvalCase(
    id="sales", question="Net sales?", answer="$1,234", doc="report.pdf", pages=(4, 7), evidence="sales were $1234"
)
HOTELS = EvalCase(id="hotels", question="Hotels?", answer="180 euros", doc="policy.docx", pages=(1,), scope="doc")
DIVIDEND = EvalCase(id="dividend", question="What dividend?", doc="report.pdf", modality="unanswerable")


BM25 = Pipeline(name="bm25", documents=tuple(DOCUMENTS), retrieve=retrieve_nothing)
HYBRID = Pipeline(name="hybrid", documents=tuple(DOCUMENTS), retrieve=retrieve, answer=answer)


@pytest.fixture
def report() -> EvalReport:
    return evaluate([SALES, HOTELS, DIVIDEND], [BM25, HYBRID])


def test_page_figures_count_distinct_pages_and_ignore_places_without_pages(report: EvalReport) -> None:
    scores = report.retrieval["hybrid"][0].values
    # pages in order: r4, r2 (the policy has none); gold r4 and r7
    assert scores["page_recall@1"] == 0.5
    assert (scores["mrr@5"], scores["mrr@10"]) == (1.0, 1.0)
    # top-k accuracy is for questions with one right page
    assert scores["page_hit@1"] is None
    # documents in order: p, r
    assert (scores["doc_recall@1"], scores["doc_recall@5"]) == (0.0, 1.0)
    assert scores["evidence_recall@10"] == 1.0


def test_questions_with_one_right_page_have_an_accuracy_and_ranks_count_up_to_their_cut_off() -> None:
    pages = [hit(REPORT, Locator(page_no=page_no), "x", page_no) for page_no in range(1, 10)]
    hybrid = replace(HYBRID, answer=None, retrieve=lambda question, ids, top_k: pages)
    third, seventh = (SALES.model_copy(update={"id": f"{page_no}", "pages": (page_no,)}) for page_no in (3, 7))
    first, second = (scores.values for scores in evaluate([third, seventh], [hybrid]).retrieval["hybrid"])
    assert [first[f"page_hit@{k}"] for k in (1, 3, 5, 10)] == [0.0, 1.0, 1.0, 1.0]
    assert [first[f"mrr@{k}"] for k in (5, 10)] == [1 / 3, 1 / 3]
    assert [second[f"mrr@{k}"] for k in (5, 10)] == [0.0, 1 / 7]


def test_recall_at_a_number_of_words_counts_what_is_read_whole() -> None:
    # 6 words, then 400 and 600: the third would be the 1,006th word
    long = [replace(HITS[1], text="Net sales were $1,234." + " so" * 396), replace(HITS[2], text="so " * 600)]
    gold = SALES.model_copy(update={"pages": (2, 4)})
    hybrid = replace(HYBRID, answer=None, retrieve=lambda question, ids, top_k: [HITS[0], *long])
    (scores,) = evaluate([gold], [hybrid]).retrieval["hybrid"]
    assert scores.values["page_recall@10"] == 1.0
    assert (scores.values["page_recall@1000w"], scores.values["evidence_recall@1000w"]) == (0.5, 1.0)


def test_page_metrics_are_undefined_where_the_format_has_no_pages(report: EvalReport) -> None:
    scores = report.retrieval["hybrid"][1].values
    assert scores["page_recall@5"] is None
    # narrowed to its document: finding it says nothing
    assert scores["doc_recall@1"] is None


def test_unanswerable_questions_are_answered_but_not_retrieved_for(report: EvalReport) -> None:
    assert [scores.case.id for scores in report.retrieval["bm25"]] == ["sales", "hotels"]
    assert [scores.case.id for scores in report.answers["hybrid"]] == ["sales", "hotels", "dividend"]


def test_the_report_has_slices_with_their_counts(report: EvalReport) -> None:
    value = to_json(report)
    hybrid = value["figures"]["hybrid"]
    # "$1,234" and "180 euros"
    assert set(hybrid) == {"all", "corpus", "doc", "text", ".pdf", ".docx", "value numeric"}
    assert (hybrid["all"]["n"], hybrid["all"]["n_pages"], hybrid["all"]["page_recall@1"]) == (2, 1, 0.5)
    assert hybrid["doc"]["page_recall@1"] is None
    assert value["figures"]["bm25"]["all"]["page_recall@10"] == 0.0


def test_answer_figures_separate_what_cannot_be_answered(report: EvalReport) -> None:
    answers = to_json(report)["answers"]["hybrid"]
    # "Net sales were $1,234. [1](#1)" holds the reference's only token; of "180 euros" none
    assert answers["answerable"]["token_recall"] == 0.5
    assert answers["answerable"]["abstention_rate"] == 0.0
    assert answers["unanswerable"]["abstention_rate"] == 1.0
    # one question with known pages: cited r4, gold r4 and r7
    assert answers["all"]["citation_page_precision"] == 1.0
    assert answers["all"]["citation_page_recall"] == 0.5
    assert (answers["all"]["seconds_mean"], answers["all"]["seconds_p95"]) == (0.5, 0.5)


def answered(text: str, *, seconds: float = 0.5, num_cached: int = 0) -> Answer:
    trace = Trace(spending=Spending(num_calls=2, num_cached=num_cached))
    return replace(answer("", ()), text=text, seconds=seconds, trace=trace)


def test_an_answer_is_compared_with_the_reference_and_its_citations_are_not() -> None:
    """A citation's number is not the answer "2"; EM, ANLS and PNLS by hand."""
    case = EvalCase(id="1", question="How many plants?", answer="2 plants")
    texts = {"plants [2](#2)": (0.5, 0.0, 1 - 2 / 8, 6 / 8), "2  Plants [1](#1)": (1.0, 1.0, 1.0, 1.0)}
    for text, expected in texts.items():
        hybrid = replace(HYBRID, answer=lambda question, ids, text=text: answered(text))
        values = evaluate([case], [hybrid]).answers["hybrid"][0].values
        assert [values[name] for name in ("token_recall", "exact_match", "anls", "pnls")] == pytest.approx(expected)
    unknown = replace(HYBRID, answer=lambda question, ids: answered("2 plants"))
    values = evaluate([case.model_copy(update={"answer": None})], [unknown]).answers["hybrid"][0].values
    assert {values[name] for name in ("token_recall", "exact_match", "anls", "pnls")} == {None}


def test_kept_replies_are_no_measure_of_time() -> None:
    cases = [EvalCase(id=str(number), question=f"{number}?") for number in range(3)]
    times = {"0?": answered("a", seconds=2.0), "1?": answered("a", seconds=4.0)}
    kept = answered("a", seconds=0.01, num_cached=1)
    mixed = replace(HYBRID, answer=lambda question, ids: times.get(question, kept))
    assert to_json(evaluate(cases, [mixed]))["answers"]["hybrid"]["all"]["seconds_mean"] == 3.0
    old = replace(HYBRID, answer=lambda question, ids: kept)
    assert to_json(evaluate(cases, [old]))["answers"]["hybrid"]["all"]["seconds_mean"] is None


def test_a_document_that_is_not_indexed_is_named_and_scores_zero() -> None:
    lost = EvalCase(id="lost", question="Lost?", doc="lost.pdf", pages=(1,))
    narrowed = EvalCase(id="narrowed", question="Lost?", doc="lost.pdf", pages=(1,), scope="doc")
    report = evaluate([lost, narrowed], [replace(HYBRID, answer=None)])
    assert report.missing_docs == ("lost.pdf",)
    scores = report.retrieval["hybrid"]
    assert [score.values["page_recall@10"] for score in scores] == [0.0, 0.0]
    assert scores[0].values["doc_recall@5"] == 0.0


def test_a_name_in_two_folders_needs_its_path() -> None:
    other = IndexedDocument(document_id="o", source_uri="2024/report.pdf", num_pages=3)
    exact = EvalCase(id="exact", question="Net sales?", doc="2025/report.pdf", pages=(4,))
    vague = EvalCase(id="vague", question="Net sales?", doc="report.pdf", pages=(4,))
    report = evaluate([exact, vague], [replace(HYBRID, documents=(REPORT, other), answer=None)])
    assert [score.values["page_recall@10"] for score in report.retrieval["hybrid"]] == [1.0, 0.0]
    assert report.missing_docs == ("report.pdf",)


def test_progress_counts_the_results() -> None:
    seen: list[tuple[int, int]] = []
    evaluate([SALES, HOTELS], [BM25], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2), (1, 2), (2, 2)]


def test_the_tables_show_undefined_as_a_dash(report: EvalReport) -> None:
    console = Console(file=io.StringIO(), width=160)
    render(to_json(report), console)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "retrieval: hybrid" in text
    assert "answers" in text
    assert "-" in next(line for line in text.splitlines() if ".docx" in line)


@pytest.mark.slow
def test_the_headings_are_whole_in_eighty_columns(report: EvalReport) -> None:
    console = Console(file=io.StringIO(), width=80)
    value = to_json(report)
    for slices in value["answers"].values():
        for figures in slices.values():
            figures |= {"judge.faithfulness": 0.5, "judge.completeness": 1.0, "cost_usd": 0.01}
    render(value, console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "…" not in shown
    words = {word for _, heading in answer_columns(value["answers"]) for word in heading.split()}
    assert words <= set(shown.split())


@pytest.mark.parametrize("width", [60, 80])
def test_the_names_of_pipelines_are_whole(report: EvalReport, width: int) -> None:
    console = Console(file=io.StringIO(), width=width)
    value = to_json(report)
    names = ["hybrid, half BM25", "hybrid, twice the keywords and pages of the best five documents"]
    value["figures"] = dict.fromkeys(names, value["figures"]["hybrid"])
    render(value, console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "…" not in shown
    assert any(line.strip().startswith(f"{names[0]} ") for line in shown.splitlines())


def test_the_baseline_is_shown_with_what_was_before(report: EvalReport) -> None:
    console = Console(file=io.StringIO(), width=80)
    before = question_values(report)
    before["hybrid"]["sales"] = {**before["hybrid"]["sales"], "page_recall@5": 1.0}
    compared = changes(report, before)
    render(to_json(report) | {"changes": compared}, console)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    # one question, two pages of which one is found now
    (line,) = [line.split() for line in lines if "page_recall@5" in line]
    assert line == ["hybrid", "page_recall@5", "1.000", "0.500", "-0.500", "-0.500", "to", "-0.500", "*"]
    assert f"as in the baseline: {len(compared) - 1} of {len(compared)} figures" in lines


def test_no_questions_give_an_empty_report() -> None:
    value = to_json(evaluate([], [BM25, HYBRID]))
    assert value["figures"] == {"bm25": {}, "hybrid": {}}
    assert value["answers"] == {"hybrid": {}}
