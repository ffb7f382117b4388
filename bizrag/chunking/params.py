"""What decides how chunks are cut: part of an index's identity."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from bizrag.model.variants import Cascade

__all__ = ["Cascade", "ChunkParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkParams:
    """Sizes in tokens of the embedder. Raises ValueError when no text would fit."""

    # the embedder's window, special tokens included
    max_tokens: int = 256
    # what the embedder adds to every input: [CLS] and [SEP]
    special_tokens: int = 2
    # largest part of the window for the headings in front; the same again for a table's caption and column labels
    heading_share: float = 0.25
    # a section with less than this part of the window joins the following one under the same parent
    merge_share: float = 0.25
    cascade: Cascade = Cascade.TITLE_AND_HEADING
    # cut every so many tokens, without regard to sections and sentences (a baseline of HiQA)
    fixed_chunks: bool = False
    # whether the numbers of a table are embedded with its labels
    table_data: bool = False
    # multimodal inputs: their window where it is not max_tokens, and what one image takes of it
    window_tokens: int | None = None
    image_tokens: int = 0

    def __post_init__(self) -> None:
        if self.image_tokens < 0 or (self.window_tokens is not None and self.window_tokens < self.max_tokens):
            raise ValueError(f"image_tokens is not negative, window_tokens not below max_tokens: {self}")
        if not 0 <= self.heading_share <= 0.4 or not 0 <= self.merge_share <= 0.5:
            raise ValueError(f"heading_share is 0 to 0.4, merge_share 0 to 0.5: {self}")
        if self.input_tokens - 2 * self.heading_tokens < 1:
            raise ValueError(f"a window of {self.max_tokens} tokens leaves no room for text")

    @property
    def input_tokens(self) -> int:
        """Tokens of one embedding input, headings included, special tokens not."""
        return self.max_tokens - self.special_tokens

    @property
    def unit_tokens(self) -> int:
        """Tokens of one multimodal input, headings and images included, special tokens not."""
        return (self.window_tokens or self.max_tokens) - self.special_tokens

    @property
    def heading_tokens(self) -> int:
        """Most tokens of the headings in front."""
        return int(self.heading_share * self.max_tokens)

    @property
    def merge_tokens(self) -> int:
        """Sections below this size join the following one."""
        return int(self.merge_share * self.max_tokens)

    def to_json(self) -> dict[str, Any]:
        """All fields, as an index stores them; those of multimodal inputs and fixed chunks only where they are set."""
        values = asdict(self) | {"cascade": self.cascade.value}
        if self.window_tokens is None:
            del values["window_tokens"], values["image_tokens"]
        if not self.fixed_chunks:
            del values["fixed_chunks"]
        return values
