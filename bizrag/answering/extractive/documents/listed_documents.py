"""Documents as the answer: those that the search found to be asked for, by title and file. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.citations import marker, without_markers
from bizrag.answering.statements.reading import Statement
from bizrag.model.answers import Passage
from bizrag.model.listings import Listing, asked_listing
from bizrag.model.retrieval import Hit
from bizrag.model.terms import terms
from bizrag.retrieval.listed import BY_LISTING

# of what a document begins with, or says
_MOST_QUOTED = 200


def find_listed_documents(question: str, passages: Sequence[Passage]) -> tuple[list[Statement], str] | None:
    """What is cited of each document that a question is for, and the answer: a line each, with their number before
    them where it is asked for. None where it is for no documents, or none were found.
    """
    listing = asked_listing(question)
    found = [(one, hit) for one in passages for hit in one.hits if BY_LISTING in hit.route_ranks]
    if listing is None or not found:
        return None
    found.sort(key=lambda pair: pair[1].route_ranks[BY_LISTING])
    cited = [_cited(passage, hit, listing.topic if listing.way is Listing.MENTION else "") for passage, hit in found]
    lines = [f"{_label(hit)} {marker(passage.passage_id)}" for passage, hit in found]
    if len(lines) == 1:
        return cited, f"1: {lines[0]}" if listing.way is Listing.COUNT else lines[0]
    listed = "\n".join(f"- {line}" for line in lines)
    return cited, f"{len(lines)} documents:\n{listed}"


def _label(hit: Hit) -> str:
    """Title and file: "Travel Policy (CUK-HR-014.pdf)"; the file alone where the title says no more.

    A written title may begin with the name of the file and end as it does.
    """
    name = hit.doc.rsplit("/", 1)[-1]
    stem, _, ending = name.rpartition(".")
    title = without_markers(" ".join(hit.title.split())).removesuffix(f".{ending}").strip()
    first, _, rest = title.partition(" - ")
    if rest and _said(first) <= _said(stem):
        title = rest.strip()
    return f"{title} ({name})" if title and not _said(title) <= _said(stem) else name


def _said(text: str) -> set[str]:
    return set(terms(text.replace("_", " ")))


def _cited(passage: Passage, hit: Hit, topic: str) -> Statement:
    """The line with what is mentioned, else the first one."""
    start = max(hit.text.casefold().find(topic.casefold()), 0) if topic else 0
    start = hit.text.rfind("\n", 0, start) + 1
    start += len(hit.text[start:]) - len(hit.text[start:].lstrip())
    end = hit.text.find("\n", start)
    end = min(end if end > start else len(hit.text), start + _MOST_QUOTED)
    return Statement(passage=passage, hit=hit, start=start, end=end)
