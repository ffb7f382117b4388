"""Descriptions of tables, pictures and slides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ArtifactKind(StrEnum):
    """What is described."""

    TABLE = "table"
    PICTURE = "picture"
    SLIDE = "slide"


class ArtifactClass(StrEnum):
    """The class a describer gives; pictures first (MM-BizRAG 2.1.1), slides after them."""

    CHART = "Chart"
    PICTURE = "Picture"
    # the next two are filtered out of the index
    LOGO = "Logo"
    BLANK = "Blank"
    TABLE = "Table"
    INFORMATIVE = "Informative"

    @property
    def is_indexed(self) -> bool:
        return self not in (ArtifactClass.LOGO, ArtifactClass.BLANK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a describer says of one table, picture or slide."""

    kind: ArtifactKind
    # ordinal of the table or picture, page number of the slide: all 1-based
    ordinal: int
    # hash of what was described and of how (model, prompt, parameters)
    artifact_sha256: str
    describer: str
    artifact_class: ArtifactClass
    text: str
