"""Questions to agents on a real index: every branch, bound and failure, models over HTTP, images from the blob store.

All tests read one database; replies of models are not taken from it, but where a test asks for that.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import Engine
from typer.testing import CliRunner

from bizrag.errors import ConfigurationError
from bizrag.model.agents import AgentEnd, AgentFailure, AgentRole, AgentStep, StepOutcome
from bizrag.model.answers import Answer
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import Conversation
from bizrag.model.retrieval import SearchFilter
from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from orchestration.cli import app
from query import QueryService, answer_to_json
from query.service import SearchOptions
from tests.scripted_server import KEY, Received, Reply, ScriptedServer, fail, hang, refuse, say, say_json

pytestmark = pytest.mark.slow

QUESTION = "What was the net income in 2025, and when was the company founded?"
REPORT = SearchOptions(doc="annual report.pdf")


def is_seeker(received: Received) -> bool:
    return "You choose which pages" in received.text


def is_inspector(received: Received) -> bool:
    return "You read pages of documents closely" in received.text


def is_checker(received: Received) -> bool:
    return "You give the final answer" in received.text


def is_plain(received: Received) -> bool:
    return "You answer questions" in received.text


def page_number(received: Received, words: str) -> int:
    """The number of the page that holds some words."""
    for block in received.text.split("START page ")[1:]:
        if words in block.split("END page ")[0]:
            return int(block.split(" ", 1)[0])
    raise AssertionError(f"no page holds {words!r}")


def picks(*words: str, summary: str = "") -> Callable[[Received], Reply]:
    """A seeker that picks the pages with these words."""
    return lambda received: say_json(
        {"reason": "It looks so.", "summary": summary, "choice": [page_number(received, one) for one in words]}
    )


def drafts(sentence: str, *words: str) -> Callable[[Received], Reply]:
    """An inspector that answers from the pages with these words; ``{0}`` is the marker of the first."""

    def answer(received: Received) -> Reply:
        numbers = [page_number(received, one) for one in words]
        said = sentence.format(*(f"[{number}](#{number})" for number in numbers))
        return say_json({"reason": "It is there.", "answer": said, "reference": numbers})

    return answer


def wants(information: str, *keep: str) -> Callable[[Received], Reply]:
    """An inspector that asks for more and keeps the pages with these words."""
    return lambda received: say_json(
        {
            "reason": "A part is missing.",
            "information": information,
            "choice": [page_number(received, one) for one in keep],
        }
    )


@pytest.fixture
def ask_settings(shared: tuple[Engine, Settings], scripted: ScriptedServer) -> Settings:
    """All chat models at the scripted server, which is asked every time."""
    configured = scripted.configure(shared[1])
    configured.providers.calls.fresh = True
    return configured


@pytest.fixture
def service(shared: tuple[Engine, Settings], ask_settings: Settings, minilm: LocalEmbedder) -> QueryService:
    service = QueryService(ask_settings)
    service.__dict__["engine"] = shared[0]
    service.__dict__["embedders"] = Embedders(ask_settings, lambda: shared[0], given=[minilm])
    return service


def outcomes(answer: Answer) -> list[tuple[int, str, str]]:
    assert answer.agents is not None
    return [(step.round_no, step.role.value, step.outcome.value) for step in answer.agents.steps]


def end_of(answer: Answer) -> tuple[AgentEnd, AgentFailure | None]:
    assert answer.agents is not None
    return answer.agents.end, answer.agents.failure


def test_a_draft_that_rests_on_all_its_pages_is_the_answer(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_inspector)
    heard: list[AgentStep] = []
    answer = service.ask_agents(QUESTION, on_step=heard.append, **REPORT)
    assert answer.text == "Net income was 34,490 [1](#1)."
    (citation,) = answer.citations
    assert (citation.doc, citation.page_nos) == ("2025/annual report.pdf", (2,))
    assert citation.quote == "Net income: 34,490 in 2025, 28,127 in 2024."
    trace = answer.agents
    assert trace is not None
    assert (trace.end, trace.num_rounds, trace.steps) == (AgentEnd.ACCEPTED, 1, tuple(heard))
    assert [(page.number, page.page_no, page.image_sha256 is not None) for page in trace.pages] == [
        (1, 1, True),
        (2, 2, True),
    ]
    assert (trace.spending.num_calls, trace.spending.input_tokens) == (2, 200)
    assert list(answer.trace.seconds) == ["retrieve", "pages", "agents", "cite"]


def test_the_seeker_sees_small_images_and_the_inspector_the_picked_page_at_full_size(
    service: QueryService, scripted: ScriptedServer, page_images: list[bytes]
) -> None:
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490.", "Net income"), when=is_inspector)
    answer = service.ask_agents(QUESTION, **REPORT)
    seeker, inspector = scripted.chats
    sizes = [Image.open(io.BytesIO(data)).size for data in seeker.images]
    assert sizes == [(361, 512), (361, 512)]
    assert "Net income" not in seeker.text  # thumbnails stand for themselves
    (image,) = inspector.images
    opened = Image.open(io.BytesIO(image))
    assert (opened.getpixel((0, 0)), max(opened.size)) == ((0, 0, 255), 1600)
    assert [step.num_images for step in answer.agents.steps] == [2, 1]  # pyright: ignore[reportOptionalMemberAccess]
    # an answer without markers is cited by what it refers to
    assert answer.text == "Net income was 34,490. [1](#1)"


def test_a_draft_from_some_of_its_pages_is_checked_against_them(
    service: QueryService, scripted: ScriptedServer
) -> None:
    scripted.reply(picks("Page of the document: 2", "Page of the document: 1"), when=is_seeker)
    scripted.reply(drafts("Net income was 43,490 {0}.", "Net income"), when=is_inspector)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_checker)
    answer = service.ask_agents(
        QUESTION, conversation=Conversation(instructions="Be short.", language="German"), **REPORT
    )
    assert answer.text == "Net income was 34,490 [1](#1)."
    assert end_of(answer) == (AgentEnd.CHECKED, None)
    checked = scripted.chats[-1]
    assert "Net income was 43,490" in checked.text
    assert "Be short." in checked.text
    assert "in this language: German" in checked.text
    assert len(checked.images) == 1
    assert answer.agents is not None
    assert [step.shown for step in answer.agents.steps] == [(1, 2), (1, 2), (2,)]


def test_a_second_round_remembers_the_first(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2", summary="The table has the income."), when=is_seeker)
    scripted.reply(wants("the year of foundation", "Net income"), when=is_inspector)
    scripted.reply(picks("Page of the document: 1"), when=is_seeker)
    scripted.reply(drafts("34,490 {0}, founded in 1961 {1}.", "Net income", "founded in 1961"), when=is_inspector)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert answer.text == "34,490 [1](#1), founded in 1961 [2](#2)."
    assert [citation.page_nos for citation in answer.citations] == [(2,), (1,)]
    assert end_of(answer) == (AgentEnd.ACCEPTED, None)
    again = scripted.chats[2]
    assert "Known then: The table has the income." in again.text
    assert "Still wanted: the year of foundation" in again.text
    # a picked page is no candidate any more; a kept one is read again
    assert len(again.images) == 1
    assert len(scripted.chats[3].images) == 2


def test_an_inspector_that_is_never_satisfied_ends_with_the_pages(
    service: QueryService, scripted: ScriptedServer
) -> None:
    scripted.reply(picks("Page of the document"), when=is_seeker, stays=True)
    scripted.reply(
        lambda received: wants("more", *(["Net income"] if "Net income: 34" in received.text else []))(received),
        when=is_inspector,
        stays=True,
    )
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_checker)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert end_of(answer) == (AgentEnd.FROM_KEPT, None)
    assert outcomes(answer)[-1] == (2, "answer", "answered")
    assert answer.agents is not None
    assert answer.agents.why == "no page is left to look at: answered from those kept"
    assert answer.text == "Net income was 34,490 [1](#1)."


def test_the_rounds_are_counted(service: QueryService, scripted: ScriptedServer) -> None:
    service.settings.agents.max_rounds = 1
    service.settings.agents.max_picks = 1
    scripted.reply(picks("Page of the document: 2", "Page of the document: 1"), when=is_seeker)
    scripted.reply(wants("more"), when=is_inspector)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert end_of(answer) == (AgentEnd.ABSTAINED, None)
    assert answer.is_abstention
    assert answer.agents is not None
    assert answer.agents.why == "1 rounds did not settle it, and none was kept"
    # more than it may pick
    assert (answer.agents.steps[0].chosen, answer.agents.steps[0].left_out) == ((2,), (1,))


def test_a_seeker_that_wants_nothing_ends_it(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks(), when=is_seeker)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert (answer.text, answer.is_abstention, end_of(answer)) == ("No answer found", True, (AgentEnd.ABSTAINED, None))
    assert len(scripted.chats) == 1


def test_pages_that_do_not_hold_the_answer_are_an_abstention(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 1", "Page of the document: 2"), when=is_seeker)
    scripted.reply(drafts("It was 7.", "Net income"), when=is_inspector)
    scripted.reply(say_json({"reason": "No.", "answer": "No answer found.", "reference": []}), when=is_checker)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert (answer.is_abstention, answer.citations, end_of(answer)) == (True, (), (AgentEnd.ABSTAINED, None))


def test_a_draft_that_says_there_is_no_answer_is_an_abstention(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(drafts("No answer found", "Net income"), when=is_inspector)
    assert end_of(service.ask_agents(QUESTION, **REPORT)) == (AgentEnd.ABSTAINED, None)


def test_documents_without_pages_are_read_as_text(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("180 euros"), when=is_seeker)
    scripted.reply(drafts("Up to 180 euros {0}.", "180 euros"), when=is_inspector)
    answer = service.ask_agents("How much may a hotel cost?", doc="travel policy.docx")
    assert answer.text == "Up to 180 euros [1](#1)."
    assert [received.images for received in scripted.chats] == [[], []]
    assert answer.agents is not None
    assert {page.page_no for page in answer.agents.pages} == {None}


def test_an_image_that_is_gone_is_shown_as_text(
    service: QueryService, scripted: ScriptedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(service.settings, "blob_url", str(tmp_path / "empty"))
    scripted.reply(picks("district energy"), when=is_seeker)
    scripted.reply(drafts("Orders grew by 42 percent {0}.", "42 percent"), when=is_inspector)
    answer = service.ask_agents("How much did orders grow?", **REPORT)
    assert end_of(answer) == (AgentEnd.ACCEPTED, None)
    assert all(received.images == [] for received in scripted.chats)


def test_a_search_that_finds_nothing_calls_nobody(service: QueryService, scripted: ScriptedServer) -> None:
    answer = service.ask_agents(QUESTION, filters=SearchFilter(kinds=(ChunkKind.SLIDE,)))
    assert (answer.is_abstention, end_of(answer)) == (True, (AgentEnd.ABSTAINED, None))
    assert scripted.chats == []


def test_numbers_of_no_page_are_left_out(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(say_json({"reason": "", "summary": "", "choice": [9, 2, -1, 2]}), when=is_seeker)
    scripted.reply(
        say_json({"reason": "", "answer": "It was 34,490 [2](#2) [7](#7).", "reference": [2, 7]}), when=is_inspector
    )
    answer = service.ask_agents(QUESTION, **REPORT)
    assert answer.text == "It was 34,490 [1](#1)."
    assert answer.trace.num_invalid_citations == 1
    assert answer.agents is not None
    assert [(step.chosen, step.left_out) for step in answer.agents.steps] == [((2,), (9, -1)), ((2,), (7,))]


def plain(received: Received) -> Reply:
    """The plain answer, from the source with the table."""
    for block in received.text.split("START source ")[1:]:
        if "Net income" in block.split("END source ")[0]:
            number = block.split(" ", 1)[0]
            return say(f"Net income was 34,490 [{number}](#{number}).")
    raise AssertionError("no source holds the table")


def assert_fell_back(answer: Answer, failure: AgentFailure, role: AgentRole) -> None:
    """The plain answer, marked so, with the failed step last."""
    assert end_of(answer) == (AgentEnd.FALLBACK, failure)
    assert answer.agents is not None
    last = answer.agents.steps[-1]
    assert (last.role, last.outcome, last.failure) == (role, StepOutcome.FAILED, failure)
    assert last.error
    assert answer.text == "Net income was 34,490 [1](#1)."
    assert answer.citations[0].page_nos == (2,)
    assert "this is the plain answer over everything that was found" in answer.trace.notes[0]


BAD_OUTPUTS: dict[str, Any] = {
    "no json": say("I would look at page two."),
    "half": say('{"reason": "because"'),
    "no page": say_json({"reason": "", "summary": "", "choice": [77]}),
    "wrong type": say_json({"reason": "", "summary": "", "choice": "two"}),
}


@pytest.mark.parametrize("bad", BAD_OUTPUTS)
def test_a_seeker_that_cannot_be_read_twice_ends_in_the_plain_answer(
    service: QueryService, scripted: ScriptedServer, bad: str
) -> None:
    scripted.reply(BAD_OUTPUTS[bad], when=is_seeker, stays=True)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.INVALID_OUTPUT, AgentRole.SEEKER)
    assert len([received for received in scripted.chats if is_seeker(received)]) == 2


@pytest.mark.parametrize(
    "bad",
    [
        say("{"),
        say_json({"reason": "both", "answer": "x", "reference": [2], "information": "y", "choice": []}),
        say_json({"reason": "neither"}),
        say_json({"reason": "", "answer": "x", "reference": []}),
        say_json({"reason": "", "answer": "x", "reference": [1]}),
    ],
)
def test_an_inspector_that_cannot_be_read_twice_ends_in_the_plain_answer(
    service: QueryService, scripted: ScriptedServer, bad: Reply
) -> None:
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(bad, when=is_inspector, stays=True)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.INVALID_OUTPUT, AgentRole.INSPECTOR)


def test_an_output_that_is_repaired_goes_on(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(say_json({"reason": "", "summary": "", "choice": [5]}), when=is_seeker)
    scripted.reply(say_json({"reason": "", "summary": "", "choice": [2]}), when=lambda r: "those are [1, 2]" in r.text)
    scripted.reply(drafts("It was 34,490 {0}.", "Net income"), when=is_inspector)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert end_of(answer) == (AgentEnd.ACCEPTED, None)
    assert answer.agents is not None
    assert [step.spending.num_calls for step in answer.agents.steps] == [2, 1]


def test_a_refusal_ends_in_the_plain_answer(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(refuse(), when=is_seeker)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.REFUSED, AgentRole.SEEKER)


def test_a_question_that_is_refused_altogether_is_an_abstention(
    service: QueryService, scripted: ScriptedServer
) -> None:
    scripted.reply(refuse(), stays=True)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert (answer.is_abstention, end_of(answer)) == (True, (AgentEnd.FAILED, AgentFailure.REFUSED))
    assert "the plain answer was refused" in answer.trace.notes[1]


def test_an_answer_agent_that_fails_ends_in_the_plain_answer(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2", "Page of the document: 1"), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_inspector)
    scripted.reply(fail(400, "too many images"), when=is_checker)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.REJECTED, AgentRole.ANSWER)


def test_a_model_that_is_silent_ends_in_the_plain_answer(service: QueryService, scripted: ScriptedServer) -> None:
    service.settings.providers.jobs.agent.timeout_seconds = 0.2
    scripted.reply(hang(0.6), when=is_seeker, stays=True)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.TIMEOUT, AgentRole.SEEKER)


def test_a_server_that_is_down_ends_in_sentences_of_the_sources(
    service: QueryService, scripted: ScriptedServer
) -> None:
    scripted.reply(fail(500), stays=True)
    answer = service.ask_agents("What dividend does the board propose?", **REPORT)
    assert end_of(answer) == (AgentEnd.FALLBACK, AgentFailure.UNAVAILABLE)
    assert answer.provider == "local/extractive-1"
    assert "0.62" in answer.text
    assert "these are sentences of the sources" in answer.trace.notes[1]


@pytest.mark.parametrize(
    ("limit", "value", "failure"),
    [
        ("max_calls", 1, AgentFailure.MAX_CALLS),
        ("max_tokens", 4000, AgentFailure.MAX_TOKENS),
    ],
)
def test_a_limit_that_is_reached_within_a_round_stops_before_the_call(
    service: QueryService, scripted: ScriptedServer, limit: str, value: int, failure: AgentFailure
) -> None:
    setattr(service.settings.agents, limit, value)
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(plain, when=is_plain)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert_fell_back(answer, failure, AgentRole.INSPECTOR)
    assert [is_seeker(received) for received in scripted.chats] == [True, False]
    assert answer.agents is not None
    assert answer.agents.spending.num_calls == 1


def test_a_second_try_counts_as_a_call(service: QueryService, scripted: ScriptedServer) -> None:
    service.settings.agents.max_calls = 1
    scripted.reply(say("no json"), when=is_seeker)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.MAX_CALLS, AgentRole.SEEKER)


def test_no_call_begins_after_the_time_is_up(service: QueryService, scripted: ScriptedServer) -> None:
    service.settings.agents.max_seconds = 3

    def slowly(received: Received) -> Reply:
        reply = picks("Page of the document: 2")(received)
        return say(reply.text or "", delay_seconds=3.1)

    scripted.reply(slowly, when=is_seeker)
    scripted.reply(plain, when=is_plain)
    assert_fell_back(service.ask_agents(QUESTION, **REPORT), AgentFailure.MAX_SECONDS, AgentRole.INSPECTOR)


def test_the_second_time_nothing_is_paid_and_the_trace_is_the_same(
    service: QueryService, scripted: ScriptedServer
) -> None:
    service.settings.providers.calls.fresh = False
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_inspector)
    first, second = (service.ask_agents(f"{QUESTION} Again?", **REPORT) for _ in range(2))
    assert outcomes(first) == outcomes(second)
    assert second.agents is not None
    assert (second.agents.spending.num_calls, second.agents.spending.num_cached) == (2, 2)
    assert second.text == first.text
    assert len(scripted.chats) == 2


def test_without_a_chat_model_one_line_says_what_is_missing(shared: tuple[Engine, Settings]) -> None:
    with QueryService(shared[1]) as service, pytest.raises(ConfigurationError, match="the agents need a chat model"):
        service.ask_agents(QUESTION)


def test_the_json_of_an_answer_has_the_trace(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2", summary="A table."), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_inspector)
    value = json.loads(json.dumps(answer_to_json(service.ask_agents(QUESTION, **REPORT))))["agents"]
    assert list(value) == ["end", "why", "failure", "rounds", "pages", "steps", "usage"]
    assert (value["end"], value["failure"], value["rounds"], value["usage"]["calls"]) == ("accepted", None, 1, 2)
    step = value["steps"][0]
    assert (step["role"], step["outcome"], step["chosen"], step["said"]) == ("seeker", "picked", [2], "A table.")
    assert (value["pages"][1]["page"], value["pages"][1]["doc"]) == (2, "2025/annual report.pdf")


def test_the_command_shows_answer_and_trace(
    shared: tuple[Engine, Settings], scripted: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    scripted.reply(picks("Page of the document: 2", summary="A table."), when=is_seeker)
    scripted.reply(drafts("Net income was 34,490 {0}.", "Net income"), when=is_inspector)
    ask = ["ask", f"{QUESTION} At a terminal.", "--doc", "annual report.pdf", "--agents"]
    result = CliRunner().invoke(app, [*ask, "--trace"])
    assert result.exit_code == 0, result.output
    for part in (
        "Net income was 34,490 [1].",
        "[1] 2025/annual report.pdf, page 2",
        "agents: accepted after 1 round, 2 calls (0 kept)",
        "Round 1, seeker saw 1, 2 (2 images) and picked 2",
        "says: A table.",
        "Round 1, inspector saw 2 (1 image) and wrote a draft from 2",
    ):
        assert part in result.output
    assert "Round 1" not in CliRunner().invoke(app, ask).stdout
    value = json.loads(CliRunner().invoke(app, [*ask, "--json"]).stdout)
    assert value["agents"]["usage"]["cached"] == 2


@pytest.mark.parametrize("options", [["--trace"], ["--agents", "--rerank", "none"]])
def test_options_that_do_not_go_together_are_refused(options: list[str]) -> None:
    assert CliRunner().invoke(app, ["ask", "x", *options]).exit_code == 2
