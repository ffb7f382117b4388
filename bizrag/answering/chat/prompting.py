"""The prompt of an answer: sources between fences, images where they stand (MM-BizRAG, appendix D)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bizrag.answering.citations import without_markers
from bizrag.answering.ports import NO_ANSWER
from bizrag.model.answers import Passage
from bizrag.model.conversation import Conversation, Turn
from bizrag.providers.chat import ChatRequest, ImagePart, Message, TextPart
from bizrag.providers.fence import fence_word, one_line
from bizrag.providers.prompts import messages

#: turns of the conversation that are read, the latest ones
MAX_TURNS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A passage as the prompt shows it."""

    id: int
    document: str
    title: str
    pages: str
    content: str


def answer_request(
    question: str,
    passages: Sequence[Passage],
    conversation: Conversation,
    images: Mapping[str, ImagePart],
    *,
    meant: str = "",
) -> ChatRequest:
    """The request for an answer. ``images`` are those to send, by the blob that a figure names.

    Nothing that stands in a source can end it: its first and last line carry a word that depends on all of them. Ids
    of passages stand at the start and the end of each source, title and document with every one.
    """
    turns = conversation.history[-MAX_TURNS:]
    word = fence_word(
        [
            question,
            *(text for passage in passages for text in (passage.text, passage.title, passage.doc)),
            *(turn.text for turn in turns),
            *(text for pair in conversation.metadata.items() for text in pair),
        ]
    )
    marks: dict[str, ImagePart] = {}
    prompt = messages(
        "answer",
        question=question,
        meant="" if meant == question else meant,
        sources=[_source(passage, images, marks, word) for passage in passages],
        history=[(turn.speaker.value, _said(turn)) for turn in turns],
        metadata={one_line(name): one_line(value) for name, value in conversation.metadata.items()},
        instructions=conversation.instructions.strip(),
        language=conversation.language or "",
        no_answer=NO_ANSWER,
        fence=word,
    )
    return ChatRequest(messages=tuple(with_images(message, marks) for message in prompt))


def _source(passage: Passage, images: Mapping[str, ImagePart], marks: dict[str, ImagePart], word: str) -> _Source:
    return _Source(
        id=passage.passage_id,
        document=one_line(passage.doc),
        title=one_line(passage.title),
        pages=", ".join(map(str, sorted({page_no for hit in passage.hits for page_no in hit.page_nos}))),
        content=_content(passage, images, marks, word),
    )


def _content(passage: Passage, images: Mapping[str, ImagePart], marks: dict[str, ImagePart], word: str) -> str:
    """The passage's text with a mark where each image goes; what reads like a marker of ours loses its link."""
    parts: list[str] = []
    end = 0
    for figure in passage.figures:
        if not figure.is_shown or figure.image_sha256 is None:
            continue
        mark = f"[image {len(marks) + 1} {word}]"
        marks[mark] = images[figure.image_sha256]
        parts += [without_markers(passage.text[end : figure.start]), mark]
        end = figure.start
    return "".join((*parts, without_markers(passage.text[end:])))


def _said(turn: Turn) -> str:
    """A turn without citations, which belong to sources that are not there any more."""
    return without_markers(turn.text)


def with_images(message: Message, marks: Mapping[str, ImagePart]) -> Message:
    """The message with images in place of their marks."""
    if not marks:
        return message
    pattern = re.compile("(" + "|".join(map(re.escape, marks)) + ")")
    parts: list[TextPart | ImagePart] = []
    for part in message.parts:
        pieces = pattern.split(part.text) if isinstance(part, TextPart) else []
        parts += [marks[piece] if piece in marks else TextPart(text=piece) for piece in pieces if piece]
    return Message(role=message.role, parts=tuple(parts))
