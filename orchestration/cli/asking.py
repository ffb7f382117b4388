"""Commands that read the index: search and ask."""

from __future__ import annotations

from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from bizrag.answering.citations import plain_markers
from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.retrieval import Evidence, Retriever, SearchFilter
from bizrag.settings import RerankMode, Settings
from orchestration.cli.agents import answer_by_agents
from orchestration.cli.output import out, print_json, quiet_logs
from orchestration.cli.sources import print_hits, print_sources

if TYPE_CHECKING:
    from bizrag.model.answers import Answer
    from bizrag.model.conversation import Conversation
    from query import AskOptions, QueryService


def day(value: str) -> date:
    """A day as options have it.

    >>> day("2026-01-31")
    datetime.date(2026, 1, 31)
    """
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise typer.BadParameter(f"{value!r} is no day: write YYYY-MM-DD") from None


Index = Annotated[str, typer.Option(help="index or alias to ask")]
Collection = Annotated[str | None, typer.Option(help="only documents of this collection")]
Doc = Annotated[str | None, typer.Option(metavar="NAME", help="only this document (name or unique part of it)")]
FileType = Annotated[
    list[str] | None,
    typer.Option(
        "--type", metavar="TYPE", help="only files of this ending (pdf) or MIME type (image/*); may repeat, or pdf,html"
    ),
]
HowComposed = Annotated[Layout | None, typer.Option("--layout", help="only documents composed so")]
Since = Annotated[
    date | None,
    typer.Option(parser=day, metavar="YYYY-MM-DD", help="only files modified on this day or later"),
]
Until = Annotated[
    date | None,
    typer.Option(parser=day, metavar="YYYY-MM-DD", help="only files modified on this day or before"),
]
Pages = Annotated[str | None, typer.Option(metavar="3-10", help="only these pages: 3, 3-10 or 3-")]
Kind = Annotated[list[ChunkKind] | None, typer.Option("--kind", help="only chunks of this kind; may repeat")]
TopK = Annotated[int, typer.Option("--top-k", "-k", min=1, help="how many hits")]
HowToFind = Annotated[Retriever, typer.Option("--retriever", help="how hits are found")]
Adaptive = Annotated[
    bool | None,
    typer.Option(
        "--adaptive/--no-adaptive",
        help="as many hits as their similarities tell from the rest: k/2 to k of each modality, in the order of "
        "documents; default: the setting",
    ),
]
HowToRerank = Annotated[
    RerankMode | None, typer.Option("--rerank", help="how a chat model reorders what was found; default: the setting")
]
WhichPages = Annotated[
    Evidence | None,
    typer.Option(
        "--evidence",
        help="pages that are read: found (hits as they are), r1 or r5 (hits on the best page or the five best), all "
        "(all pages of --doc); default: the setting",
    ),
]
History = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help='earlier turns, a JSON line each: {"role": "user", "text": "..."}'),
]
Background = Annotated[
    str, typer.Option(metavar="TEXT", help="what the question takes for granted, such as abbreviations")
]
Instructions = Annotated[str, typer.Option(metavar="TEXT", help="wishes for the answer: its form, its length")]
Language = Annotated[str | None, typer.Option(help="language of the answer; default: that of the question")]
ByAgents = Annotated[
    bool, typer.Option("--agents", help="let agents pick and read pages in rounds; needs a chat model (docs/agents.md)")
]
ShowTrace = Annotated[bool, typer.Option("--trace", help="with --agents: show every step that they took")]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(search)
    app.command()(ask)


# Each option of a command is an argument of its function.
def search(  # noqa: PLR0913
    query: Annotated[str, typer.Argument(help="what to look for")],
    *,
    index: Index = "default",
    collection: Collection = None,
    doc: Doc = None,
    file_type: FileType = None,
    layout: HowComposed = None,
    since: Since = None,
    until: Until = None,
    pages: Pages = None,
    kind: Kind = None,
    top_k: TopK = 10,
    retriever: HowToFind = Retriever.HYBRID,
    adaptive: Adaptive = None,
    as_json: AsJson = False,
) -> None:
    """Find chunks, best first, each with its place."""
    from query import QueryService
    from query.notes import NOTHING_ANSWERS
    from query.to_json import hits_to_json

    quiet_logs()
    filters = _filters(file_type, layout, since, until, pages, kind)
    with QueryService.for_holder(Settings()) as service:
        hits = service.search(
            query,
            index=index,
            collection=collection,
            doc=doc,
            filters=filters,
            top_k=top_k,
            retriever=retriever,
            adaptive=adaptive,
        )
        is_empty = not hits and not service.has_documents(SearchFilter(), index=index)
        lines: list[str] = []
        if not hits:
            lines = _unmatched(service, filters, index=index, collection=collection, doc=doc, retriever=retriever)
    if as_json:
        shown = zip(hits, hits_to_json(hits), strict=True)
        print_json([value | {"document_id": hit.document_id, "collection": hit.collection} for hit, value in shown])
        return
    if not hits:
        out.print("\n".join(["nothing found", *([NOTHING_ANSWERS] if is_empty else lines)]))
    print_hits(hits)


def _listed(given: str) -> list[str]:
    """The names in a list with commas; no ending and no MIME type has one.

    >>> _listed("html, md")
    ['html', 'md']
    """
    return [name for part in given.split(",") if (name := part.strip())]


def _filters(
    file_types: list[str] | None,
    layout: Layout | None,
    since: date | None,
    until: date | None,
    pages: str | None,
    kinds: list[ChunkKind] | None,
) -> SearchFilter:
    page_from, page_to = page_range(pages) if pages else (None, None)
    try:
        return SearchFilter(
            file_types=tuple(name for given in file_types or () for name in _listed(given)),
            layouts=(layout,) if layout else (),
            modified_from=since,
            modified_to=until,
            page_from=page_from,
            page_to=page_to,
            kinds=tuple(kinds or ()),
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def page_range(value: str) -> tuple[int | None, int | None]:
    """First and last page of a range as people write it; None is an open end.

    >>> page_range("3"), page_range("3-10"), page_range("3-"), page_range("-10")
    ((3, 3), (3, 10), (3, None), (None, 10))
    """
    first, dash, last = value.replace(" ", "").partition("-")
    if not (first or last) or not (first + last).isdecimal():
        raise typer.BadParameter(f"{value!r} is no range of pages: write 3, 3-10, 3- or -10")
    page_from, page_to = (int(part) if part else None for part in (first, last))
    return page_from, page_to if dash else page_from


def ask(  # noqa: PLR0913
    question: Annotated[str, typer.Argument(help="the question")],
    *,
    index: Index = "default",
    collection: Collection = None,
    doc: Doc = None,
    file_type: FileType = None,
    layout: HowComposed = None,
    since: Since = None,
    until: Until = None,
    pages: Pages = None,
    kind: Kind = None,
    top_k: TopK = 20,
    retriever: HowToFind = Retriever.HYBRID,
    adaptive: Adaptive = None,
    rerank: HowToRerank = None,
    evidence: WhichPages = None,
    history: History = None,
    background: Background = "",
    instructions: Instructions = "",
    language: Language = None,
    agents: ByAgents = False,
    trace: ShowTrace = False,
    as_json: AsJson = False,
) -> None:
    """Answer from the documents, with citations to page and box, or say that nothing was found."""
    from query import AskOptions, QueryService
    from query.to_json import answer_to_json

    quiet_logs()
    if trace and not agents:
        raise typer.BadParameter("--trace shows the steps of agents: give --agents too", param_hint="--trace")
    if agents and rerank is not None:
        raise typer.BadParameter("agents choose pages themselves: leave --rerank out", param_hint="--rerank")
    if agents and evidence is not None:
        raise typer.BadParameter("agents choose pages themselves: leave --evidence out", param_hint="--evidence")
    if evidence is Evidence.ALL and (doc is None or rerank is not None):
        raise typer.BadParameter("all pages are read of a document: give --doc, no --rerank", param_hint="--evidence")
    options = AskOptions(
        index=index,
        collection=collection,
        doc=doc,
        filters=_filters(file_type, layout, since, until, pages, kind),
        top_k=top_k,
        retriever=retriever,
        adaptive=adaptive,
        rerank=rerank,
        evidence=evidence,
        conversation=_conversation(history, background, instructions, language),
    )
    with QueryService.for_holder(Settings()) as service:
        if agents:
            answer_by_agents(service, question, options, trace=trace, as_json=as_json)
        elif as_json:
            print_json(answer_to_json(service.ask(question, **options)))
        elif service.writes_answers:
            _print_answer(service, _print_pieces(service.ask_stream(question, **options)), options)
        else:
            answer = service.ask(question, **options)
            out.print(escape(plain_markers(answer.text)))
            _print_answer(service, answer, options)


def _print_answer(service: QueryService, answer: Answer, options: AskOptions) -> None:
    """What stands below an answer, and why there is none where its filters leave nothing."""
    from query.notes import NOTHING_ANSWERS

    print_sources(answer)
    if answer.passages or NOTHING_ANSWERS in answer.trace.notes:
        return
    lines = _unmatched(
        service,
        options.get("filters") or SearchFilter(),
        index=options.get("index", "default"),
        collection=options.get("collection"),
        doc=options.get("doc"),
        retriever=options.get("retriever", Retriever.HYBRID),
    )
    for line in lines:
        out.print(f"  [yellow]![/yellow] {line}")


def _unmatched(
    service: QueryService,
    filters: SearchFilter,
    *,
    index: str,
    collection: str | None,
    doc: str | None,
    retriever: Retriever,
) -> list[str]:
    """A line where the filters, not the question, are why nothing is found."""
    if filters.narrows_documents:
        narrowed = service.filters(index=index, collection=collection, doc=doc, further=filters)
        if not service.has_documents(narrowed, index=index):
            return ["no document matches the filters"]
    is_of_chunks = filters.page_from or filters.page_to or filters.kinds
    # of vectors some are always the nearest; words may stand nowhere
    if is_of_chunks and retriever is not Retriever.BM25:
        return ["no page or kind of chunk matches the filters"]
    return []


def _conversation(history: Path | None, background: str, instructions: str, language: str | None) -> Conversation:
    from bizrag.model.conversation import Conversation
    from query.history import read_history

    turns = read_history(history) if history else ()
    return Conversation(history=turns, background=background, instructions=instructions, language=language)


def _print_pieces(pieces: Generator[str, None, Answer]) -> Answer:
    """Print an answer while it is written; its last line ends, also where the answer breaks off."""
    is_begun = False
    try:
        while True:
            piece = next(pieces)
            out.print(escape(plain_markers(piece)), end="", soft_wrap=True)
            is_begun = True
    except StopIteration as end:
        answer: Answer = end.value
        return answer
    finally:
        if is_begun:
            out.print()
