"""Variants and baselines over the sample report, deck and press release, ingested once with TCTE: exact counts.

Documents, database and parser are real; the multimodal embedder is real code against the scripted server, ColPali and
VisRAG are real code on checkpoints with random weights.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import Connection, Engine, text

from bizrag.model.answers import Answer, FigureKind
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.variants import Cascade, Variant
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.estimate import Amount
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import IndexSettings, RerankMode, Settings
from bizrag.store.server import EmbeddedServer
from orchestration.estimating import StageCost, estimate
from orchestration.ingest import ingest
from query import QueryService
from tests.providers import tiny_checkpoints
from tests.scripted_server import KEY, Received, ScriptedServer, say
from tests.store.cloned import cloned

SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
NAMES = ("annual_report_2025.pdf", "strategy_deck.pdf", "press_release.html")
REPORT_PAGES = 8
IMAGE_MAX_PX = 500

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The samples in a database with a TCTE index; tests work on copies of it."""

    database: str
    folder: Path
    values: dict[str, Any]
    # what the first ingestion called
    calls: Mapping[str, int]


@pytest.fixture(scope="module")
def base(
    server: EmbeddedServer,
    template_with_dagster: str,
    minilm: LocalEmbedder,
    weights_path: Path,
    parsers: ParserPool,
    parser_blobs: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Base]:
    folder = tmp_path_factory.mktemp("variants") / "docs"
    folder.mkdir()
    for name in NAMES:
        shutil.copy(SAMPLES / name, folder)
    with cloned(server, template_with_dagster, "variants_base") as engine:
        home = tmp_path_factory.mktemp("home")
        values: dict[str, Any] = {"home": home, "weights_path": weights_path, "blob_url": parser_blobs}
        with Services(settings_of(values, engine), parsers=parsers, embedders=[minilm]) as services:
            report = ingest(services, [str(folder)], collection="samples")
        engine.dispose()
        assert report.failed == []
        yield Base(database="variants_base", folder=folder, values=values, calls=dict(report.calls))


@pytest.fixture
def engine(server: EmbeddedServer, base: Base) -> Iterator[Engine]:
    with cloned(server, base.database, "variants_copy") as engine:
        yield engine


def settings_of(values: Mapping[str, Any], engine: Engine, **more: Any) -> Settings:
    url = engine.url.render_as_string(hide_password=False)
    given: dict[str, Any] = {**values, "database_url": url, **more}
    return Settings(_env_file=None, **given)


@pytest.fixture
def multimodal(base: Base, engine: Engine, scripted: ScriptedServer, minilm: LocalEmbedder) -> Settings:
    """Settings with a pcmhe and a tcmie index whose embedder is at the scripted server."""
    cohere = {
        "dimensions": 64,
        "tokenizer": str(minilm.folder / "tokenizer.json"),
        "image_max_px": IMAGE_MAX_PX,
        "endpoint": {"base_url": scripted.url, "api_key": KEY},
    }
    return settings_of(
        base.values,
        engine,
        indexes={"pcmhe": {"variant": "pcmhe"}, "tcmie": {"variant": "tcmie"}},
        providers={"embeddings": {"cohere": cohere}},
    )


def build(settings: Settings, base: Base, name: str) -> dict[str, int]:
    """What ``bizrag ingest --index NAME`` calls; nothing of it fails."""
    only = settings.model_copy(update={"indexes": {name: settings.indexes[name]}})
    with Services(only) as services:
        report = ingest(services, [str(base.folder)], collection="samples")
    assert report.failed == []
    assert (report.stale, report.orphaned) == (0, 0)
    return {call: number for call, number in report.calls.items() if number}


def expected(settings: Settings, base: Base) -> dict[str, StageCost]:
    """What ``bizrag estimate`` says will be embedded, by model."""
    with Services(settings) as services:
        found = estimate(services, [str(base.folder)], collection="samples")
    return {stage.model: stage for stage in found.stages if stage.call == "embed"}


def search(settings: Settings, index: str, question: str, **options: Any) -> list[Hit]:
    with Services(settings) as services:
        return HybridRetriever(services.engine, services.embedders, settings).retrieve(question, index=index, **options)


def ask(settings: Settings, scripted: ScriptedServer, index: str, question: str) -> tuple[Answer, Received]:
    """An answer that cites the first source, and what the model was sent for it."""
    scripted.reply(say("It stands there [1](#1)."), when=lambda received: not received.is_embedding)
    with QueryService(scripted.configure(settings)) as service:
        answer = service.ask(question, index=index, rerank=RerankMode.NONE)
    (received,) = scripted.chats
    return answer, received


def count(conn: Connection, statement: str, **binds: Any) -> int:
    return int(conn.execute(text(statement), binds).scalar_one())


def inputs_of(conn: Connection, index: str, *, with_images: bool) -> int:
    """Distinct inputs of an index."""
    return count(
        conn,
        "SELECT count(DISTINCT input_sha256) FROM live_chunk JOIN chunk_input USING (chunk_no) "
        "WHERE index_name = :index AND (parts IS NOT NULL) = :with_images",
        index=index,
        with_images=with_images,
    )


def test_pcmhe_after_tcte_parses_and_describes_nothing(
    base: Base, engine: Engine, multimodal: Settings, scripted: ScriptedServer
) -> None:
    assert base.calls["parse"] == 3
    with engine.connect() as conn:
        before = conn.execute(text("SELECT count(*), max(created_at) FROM description")).one()
        slides = count(conn, "SELECT count(*) FROM live_chunk WHERE index_name = 'default' AND kind = 'slide'")

    calls = build(multimodal, base, "pcmhe")

    with engine.connect() as conn:
        texts = inputs_of(conn, "pcmhe", with_images=False)
        images = inputs_of(conn, "pcmhe", with_images=True)
        assert conn.execute(text("SELECT count(*), max(created_at) FROM description")).one() == before
        kinds = conn.execute(
            text("SELECT source_uri, kind, count(*) FROM live_chunk WHERE index_name = 'pcmhe' GROUP BY 1, 2")
        )
        found = {(name, kind): number for name, kind, number in kinds}
    # a page text and a page image each; a press release of sections, which has no pages
    sections = found.pop(("press_release.html", "text"))
    assert found == {
        ("annual_report_2025.pdf", "text"): REPORT_PAGES,
        ("annual_report_2025.pdf", "page"): REPORT_PAGES,
        ("strategy_deck.pdf", "slide"): slides,
        ("strategy_deck.pdf", "page"): slides,
    }
    # no parse, no chat; every input once, none of them cut into parts
    assert calls == {"embed_texts": texts, "embed_images": images}
    assert (texts, images) == (REPORT_PAGES + slides + sections, REPORT_PAGES + slides)
    assert sum(len(received.body["inputs"]) for received in scripted.embeddings) == texts + images
    # what is sent are the pages, no larger than the provider takes them
    sent = [image for received in scripted.embeddings for image in received.images]
    assert len(sent) == images
    assert {max(Image.open(io.BytesIO(image)).size) for image in sent} == {IMAGE_MAX_PX}

    assert build(multimodal, base, "pcmhe") == {}


def test_an_estimate_counts_every_space_by_itself_and_images_with_their_texts(
    base: Base, engine: Engine, multimodal: Settings
) -> None:
    """Texts of one model are no work for another, and a page image has its price too."""
    beside = {"pcmhe": multimodal.indexes["pcmhe"], "bare": IndexSettings(cascade=Cascade.NONE)}
    settings = multimodal.model_copy(update={"indexes": beside})
    found = expected(settings, base)
    calls = {name: build(settings, base, name) for name in beside}
    with engine.connect() as conn:
        images = inputs_of(conn, "pcmhe", with_images=True)
    paid, local = found["embed-v4.0"], found["local"]
    assert paid.calls == Amount.exactly(sum(calls["pcmhe"].values()))
    assert local.calls == Amount.exactly(calls["bare"]["embed_texts"])
    assert (paid.counted, local.counted) == ("inputs", "texts")
    assert paid.tokens.low > 300 * images
    assert paid.cost_usd is not None
    assert paid.cost_usd.likely == pytest.approx(paid.tokens.likely * 0.12 / 1e6)
    assert all(stage.calls == Amount() for stage in expected(settings, base).values())


def test_pcmhe_ranks_texts_and_images_apart_and_adds_them_up(
    base: Base, multimodal: Settings, scripted: ScriptedServer
) -> None:
    build(multimodal, base, "pcmhe")
    question = "order backlog at the end of each quarter"

    hits = search(multimodal, "pcmhe", question, top_k=100)

    places = [(hit.doc, hit.page_nos) for hit in hits if hit.page_nos]
    assert len(places) == len(set(places))
    for hit in hits:
        assert hit.score == pytest.approx(sum(1 / (60 + rank) for rank in hit.route_ranks.values()))
        assert set(hit.route_ranks) == ({"text", "image"} if hit.page_nos else {"text"})
        assert hit.retriever is Retriever.HYBRID
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert {hit.kind.value for hit in hits} == {"text", "slide"}
    # BM25 alone is over the texts; a filter by page narrows both routes
    assert search(multimodal, "pcmhe", question, retriever=Retriever.BM25, top_k=1)[0].page_nos == (3,)
    narrowed = search(multimodal, "pcmhe", question, filters=SearchFilter(page_from=5, page_to=6))
    assert {hit.page_nos for hit in narrowed} == {(5,), (6,)}
    # and an answer rests on the pages, each sent as its text and its image
    answer, received = ask(multimodal, scripted, "pcmhe", question)
    cited = answer.passages[0]
    assert [(citation.doc, citation.chunk_id) for citation in answer.citations] == [(cited.doc, cited.hits[0].chunk_id)]
    assert cited.text[:100] in received.text
    shown = [(one.kind, one.page_no) for one in cited.figures if one.is_shown]
    assert (FigureKind.PAGE, cited.hits[0].page_nos[0]) in shown
    assert cited.doc == "annual_report_2025.pdf"
    assert len(received.images) == answer.trace.num_images > 0


def test_tcmie_sends_charts_between_the_texts_around_them(
    base: Base, engine: Engine, multimodal: Settings, scripted: ScriptedServer
) -> None:
    calls = build(multimodal, base, "tcmie")

    with engine.connect() as conn:
        images = inputs_of(conn, "tcmie", with_images=True)
        texts = inputs_of(conn, "tcmie", with_images=False)
        slides = count(conn, "SELECT count(*) FROM live_chunk WHERE index_name = 'tcmie' AND kind = 'slide'")
        kinds = conn.execute(text("SELECT DISTINCT kind FROM live_chunk WHERE index_name = 'tcmie'")).scalars()
        assert set(kinds) == {"text", "slide"}
        charts = count(
            conn,
            "SELECT count(*) FROM live_chunk, LATERAL regexp_matches(text, '<<picture_[0-9]+>>', 'g') "
            "WHERE index_name = 'tcmie' AND source_uri = 'annual_report_2025.pdf'",
        )
    assert calls == {"embed_texts": texts, "embed_images": images}
    inputs = [item["content"] for received in scripted.embeddings for item in received.body["inputs"]]
    interleaved = [[part["type"] for part in parts] for parts in inputs if not isinstance(parts, str)]
    with_images = [types for types in interleaved if "image_url" in types]
    assert len(with_images) == images
    assert sum(types.count("image_url") for types in with_images) == slides + charts
    # text before the chart, its description after it
    assert ["text", "image_url", "text"] in with_images
    hits = search(multimodal, "tcmie", "order backlog at the end of each quarter", top_k=100)
    assert {tuple(hit.route_ranks) for hit in hits} == {("dense",)}
    assert any("<<picture_1>>\nFigure 1." in hit.text for hit in hits)
    # the chart itself stands in the prompt, at its place in the text
    answer, received = ask(multimodal, scripted, "tcmie", "order backlog at the end of each quarter")
    assert [citation.doc for citation in answer.citations] == [answer.passages[0].doc]
    assert len(received.images) == answer.trace.num_images > 0


@pytest.fixture(scope="module")
def visual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Settings of ColPali and VisRAG with random weights."""
    from bizrag.parsing.engines import torchvision_shim

    patch = pytest.MonkeyPatch()
    patch.setenv("HF_HUB_OFFLINE", "1")
    torchvision_shim.install()
    folder = tmp_path_factory.mktemp("checkpoints")
    colpali = tiny_checkpoints.write_colpali(folder / "colpali")
    visrag = tiny_checkpoints.write_remote_code(folder / "visrag")
    small = {"precision": "float32", "device": "cpu"}
    yield {
        "colpali": {**small, "model": str(colpali), "dimensions": tiny_checkpoints.PATCH_DIMENSIONS},
        "visrag": {**small, "model": str(visrag), "dimensions": tiny_checkpoints.HIDDEN, "runs_remote_code": True},
    }
    patch.undo()


@pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning")
def test_page_baselines_share_their_chunks_and_embed_every_page_once(
    base: Base, engine: Engine, visual: dict[str, Any]
) -> None:
    settings = settings_of(
        base.values,
        engine,
        indexes={"colpali": {"variant": "colpali"}, "visrag": {"variant": "visrag"}},
        providers={"embeddings": visual},
    )
    with engine.connect() as conn:
        pages = count(conn, "SELECT count(*) FROM page WHERE image_sha256 IS NOT NULL")

    # what runs in this process costs nothing, whatever it is called
    estimated = expected(settings, base)
    assert [(stage.calls, stage.cost_usd) for stage in estimated.values()] == [(Amount.exactly(pages), Amount())] * 2
    assert build(settings, base, "colpali") == {"embed_images": pages}
    assert expected(settings, base)[visual["colpali"]["model"]].calls == Amount()

    with engine.connect() as conn:
        assert count(conn, "SELECT count(*) FROM page_vectors") == pages
        assert count(conn, "SELECT count(*) FROM live_chunk WHERE index_name = 'colpali'") == pages
        chunk_sets = count(conn, "SELECT count(*) FROM chunk_set")
    assert build(settings, base, "visrag") == {"embed_images": pages}
    with engine.connect() as conn:
        # the same pages, stored once
        assert count(conn, "SELECT count(*) FROM chunk_set") == chunk_sets
        assert count(conn, "SELECT count(*) FROM live_chunk WHERE index_name = 'visrag'") == pages
    assert build(settings, base, "colpali") == build(settings, base, "visrag") == {}

    for index, route in ((Variant.COLPALI, "maxsim"), (Variant.VISRAG, "dense")):
        hits = search(settings, index.value, "sales rose", top_k=pages + 5)
        assert [hit.route_ranks for hit in hits] == [{route: rank} for rank in range(1, pages + 1)]
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert {hit.kind.value for hit in hits} == {"page"}
        report = search(settings, index.value, "sales rose", filters=SearchFilter(file_types=("pdf",), page_to=2))
        assert {(hit.doc, hit.page_nos) for hit in report} == {
            (name, (page_no,)) for name in NAMES[:2] for page_no in (1, 2)
        }
