"""Multimodal inputs: texts and images in reading order, packed into the embedder's window (MM-BizRAG 2.2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sentences import CountTokens, fitting_spans, sentence_spans
from bizrag.model.inputs import InputImage, InputText, StoredInput
from bizrag.model.parses import is_placeholder

# a text, whole where it fits, or an image; an input is made of consecutive ones
Content = str | InputImage


def interleaved_inputs(
    prefix: str, contents: Sequence[Content], *, params: ChunkParams, count_tokens: CountTokens
) -> tuple[StoredInput, ...]:
    """Embedding inputs, at least one: the prefix, then as many of the contents as fit the window, in their order.

    Texts stand on lines of their own; one that does not fit alone is cut at sentence ends, between words where it
    must, a placeholder never. An image takes ``params.image_tokens`` of the window; where that is more than the window
    has, it stands alone. Every input is counted as a whole, because a tokenizer may need more for a joined text than
    for its parts; then smaller parts are tried.
    """
    limit = params.unit_tokens - count_tokens(prefix)
    while True:
        parts = list(_packed(contents, limit, params.image_tokens, count_tokens)) or [[]]
        if limit <= 1 or all(_fits(prefix, part, params, count_tokens) for part in parts):
            return tuple(_joined([prefix, *part] if prefix else part) for part in parts)
        limit //= 2


def _packed(
    contents: Sequence[Content], limit: int, image_tokens: int, count_tokens: CountTokens
) -> Iterator[list[Content]]:
    """Runs of contents that fit together."""
    current: list[Content] = []
    used = 0
    for content in contents:
        for piece, tokens in _pieces(content, limit, image_tokens, count_tokens):
            if current and used + tokens > limit:
                yield current
                current = []
                used = 0
            current.append(piece)
            used += tokens
    if current:
        yield current


def _pieces(
    content: Content, limit: int, image_tokens: int, count_tokens: CountTokens
) -> Iterator[tuple[Content, int]]:
    """A content with its tokens; of a text that does not fit alone its sentences, or what fits of them."""
    if isinstance(content, InputImage):
        yield content, image_tokens
        return
    tokens = count_tokens(content)
    if tokens <= limit or is_placeholder(content):
        yield content, tokens
        return
    for span in sentence_spans(content):
        for (start, end), part in fitting_spans(content, span, limit=max(limit, 1), count_tokens=count_tokens):
            yield content[start:end], part


def _joined(contents: Sequence[Content]) -> StoredInput:
    """Consecutive texts become one; an input without images is a text."""
    joined: list[Content] = []
    for content in contents:
        last = joined[-1] if joined else None
        if isinstance(content, str) and isinstance(last, str):
            joined[-1] = f"{last}\n{content}"
        else:
            joined.append(content)
    match joined:
        case []:
            return ""
        case [str() as text]:
            return text
        case _:
            return tuple(InputText(text=one) if isinstance(one, str) else one for one in joined)


def _fits(prefix: str, part: Sequence[Content], params: ChunkParams, count_tokens: CountTokens) -> bool:
    if len(part) == 1 and isinstance(part[0], InputImage):
        return True
    joined = _joined([prefix, *part] if prefix else part)
    texts = [joined] if isinstance(joined, str) else [one.text for one in joined if isinstance(one, InputText)]
    images = sum(isinstance(content, InputImage) for content in part)
    return sum(map(count_tokens, texts)) + params.image_tokens * images <= params.unit_tokens
