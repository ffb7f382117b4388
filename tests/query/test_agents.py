"""Questions to agents on a real index: every branch, models over HTTP, images from the blob store.

All tests read one database; replies of models are not taken from it, but where a test asks for that.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import Engine
from typer.testing import CliRunner

from bizrag.errors import ConfigurationError
from bizrag.model.agents import AgentEnd, AgentStep
from bizrag.model.answers import Answer
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import Conversation
from bizrag.model.retrieval import SearchFilter
from bizrag.settings import Settings
from orchestration.cli import app
from query import QueryService, answer_to_json
from tests.query.agent_replies import (
    QUESTION,
    REPORT,
    drafts,
    end_of,
    is_checker,
    is_inspector,
    is_seeker,
    picks,
    wants,
)
from tests.scripted_server import ScriptedServer, say_json

pytestmark = pytest.mark.slow


@pytest.fixture
def service(asking: QueryService) -> QueryService:
    """All chat models at the scripted server."""
    return asking


def outcomes(answer: Answer) -> list[tuple[int, str, str]]:
    assert answer.agents is not None
    return [(step.round_no, step.role.value, step.outcome.value) for step in answer.agents.steps]


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
    assert answer.agents is not None
    assert [step.num_images for step in answer.agents.steps] == [2, 1]
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


def test_the_inspector_says_anew_which_pages_are_kept(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks("Page of the document: 2"), when=is_seeker)
    scripted.reply(wants("the year", "Page of the document: 2"), when=is_inspector)
    scripted.reply(picks("Page of the document: 1"), when=is_seeker)
    # it saw both, and keeps one
    scripted.reply(wants("the year", "Page of the document: 1"), when=is_inspector)
    scripted.reply(drafts("It was founded in 1961 {0}.", "Page of the document: 1"), when=is_checker)
    answer = service.ask_agents(QUESTION, **REPORT)
    assert answer.agents is not None
    assert [step.shown for step in answer.agents.steps] == [(1, 2), (2,), (1,), (1, 2), (1,)]
    assert end_of(answer) == (AgentEnd.FROM_KEPT, None)


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


def test_adaptive_recall_decides_how_many_pages_there_are(service: QueryService, scripted: ScriptedServer) -> None:
    scripted.reply(picks(), when=is_seeker, stays=True)
    question = "Which dividend does the board propose?"
    counts: dict[bool, int] = {}
    for adaptive in (False, True):
        trace = service.ask_agents(question, adaptive=adaptive, top_k=2).agents
        assert trace is not None
        counts[adaptive] = len(trace.pages)
        assert [page.number for page in trace.pages] == list(range(1, len(trace.pages) + 1))
    kept = service.search(question, adaptive=True, top_k=2)
    places = {(hit.doc, place) for hit in kept for place in hit.page_nos or (hit.chunk_id,)}
    assert counts[True] == len(places) < counts[False]


@pytest.mark.usefixtures("at_a_terminal")
def test_the_command_shows_answer_and_trace(scripted: ScriptedServer) -> None:
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
    # adaptive recall of one text leaves one page of the two
    scripted.reply(picks(), when=is_seeker)
    few = json.loads(CliRunner().invoke(app, [*ask, "--adaptive", "-k", "1", "--kind", "text", "--json"]).stdout)
    assert (len(few["agents"]["pages"]), len(value["agents"]["pages"])) == (1, 2)


@pytest.mark.parametrize(
    "options",
    [
        ["--trace"],
        ["--agents", "--rerank", "none"],
        ["--agents", "--evidence", "r1"],
        ["--evidence", "all"],
        ["--evidence", "all", "--doc", "x.pdf", "--rerank", "none"],
    ],
)
def test_options_that_do_not_go_together_are_refused(options: list[str]) -> None:
    assert CliRunner().invoke(app, ["ask", "x", *options]).exit_code == 2
