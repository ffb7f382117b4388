"""How found chunks, and the sources of an answer, are printed: by document and page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.markup import escape

from bizrag.model.chunks import ChunkKind
from orchestration.cli.output import out, print_below

if TYPE_CHECKING:
    from bizrag.model.answers import Answer
    from bizrag.model.geometry import Locator
    from bizrag.model.retrieval import Hit

_SHOWN_CHARS = 300
# passages that are named where nothing answers
_NUM_CLOSEST = 3
_SNIPPET_CHARS = 150
# where a table or picture stands in a text
_PLACEHOLDER = re.compile(r"<<(table|picture)_(\d+)>>")


def print_hits(hits: Sequence[Hit]) -> None:
    """Hits with their rank, document, pages, the routes that found them and the beginning of their text."""
    names = names_apart((hit.document_id, hit.doc, hit.collection) for hit in hits)
    for hit in hits:
        _print_hit(hit, names[hit.document_id])


def names_apart(documents: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """What to call documents, given as id, name and collection: the name, with the collection where two have it.

    >>> names_apart([("1", "a.pdf", "x"), ("2", "a.pdf", "y"), ("3", "b.pdf", "y")])
    {'1': 'a.pdf (x)', '2': 'a.pdf (y)', '3': 'b.pdf'}
    """
    known = {document_id: (name, collection) for document_id, name, collection in documents}
    often = Counter(name for name, _ in known.values())
    return {
        document_id: f"{name} ({collection})" if often[name] > 1 else name
        for document_id, (name, collection) in known.items()
    }


def place(locators: tuple[Locator, ...]) -> str:
    """The pages of some locators, for people.

    >>> from bizrag.model.geometry import Locator
    >>> place((Locator(page_no=3), Locator(page_no=4))), place((Locator(char_start=0, char_end=9),))
    (', pages 3, 4', '')
    """
    pages = sorted({locator.page_no for locator in locators if locator.page_no is not None})
    if not pages:
        return ""
    return f", page{'s' if len(pages) > 1 else ''} {', '.join(map(str, pages))}"


def _print_hit(hit: Hit, name: str) -> None:
    routes = ", ".join(f"{route} #{rank}" for route, rank in sorted(hit.route_ranks.items()))
    out.print(f"[bold]{hit.rank:>2}[/bold]  {escape(name)}{place(hit.locators)}  [dim]{hit.kind}  {routes}[/dim]")
    print_below(escape(_beginning(hit.text, hit.kind, _SHOWN_CHARS)), indent=4)
    for note in hit.notes:
        out.print(f"    [yellow]![/yellow] {escape(note)}")


def _beginning(text: str, kind: ChunkKind, num_chars: int) -> str:
    """The beginning of a chunk's text on one line, for people.

    >>> _beginning("Limits\\n<<table_1>>\\nNights with friends", ChunkKind.TEXT, 24)
    'Limits [table 1] Nights…'
    """
    from query.shown import shortened, shown_text

    line = " ".join(shown_text(text, kind).split())
    return shortened(_PLACEHOLDER.sub(r"[\1 \2]", line), num_chars)


def _print_closest(answer: Answer, names: Mapping[str, str]) -> None:
    """Where a person may look: the passages that were found and did not answer."""
    best = sorted(
        (min(passage.hits, key=lambda hit: hit.rank) for passage in answer.passages), key=lambda hit: hit.rank
    )
    places: dict[str, Hit] = {}
    for hit in best:
        places.setdefault(f"{names[hit.document_id]}{place(hit.locators)}", hit)
    for where, hit in list(places.items())[:_NUM_CLOSEST]:
        out.print(f"  [dim]closest:[/dim] {escape(where)}")
        print_below(f"[dim]“{escape(_beginning(hit.text, hit.kind, _SNIPPET_CHARS))}”[/dim]", indent=6)


def print_sources(answer: Answer) -> None:
    """What stands below an answer: its citations, what to know of them, who wrote it."""
    from query.notes import notes_of

    behind = [hit for passage in answer.passages for hit in passage.hits]
    names = names_apart((hit.document_id, hit.doc, hit.collection) for hit in behind)
    kinds = {hit.chunk_id: hit.kind for hit in behind}
    for citation in answer.citations:
        name = names.get(citation.document_id, citation.doc)
        out.print(f"  [bold]\\[{citation.citation_id}][/bold] {escape(name)}{place(citation.locators)}")
        quote = _beginning(citation.quote, kinds.get(citation.chunk_id, ChunkKind.TEXT), _SHOWN_CHARS)
        print_below(f"[dim]“{escape(quote)}”[/dim]", indent=6)
    if answer.is_abstention:
        _print_closest(answer, names)
    for note in notes_of(answer):
        out.print(f"  [yellow]![/yellow] {escape(note['doc'])}: {escape(note['note'])}")
    for note in answer.trace.notes:
        out.print(f"  [yellow]![/yellow] {escape(note)}")
    kind = "extractive answer: rules, no language model" if answer.provider.startswith("local/") else answer.provider
    out.print(f"  [dim]{escape(kind)}, {answer.seconds:.2f} s[/dim]")
