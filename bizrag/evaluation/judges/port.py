"""What every judge has: its input, its verdict or failure, its version."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel

from bizrag.errors import ProviderError, TransientError
from bizrag.model.hashing import sha256_json
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, ImagePart
from bizrag.providers.prompts import prompt_sha256

__all__ = [
    "Finding",
    "Found",
    "Judge",
    "JudgeFailure",
    "JudgeInput",
    "JudgeResult",
    "ModelJudge",
    "Source",
    "Verdict",
    "attempt",
    "version_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What an answer was written from, as the answerer saw it."""

    text: str
    images: tuple[ImagePart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeInput:
    """An answer to judge, and what there is to judge it by."""

    question: str
    # empty and "No answer found" are answers too: abstentions
    answer: str
    # None where nobody knows the answer
    reference: str | None = None
    # None where nobody knows what was retrieved; empty when nothing was
    sources: tuple[Source, ...] | None = None
    # the data set's: decides how generalized accuracy compares
    answer_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fact, claim or statement and how it was judged."""

    # whose it is: "reference", "answer"
    side: str
    text: str
    # 1: borne out, 0: not (or contradicted), -1: neither said nor denied
    verdict: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a judge makes of what its model says."""

    scores: dict[str, float | None]
    findings: tuple[Finding, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The scores of an answer."""

    judge: str
    version: str
    # name to value; None where undefined for this answer
    scores: dict[str, float | None]
    findings: tuple[Finding, ...] = ()
    # why, in the judge's words, or why nothing is defined
    reason: str = ""
    # what the model wrote, as it wrote it, with tokens and cost; empty when none was asked
    replies: tuple[ChatReply, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeFailure:
    """A judge could not judge: there is no score."""

    judge: str
    version: str
    # name of the exception's class
    error: str
    message: str
    # asking again later may help
    is_transient: bool
    replies: tuple[ChatReply, ...] = ()


JudgeResult = Verdict | JudgeFailure


class Judge(ABC):
    """Scores answers one by one. Safe for several threads."""

    name: ClassVar[str]
    # names of the scores of every verdict; the first is the one to report
    scores: ClassVar[tuple[str, ...]]

    @property
    @abstractmethod
    def version(self) -> str:
        """Scores of different versions do not compare."""

    @abstractmethod
    def judge(self, given: JudgeInput) -> JudgeResult:
        """The verdict on an answer, or why there is none. Raises no error of a model."""


class ModelJudge(Judge):
    """A judge that asks a chat model."""

    prompts: ClassVar[tuple[str, ...]]
    outputs: ClassVar[tuple[type[BaseModel], ...]]
    # counts up when the same output gives other scores
    revision: ClassVar[int] = 1
    # what a verdict cannot do without
    needs_reference: ClassVar[bool] = True
    needs_sources: ClassVar[bool] = False

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    @property
    def version(self) -> str:
        return version_of(self.name, self.revision, self.prompts, self.outputs, self._chat)

    def judge(self, given: JudgeInput) -> JudgeResult:
        """The verdict on an answer; all scores are undefined where what they compare with is not known."""
        missing = self._missing(given)
        if missing:
            scores: dict[str, float | None] = dict.fromkeys(self.scores)
            return Verdict(judge=self.name, version=self.version, scores=scores, reason=missing)
        return attempt(self.name, self.version, self._chat, lambda chat: self._ask(chat, given))

    def _missing(self, given: JudgeInput) -> str:
        if self.needs_reference and given.reference is None:
            return "there is no reference answer"
        if self.needs_sources and given.sources is None:
            return "the sources are not known"
        return ""

    @abstractmethod
    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        """Ask the model and compute the scores."""


def version_of(
    name: str, revision: int, prompts: Sequence[str], outputs: Sequence[type[BaseModel]], chat: ChatModel
) -> str:
    """``name@hash:model``; the hash is of the prompts' texts, the outputs' JSON schemas and the judge's revision."""
    hashed = sha256_json([revision, *map(prompt_sha256, prompts), *(output.model_json_schema() for output in outputs)])
    return f"{name}@{hashed[:12]}:{chat.identity}"


def attempt(name: str, version: str, chat: ChatModel, ask: Callable[[ChatModel], Found]) -> JudgeResult:
    """What ``ask`` finds as a verdict, an error of the model as a failure; both with all that the model wrote."""
    recorder = _Recorder(chat)
    try:
        found = ask(recorder)
    except ProviderError as error:
        return JudgeFailure(
            judge=name,
            version=version,
            error=type(error).__name__,
            message=str(error),
            is_transient=isinstance(error, TransientError),
            replies=tuple(recorder.replies),
        )
    return Verdict(
        judge=name,
        version=version,
        scores=found.scores,
        findings=found.findings,
        reason=found.reason,
        replies=tuple(recorder.replies),
    )


class _Recorder:
    """A chat model that keeps what it said, for one verdict."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self.replies: list[ChatReply] = []

    @property
    def identity(self) -> str:
        return self._chat.identity

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        reply = self._chat.complete(request, documents=documents)
        self.replies.append(reply)
        return reply

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        reply = yield from self._chat.stream(request, documents=documents)
        self.replies.append(reply)
        return reply

    def discard(self, request: ChatRequest) -> None:
        self._chat.discard(request)
