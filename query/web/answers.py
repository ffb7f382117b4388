"""Answers and hits as the templates show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from bizrag.answering.citations import plain_markers
from bizrag.answering.extractive.doubts import NOT_SURE
from bizrag.model.answers import Answer, Citation, FigureKind, Passage
from bizrag.model.chunks import ChunkKind
from query.notes import notes_of
from query.shown import shortened, shown_text
from query.web.agents import AgentsView, agents_view
from query.web.forms import QuestionForm
from query.web.hits import SHOWN_CHARS, RouteView, chunk_link, route_views, short_name
from query.web.markup import CitationLink, answer_html, markdown_html, marked_text
from query.web.places import CitedPlace, CitedRows, address, place_link, places_of_citations, table_mark, where
from query.web.rows import quoted_rows

#: passages that are shown where there is no answer
_NUM_CLOSEST = 8
_STEPS = {
    "rewrite": "Rewrite the question",
    "retrieve": "Search",
    "rerank": "Reorder",
    "assemble": "Put sources together",
    "generate": "Answer",
    "cite": "Place citations",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationView:
    """A citation in the list of sources."""

    number: int
    name: str
    doc: str
    where: str
    quote: Markup
    href: str
    chunk_href: str
    document_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureView:
    """A table or picture that the answer rests on."""

    citation: int
    is_table: bool
    caption: str
    where: str
    # of a table, or of the values of a chart; empty where there are none
    table: Markup
    # the cited chunk describes it; others stand beside what is cited
    is_cited: bool
    # address of the picture; empty for tables
    image: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageView:
    """A source that was read."""

    number: int
    name: str
    doc: str
    where: str
    text: Markup
    is_cited: bool
    chunk_href: str
    routes: tuple[RouteView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """An answer as the page shows it."""

    html: Markup
    is_abstention: bool
    # sentences and rows of the sources, by rules; False when a language model wrote it
    is_extractive: bool
    provider: str
    seconds: float
    citations: tuple[CitationView, ...]
    figures: tuple[FigureView, ...]
    passages: tuple[PassageView, ...]
    # what a reader should know: of the documents, and of what did not go as it should
    notes: tuple[str, ...]
    # whether what is quoted only comes close, as many right answers do
    is_unsure: bool
    # the question as it was searched for, where it differs
    searched_for: str
    steps: tuple[tuple[str, float], ...]
    num_calls: int
    cost_usd: float | None
    # what agents did, where they answered
    agents: AgentsView | None
    # the answer as the next question of the talk takes it along
    plain: str


def answer_view(answer: Answer, form: QuestionForm) -> AnswerView:
    """What the page shows of an answer; every text of it is escaped or cleaned here or in the template."""
    places = places_of_citations([_narrowed(citation, answer) for citation in answer.citations], _cited_rows(answer))
    links = {citation.citation_id: _citation_link(citation, places, form) for citation in answer.citations}
    kinds = {hit.chunk_id: hit.kind for passage in answer.passages for hit in passage.hits}
    trace = answer.trace
    return AnswerView(
        html=answer_html(answer.text, links),
        is_abstention=answer.is_abstention,
        is_extractive=answer.provider.startswith("local/"),
        provider=answer.provider,
        seconds=answer.seconds,
        citations=tuple(
            _citation(citation, kinds.get(citation.chunk_id, ChunkKind.TEXT), links, form)
            for citation in answer.citations
        ),
        figures=_figures(answer, form),
        passages=_passages(answer, form),
        notes=(
            *(f"{note['doc']}: {note['note']}" for note in notes_of(answer)),
            *(note for note in trace.notes if note != NOT_SURE),
        ),
        is_unsure=NOT_SURE in trace.notes,
        searched_for="" if trace.searched_for.strip() == form.question.strip() else trace.searched_for,
        steps=tuple((label, trace.seconds[step]) for step, label in _STEPS.items() if step in trace.seconds),
        num_calls=trace.spending.num_calls,
        cost_usd=trace.spending.cost_usd,
        agents=None if answer.agents is None else agents_view(answer.agents),
        plain=plain_markers(answer.text),
    )


def _narrowed(citation: Citation, answer: Answer) -> Citation:
    """The citation at its quote, where its chunk lies at spans of characters, one behind the other, without boxes."""
    spans = [place for place in citation.locators if place.char_start is not None and place.char_end is not None]
    if not spans or len(spans) < len(citation.locators) or any(span.bbox for span in spans):
        return citation
    texts = (hit.text for passage in answer.passages for hit in passage.hits if hit.chunk_id == citation.chunk_id)
    text = next(texts, "")
    start, at = spans[0].char_start or 0, text.find(citation.quote)
    if at < 0 or start + len(text) != spans[-1].char_end:
        return citation
    first, last = start + at, start + at + len(citation.quote)
    clipped = (
        replace(span, char_start=max(first, span.char_start or 0), char_end=min(last, span.char_end or 0))
        for span in spans
    )
    return replace(citation, locators=tuple(span for span in clipped if (span.char_start or 0) < (span.char_end or 0)))


def _cited_rows(answer: Answer) -> dict[int, CitedRows]:
    """By citation: the rows of the table that it cites, where its chunk describes one."""
    tables = {
        figure.chunk.chunk_id: figure.markdown
        for passage in answer.passages
        for figure in passage.figures
        if figure.kind is FigureKind.TABLE and figure.chunk is not None
    }
    return {
        citation.citation_id: CitedRows(
            table=table_mark(tables[citation.chunk_id]),
            numbers=quoted_rows(tables[citation.chunk_id], citation.quote),
        )
        for citation in answer.citations
        if citation.chunk_id in tables
    }


def _citation_link(citation: Citation, places: Sequence[CitedPlace], form: QuestionForm) -> CitationLink:
    at = next((at for at, place in enumerate(places) if place.number == citation.citation_id), None)
    href = (
        address(f"/web/documents/{citation.document_id}", {"index": form.index})
        if at is None
        else place_link(places, at, index=form.index)
    )
    stands = where(citation.page_nos)
    label = f"Citation {citation.citation_id}: {short_name(citation.doc)}{f', {stands}' if stands else ''}"
    return CitationLink(href=href, label=label)


def _citation(citation: Citation, kind: ChunkKind, links: dict[int, CitationLink], form: QuestionForm) -> CitationView:
    return CitationView(
        number=citation.citation_id,
        name=short_name(citation.doc),
        doc=citation.doc,
        where=where(citation.page_nos),
        quote=marked_text(shortened(shown_text(citation.quote, kind), SHOWN_CHARS)),
        href=links[citation.citation_id].href,
        chunk_href=chunk_link(citation.chunk_id, form),
        document_href=address(f"/web/documents/{citation.document_id}", {"index": form.index}),
    )


def _figures(answer: Answer, form: QuestionForm) -> tuple[FigureView, ...]:
    """Tables and pictures; an image of a whole page is behind its citation already."""
    documents = {citation.citation_id: citation.document_id for citation in answer.citations}
    cited_chunks = {citation.chunk_id for citation in answer.citations}
    views: list[FigureView] = []
    for cited in answer.figures:
        figure, document_id = cited.figure, documents.get(cited.citation_id)
        if figure.kind is FigureKind.PAGE or document_id is None:
            continue
        boxes = (figure.bbox,) if figure.bbox else ()
        place = CitedPlace(
            number=cited.citation_id,
            document_id=document_id,
            page_no=figure.page_no,
            boxes=boxes,
            table=table_mark(figure.markdown) if figure.kind is FigureKind.TABLE and not boxes else "",
        )
        sha256 = figure.image_sha256
        views.append(
            FigureView(
                citation=cited.citation_id,
                is_cited=figure.chunk is not None and figure.chunk.chunk_id in cited_chunks,
                is_table=figure.kind is FigureKind.TABLE,
                caption=figure.caption,
                where=", ".join(
                    filter(None, (short_name(cited.doc), where([figure.page_no] if figure.page_no else [])))
                ),
                table=markdown_html(figure.markdown) if figure.markdown else Markup(""),
                image=address(f"/web/documents/{document_id}/images/{sha256}", {"index": form.index}) if sha256 else "",
                href=place_link([place], 0, index=form.index) if figure.page_no else "",
            )
        )
    return tuple(view for view in views if view.table or view.image)


def _passages(answer: Answer, form: QuestionForm) -> tuple[PassageView, ...]:
    cited = {citation.citation_id for citation in answer.citations}
    passages = answer.passages
    if answer.is_abstention:
        # what came closest comes first
        passages = sorted(passages, key=lambda passage: min(hit.rank for hit in passage.hits))[:_NUM_CLOSEST]
    return tuple(_passage(passage, form, is_cited=passage.passage_id in cited) for passage in passages)


def _passage(passage: Passage, form: QuestionForm, *, is_cited: bool) -> PassageView:
    best = min(passage.hits, key=lambda hit: (not hit.route_ranks, hit.rank))
    return PassageView(
        number=passage.passage_id,
        name=short_name(passage.doc),
        doc=passage.doc,
        where=where(sorted({page_no for hit in passage.hits for page_no in hit.page_nos})),
        text=marked_text(shown_text(passage.text, best.kind), form.question),
        is_cited=is_cited,
        chunk_href=chunk_link(best.chunk_id, form),
        routes=route_views(best),
    )
