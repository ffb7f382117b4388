"""What calls would send: requests are built as ingestion builds them and their tokens are counted; nobody is asked.

Only calls without images. What an image takes is the provider's affair, and told from earlier calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from bizrag.describing.asking import Asker, Meter
from bizrag.describing.chat_classify import Classifier
from bizrag.describing.chat_tables import ChatTables
from bizrag.describing.items import Item
from bizrag.errors import ConfigurationError
from bizrag.model.documents import Preview
from bizrag.model.parses import Parse
from bizrag.pipeline.services import Services
from bizrag.providers.chat import ChatReply, ChatRequest, Job, TextPart
from bizrag.providers.token_counting import token_counter

# A message's frame, in OpenAI's models.
_MESSAGE_TOKENS = 4
# JSON around an output.
_FRAME_TOKENS = 10
# Where the vocabulary cannot be had; tables hold more punctuation than prose.
_BYTES_PER_TOKEN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """The calls for one item. The output is taken to be as long as what the local rules say of it."""

    calls: int
    input_tokens: int
    output_tokens: int


class Rehearsal:
    """Counts what the models of the services would be sent."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tokens = token_counter("o200k_base", services.settings)
        self._has_vocabulary = True

    def count(self, text: str) -> int:
        """Tokens of a text in OpenAI's current vocabulary, or about so many where it cannot be had."""
        if self._has_vocabulary:
            try:
                return self._tokens.count(text)
            except ConfigurationError:
                self._has_vocabulary = False
        return len(text.encode()) // _BYTES_PER_TOKEN + 1

    def tables(self, parse: Parse) -> dict[tuple[str, str], Rehearsed]:
        """What each table would take, by the key of its description; a large one is asked for in parts."""
        chat = self._services.chat(Job.TABLE)
        if chat is None:
            return {}
        counter = _Counter(chat.identity, self.count)
        describe = ChatTables(counter, part_cells=self._services.settings.describing.table_part_cells)
        found: dict[tuple[str, str], Rehearsed] = {}
        for item in describe(parse):
            if isinstance(item, Item):
                calls, tokens = counter.calls, counter.tokens
                item.ask(Asker(documents=(), meter=Meter()))
                found[item.key] = Rehearsed(
                    calls=counter.calls - calls,
                    input_tokens=counter.tokens - tokens,
                    output_tokens=self.count(item.local.text) + _FRAME_TOKENS * (counter.calls - calls),
                )
        return found

    def title(self, look: Preview, *, file_name: str) -> int:
        """Tokens of the question for a title; 0 where no model is asked."""
        chat = self._services.chat(Job.TITLE)
        if chat is None:
            return 0
        counter = _Counter(chat.identity, self.count)
        classifier = Classifier(pages_model=None, text_model=counter, blobs=self._services.blobs)
        classifier.way(look, file_name=file_name, images=()).classify(Asker(documents=(), meter=Meter()))
        return counter.tokens


class _Counter:
    """A chat model that counts requests, and answers with the keys that are asked for."""

    def __init__(self, identity: str, count: Callable[[str], int]) -> None:
        self.identity = identity
        self.calls = self.tokens = 0
        self._count = count

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        self.calls += 1
        for message in request.messages:
            self.tokens += _MESSAGE_TOKENS
            self.tokens += sum(self._count(part.text) for part in message.parts if isinstance(part, TextPart))
        keys: list[str] = (request.json_schema or {}).get("required", [])
        return ChatReply(text=json.dumps(dict.fromkeys(keys, "-")))

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        reply = self.complete(request, documents=documents)
        yield reply.text
        return reply

    def discard(self, request: ChatRequest) -> None:
        """Nothing is kept."""
