"""Documents that say of themselves that they hold no more, beside the one that does. Pure.

"Information Security Policy 2023 (superseded)" and the policy of 2026 say the same words of the same things: what held
once would be told as what holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.model.periods import asks_earlier, asks_several, years_of
from bizrag.model.retrieval import Hit
from bizrag.model.terms import is_year, terms

#: the document that holds goes first where its best statement scores this share of the best of all
LATER_SHARE = 0.75
_OPENING_CHARS = 300
_ENDED = re.compile(
    r"\b(?:superseded|withdrawn|obsolete|outdated|out of date|no longer (?:valid|in force)|replaced by|not in force"
    r"|expired version|old version|drafts?)\b",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    r"\b(?:replac(?:es|ing)|supersed(?:es|ing)|in place of|instead of) (?:the |our |its |all )?(?:[\w-]+ ){0,4}"
    r"(?:previous|earlier|prior|older|former|versions?|polic\w+|rules?|guidelines?|agreements?|procedures?|(?:19|20)\d\d)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"v?\d+")
_MARKS = frozenset(
    terms("superseded withdrawn obsolete outdated date valid force replaced expired old version draft final md txt")
    + terms("pdf docx pptx html current new archive archived longer")
)


def without_superseded(question: str, scored: Sequence[Scored]) -> Sequence[Scored]:
    """Statements without those of documents that hold no more, where the one that holds says something of the subject
    nearly as good as the best; all of them where the question is about an earlier one.
    """
    if not scored or years_of(question) or asks_several(question) or asks_earlier(question) or _ENDED.search(question):
        return scored
    documents: dict[str, list[Hit]] = {}
    for entry in scored:
        documents.setdefault(entry.statement.hit.document_id, []).append(entry.statement.hit)
    least = LATER_SHARE * scored[0].score
    near = {entry.statement.hit.document_id for entry in scored if entry.score >= least}
    ended = {
        document
        for document, hits in documents.items()
        if any(_is_replaced(hits, documents[other]) for other in near if other != document)
    }
    return [entry for entry in scored if entry.statement.hit.document_id not in ended]


def _is_replaced(hits: Sequence[Hit], others: Sequence[Hit]) -> bool:
    """Whether a document of the same name holds in place of one: one says that it does not, or the other that it does,
    and is of a later year.
    """
    if _family(hits[0]) != _family(others[0]) or not _family(hits[0]):
        return False
    if _is_ended(hits) or _is_ended(others):
        return _is_ended(hits) and not _is_ended(others)
    is_later = max(_years(hits[0]), default="") < max(_years(others[0]), default="")
    return is_later and bool(_years(hits[0])) and any(_REPLACES.search(hit.text[:_OPENING_CHARS]) for hit in others)


def _is_ended(hits: Sequence[Hit]) -> bool:
    """Whether a document says in its name, its title or its first line that it holds no more."""
    lines = (hit.text.lstrip("# ").split("\n", 1)[0] for hit in hits if min(hit.page_nos, default=1) == 1)
    named = (hits[0].title, hits[0].doc.rsplit("/", 1)[-1].replace("_", " "), *hits[0].headings[:1])
    return any(_ENDED.search(said) for said in named) or any(_is_mark(line) for line in lines)


def _is_mark(line: str) -> bool:
    """Whether a line is a title with a mark, and no sentence about something else."""
    return len(line) <= _OPENING_CHARS // 3 and not line.rstrip().endswith(".") and _ENDED.search(line) is not None


def _family(hit: Hit) -> frozenset[str]:
    """What the titles of the versions of a document have in common."""
    said = terms(hit.title or hit.doc.rsplit("/", 1)[-1])
    return frozenset(term for term in said if not is_year(term) and not _VERSION.fullmatch(term)) - _MARKS


def _years(hit: Hit) -> frozenset[str]:
    return frozenset(term for term in terms(f"{hit.title} {hit.doc.rsplit('/', 1)[-1]}") if is_year(term))
