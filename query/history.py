"""Conversations as files: a JSON line for each turn, or one JSON list of them."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import AliasChoices, BaseModel, Field, TypeAdapter, ValidationError

from bizrag.errors import BadInputError
from bizrag.model.conversation import Speaker, Turn


class _Line(BaseModel):
    """A turn as files have it; chat APIs call its text ``content``."""

    role: Speaker
    text: str = Field(validation_alias=AliasChoices("text", "content"))


_LINES = TypeAdapter(list[_Line])


def read_history(path: Path) -> tuple[Turn, ...]:
    """The turns of a file, oldest first: ``{"role": "user" or "assistant", "text": "..."}``.

    Raises BadInputError when the file is not there or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
        is_list = text.lstrip().startswith("[")
        value = json.loads(text) if is_list else [json.loads(line) for line in text.splitlines() if line.strip()]
        return tuple(Turn(speaker=line.role, text=line.text) for line in _LINES.validate_python(value))
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror or error}") from error
    except (ValidationError, ValueError) as error:
        raise BadInputError(
            f'{path} is no conversation: a line for each turn is needed, {{"role": "user", "text": "..."}}'
        ) from error
