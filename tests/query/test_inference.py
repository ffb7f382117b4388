"""Questions with chat models on the real index: every step over HTTP, images from the blob store, steps and counts."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime

import pytest
from PIL import Image
from sqlalchemy import Engine, text

from bizrag.answering.inference import Asked
from bizrag.errors import ConfigurationError, ProviderUnavailableError
from bizrag.model.answers import Answer, DropReason, FigureKind
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.conversation import Conversation, Speaker, Turn
from bizrag.model.documents import SourceFile
from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_text
from bizrag.model.parses import Page, Parse
from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import RerankMode, Settings
from bizrag.store import catalog, parses
from bizrag.store.blobs import BlobStore
from bizrag.store.indexes import get_index
from bizrag.store.publish import publish
from query import QueryService, answer_to_json
from tests.made import make_image
from tests.scripted_server import Received, Reply, ScriptedServer, cut, fail, hang, say

pytestmark = pytest.mark.slow

SLIDE = "Outlook 2027\n- a third plant in Sorel Bay\n- 200 new jobs"
NEXT_SLIDE = "Financing\n- bonds of 40 million dollars"


def is_rewrite(received: Received) -> bool:
    return "Latest question:" in received.text


def is_ranking(received: Received) -> bool:
    return "You order passages" in received.text


def is_answer(received: Received) -> bool:
    return "You answer questions" in received.text


@pytest.fixture
def images(corpus: None, engine: Engine, settings: Settings, minilm: LocalEmbedder) -> dict[str, bytes]:
    """The map of the report gets its image, and a deck joins the corpus, its first slide with its image."""
    made = {"map": make_image("green", size=(400, 300)), "slide": make_image("blue", size=(3200, 1800))}
    blobs = BlobStore(settings.blobs)
    stored = {name: blobs.put(data, suffix=".png") for name, data in made.items()}
    with engine.begin() as conn:
        conn.execute(text("UPDATE picture_artifact SET image_sha256 = :sha256"), {"sha256": stored["map"]})
        source = SourceFile(
            collection="finance",
            source_root="memory://",
            source_uri="deck.pptx",
            size_bytes=1,
            modified_at=datetime.now(UTC),
        )
        (document_no,) = catalog.upsert_documents(conn, [(source, "finance/deck.pptx")])
        slides = (SLIDE, NEXT_SLIDE)
        pages = [
            Page(
                page_no=page_no,
                width_pt=960,
                height_pt=540,
                text=slide,
                image_sha256=stored["slide"] if page_no == 1 else None,
            )
            for page_no, slide in enumerate(slides, start=1)
        ]
        parse = Parse(
            content_sha256=sha256_text("deck"),
            parser_fingerprint="test",
            pages=tuple(pages),
            blocks=(),
            tables=(),
            pictures=(),
        )
        parses.save_parse(conn, parse, output_sha256=parses.parse_output_sha256(parse))
        chunks = [
            Chunk(
                document_id=source.document_id,
                ordinal=place,
                kind=ChunkKind.SLIDE,
                text=slide,
                headings=("Outlook.pptx",),
                inputs=(slide,),
                lexical_text=slide,
                locators=(Locator(page_no=place + 1),),
                num_tokens=20,
                artifact_ordinal=place + 1,
            )
            for place, slide in enumerate(slides)
        ]
        catalog.save_chunk_set(
            conn,
            chunk_set_id="deck",
            document_no=document_no,
            parse_id=parse.parse_id,
            output_sha256="deck",
            chunks=chunks,
        )
        hashes = [sha256_text(slide) for slide in slides]
        catalog.save_embeddings(conn, space=minilm.space, hashes=hashes, vectors=minilm.embed(slides))
        publish(conn, index=get_index(conn, "default"), document_no=document_no, chunk_set_id="deck")
    return made


@pytest.fixture
def asking(
    images: dict[str, bytes], settings: Settings, minilm: LocalEmbedder, scripted: ScriptedServer
) -> Iterator[QueryService]:
    """The service with all chat models at the scripted server."""
    configured = scripted.configure(settings)
    with QueryService(configured) as service:
        service.__dict__["embedders"] = Embedders(configured, lambda: service.engine, given=[minilm])
        yield service


def pieces_and_answer(pieces: Generator[str, None, Answer]) -> tuple[str, Answer]:
    seen: list[str] = []
    while True:
        try:
            seen.append(next(pieces))
        except StopIteration as end:
            return "".join(seen), end.value


def source_id(received: Received, words: str) -> int:
    """The id of the source that holds some words."""
    for block in received.text.split("START source ")[1:]:
        if words in block.split("END source ")[0]:
            return int(block.split(" ", 1)[0])
    raise AssertionError(f"no source holds {words!r}")


def cites(sentence: str, words: str) -> Callable[[Received], Reply]:
    """A model that says a sentence and cites the source with these words."""

    def answer(received: Received) -> Reply:
        number = source_id(received, words)
        return say(f"{sentence} [{number}](#{number}).")

    return answer


def test_a_follow_up_goes_through_all_steps(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(say("What was the net income of the company in 2025?"), when=is_rewrite)
    scripted.reply(say("[3] > [1] > [99]"), when=is_ranking)
    scripted.reply(cites("Net income was 34,490", "Net income"), when=is_answer)
    history = (Turn(speaker=Speaker.USER, text="What were the net sales in 2025?"),)
    conversation = Conversation(history=history, instructions="Be short.")
    answer = asking.ask("And the net income?", conversation=conversation)
    assert answer.text == "Net income was 34,490 [1](#1)."
    citation = answer.citations[0]
    assert (citation.doc, citation.page_nos, citation.quote) == (
        "2025/annual report.pdf",
        (2,),
        "Net income: 34,490 in 2025, 28,127 in 2024.",
    )
    trace = answer.trace
    assert trace.searched_for == "What was the net income of the company in 2025?"
    assert list(trace.seconds) == ["rewrite", "retrieve", "rerank", "assemble", "generate", "cite"]
    assert sum(trace.seconds.values()) <= answer.seconds
    assert (trace.spending.num_calls, trace.spending.input_tokens, trace.spending.output_tokens) == (3, 300, 60)
    assert trace.num_unknown_ranks == 1
    assert trace.num_missing_ranks > 0
    asked = scripted.chats[-1].text
    assert "Be short." in asked
    assert "What were the net sales in 2025?" in asked
    assert "Question: And the net income?" in asked
    # the table stands in its text, between its neighbours
    assert "results of the two years.\n\n<table>\n| Thousands" in asked


def test_a_table_of_an_answer_comes_with_its_page_box_and_cells(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(cites("Net income was 34,490", "Net income"))
    value = json.loads(
        json.dumps(answer_to_json(asking.ask("What was the net income in 2025?", rerank=RerankMode.NONE)))
    )
    (figure,) = [one for one in value["figures"] if one["kind"] == "table"]
    assert (figure["citation"], figure["doc"], figure["page"], figure["bbox"]) == (
        1,
        "2025/annual report.pdf",
        2,
        [50, 100, 500, 300],
    )
    assert figure["markdown"].startswith("| Thousands of dollars |")
    assert list(value)[7:] == ["figures", "searched_for", "steps", "warnings", "dropped", "counts", "usage"]


def test_pictures_and_slides_reach_the_model_as_images(
    asking: QueryService, scripted: ScriptedServer, images: dict[str, bytes]
) -> None:
    scripted.reply(cites("There will be a third plant", "a third plant"))
    answer = asking.ask("Which plants are there, and which are planned for 2027?", rerank=RerankMode.NONE)
    sent = [Image.open(io.BytesIO(data)) for data in scripted.chats[0].images]
    assert {(image.size, image.getpixel((0, 0))) for image in sent} == {
        ((400, 300), (0, 128, 0)),
        ((1600, 900), (0, 0, 255)),
    }
    assert images["map"] in scripted.chats[0].images
    (page,) = answer.figures
    assert (page.doc, page.figure.kind, page.figure.page_no) == ("deck.pptx", FigureKind.PAGE, 1)
    assert answer.trace.num_images == 2


@pytest.mark.parametrize("following", [0, 1])
def test_slides_after_those_found_are_read_where_a_setting_says_so(
    asking: QueryService, scripted: ScriptedServer, following: int
) -> None:
    scripted.reply(cites("There will be a third plant", "a third plant"))
    asking.settings.answering.following_slides = following
    asking.ask("Outlook 2027: a third plant and 200 new jobs?", rerank=RerankMode.NONE, top_k=1)
    assert "a third plant in Sorel Bay" in scripted.chats[0].text
    assert ("bonds of 40 million dollars" in scripted.chats[0].text) == bool(following)


def test_budgets_hold_and_name_what_they_leave_out(
    asking: QueryService, scripted: ScriptedServer, settings: Settings
) -> None:
    scripted.reply(say("No answer found"))
    asking.settings.answering.max_images = 1
    asking.settings.answering.context_tokens = 100
    answer = asking.ask("Which plants are there, and which are planned for 2027?", rerank=RerankMode.NONE)
    reasons = [one.reason for one in answer.trace.dropped]
    assert DropReason.BUDGET in reasons
    assert len(scripted.chats[0].images) == 1
    assert answer.is_abstention


def test_a_stream_is_the_same_answer_with_the_time_of_its_first_piece(
    asking: QueryService, scripted: ScriptedServer
) -> None:
    scripted.reply(cites("Founded in 1961", "founded in 1961"))
    shown, answer = pieces_and_answer(asking.ask_stream("When was it founded?", rerank=RerankMode.NONE))
    assert shown == answer.text == "Founded in 1961 [1](#1)."
    assert 0 < answer.trace.seconds["first_token"] <= answer.seconds
    assert answer.trace.spending.num_calls == 1
    assert "1961" in answer.citations[0].quote


def test_reranking_that_fails_costs_only_the_order(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(say("I would rather not."), when=is_ranking, stays=True)
    scripted.reply(cites("Founded in 1961", "founded in 1961"), when=is_answer)
    answer = asking.ask("When was it founded?")
    assert answer.text == "Founded in 1961 [1](#1)."
    assert any("the order of the search was kept" in note for note in answer.trace.notes)


def test_more_candidates_are_reranked_than_are_read(asking: QueryService, scripted: ScriptedServer) -> None:
    """All that the search brings go to the reranker (30 by default), the best top_k (20) to the answer."""
    assert asking.settings.search.fused_top_k == 30
    scripted.reply(say(" > ".join(f"[{number}]" for number in range(30, 0, -1))), when=is_ranking)
    scripted.reply(say("In 1961 [1](#1)."), when=is_answer)
    answer = asking.ask("When was the company founded, and who travels?", top_k=2, rerank=RerankMode.LISTWISE)
    ranked = scripted.chats[0].text.count("<passage ")
    assert ranked > 2
    # last ones first: what the search had first is not read
    best = asking.search("When was the company founded, and who travels?", top_k=ranked)
    read = {hit.chunk_id for passage in answer.passages for hit in passage.hits if hit.route_ranks}
    assert read == {hit.chunk_id for hit in best[-2:]}
    assert Asked(question="?", index="default").top_k == 20


def test_reranking_orders_what_adaptive_recall_keeps_and_cuts_none_of_it(
    asking: QueryService, scripted: ScriptedServer
) -> None:
    question = "plants of the company and net income"
    kept = asking.search(question, adaptive=True, top_k=3)
    assert 3 < len(kept) <= 6  # of two modalities
    scripted.reply(say(" > ".join(f"[{number}]" for number in range(len(kept), 0, -1))), when=is_ranking)
    scripted.reply(say("Two plants [1](#1)."), when=is_answer)
    answer = asking.ask(question, adaptive=True, top_k=3, rerank=RerankMode.LISTWISE)
    assert scripted.chats[0].text.count("<passage ") == len(kept)
    read = {hit.chunk_id for passage in answer.passages for hit in passage.hits if hit.route_ranks}
    assert read == {hit.chunk_id for hit in kept}


@pytest.mark.parametrize("mode", [RerankMode.LISTWISE, RerankMode.POINTWISE])
def test_a_reranker_that_hangs_costs_a_moment_and_the_order(
    asking: QueryService, scripted: ScriptedServer, mode: RerankMode
) -> None:
    jobs = asking.settings.providers.jobs
    assert (jobs.rerank.total_seconds, jobs.rewrite.total_seconds) == (30, 20)
    jobs.rerank.total_seconds = 0.7
    scripted.reply(hang(60), when=lambda received: not is_answer(received), stays=True)
    scripted.reply(cites("Founded in 1961", "founded in 1961"), when=is_answer)
    began = time.monotonic()
    answer = asking.ask("When was it founded?", rerank=mode)
    assert time.monotonic() - began < 30
    assert answer.text == "Founded in 1961 [1](#1)."
    assert any("the order of the search was kept" in note for note in answer.trace.notes)


def test_pointwise_reranking_is_chosen_by_the_question(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(say('{"score": 5}'), when=lambda received: "You rate how much" in received.text, stays=True)
    scripted.reply(say("No answer found"), when=is_answer)
    answer = asking.ask("When was it founded?", rerank=RerankMode.POINTWISE)
    assert answer.trace.spending.num_calls == len(scripted.chats) > 5


def test_an_answer_that_breaks_off_is_an_error(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(cut("Founded in 1961.", after=5), stays=True)
    with pytest.raises(ProviderUnavailableError):
        pieces_and_answer(asking.ask_stream("When was it founded?", rerank=RerankMode.NONE))


def test_a_model_that_is_down_is_an_error(asking: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(fail(500), stays=True)
    with pytest.raises(ProviderUnavailableError):
        asking.ask("When was it founded?", rerank=RerankMode.NONE)


def test_without_a_chat_model_nothing_is_called_and_reranking_cannot_be_asked_for(service: QueryService) -> None:
    talk = Conversation(history=(Turn(speaker=Speaker.USER, text="Hello"),))
    answer = service.ask("When was the company founded?", conversation=talk)
    assert answer.provider == "local/extractive-1"
    assert answer.trace.spending.num_calls == 0
    assert list(answer.trace.seconds) == ["retrieve", "assemble", "generate", "cite"]
    assert not service.writes_answers
    shown, streamed = pieces_and_answer(service.ask_stream("When was the company founded?"))
    assert shown == streamed.text == answer.text
    with pytest.raises(ConfigurationError, match="needs a chat model"):
        service.ask("When?", rerank=RerankMode.LISTWISE)
