"""What clients send: a question, and how it is to be searched for."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bizrag.errors import BadInputError
from bizrag.model.access import Principal
from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.retrieval import Evidence, Retriever, SearchFilter
from query.service import ANSWER_TOP_K, DEFAULT_INDEX, DEFAULT_TOP_K, SearchOptions

#: longest question
MAX_QUESTION_CHARS = 20_000
#: page numbers are four-byte integers in the database
_MAX_PAGE = 2_147_483_647

Question = Annotated[str, StringConstraints(min_length=1, max_length=MAX_QUESTION_CHARS)]
# no name of anything holds control characters, and the database takes no NUL
Name = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=r"^[^\x00-\x1f]+$")]
PageNo = Annotated[int, Field(ge=1, le=_MAX_PAGE)]
Adaptive = Annotated[
    bool | None,
    Field(
        description="keep as many chunks of each kind as their similarities tell from the rest, half of `k` to `k`, in "
        "the order of the documents; null: the setting"
    ),
]
PagesRead = Annotated[
    Evidence | None,
    Field(
        description="pages that are read: found (the chunks as they are), r1 or r5 (the chunks on the best page or "
        "the five best), all (every page of `doc`, in its order; nothing is searched); null: the setting",
        examples=["r5"],
    ),
]
# a thousand of each would be a mistake, and a statement of many megabytes
_Listed = Field(default=(), max_length=100)


class Narrowing(BaseModel):
    """Where to search; the words are those of the command line."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    index: Name = Field(default=DEFAULT_INDEX, description="index or alias to ask")
    collection: Name | None = Field(default=None, description="only documents of this collection")
    doc: Name | None = Field(default=None, description="only this document: its path, its name or a unique part of it")
    file_types: tuple[Name, ...] = _Listed
    layouts: tuple[Layout, ...] = _Listed
    modified_from: date | None = Field(default=None, description="only files modified on this day (UTC) or later")
    modified_to: date | None = Field(default=None, description="only files modified on this day (UTC) or before")
    page_from: PageNo | None = Field(default=None, description="first page, from 1")
    page_to: PageNo | None = Field(default=None, description="last page")
    kinds: tuple[ChunkKind, ...] = _Listed
    retriever: Retriever = Field(default=Retriever.HYBRID, description="how chunks are found")
    adaptive: Adaptive = None

    def filters(self) -> SearchFilter:
        """Raises BadInputError where a range ends before it begins."""
        try:
            return SearchFilter(
                file_types=self.file_types,
                layouts=self.layouts,
                modified_from=self.modified_from,
                modified_to=self.modified_to,
                page_from=self.page_from,
                page_to=self.page_to,
                kinds=self.kinds,
            )
        except ValueError as error:
            raise BadInputError(str(error)) from error

    def options(self, top_k: int, principal: Principal) -> SearchOptions:
        """As ``QueryService`` takes them."""
        return SearchOptions(
            index=self.index,
            collection=self.collection,
            doc=self.doc,
            filters=self.filters(),
            top_k=top_k,
            retriever=self.retriever,
            principal=principal,
            adaptive=self.adaptive,
        )


class Reading(Narrowing):
    """Where to search for an answer, and which of what was found is read."""

    k: int = Field(default=ANSWER_TOP_K, ge=1, le=200, description="chunks that the answer is made from")
    evidence: PagesRead = None


class SearchRequest(Narrowing):
    """A search."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra={"examples": [{"query": "How much were net sales?", "k": 5}]}
    )

    query: Question = Field(description="what to look for")
    k: int = Field(default=DEFAULT_TOP_K, ge=1, le=1000, description="how many hits")
