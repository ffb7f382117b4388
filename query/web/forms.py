"""The form of a question as people fill it in, and what it asks of the query service."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.datastructures import FormData, QueryParams

from bizrag.errors import BadInputError
from bizrag.model.access import Principal
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import Conversation, Speaker, Turn
from bizrag.model.documents import Layout
from bizrag.model.retrieval import Evidence, Retriever, SearchFilter
from query.service import DEFAULT_INDEX, AskOptions, SearchOptions
from query.web.places import address

MAX_QUESTION_CHARS = 4000
_MAX_VALUE_CHARS = 500
_MAX_VALUES = 20
#: earlier questions that a follow-up takes along, the latest ones
MAX_TURNS = 6
_MAX_TURN_CHARS = 4000
#: page numbers are four-byte integers in the database
_MAX_PAGE = 2_147_483_647

Value = TypeVar("Value", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionForm:
    """The fields as they came; empty means not filled in."""

    question: str = ""
    index: str = DEFAULT_INDEX
    collection: str = ""
    # name of a document or a part of it
    doc: str = ""
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    layout: str = ""
    page_from: str = ""
    page_to: str = ""
    since: str = ""
    until: str = ""
    retriever: str = Retriever.HYBRID
    # pages that the answer is read from; empty is the setting
    evidence: str = ""
    # let agents read pages in rounds
    agents: bool = False
    # (question, answer) before this question, oldest first
    turns: tuple[tuple[str, str], ...] = ()

    @property
    def num_filters(self) -> int:
        """How many filters are set."""
        given = (self.collection, self.doc, self.types, self.kinds, self.layout)
        pages, days = self.page_from or self.page_to, self.since or self.until
        return sum(map(bool, (*given, pages, days)))

    def options(self, principal: Principal) -> SearchOptions:
        """What the query service is asked for a caller; raises BadInputError for a field that says something else."""
        if len(self.question) > MAX_QUESTION_CHARS:
            length = len(self.question)
            raise BadInputError(f"the question has {length} characters: ask in {MAX_QUESTION_CHARS} or less")
        if not self.question.strip():
            raise BadInputError("the question is empty: ask for something")
        return SearchOptions(
            index=self.index,
            collection=self.collection or None,
            doc=self.doc.strip() or None,
            filters=self._filters(),
            retriever=self._retriever(),
            principal=principal,
        )

    def ask_options(self, principal: Principal) -> AskOptions:
        """As ``options``, with what was said before."""
        said = ((Speaker.USER, 0), (Speaker.ASSISTANT, 1))
        history = tuple(Turn(speaker=speaker, text=turn[at]) for turn in self.turns for speaker, at in said)
        options = AskOptions(**self.options(principal), conversation=Conversation(history=history))
        if self.evidence and self.agents:
            raise BadInputError("who reads pages closely picks them too: leave 'Answer from' as it is")
        if self.evidence:
            options["evidence"] = self._evidence()
        if options.get("evidence") is Evidence.ALL and not options["doc"]:
            raise BadInputError("the whole document is read of one that is named: fill in 'Document' under Filters")
        return options

    def follow_up(self, answer: str) -> QuestionForm:
        """The form of the next question: filled in as this one, with this question and its answer behind it."""
        turns = (*self.turns, (self.question, answer[:_MAX_TURN_CHARS]))
        return replace(self, question="", turns=turns[-MAX_TURNS:])

    def refuse_unreadable(self) -> None:
        """Raises BadInputError for a field that says something else: left out, more would be asked than was meant."""
        self._filters()
        self._retriever()
        if self.evidence:
            self._evidence()

    def _filters(self) -> SearchFilter:
        try:
            return SearchFilter(
                file_types=self.types,
                layouts=(_one_of(Layout, self.layout, "layout"),) if self.layout else (),
                kinds=tuple(_one_of(ChunkKind, kind, "kind of chunk") for kind in self.kinds),
                page_from=_page_number(self.page_from),
                page_to=_page_number(self.page_to),
                modified_from=_day(self.since),
                modified_to=_day(self.until),
            )
        except ValueError as error:
            raise BadInputError(str(error)) from error

    def _retriever(self) -> Retriever:
        return _one_of(Retriever, self.retriever, "way to search")

    def _evidence(self) -> Evidence:
        return _one_of(Evidence, self.evidence, "choice of pages to answer from")

    @property
    def fields(self) -> dict[str, str | tuple[str, ...]]:
        """The values as they came, by field, without earlier turns."""
        return {
            "question": self.question,
            "index": self.index,
            "collection": self.collection,
            "doc": self.doc,
            "type": self.types,
            "kind": self.kinds,
            "layout": self.layout,
            "page_from": self.page_from,
            "page_to": self.page_to,
            "since": self.since,
            "until": self.until,
            "retriever": "" if self.retriever == Retriever.HYBRID else self.retriever,
            "evidence": self.evidence,
        }

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Fields that a follow-up sends along unseen: what narrows it, and the earlier turns."""
        named = [(name, (value,) if isinstance(value, str) else value) for name, value in self.fields.items()]
        narrowing = [(name, one) for name, values in named for one in values if one and name != "question"]
        said = [pair for asked, told in self.turns for pair in (("turn_question", asked), ("turn_answer", told))]
        return narrowing + said

    def link(self, path: str, **further: object) -> str:
        """The address of a page that is filled in as this form is, with further parameters."""
        return address(path, {**self.fields, **{name: str(value) for name, value in further.items()}})


def _page_number(value: str) -> int | None:
    """Raises BadInputError for anything but a page number."""
    if not value:
        return None
    if not (value.isascii() and value.isdigit()):
        raise BadInputError(f"{value!r} is no page: give a number, from 1")
    if len(value) > len(str(_MAX_PAGE)) or int(value) > _MAX_PAGE:
        raise BadInputError(f"no document has a page {value}")
    return int(value)


def _day(value: str) -> date | None:
    """Raises BadInputError for anything but a day."""
    try:
        return date.fromisoformat(value) if value else None
    except ValueError as error:
        raise BadInputError(f"{value!r} is no day: give year, month and day, such as 2026-03-31") from error


def _one_of(values: type[Value], value: str, name: str) -> Value:
    """Raises BadInputError, which says what there is, for a value that there is not."""
    try:
        return values(value)
    except ValueError as error:
        raise BadInputError(f"there is no {name} {value!r}; there is: {', '.join(values)}") from error


def read_form(values: FormData | QueryParams) -> QuestionForm:
    """The form of a request; what is too long for a field is cut, the question is not."""

    def one(name: str) -> str:
        value = values.get(name)
        return value.replace("\0", " ").strip()[:_MAX_VALUE_CHARS] if isinstance(value, str) else ""

    def several(name: str) -> tuple[str, ...]:
        given = [value for value in values.getlist(name) if isinstance(value, str) and value]
        return tuple(value[:_MAX_VALUE_CHARS] for value in given[:_MAX_VALUES])

    def turns() -> tuple[tuple[str, str], ...]:
        both = (values.getlist("turn_question"), values.getlist("turn_answer"))
        asked, told = ([_said(value) for value in side if isinstance(value, str)] for side in both)
        return tuple(zip(asked, told, strict=False))[-MAX_TURNS:]

    question = values.get("question")
    return QuestionForm(
        question=question.strip() if isinstance(question, str) else "",
        index=one("index") or DEFAULT_INDEX,
        collection=one("collection"),
        doc=one("doc"),
        types=several("type"),
        kinds=several("kind"),
        layout=one("layout"),
        page_from=one("page_from"),
        page_to=one("page_to"),
        since=one("since"),
        until=one("until"),
        retriever=one("retriever") or Retriever.HYBRID,
        evidence=one("evidence"),
        agents=one("agents") == "1",
        turns=turns(),
    )


def _said(value: str) -> str:
    return value.replace("\0", " ").strip()[:_MAX_TURN_CHARS]


def _form_of_link(request: Request) -> QuestionForm:
    return read_form(request.query_params)


async def _form_of_post(request: Request) -> QuestionForm:
    async with request.form(max_files=0, max_fields=100) as values:
        return read_form(values)


LinkForm = Annotated[QuestionForm, Depends(_form_of_link)]
PostForm = Annotated[QuestionForm, Depends(_form_of_post)]
