"""What the agents of an answer did (ViDoRAG): the pages they chose from, every step, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bizrag.model.spending import NOTHING_SPENT, Spending


class AgentRole(StrEnum):
    """Who takes a step."""

    # picks pages from thumbnails
    SEEKER = "seeker"
    # looks at the picked pages at full size: answers, or asks for more
    INSPECTOR = "inspector"
    # checks the inspector's draft, or answers from the pages that were kept
    ANSWER = "answer"


class StepOutcome(StrEnum):
    """What a step led to."""

    # the seeker picked pages; it picked none
    PICKED = "picked"
    NOTHING_PICKED = "nothing_picked"
    # the inspector wants to see more; it wrote a draft
    MORE_WANTED = "more_wanted"
    DRAFTED = "drafted"
    # the answer agent wrote the answer; it found none in the pages
    ANSWERED = "answered"
    NO_ANSWER = "no_answer"
    # the model gave nothing that could be used, or a limit was reached
    FAILED = "failed"


class AgentFailure(StrEnum):
    """Why a step failed."""

    REFUSED = "refused"
    TIMEOUT = "timeout"
    # not what was asked for, not even when asked again: no JSON, keys missing, pages that were not shown
    INVALID_OUTPUT = "invalid_output"
    # the provider cannot be reached, or wants fewer calls
    UNAVAILABLE = "unavailable"
    # the provider does not take the call: key, address, model name, size
    REJECTED = "rejected"
    MAX_CALLS = "max_calls"
    MAX_TOKENS = "max_tokens"
    MAX_SECONDS = "max_seconds"


class AgentEnd(StrEnum):
    """How it ended."""

    # the inspector's draft rests on all pages that it saw, and was taken as it is
    ACCEPTED = "accepted"
    # the answer agent checked the draft against the pages it refers to
    CHECKED = "checked"
    # nothing more to look at, or no round left: the answer agent wrote from the pages that were kept
    FROM_KEPT = "from_kept"
    # nothing was found, nothing was kept, or what was kept does not hold the answer
    ABSTAINED = "abstained"
    # a step failed: the plain answer over everything that was found
    FALLBACK = "fallback"
    # the plain answer was refused too
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPage:
    """A page that the agents could choose."""

    # small integer that the agents call it by, from 1, in the order of the documents
    number: int
    document_id: str
    doc: str
    title: str
    # None where the format has no pages: then it is a found text
    page_no: int | None
    # None where the page has no image: then its text is shown
    image_sha256: str | None
    # of the best hit on it, from 1
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStep:
    """One step of one agent."""

    # from 1
    round_no: int
    role: AgentRole
    outcome: StepOutcome
    # numbers of the pages that it saw, and those that it chose, kept or referred to
    shown: tuple[int, ...]
    chosen: tuple[int, ...] = ()
    # numbers that it named and that were none of the pages shown, or too many; they were left out
    left_out: tuple[int, ...] = ()
    # its own words: why; and what it says: summary, information or answer
    reason: str = ""
    said: str = ""
    # images that it saw; other pages were shown as text
    num_images: int = 0
    failure: AgentFailure | None = None
    # one line for a person, where it failed
    error: str = ""
    seconds: float = 0.0
    spending: Spending = NOTHING_SPENT


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTrace:
    """Everything that the agents did for one question."""

    pages: tuple[AgentPage, ...]
    steps: tuple[AgentStep, ...]
    end: AgentEnd
    # why it ended so, one line for a person
    why: str
    failure: AgentFailure | None = None
    # of the agents alone, without rewriting and without the plain answer
    spending: Spending = NOTHING_SPENT

    @property
    def num_rounds(self) -> int:
        """Rounds that began."""
        return max((step.round_no for step in self.steps), default=0)
