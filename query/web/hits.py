"""Hits as the templates show them: where they stand, and which routes found them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit
from query.shown import shown_text
from query.web.forms import QuestionForm
from query.web.markup import marked_text
from query.web.places import address, place_link, places_of, where

#: what the routes of a search are called on the page, and what each looks at
ROUTES = {
    "dense": ("Meaning", "chunks whose vectors are nearest to that of the question"),
    "bm25": ("Words", "chunks that hold the words of the question, by BM25"),
    "keyword": ("Names", "chunks of documents that the question names"),
    "row": ("Rows", "tables with a row that is called what the question names"),
    "caption": ("Caption", "the figure, table or listing that the question names by its number"),
    "part": ("Part", "chunks of the section, clause, page or release that the question names by its number"),
    "count": ("Count", "the figures, tables, sections or references whose number the question asks for"),
    "date": ("Date", "chunks of the document that is of the day or month which the question names"),
    "listing": ("Documents", "how the documents begin that the question is for, or where they mention what it names"),
    "text": ("Page text", "pages whose texts are nearest to the question"),
    "image": ("Page image", "pages whose images are nearest to the question"),
    "maxsim": ("Page parts", "pages whose parts are nearest to the words of the question"),
}
#: characters of a hit that a list shows before the rest is unfolded
SHOWN_CHARS = 360
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteView:
    """A route that found a chunk, and at which rank."""

    name: str
    about: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HitView:
    """A hit of a search."""

    rank: int
    name: str
    doc: str
    where: str
    kind: str
    headings: tuple[str, ...]
    text: Markup
    # the rest of a long text
    rest: Markup
    routes: tuple[RouteView, ...]
    score: float
    href: str
    chunk_href: str
    notes: tuple[str, ...]


def hit_view(hit: Hit, form: QuestionForm) -> HitView:
    """What the page shows of a hit."""
    shown = _BLANK_LINES.sub("\n", shown_text(hit.text, hit.kind))
    cut = _cut(shown)
    return HitView(
        rank=hit.rank,
        name=short_name(hit.doc),
        doc=hit.doc,
        where=where(hit.page_nos),
        kind=hit.kind.value,
        headings=hit.headings[1:],
        text=marked_text(shown[:cut], form.question),
        rest=marked_text(shown[cut:], form.question),
        routes=route_views(hit),
        score=hit.score,
        href=hit_link(hit.document_id, hit.locators, hit.rank, form.index),
        chunk_href=chunk_link(hit.chunk_id, form),
        notes=hit.notes,
    )


def route_views(hit: Hit) -> tuple[RouteView, ...]:
    """The routes that found a chunk, the best first."""
    ranked = sorted(hit.route_ranks.items(), key=lambda item: (item[1], item[0]))
    named = [(ROUTES.get(route, (route, "")), rank) for route, rank in ranked]
    return tuple(RouteView(name=name, about=about, rank=rank) for (name, about), rank in named)


def hit_link(document_id: str, locators: Sequence[Locator], number: int, index: str) -> str:
    """The address of the place of a hit."""
    places = places_of(number, document_id, locators)
    return place_link(places, 0, index=index) if places else address(f"/web/documents/{document_id}", {"index": index})


def chunk_link(chunk_id: str, form: QuestionForm) -> str:
    """The address of the chunk inspector, which then says which routes find the chunk for the question."""
    return form.link(f"/web/chunks/{chunk_id}")


def short_name(doc: str) -> str:
    """A document without its folders."""
    return doc.rsplit("/", 1)[-1]


def _cut(text: str) -> int:
    """Where a long text is folded: at the end of a word."""
    if len(text) <= SHOWN_CHARS * 1.3:
        return len(text)
    end = text.rfind(" ", 0, SHOWN_CHARS)
    return end if end > 0 else SHOWN_CHARS
