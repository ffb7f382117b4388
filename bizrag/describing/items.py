"""The port of describers, and what a model has yet to be asked.

A describer looks at the tables, pictures or slides of a parse. What needs no model comes back described at once; the
rest as items, which the caller asks when it likes: side by side, and only where no description is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bizrag.describing.asking import Asker
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.parses import Parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The class and the text that a model gave."""

    artifact_class: ArtifactClass
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A table, picture or slide that a model is to describe."""

    kind: ArtifactKind
    # ordinal of the table or picture, page number of the slide: all 1-based
    ordinal: int
    # hash of all that the model is shown, so that equal items of any documents share a description
    artifact_sha256: str
    # who describes and how: model, parameters, prompt
    describer: str
    page_no: int | None
    # what the local describer says: it stands in where a model refuses to answer
    local: Description
    ask: Callable[[Asker], Said]

    @property
    def key(self) -> tuple[str, str]:
        """What the description is stored under."""
        return self.artifact_sha256, self.describer

    @property
    def place(self) -> str:
        """The item for a person: ``table 3 on page 5``."""
        page = f" on page {self.page_no}" if self.page_no is not None and self.kind is not ArtifactKind.SLIDE else ""
        return f"{self.kind.value} {self.ordinal}{page}"

    def described(self, said: Said) -> Description:
        """The item with what was said of it."""
        return Description(
            kind=self.kind,
            ordinal=self.ordinal,
            artifact_sha256=self.artifact_sha256,
            describer=self.describer,
            artifact_class=said.artifact_class,
            text=said.text,
        )


class Describer(Protocol):
    """Describes the artifacts of one kind."""

    def __call__(self, parse: Parse) -> Sequence[Description | Item]:
        """One entry for each artifact of the kind, in order."""
        ...
