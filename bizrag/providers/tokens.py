"""How many tokens a request is likely to take: an estimate for limits and prices before the provider counts."""

from __future__ import annotations

from bizrag.providers.chat import ChatRequest, TextPart

__all__ = ["estimate_tokens"]

# English text; other languages and numbers take more
_CHARS_PER_TOKEN = 4
# a page image at the resolution that providers scale to
_IMAGE_TOKENS = 1500
# most replies are far below the limit of output tokens, so the limit is no estimate
_OUTPUT_TOKENS = 500
_MESSAGE_TOKENS = 4


def estimate_tokens(request: ChatRequest, *, max_output_tokens: int) -> int:
    """Tokens of the request and of a usual reply."""
    tokens = min(max_output_tokens, _OUTPUT_TOKENS)
    for message in request.messages:
        tokens += _MESSAGE_TOKENS
        for part in message.parts:
            tokens += len(part.text) // _CHARS_PER_TOKEN + 1 if isinstance(part, TextPart) else _IMAGE_TOKENS
    return tokens
