"""A small corpus in a real database: parsed by hand, chunked, embedded and published as the pipeline does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.chunking import ChunkParams, chunk_document
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout, SourceFile
from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_text
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell
from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store import catalog, parses
from bizrag.store.blobs import BlobStore
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index
from bizrag.store.publish import publish
from bizrag.store.server import EmbeddedServer
from query import QueryService
from tests.made import make_image
from tests.scripted_server import KEY, ScriptedServer
from tests.store.cloned import cloned

REVENUE_ROWS = (
    ("Net sales", "412,613", "371,287"),
    ("Net income", "34,490", "28,127"),
    ("Research and development", "29,708", "25,619"),
)
REVENUE_CELLS = tuple(
    TableCell(
        text=text,
        row_start=r,
        row_end=r + 1,
        col_start=c,
        col_end=c + 1,
        is_header=r == 0,
        bbox=BoundingBox(l=50 + 150 * c, t=100 + 50 * r, r=200 + 150 * c, b=150 + 50 * r),
    )
    for r, row in enumerate((("Thousands of dollars", "2025", "2024"), *REVENUE_ROWS))
    for c, text in enumerate(row)
)
REVENUE = TableArtifact(
    ordinal=1,
    num_rows=4,
    num_cols=3,
    cells=REVENUE_CELLS,
    markdown="| Thousands of dollars | 2025 | 2024 |\n| --- | --- | --- |\n| Net sales | 412,613 | 371,287 |",
    caption="Income statement",
    page_no=2,
    bbox=BoundingBox(l=50, t=100, r=500, b=300),
)
REVENUE_TEXT = "Income statement\n" + "\n".join(
    f"{label}: {new} in 2025, {old} in 2024." for label, new, old in REVENUE_ROWS
)
MAP = PictureArtifact(
    ordinal=1,
    image_sha256=None,
    width_px=400,
    height_px=300,
    caption="Plants of the company",
    page_no=1,
    bbox=BoundingBox(l=50, t=400, r=500, b=600),
)
MAP_TEXT = "Plants of the company. A map with the plants Brackwater and Sorel Bay."


def block(ordinal: int, kind: BlockKind, text: str, page_no: int | None = None) -> Block:
    box = BoundingBox(l=50, t=100 * ordinal, r=500, b=100 * ordinal + 40) if page_no else None
    level = 1 if kind is BlockKind.HEADING else None
    return Block(ordinal=ordinal, kind=kind, text=text, page_no=page_no, bbox=box, level=level)


REPORT_BLOCKS = (
    block(0, BlockKind.HEADING, "Our business", 1),
    block(
        1, BlockKind.TEXT, "The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.", 1
    ),
    block(2, BlockKind.PICTURE, "<<picture_1>>", 1),
    block(3, BlockKind.TEXT, "Orders for district energy grew by 42 percent because cities replace gas boilers.", 1),
    block(4, BlockKind.HEADING, "Results", 2),
    block(5, BlockKind.TEXT, "The table shows the results of the two years.", 2),
    block(6, BlockKind.TABLE, "<<table_1>>", 2),
    block(7, BlockKind.TEXT, "The board proposes a dividend of 0.62 dollars per share.", 2),
)
POLICY_BLOCKS = (
    block(0, BlockKind.HEADING, "Hotels"),
    block(
        1,
        BlockKind.TEXT,
        "Employees may book hotels up to 180 euros per night. In capital cities the limit is 220 euros.",
    ),
    block(2, BlockKind.HEADING, "Trains"),
    block(3, BlockKind.TEXT, "Train journeys over four hours may be booked in first class."),
)


def parsed(name: str, blocks: Sequence[Block], num_pages: int, tables: int = 0) -> Parse:
    pages = [
        Page(
            page_no=page_no,
            width_pt=595,
            height_pt=842,
            text="\n\n".join(b.text for b in blocks if b.page_no == page_no),
        )
        for page_no in range(1, num_pages + 1)
    ]
    return Parse(
        content_sha256=sha256_text(name),
        parser_fingerprint="test",
        pages=tuple(pages),
        blocks=tuple(blocks),
        tables=(REVENUE,) if tables else (),
        pictures=(MAP,) if tables else (),
    )


def describe(kind: ArtifactKind, artifact: TableArtifact | PictureArtifact, text: str) -> Description:
    is_table = kind is ArtifactKind.TABLE
    return Description(
        kind=kind,
        ordinal=artifact.ordinal,
        artifact_sha256=artifact.artifact_sha256,
        describer="test",
        artifact_class=ArtifactClass.TABLE if is_table else ArtifactClass.PICTURE,
        text=text,
    )


def add(
    conn: Connection, index: IndexRow, embedder: LocalEmbedder, name: str, collection: str, title: str, parse: Parse
) -> None:
    """One document through catalog, chunking, embedding and publishing."""
    source = SourceFile(
        collection=collection, source_root="memory://", source_uri=name, size_bytes=1, modified_at=datetime.now(UTC)
    )
    (document_no,) = catalog.upsert_documents(conn, [(source, f"{collection}/{name}")])
    parses.save_parse(conn, parse, output_sha256=parses.parse_output_sha256(parse))
    descriptions = [describe(ArtifactKind.TABLE, table, REVENUE_TEXT) for table in parse.tables]
    descriptions += [describe(ArtifactKind.PICTURE, picture, MAP_TEXT) for picture in parse.pictures]
    catalog.save_descriptions(conn, parse_id=parse.parse_id, descriptions=descriptions)
    chunks = chunk_document(
        document_id=source.document_id,
        title=title,
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=descriptions,
        params=ChunkParams(max_tokens=64, merge_share=0.0),
        count_tokens=embedder.count_tokens,
    )
    chunk_set_id = sha256_text(source.document_id)[:32]
    catalog.save_chunk_set(
        conn,
        chunk_set_id=chunk_set_id,
        document_no=document_no,
        parse_id=parse.parse_id,
        output_sha256=catalog.chunks_output_sha256(chunks),
        chunks=chunks,
    )
    inputs = [str(item) for chunk in chunks for item in chunk.inputs]
    hashes = [sha256_text(item) for item in inputs]
    catalog.save_embeddings(conn, space=embedder.space, hashes=hashes, vectors=embedder.embed(inputs))
    publish(conn, index=index, document_no=document_no, chunk_set_id=chunk_set_id)


@pytest.fixture(scope="session")
def fill(minilm: LocalEmbedder) -> Callable[[Engine], None]:
    """Fills a migrated database: a report with two pages, a table and a picture (finance), two policies (hr)."""

    def filled(engine: Engine) -> None:
        spec = IndexSpec(
            index_name="default", variant="tcte", chunk_params={}, space=minilm.space, dimensions=minilm.dimensions
        )
        with engine.begin() as conn:
            index = ensure_index(conn, spec)
            report = parsed("report", REPORT_BLOCKS, 2, tables=1)
            add(conn, index, minilm, "2025/annual report.pdf", "finance", "Annual report 2025.pdf", report)
            policy = parsed("policy", POLICY_BLOCKS, 0)
            add(conn, index, minilm, "travel policy.docx", "hr", "Travel policy.docx", policy)
            old = parsed("old", [block(0, BlockKind.TEXT, "Until 2020 hotels were booked by the secretary.")], 0)
            add(conn, index, minilm, "old/travel policy 2019.docx", "hr", "Travel policy 2019.docx", old)

    return filled


@pytest.fixture(scope="session")
def page_images() -> list[bytes]:
    """What the two pages of the report look like."""
    return [make_image("red", size=(1200, 1700)), make_image("blue", size=(1200, 1700))]


@pytest.fixture(scope="session")
def shared(
    server: EmbeddedServer,
    template_database: str,
    fill: Callable[[Engine], None],
    page_images: list[bytes],
    weights_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Engine, Settings]]:
    """The corpus, with images of the pages of the report."""
    with cloned(server, template_database, "illustrated") as engine:
        fill(engine)
        settings = Settings(
            _env_file=None,
            home=tmp_path_factory.mktemp("illustrated"),
            database_url=engine.url.render_as_string(hide_password=False),
            weights_path=weights_path,
        )
        blobs = BlobStore(settings.blobs)
        with engine.begin() as conn:
            for page_no, data in enumerate(page_images, start=1):
                conn.execute(
                    text("UPDATE page SET image_sha256 = :sha256 WHERE page_no = :page_no"),
                    {"sha256": blobs.put(data, suffix=".png"), "page_no": page_no},
                )
        yield engine, settings


@pytest.fixture
def corpus(engine: Engine, fill: Callable[[Engine], None]) -> None:
    """A report with two pages, a table and a picture (finance), two policies without pages (hr)."""
    fill(engine)


@pytest.fixture
def service(corpus: None, settings: Settings, minilm: LocalEmbedder) -> Iterator[QueryService]:
    with QueryService(settings) as service:
        # the weights are loaded once for all tests
        service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
        yield service


@pytest.fixture
def asking(shared: tuple[Engine, Settings], scripted: ScriptedServer, minilm: LocalEmbedder) -> QueryService:
    """The corpus with images; all chat models at the scripted server, which is asked every time."""
    configured = scripted.configure(shared[1])
    configured.providers.calls.fresh = True
    service = QueryService(configured)
    service.__dict__["engine"] = shared[0]
    service.__dict__["embedders"] = Embedders(configured, lambda: shared[0], given=[minilm])
    return service


@pytest.fixture
def at_a_terminal(shared: tuple[Engine, Settings], scripted: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands read the corpus with images and ask the scripted server."""
    settings = shared[1]
    for name, value in {
        "HOME": settings.home,
        "DATABASE_URL": settings.database_url,
        "WEIGHTS_PATH": settings.weights_path,
        "PROVIDERS__OPENAI__BASE_URL": scripted.url,
        "PROVIDERS__OPENAI__API_KEY": KEY,
    }.items():
        monkeypatch.setenv(f"BIZRAG_{name}", str(value))
    monkeypatch.setenv("COLUMNS", "200")
