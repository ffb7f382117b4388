"""The chat answerer over real HTTP: images as they arrive, citations checked and placed, streams, and failures."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator
from dataclasses import replace

import pytest
from PIL import Image

from bizrag.answering.chat.answerer import ChatAnswerer
from bizrag.answering.chat.sent_images import ImageLimits
from bizrag.answering.citations import number_citations
from bizrag.answering.ports import NO_ANSWER
from bizrag.configuration.provider import ChatJob, Endpoint
from bizrag.errors import (
    BizragError,
    InvalidOutputError,
    NotFoundError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    RateLimitedError,
    RefusedError,
)
from bizrag.model.answers import Answer, DropReason, Figure, FigureKind
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import Conversation
from bizrag.providers.openai_chat import OpenAIChat
from tests.made import make_hit, make_image, make_passage
from tests.scripted_server import KEY, Reply, ScriptedServer, cut, fail, filtered, hang, refuse, say, too_long

CHART = make_hit(3, "A bar chart of sales: 5 in 2025.", kind=ChunkKind.PICTURE)
CHART_TEXT = "<picture>\nA bar chart of sales: 5 in 2025.\n</picture>"
IMAGES = {"chart": make_image("red"), "page": make_image("blue", size=(300, 200)), "damaged": b"no image"}
PASSAGES = (
    make_passage(1, make_hit(1, "Harrow was founded in 1961 in Port Ellery.\n\nIt builds heat exchangers.")),
    make_passage(
        2,
        make_hit(2, "Sales rose. <<picture_1>>"),
        CHART,
        text=f"Sales rose.\n\n{CHART_TEXT}",
        figures=[
            Figure(
                kind=FigureKind.PICTURE,
                start=13,
                end=13 + len(CHART_TEXT),
                chunk=CHART,
                image_sha256="chart",
                is_shown=True,
                page_no=3,
            )
        ],
    ),
    make_passage(
        3,
        make_hit(4, "Our plan for 2027.", kind=ChunkKind.SLIDE),
        figures=[Figure(kind=FigureKind.PAGE, start=0, end=0, image_sha256="page", is_shown=True, page_no=4)],
    ),
)


def read(sha256: str) -> bytes:
    if sha256 not in IMAGES:
        raise NotFoundError(f"no blob {sha256}")
    return IMAGES[sha256]


@pytest.fixture
def answerer(scripted: ScriptedServer) -> ChatAnswerer:
    endpoint = Endpoint.model_validate({"base_url": scripted.url, "api_key": KEY})
    return ChatAnswerer(
        chat=OpenAIChat(ChatJob(model="m", timeout_seconds=4), endpoint),
        read_image=read,
        limits=ImageLimits(max_px=100, max_bytes=100_000, max_total_bytes=100_000),
    )


def streamed(pieces: Generator[str, None, Answer]) -> tuple[list[str], Answer]:
    seen: list[str] = []
    while True:
        try:
            seen.append(next(pieces))
        except StopIteration as end:
            return seen, end.value


def test_an_answer_cites_its_sources_with_the_words_that_prove_it(
    answerer: ChatAnswerer, scripted: ScriptedServer
) -> None:
    scripted.reply(say("It was founded in **1961** [1](#1). Sales were 5 in 2025 [2](#2) [1](#1)."))
    answer = answerer.answer("When was Harrow founded?", PASSAGES)
    assert answer.text == "It was founded in **1961** [1](#1). Sales were 5 in 2025 [2](#2) [1](#1)."
    assert [(one.citation_id, one.quote) for one in answer.citations] == [
        (1, "Harrow was founded in 1961 in Port Ellery."),
        (2, "A bar chart of sales: 5 in 2025."),
    ]
    assert answer.citations[1].chunk_id == CHART.chunk_id
    assert [place.page_no for place in answer.citations[1].locators] == [3]
    assert (answer.is_abstention, answer.provider, answer.trace.notes) == (False, "openai/m", ())


def test_images_arrive_decoded_in_place_and_within_their_size(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    scripted.reply(say("Sales were 5 [2](#2)."))
    answer = answerer.answer("Sales?", PASSAGES)
    chart, page = (Image.open(io.BytesIO(data)) for data in scripted.chats[0].images)
    assert (chart.size, chart.getpixel((0, 0))) == ((40, 30), (255, 0, 0))
    assert (page.size, page.getpixel((0, 0))) == ((100, 67), (0, 0, 255))
    # what fits goes as it is
    assert scripted.chats[0].images[0] == IMAGES["chart"]
    content = scripted.chats[0].messages[1]["content"]
    assert [part["type"] for part in content] == ["text", "image_url", "text", "image_url", "text"]
    assert content[2]["text"].startswith("<picture>\nA bar chart")
    assert answer.trace.num_images == 2


@pytest.mark.parametrize(
    ("image", "limits", "reason"),
    [
        pytest.param("damaged", {}, DropReason.IMAGE_UNUSABLE, id="damaged"),
        pytest.param("gone", {}, DropReason.IMAGE_UNUSABLE, id="gone"),
        pytest.param("chart", {"max_total_bytes": 10}, DropReason.IMAGE_BUDGET, id="no room"),
        pytest.param("chart", {"max_bytes": 10}, DropReason.IMAGE_BUDGET, id="never small enough"),
    ],
)
def test_an_image_that_cannot_go_leaves_its_description_and_is_named(
    answerer: ChatAnswerer, scripted: ScriptedServer, image: str, limits: dict[str, int], reason: DropReason
) -> None:
    scripted.reply(say("Sales were 5 [1](#1)."))
    figure = Figure(
        kind=FigureKind.PICTURE, start=0, end=len(CHART_TEXT), chunk=CHART, image_sha256=image, is_shown=True
    )
    only = make_passage(1, CHART, text=CHART_TEXT, figures=[figure])
    base = {"max_px": 100, "max_bytes": 100_000, "max_total_bytes": 100_000}
    limited = ChatAnswerer(chat=answerer.chat, read_image=read, limits=ImageLimits(**(base | limits)))
    answer = limited.answer("Sales?", [only])
    assert [(one.image_sha256, one.reason) for one in answer.trace.dropped] == [(image, reason)]
    assert scripted.chats[0].images == []
    assert CHART_TEXT in scripted.chats[0].text
    assert [one.is_shown for one in answer.passages[0].figures] == [False]


def test_a_passage_of_an_image_alone_goes_with_it(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    figure = Figure(kind=FigureKind.PAGE, start=0, end=0, image_sha256="gone", is_shown=True)
    only = make_passage(1, make_hit(1, "Page 1"), text="", figures=[figure])
    answer = answerer.answer("Sales?", [only])
    assert (answer.text, answer.is_abstention) == (NO_ANSWER, True)
    assert scripted.chats == []


def test_a_citation_of_no_source_is_taken_out_and_counted(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    scripted.reply(say("Founded in 1961 [1](#1) [9](#9). In Port Ellery [1](#2). It builds [1](#1)."))
    answer = answerer.answer("When?", PASSAGES)
    assert answer.text == "Founded in 1961 [1](#1). In Port Ellery. It builds [1](#1)."
    assert [one.citation_id for one in answer.citations] == [1]
    assert answer.trace.num_invalid_citations == 2


def test_a_statement_without_any_source_is_pointed_out(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    scripted.reply(say("Founded in 1961."))
    assert answerer.answer("When?", PASSAGES).trace.notes == ("the answer cites no source",)


@pytest.mark.parametrize(
    "text", ["No answer found", "**No answer found.**", "no answer found. The sources speak of pumps only."]
)
def test_an_abstention_has_a_type(answerer: ChatAnswerer, scripted: ScriptedServer, text: str) -> None:
    scripted.reply(say(text), stays=True)
    answer = answerer.answer("Who won?", PASSAGES)
    assert (answer.text, answer.is_abstention, answer.citations) == (NO_ANSWER, True, ())
    assert answer.trace.notes == ()
    again = streamed(answerer.stream("Who won?", PASSAGES))[1]
    assert replace(again, seconds=0) == replace(answer, seconds=0)


def test_without_sources_nobody_is_asked(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    assert answerer.answer("When?", ()).is_abstention
    pieces, answer = streamed(answerer.stream("When?", ()))
    assert (pieces, answer.is_abstention) == ([NO_ANSWER], True)
    assert scripted.chats == []


def test_an_answer_in_another_language_quotes_the_best_source_it_has(
    answerer: ChatAnswerer, scripted: ScriptedServer
) -> None:
    scripted.reply(say("Wärmetauscher [1](#1)."))
    answer = answerer.answer("Was?", PASSAGES, Conversation(language="German"))
    assert answer.citations[0].quote.startswith("Harrow was founded")
    assert "Write in this language: German." in scripted.chats[0].text


# --- streams ----------------------------------------------------------------------------------------------------------


def test_a_stream_brings_the_answer_in_pieces_with_final_numbers(
    answerer: ChatAnswerer, scripted: ScriptedServer
) -> None:
    scripted.reply(say("Sales were 5 [2](#2) and it [7](#7) was founded in 1961 [1](#1) [2](#2)."))
    pieces, answer = streamed(answerer.stream("When?", PASSAGES))
    assert len(pieces) > 5
    assert "".join(pieces) == "Sales were 5 [1](#1) and it was founded in 1961 [2](#2) [1](#1)."
    assert "".join(pieces) == number_citations(answer).text
    assert all("[" not in piece or "](#" in piece for piece in pieces)
    assert answer.trace.num_invalid_citations == 1
    assert scripted.chats[0].body["stream"] is True


def test_thoughts_of_a_local_model_are_no_answer(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    scripted.reply(say("<think>Is it [2](#2)? No.</think>\n\nFounded in 1961 [1](#1)."), stays=True)
    pieces, answer = streamed(answerer.stream("When?", PASSAGES))
    assert "".join(pieces) == answer.text == "Founded in 1961 [1](#1)."
    assert answerer.answer("When?", PASSAGES).text == answer.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "error"),
    [
        pytest.param(refuse(), RefusedError, id="refusal"),
        pytest.param(filtered(), RefusedError, id="content filter"),
        pytest.param(cut("Founded in 1961 [1](#1).", after=12), ProviderUnavailableError, id="cut off"),
        pytest.param(hang(9), ProviderTimeoutError, id="too slow"),
        pytest.param(fail(429, retry_after=1), RateLimitedError, id="rate limit"),
        pytest.param(fail(500), ProviderUnavailableError, id="broken server"),
        pytest.param(say("  "), InvalidOutputError, id="nothing said"),
    ],
)
@pytest.mark.parametrize("ask", ["answer", "stream"])
def test_failures_of_the_model_have_types(
    answerer: ChatAnswerer, scripted: ScriptedServer, reply: Reply, error: type[BizragError], ask: str
) -> None:
    scripted.reply(reply)
    asked: Callable[[], object] = {
        "answer": lambda: answerer.answer("When?", PASSAGES),
        "stream": lambda: streamed(answerer.stream("When?", PASSAGES)),
    }[ask]
    with pytest.raises(error):
        asked()


def test_an_answer_that_was_cut_says_so(answerer: ChatAnswerer, scripted: ScriptedServer) -> None:
    scripted.reply(too_long("Founded in 1961 [1](#1) in"))
    assert answerer.answer("When?", PASSAGES).trace.notes == ("the answer was cut at the limit of output tokens",)
