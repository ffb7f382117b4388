"""An answer as server-sent events: what is written so far, then the whole with its sources; or what went wrong.

Each event carries HTML that was rendered and cleaned here, so that the script in the browser only puts it in its place:
``step`` {"html", "said"} for each step of agents, ``writing`` {"html"}, then ``answer`` {"html", "said"} or ``failed``
{"html", "said"}; ``said`` is for screen readers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping

import anyio
import anyio.to_thread
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bizrag.model.access import Principal
from bizrag.model.agents import AgentStep
from bizrag.model.answers import Answer
from query.service import QueryService
from query.web.agents import step_view, steps_of
from query.web.answers import AnswerView, answer_view
from query.web.asking import abilities, agent_options, follow_up
from query.web.failures import explained
from query.web.forms import QuestionForm
from query.web.markup import answer_html
from query.web.rendering import fragment

#: seconds between two looks at an answer that is being written
_BETWEEN_SECONDS = 0.08


class ClosingStream(StreamingResponse):
    """Server-sent events whose generator is closed with the response, also where the reader left in the middle.

    A generator that is only forgotten keeps its connection to the database and its call to a model until it is
    collected. The request is not over before that: a service that stops waits for its requests.
    """

    media_type = "text/event-stream"

    def __init__(self, events: Generator[str], headers: Mapping[str, str]) -> None:
        super().__init__(events, headers=dict(headers))
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            # the thread has returned from its step by now: a cancelled wait for a thread goes on until it ends
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._events.close)


def answer_events(service: QueryService, principal: Principal, form: QuestionForm) -> Generator[str]:
    """The events of a question. Never raises: a failure is the last event."""
    # the browser shows at once that somebody is at work
    yield ": searching\n\n"
    try:
        if form.agents:
            answer = yield from _stepping(steps_of(service, form.question, agent_options(form, principal)))
        else:
            answer = yield from _writing(service.ask_stream(form.question, **form.ask_options(principal)))
        view = answer_view(answer, form)
        follow = follow_up(service, form, view)
        values = {"talk": form.turns, "asked": form.question, "failure": None, "can": abilities(service)}
        html = fragment("_talk", answer=view, form=form, follow=follow, **values)
        yield _event("answer", html=html, said=said(view))
    # whatever it is, the person at the browser is told
    except Exception as error:
        failure = explained(error)
        yield _event("failed", html=fragment("_failure", failure=failure), said=failure.title)


def said(view: AnswerView) -> str:
    """What a screen reader says when the answer is there."""
    if view.is_abstention:
        return "No answer found in these documents."
    sources = "1 source" if len(view.citations) == 1 else f"{len(view.citations)} sources"
    return f"The answer is there, with {sources}."


def _writing(pieces: Generator[str, None, Answer]) -> Generator[str, None, Answer]:
    text, shown_at = "", 0.0
    while True:
        try:
            text += next(pieces)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        except Exception:
            # what is held back is all that there will be
            if text:
                yield _event("writing", html=str(answer_html(text, {})))
            raise
        if time.monotonic() - shown_at >= _BETWEEN_SECONDS:
            yield _event("writing", html=str(answer_html(text, {})))
            shown_at = time.monotonic()


def _stepping(steps: Generator[AgentStep, None, Answer]) -> Generator[str, None, Answer]:
    while True:
        try:
            view = step_view(next(steps))
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        yield _event("step", html=fragment("_step", step=view), said=f"{view.name}: {view.outcome}.")


def _event(name: str, **values: str) -> str:
    return f"event: {name}\ndata: {json.dumps(values)}\n\n"
