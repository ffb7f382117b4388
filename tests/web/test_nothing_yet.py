"""Before the first answer: an empty database, documents that are listed and wait, documents that failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bizrag.model.documents import SourceFile
from bizrag.settings import Settings
from bizrag.store import catalog
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexSpec, ensure_index
from query import QueryService
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow


@pytest.fixture
def site(settings: Settings, open_service: Callable[[Settings], QueryService]) -> Iterator[str]:
    with open_service(settings) as service, serving(create_app(settings, service=service)) as address:
        yield address


def list_documents(settings: Settings, *names: str) -> None:
    """Documents that wait, as an ingestion leaves them that has just begun."""
    engine = open_engine(settings)
    with engine.begin() as conn:
        ensure_index(conn, IndexSpec(index_name="default", variant="tcte", chunk_params={}, space="a", dimensions=3))
        sources = [
            SourceFile(
                collection="docs",
                source_root="memory://",
                source_uri=name,
                size_bytes=1,
                modified_at=datetime.now(UTC),
            )
            for name in names
        ]
        catalog.upsert_documents(conn, [(source, f"docs/{source.source_uri}") for source in sources])
    engine.dispose()


def test_before_the_first_document_the_page_says_the_command(context: BrowserContext, site: str) -> None:
    tab = context.new_page()
    for path in ("/", "/web/search", "/web/documents"):
        tab.goto(site + path)
        expect(tab.locator(".empty code").first).to_have_text("bizrag ingest FOLDER --collection NAME")


@pytest.mark.parametrize("path", ["/", "/web/search"])
def test_a_link_with_a_question_shows_the_command_and_nothing_else(
    context: BrowserContext, site: str, path: str
) -> None:
    """There is no button to press yet, and no other words would help."""
    tab = context.new_page()
    tab.goto(f"{site}{path}?question=dividend")
    expect(tab.locator(".empty code").first).to_be_visible()
    for said in ("Press Ask", "Not found", "Other words"):
        expect(tab.get_by_text(said)).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/web/search"])
def test_while_a_first_ingestion_runs_the_page_says_what_waits(
    context: BrowserContext, settings: Settings, site: str, path: str
) -> None:
    list_documents(settings, "a.pdf", "b.pdf")
    tab: Page = context.new_page()
    tab.goto(site + path)
    expect(tab.get_by_role("heading", name="No document answers yet")).to_be_visible()
    expect(tab.locator(".empty li")).to_have_text(["Waiting 2"])
    tab.locator(".empty").get_by_role("link", name="Documents").click()
    expect(tab.locator("tbody tr")).to_have_count(2)


@pytest.mark.parametrize("width", [1280, 390], ids=["desktop", "phone"])
def test_a_long_name_does_not_widen_the_list(
    context: BrowserContext, settings: Settings, site: str, width: int
) -> None:
    list_documents(settings, "a.pdf", f"{'minutes_of_the_meeting_' * 10}.pdf")
    tab = context.new_page()
    tab.set_viewport_size({"width": width, "height": 844})
    tab.goto(f"{site}/web/documents")
    expect(tab.locator("tbody tr")).to_have_count(2)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.locator(".doc-table").evaluate("one => one.scrollWidth <= one.clientWidth")
