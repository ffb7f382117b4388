"""The page of an evaluation in a browser: a file that needs nothing else, whole at desktop and at phone width."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.report.figures import to_json
from bizrag.evaluation.report.folder import write_report
from bizrag.evaluation.runner import IndexedDocument, Pipeline, evaluate
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from tests.web.conftest import watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

PIPELINES = ("plain text of the pages", "dense", "BM25", "hybrid", "hybrid + keywords and names")
QUESTION = "How large was the margin <script>window.hacked=1</script> in 2025?"
OTHER_QUESTION = "How large was the margin in 2024?"
REPORT, DECK = (
    IndexedDocument(document_id="r", source_uri="a folder/annual_report_with_a_long_name_2025.pdf", num_pages=9),
    IndexedDocument(document_id="d", source_uri="deck.pptx", num_pages=9, layout="horizontal"),
)
#: texts of a plot that leave its picture, where a reader does not see them
CUT_TEXTS = """
plots => plots.flatMap(plot => {
  const frame = plot.getBoundingClientRect();
  return [...plot.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
  }).map(text => text.textContent);
})
"""


def page_hit(document: IndexedDocument, page_no: int) -> Hit:
    return Hit(
        rank=1,
        score=1.0,
        retriever=Retriever.HYBRID,
        chunk_no=page_no,
        chunk_id="c",
        document_id=document.document_id,
        doc=document.source_uri,
        title="",
        kind=ChunkKind.TEXT,
        text=f"What page {page_no} says of the margin.",
        headings=(),
        locators=(Locator(page_no=page_no),),
    )


def page_image(document_id: str, page_no: int) -> bytes:
    encoded = BytesIO()
    Image.new("RGB", (600, 800) if document_id == "r" else (800, 450), "navy").save(encoded, "PNG")
    return encoded.getvalue()


@pytest.fixture(scope="module")
def report_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of five pipelines over twelve questions; each finds the right page a place later than the next.

    One question goes a place worse in all but the worst: the last pipeline answers the others at once.
    """
    found = [page_hit(DECK, 1), page_hit(DECK, 2), page_hit(REPORT, 3), page_hit(REPORT, 4), page_hit(REPORT, 7)]
    cases = [
        EvalCase(id=f"q{number}", question=question, answer="3 %", doc=REPORT.source_uri, pages=(7,))
        for number, question in enumerate([*[OTHER_QUESTION] * 11, QUESTION])
    ]

    def retrieve(question: str, place: int) -> list[Hit]:
        place = max(place - 1, 0) if question == QUESTION else place
        return [*found[place:], *found[:place]]

    pipelines = [
        Pipeline(
            name=name,
            documents=(REPORT, DECK),
            retrieve=lambda question, ids, top_k, place=place: retrieve(question, place),
            about=dict.fromkeys(("index", "variant", "embedding", "retriever", "answers", "rerank"), "–")
            | {"settings": {}},
        )
        for place, name in enumerate(PIPELINES)
    ]
    report = evaluate(cases, pipelines)
    value = to_json(report)
    steps = ("text extraction", "description", "chunking", "text encoding", "image encoding", "publishing")
    cost = {"seconds_per_page": dict.fromkeys(steps, 0.2), "calls_per_page": {"parse": {"parse": 0.1}}, "n_pages": 9}
    value["page_costs"] = [{"index": "default", "variant": "tcte", **cost}]
    folder = tmp_path_factory.mktemp("report")
    names = {document.document_id: document.source_uri for document in (REPORT, DECK)}
    write_report(folder, report, value, title="Evaluation", about="12 questions", names=names, page_image=page_image)
    return folder / "report.html"


@pytest.fixture(params=[1280, 390], ids=["desktop", "phone"])
def opened(browser: Browser, report_page: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page in a browser that is offline; no script, no error, no request of anything but the file."""
    context = browser.new_context(viewport={"width": request.param, "height": 900}, offline=True)
    tab = context.new_page()
    troubles = watched(tab, report_page.as_uri())
    tab.goto(report_page.as_uri())
    yield tab
    assert troubles == []
    assert tab.evaluate("window.hacked === undefined")
    context.close()


def test_tables_plots_and_worst_questions_are_there_to_read(opened: Page) -> None:
    summary = opened.locator("#pipelines ~ .scroll table").first
    expect(summary.locator("tbody tr")).to_have_count(5)
    # the last of five places, each place one later than the next pipeline's
    expect(summary.locator("tbody tr").first).to_contain_text("0.200")
    expect(summary.locator(".best")).to_contain_text(["1.000"])
    assert opened.locator("svg").count() == 4
    assert opened.locator("svg").evaluate_all(CUT_TEXTS) == []
    for link in opened.locator("nav a").all():
        assert opened.locator(link.get_attribute("href") or "").count() == 1
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_question_shows_its_pages_side_by_side_and_its_text_as_text(opened: Page) -> None:
    article = opened.locator("article")
    expect(article).to_have_count(1)
    expect(article.locator("h3")).to_have_text(QUESTION)
    article.scroll_into_view_if_needed()
    images = article.locator("img")
    expect(images).to_have_count(3)
    for image in images.all():
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", value=True)
        assert image.evaluate("image => image.naturalWidth") == 420
    if (opened.viewport_size or {})["width"] > 1000:
        tops = images.evaluate_all("images => images.map(image => image.getBoundingClientRect().top)")
        assert tops[0] == pytest.approx(tops[1], abs=1)
    expect(article.locator(".gold figcaption")).to_have_text(f"answers: {REPORT.source_uri}, page 7")
    article.locator("summary").click()
    expect(article.locator("ol li").first).to_be_visible()
