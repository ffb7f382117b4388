"""Types of settings that a person writes as text."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator

__all__ = ["Words"]


def _split_words(given: object) -> object:
    """Words of a text; a list that was to be JSON and is not stays as it is, and is refused."""
    if not isinstance(given, str) or given.lstrip().startswith("["):
        return given
    return [word.strip() for word in given.split(",") if word.strip()]


# words with commas between them; JSON is taken too
Words = Annotated[tuple[str, ...], BeforeValidator(_split_words)]
