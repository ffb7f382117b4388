"""The model that writes and reviews questions: within a number of new calls, pages shown as image and text."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from bizrag.errors import BadInputError, NotFoundError
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, ImagePart
from bizrag.providers.fence import fence_word, one_line
from bizrag.providers.images import image_part
from bizrag.providers.prompts import messages
from bizrag.providers.spending import MeteredChat
from bizrag.providers.structured import complete_as
from bizrag.store.question_pages import QuestionPage

T = TypeVar("T", bound=BaseModel)

#: of a page's text beside its image
MAX_CHARS = 8000


class LimitReachedError(Exception):
    """No further new call is allowed in this run."""


class LimitedChat:
    """A chat model that makes so many new calls in a run; kept replies are free (implements ``ChatModel``)."""

    def __init__(self, chat: ChatModel, max_calls: int) -> None:
        self.meter = MeteredChat(chat)
        self.identity = chat.identity
        self._lock = threading.Lock()
        self._left = max_calls

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """As the model behind it. Raises LimitReachedError once the limit is reached."""
        with self._lock:
            # taken before the call, so that calls side by side do not pass the limit together
            if self._left <= 0:
                raise LimitReachedError
            self._left -= 1
        reply = self.meter.complete(request, documents=documents)
        if reply.is_cached:
            with self._lock:
                self._left += 1
        return reply

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """As ``complete``, in one piece."""
        reply = self.complete(request, documents=documents)
        yield reply.text
        return reply

    def discard(self, request: ChatRequest) -> None:
        """As the model behind it."""
        self.meter.discard(request)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Asks about pages."""

    chat: ChatModel
    # blob -> bytes; raises NotFoundError
    read_image: Callable[[str], bytes]
    image_max_px: int

    def about_pages(self, prompt: str, output: type[T], pages: Sequence[QuestionPage], **variables: object) -> T:
        """The answer to a prompt that shows a page, or several of a document. Raises as ``complete_as``."""
        first = pages[0]
        content = _text(pages)
        images = [image for page in pages if (image := self._image(page)) is not None]
        word = fence_word([content, first.doc, first.title, *map(str, variables.values())])
        prompted = messages(
            prompt,
            *images,
            document=one_line(first.doc),
            title=one_line(first.title),
            text=content,
            has_image=bool(images),
            fence=word,
            **variables,
        )
        return complete_as(self.chat, prompted, output)

    def about_passages(
        self,
        prompt: str,
        output: type[T],
        question: str,
        own: Sequence[QuestionPage],
        others: Sequence[tuple[str, str]],
    ) -> T:
        """The answer to a prompt that shows a question, its pages and (place, text) of what else was found."""
        shown = [(one_line(place), _cut(said, MAX_CHARS // 4)) for place, said in others]
        content = _text(own, MAX_CHARS // 2)
        word = fence_word([question, content, own[0].doc, own[0].title, *(part for pair in shown for part in pair)])
        prompted = messages(
            prompt,
            question=question,
            document=one_line(own[0].doc),
            title=one_line(own[0].title),
            text=content,
            others=shown,
            fence=word,
        )
        return complete_as(self.chat, prompted, output)

    def _image(self, page: QuestionPage) -> ImagePart | None:
        if page.image_sha256 is None:
            return None
        try:
            return image_part(self.read_image(page.image_sha256), max_px=self.image_max_px)
        except (NotFoundError, BadInputError):
            return None


def _text(pages: Sequence[QuestionPage], max_chars: int = MAX_CHARS) -> str:
    """What stands on pages; each has its share of the room."""
    return "\n\n".join(_cut(page.everything, max_chars // len(pages)) for page in pages).strip()


def _cut(text: str, max_chars: int = MAX_CHARS) -> str:
    return text if len(text) <= max_chars else f"{text[:max_chars].rstrip()} …"
