"""The answerer with a chat model: from sources and their images, streamed, its citations checked and placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from bizrag.answering.chat.prompting import answer_request
from bizrag.answering.chat.sent_images import ImageLimits, SentImages, read_images
from bizrag.answering.citations import MarkerFilter, check_markers
from bizrag.answering.ports import NO_ANSWER
from bizrag.answering.quoting import cite_claims
from bizrag.errors import InvalidOutputError
from bizrag.model.answers import Answer, Passage, Trace
from bizrag.model.conversation import ALONE, Conversation
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)
_AROUND = " \t\r\n.!*_\"'“”„`#"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatAnswerer:
    """Answers with a chat model (implements ``Answerer``). Raises what the model raises: RefusedError and others."""

    chat: ChatModel
    # blob -> bytes; raises NotFoundError
    read_image: Callable[[str], bytes]
    limits: ImageLimits

    @property
    def provider(self) -> str:
        """The model, without its parameters."""
        return self.chat.identity.partition("?")[0]

    def answer(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Answer:
        """The answer whole, with citations; "No answer found" without passages."""
        sent = read_images(passages, self.read_image, self.limits)
        if not sent.passages:
            return self._abstained(sent)
        request = answer_request(question, sent.passages, conversation, sent.images, meant=meant)
        return self._answer(self.chat.complete(request), sent, request)

    def stream(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Generator[str, None, Answer]:
        """The answer in pieces, markers checked and numbered, then whole."""
        sent = read_images(passages, self.read_image, self.limits)
        if not sent.passages:
            yield NO_ANSWER
            return self._abstained(sent)
        request = answer_request(question, sent.passages, conversation, sent.images, meant=meant)
        markers = MarkerFilter({passage.passage_id for passage in sent.passages})
        reply = yield from _filtered(_without_thoughts(self.chat.stream(request)), markers)
        return self._answer(reply, sent, request)

    def _answer(self, reply: ChatReply, sent: SentImages, request: ChatRequest) -> Answer:
        text = _THOUGHT.sub("", reply.text).strip()
        if not text:
            self.chat.discard(request)
            raise InvalidOutputError(f"{self.chat.identity} gave an empty answer: ask again")
        checked = check_markers(text, {passage.passage_id for passage in sent.passages})
        is_cited = bool(checked.passage_ids)
        is_abstention = says_nothing(checked.text, has_citations=is_cited)
        return Answer(
            text=NO_ANSWER if is_abstention else checked.text,
            citations=() if is_abstention else cite_claims(checked.text, sent.passages),
            is_abstention=is_abstention,
            passages=sent.passages,
            provider=self.provider,
            seconds=reply.seconds,
            trace=Trace(
                num_invalid_citations=checked.num_removed,
                num_images=len(sent.images),
                dropped=sent.dropped,
                notes=tuple(_notes(reply, is_abstention=is_abstention, is_cited=is_cited)),
            ),
        )

    def _abstained(self, sent: SentImages) -> Answer:
        return Answer(
            text=NO_ANSWER,
            citations=(),
            is_abstention=True,
            passages=(),
            provider=self.provider,
            seconds=0.0,
            trace=Trace(dropped=sent.dropped),
        )


def says_nothing(text: str, *, has_citations: bool) -> bool:
    """Whether an answer is an abstention: the agreed words, alone or with an excuse that no source is cited for.

    >>> says_nothing("**No answer found.**", has_citations=False)
    True
    >>> says_nothing("No answer found for 2023. Sales were 5 in 2024 [1](#1).", has_citations=True)
    False
    """
    said, agreed = text.strip(_AROUND).casefold(), NO_ANSWER.casefold()
    return said == agreed or (said.startswith(agreed) and not has_citations)


def _notes(reply: ChatReply, *, is_abstention: bool, is_cited: bool) -> list[str]:
    notes = ["the answer was cut at the limit of output tokens"] if reply.finish_reason == "length" else []
    return notes if is_abstention or is_cited else [*notes, "the answer cites no source"]


def _filtered(pieces: Generator[str, None, ChatReply], markers: MarkerFilter) -> Generator[str, None, ChatReply]:
    """Pieces with their markers checked; nothing empty."""
    while True:
        try:
            shown = markers.feed(next(pieces))
        except StopIteration as end:
            rest = markers.finish()
            if rest:
                yield rest
            reply: ChatReply = end.value
            return reply
        if shown:
            yield shown


def _without_thoughts(pieces: Generator[str, None, ChatReply]) -> Generator[str, None, ChatReply]:
    """Pieces without what some local models think aloud before they answer, and without blanks at the beginning."""
    held, has_begun = "", False
    while True:
        try:
            piece = next(pieces)
        except StopIteration as end:
            if held and not has_begun:
                yield held
            reply: ChatReply = end.value
            return reply
        if has_begun:
            yield piece
            continue
        held = _THOUGHT.sub("", held + piece).lstrip()
        if held and not "<think>".startswith(held[:7]) and not held.startswith("<think>"):
            has_begun = True
            yield held
