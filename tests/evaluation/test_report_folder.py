"""The folder of a report: its page is data only, its files are read by other tools and by a later run."""

from __future__ import annotations

import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval
from PIL import Image

from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.report.baseline import changes, read_baseline, regressions
from bizrag.evaluation.report.figures import to_json
from bizrag.evaluation.report.folder import write_report
from bizrag.evaluation.runner import EvalReport, IndexedDocument, Pipeline, evaluate
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever

DOCUMENTS = [IndexedDocument(document_id=f"id{number}", source_uri=f"d{number}.pdf", num_pages=9) for number in (1, 2)]
QUESTION = "How much <script>alert(1)</script> & more?"


def hit(document_id: str, page_no: int) -> Hit:
    return Hit(
        rank=1,
        score=1.0,
        retriever=Retriever.BM25,
        chunk_no=1,
        chunk_id="c",
        document_id=document_id,
        doc=document_id,
        title="",
        kind=ChunkKind.TEXT,
        text="<b>bold</b> text of the page",
        headings=(),
        locators=(Locator(page_no=page_no),),
    )


def ask(places: dict[str, list[tuple[str, int]]]) -> EvalReport:
    """Twelve questions whose gold page is page 2 of d1; each retriever finds the same places for all."""
    cases = [EvalCase(id=f"q {number}", question=QUESTION, doc="d1.pdf", pages=(2,)) for number in range(12)]
    return evaluate(cases, [pipeline(name, found) for name, found in places.items()])


def pipeline(name: str, places: list[tuple[str, int]]) -> Pipeline:
    found = [hit(*place) for place in places]
    return Pipeline(name=name, documents=tuple(DOCUMENTS), retrieve=lambda question, ids, top_k: found)


@pytest.fixture
def report() -> EvalReport:
    return ask({"bm25": [("id2", 1), ("id2", 1), ("id1", 2)], "hybrid": [("id1", 2), ("id2", 1)]})


def page_image(document_id: str, page_no: int) -> bytes | None:
    if document_id != "id1":
        return None
    encoded = io.BytesIO()
    Image.new("RGB", (900, 1200), "white").save(encoded, "PNG")
    return encoded.getvalue()


def write(folder: Path, report: EvalReport, value: dict[str, Any]) -> None:
    names = {document.document_id: document.source_uri for document in DOCUMENTS}
    write_report(folder, report, value, title="Eval <x>", about="12 questions", names=names, page_image=page_image)


class _Page(HTMLParser):
    """Tags with their attributes, and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_nothing_else_and_shows_questions_as_text(tmp_path: Path) -> None:
    report = ask({"bm25": [("id2", 1), ("id1", 2)]})
    write(tmp_path, report, to_json(report))
    page = _Page((tmp_path / "report.html").read_text())
    assert {"script", "link", "b"}.isdisjoint(tag for tag, _ in page.tags)
    sources = [attrs["src"] or "" for tag, attrs in page.tags if tag == "img"]
    assert len(sources) == 12
    assert all(source.startswith("data:image/jpeg;base64,") for source in sources)
    assert page.text.count(QUESTION) == 12
    assert "answers: d1.pdf, page 2" in page.text
    assert "found: d2.pdf, page 1" in page.text


def test_trec_eval_computes_the_same_from_the_run_files(report: EvalReport, tmp_path: Path) -> None:
    write(tmp_path, report, to_json(report))
    qrels: dict[str, dict[str, int]] = {}
    for line in (tmp_path / "qrels.txt").read_text().splitlines():
        question, _, page, relevance = line.split()
        qrels.setdefault(question, {})[page] = int(relevance)
    run: dict[str, dict[str, float]] = {}
    for line in (tmp_path / "bm25.run").read_text().splitlines():
        question, _, page, _, score, _ = line.split()
        run.setdefault(question, {})[page] = float(score)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank", "ndcg_cut.10"}).evaluate(run)
    ours = to_json(report)["figures"]["bm25"]["all"]
    assert len(theirs) == 12
    # one wrong page first, although with two chunks
    assert {values["recip_rank"] for values in theirs.values()} == {0.5}
    assert ours["mrr@10"] == 0.5
    assert ours["ndcg@10"] == pytest.approx(theirs["q_0"]["ndcg_cut_10"], abs=1e-4)


def test_retrievers_are_compared_question_by_question(report: EvalReport) -> None:
    (found,) = [item for item in to_json(report)["comparisons"] if item["metric"] == "mrr@10"]
    assert (found["first"], found["second"], found["difference"], found["n"]) == ("hybrid", "bm25", 0.5, 12)
    assert found["is_significant"]


def test_a_later_run_is_compared_with_the_folder(report: EvalReport, tmp_path: Path) -> None:
    write(tmp_path, report, to_json(report))
    baseline = read_baseline(tmp_path / "report.json")
    assert regressions(changes(report, baseline)) == []
    worse = ask({"bm25": [("id2", 1), ("id1", 2)], "hybrid": [("id2", 1), ("id1", 2)]})
    fallen = regressions(changes(worse, baseline))
    assert {(item["pipeline"], item["metric"]) for item in fallen} == {
        ("hybrid", "page_recall@1"),
        ("hybrid", "mrr@10"),
        ("hybrid", "ndcg@10"),
    }
    better = changes(report, {"bm25": worse_values(worse)})
    assert regressions(better) == []


def worse_values(report: EvalReport) -> dict[str, dict[str, float | None]]:
    return {score.case.id: score.values for score in report.retrieval["bm25"]}


def test_markdown_holds_every_slice(report: EvalReport, tmp_path: Path) -> None:
    write(tmp_path, report, to_json(report))
    text = (tmp_path / "report.md").read_text()
    assert "| hybrid less bm25 | mrr@10 | +0.500 * |" in text
    assert "## Retrieval: bm25" in text


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(json.dumps({"figures": {}}))
    for name in ("other.json", "missing.json"):
        with pytest.raises(BadInputError, match=r"is no report\.json"):
            read_baseline(tmp_path / name)
