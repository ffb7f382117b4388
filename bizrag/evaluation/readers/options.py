"""What a person may say about a question file that the file does not say itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["ReadOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """None leaves it to the format."""

    # the number of the first page: 0 or 1
    first_page: int | None = None
    # ending of the documents where the data set names them without one: ".pdf"
    suffix: str | None = None
    # whether the questions name their documents (corpus) or the search is narrowed to them (doc)
    scope: Literal["corpus", "doc"] | None = None
    # our key to the file's column, for formats with a column map
    columns: dict[str, str] = field(default_factory=dict[str, str])
    # regular expression whose first group is the document, in the column that names it
    doc_pattern: str | None = None

    def page_of(self, default: int) -> int:
        return default if self.first_page is None else self.first_page

    def doc_of(self, name: str, default: str) -> str:
        """The file name of a document: the ending is put behind names that do not have it."""
        suffix = default if self.suffix is None else self.suffix
        return name if name.lower().endswith(suffix.lower()) else name + suffix
