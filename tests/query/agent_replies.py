"""What scripted agents say, and how tests tell who is asked."""

from __future__ import annotations

from collections.abc import Callable

from bizrag.model.agents import AgentEnd, AgentFailure
from bizrag.model.answers import Answer
from query.service import SearchOptions
from tests.scripted_server import Received, Reply, say_json

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


def end_of(answer: Answer) -> tuple[AgentEnd, AgentFailure | None]:
    assert answer.agents is not None
    return answer.agents.end, answer.agents.failure
