"""What is embedded, as it is stored: a text, or texts and images in order. Images stand for their bytes by hash."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bizrag.model.hashing import sha256_text

__all__ = ["InputImage", "InputText", "StoredInput", "from_json", "input_sha256", "to_json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InputText:
    """A piece of text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InputImage:
    """An image: the blob with this hash."""

    sha256: str


# a text, or an interleaved input
StoredInput = str | tuple[InputText | InputImage, ...]


def to_json(item: StoredInput) -> str | list[list[str]]:
    """An input as a JSON value: a string, or ``["text", text]`` and ``["image", hash]`` pairs.

    >>> to_json((InputImage(sha256="ab"), InputText(text="c")))
    [['image', 'ab'], ['text', 'c']]
    """
    if isinstance(item, str):
        return item
    return [["text", part.text] if isinstance(part, InputText) else ["image", part.sha256] for part in item]


def from_json(value: str | list[list[str]]) -> StoredInput:
    """An input from its JSON value.

    >>> from_json([["image", "ab"]])
    (InputImage(sha256='ab'),)
    """
    if isinstance(value, str):
        return value
    return tuple(InputText(text=what) if kind == "text" else InputImage(sha256=what) for kind, what in value)


def input_sha256(item: StoredInput) -> str:
    """What a vector is kept under, together with its space.

    A text has the hash of its bytes, also where it is the only part, so that text and multimodal inputs share vectors.
    Other inputs are hashed as JSON behind a NUL, which no stored text holds: the two never meet.

    >>> input_sha256("page") == input_sha256((InputText(text="page"),)) == sha256_text("page")
    True
    >>> input_sha256((InputImage(sha256="ab"), InputText(text="c"))) == sha256_text('\\0[["image","ab"],["text","c"]]')
    True
    """
    match item:
        case str():
            return sha256_text(item)
        case (InputText(text=text),):
            return sha256_text(text)
        case _:
            return sha256_text("\0" + json.dumps(to_json(item), ensure_ascii=False, separators=(",", ":")))
