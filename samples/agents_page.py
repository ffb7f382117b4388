"""docs/agents.md: what the agents do with one question about the samples, step by step.

Run ``python -m samples.agents_page`` after ``bizrag ingest samples/docs``. Search, pages, images, checks and citations
are real; what the models say is written here and comes over HTTP from a server on the loopback, so that the page is the
same every time. A test does the same.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bizrag.model.agents import AgentPage, AgentStep, AgentTrace
from bizrag.model.answers import Answer

if TYPE_CHECKING:
    from query import QueryService
    from tests.scripted_server import Received, Reply, ScriptedServer

PAGE = Path(__file__).parents[1] / "docs" / "agents.md"
QUESTION = "What dividend is proposed for 2025, and who audits the accounts?"
DOCUMENT = "annual_report_2025.pdf"

_WIDTH = 116
_INTRO = f"""\
# Answering with agents

Written by `python -m samples.agents_page`; do not edit.

`bizrag ask "..." --agents` answers in rounds, as ViDoRAG does. The search finds pages; a **seeker** looks at them small
and picks a few; an **inspector** reads those at full size and either drafts an answer or says what is missing, and the
next round begins without the pages that were picked. A draft that rests on all inspected pages is the answer; any
other is checked by the **answer agent** against the pages it refers to. Where nothing is left to look at, that agent
writes from the pages that the inspector kept, or says that no answer was found. Pages without images are shown as text.

Agents need a chat model (docs/providers.md; the job is `agent`) and suit questions whose answer is spread over pages or
stands in figures: they take two to eleven calls where the plain answer takes one or two. `--trace` prints every step,
`--json` has them under `agents`; `QueryService.ask_agents` gives them as `Answer.agents`.

## What holds whatever the models say

- Rounds, pages, picks, calls, tokens and seconds have limits (`BIZRAG_AGENTS__...` in settings.md). Limits are looked
  at before every call, second tries included; the call that would pass it is not made.
- A number that is none of the pages shown is left out and named in the trace. An output that cannot be read, or that
  names such numbers only, is asked for once more.
- A step that fails (refused, silent, unreadable twice, provider down, limit reached) ends in the plain answer over
  everything that was found, and the answer says so. Where the model fails there too, sentences of the sources answer;
  where it refuses, the answer is an abstention. No question is dropped.
- Citations are checked and placed as in every answer: document, page, box, and words that stand there.
- Replies are kept: the same question over the same pages costs nothing the second time and takes the same way.

| end | what it means |
|---|---|
| accepted | the draft rests on all pages that were inspected |
| checked | the draft was checked, and corrected where need be, against the pages it refers to |
| from_kept | no page or no round was left: answered from the pages kept |
| abstained | the pages do not hold the answer, or none was kept |
| fallback | a step failed (`failure` says how): the plain answer |
| failed | the plain answer was refused too |

## One question

> {QUESTION}

It is asked of `samples/docs/{DOCUMENT}`. What the models say was written for this page; the rest is real.
"""


def script(scripted: ScriptedServer) -> None:
    """What the models say: the first round finds one half of the answer, the second the other."""
    from tests.scripted_server import say_json

    def numbers(received: Received, *pages: int) -> list[int]:
        return [_number(received, page_no) for page_no in pages]

    def first_pick(received: Received) -> Reply:
        return say_json(
            {
                "reason": "A letter or a summary near the front usually names the dividend.",
                "summary": "",
                "choice": numbers(received, 2),
            }
        )

    def first_look(received: Received) -> Reply:
        return say_json(
            {
                "reason": "The dividend is named; the auditor is not on this page.",
                "information": "the name of the audit firm",
                "choice": numbers(received, 2),
            }
        )

    def second_pick(received: Received) -> Reply:
        return say_json(
            {
                "reason": "Governance stands at the end; page 4 may name advisers.",
                "summary": "The board proposes $0.40 per share for 2025.",
                "choice": numbers(received, 6, 4),
            }
        )

    def second_look(received: Received) -> Reply:
        two, six = numbers(received, 2, 6)
        said = f"The board proposes a dividend of $0.40 per share for 2025 [{two}](#{two}). "
        said += f"The auditor is Quill & Dorsey [{six}](#{six})."
        return say_json({"reason": "Both parts are there.", "answer": said, "reference": [two, six]})

    def check(received: Received) -> Reply:
        two, six = numbers(received, 2, 6)
        said = f"The board proposes a dividend of $0.40 per share for 2025 [{two}](#{two}). "
        said += f"The audit committee proposes Quill & Dorsey as auditor again [{six}](#{six})."
        return say_json(
            {
                "reason": "The dividend stands as in the draft; the auditor is proposed, not yet appointed.",
                "answer": said,
                "reference": [two, six],
            }
        )

    for said, is_asked in (
        (first_pick, _asks("You choose which pages")),
        (first_look, _asks("You read pages of documents closely")),
        (second_pick, _asks("You choose which pages")),
        (second_look, _asks("You read pages of documents closely")),
        (check, _asks("You give the final answer")),
    ):
        scripted.reply(said, when=is_asked)


def _asks(words: str) -> Callable[[Received], bool]:
    return lambda received: words in received.text


def _number(received: Received, page_no: int) -> int:
    """The number under which an agent was shown a page of the document."""
    for block in received.text.split("START page ")[1:]:
        if f"Page of the document: {page_no}\n" in block:
            return int(block.split(" ", 1)[0])
    raise LookupError(f"page {page_no} was not shown: the search does not find it any more")


def ask(service: QueryService, scripted: ScriptedServer) -> Answer:
    """The question, asked as the page tells it. The service's chat models are at the scripted server."""
    script(scripted)
    return service.ask_agents(QUESTION, doc=DOCUMENT)


def render(answer: Answer) -> str:
    """The page in Markdown, without what differs from run to run: seconds and kept replies."""
    trace = answer.agents
    assert trace is not None, "agents answered"
    return "\n".join(
        [
            _INTRO,
            *_pages(trace),
            *(line for step in trace.steps for line in _step(step)),
            "\n### The answer\n",
            *_wrapped(answer.text),
            "",
            *_citations(answer),
            f"\nEnd: `{trace.end}`, {trace.why}; {trace.num_rounds} rounds, {trace.spending.num_calls} calls.",
        ]
    )


def _pages(trace: AgentTrace) -> list[str]:
    head = ["### Pages to choose from\n", "| number | document | page | shown as |", "|---|---|---|---|"]
    return [*head, *(_page(page) for page in trace.pages)]


def _page(page: AgentPage) -> str:
    shown = "image" if page.image_sha256 else "text"
    return f"| {page.number} | {page.doc} | {page.page_no or ''} | {shown} |"


def _step(step: AgentStep) -> list[str]:
    shown, chosen = (", ".join(map(str, numbers)) or "none" for numbers in (step.shown, step.chosen))
    lines = [
        f"\n### Round {step.round_no}: {step.role}\n",
        f"- saw pages {shown} ({step.num_images} image{'' if step.num_images == 1 else 's'})",
        f"- `{step.outcome}`: pages {chosen}",
        f"- because: {step.reason}",
    ]
    return [*lines, f"- says: {step.said}"] if step.said else lines


def _citations(answer: Answer) -> list[str]:
    return [
        f"- {citation.citation_id}: {citation.doc}, page {', '.join(map(str, citation.page_nos))}: "
        f"“{textwrap.shorten(citation.quote, _WIDTH, placeholder=' ...')}”"
        for citation in answer.citations
    ]


def _wrapped(said: str) -> list[str]:
    return [f"> {line}" for line in textwrap.wrap(said, _WIDTH, break_long_words=False)]


def main() -> None:
    """Write the page."""
    from bizrag.settings import Settings
    from query import QueryService
    from tests.scripted_server import ScriptedServer

    scripted = ScriptedServer()
    settings = scripted.configure(Settings())
    settings.providers.calls.fresh = True
    try:
        with QueryService(settings) as service:
            PAGE.write_text(render(ask(service, scripted)) + "\n", encoding="utf-8")
    finally:
        scripted.close()


if __name__ == "__main__":
    main()
