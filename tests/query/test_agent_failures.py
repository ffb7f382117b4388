"""Agents that fail, are refused or reach a limit: a typed end with the plain answer, never a dropped question."""

from __future__ import annotations

from typing import Any

import pytest

from bizrag.model.agents import AgentEnd, AgentFailure, AgentRole, StepOutcome
from bizrag.model.answers import Answer
from query import QueryService
from tests.query.agent_replies import (
    QUESTION,
    REPORT,
    drafts,
    end_of,
    is_checker,
    is_inspector,
    is_plain,
    is_seeker,
    picks,
)
from tests.scripted_server import Received, Reply, ScriptedServer, fail, hang, refuse, say, say_json

pytestmark = pytest.mark.slow


@pytest.fixture
def service(asking: QueryService) -> QueryService:
    """All chat models at the scripted server."""
    return asking


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
