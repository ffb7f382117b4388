"""Which pages questions are made of: spread over the documents, the same for the same seed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest

from bizrag.model.hashing import sha256_json
from bizrag.store.question_pages import QuestionPage


def sample_pages(pages: Sequence[QuestionPage], *, number: int, seed: int, min_chars: int) -> list[QuestionPage]:
    """At most ``number`` pages with enough on them: one of each document, then a second of each, and so on.

    Which documents and pages come first depends on the seed and on their names alone, so a larger number takes more
    pages beside the same ones, and a document that is added moves none of the others.
    """
    by_document: dict[str, list[QuestionPage]] = {}
    for page in sorted(pages, key=lambda page: sha256_json([seed, page.document_id, page.page_no])):
        if len(page.everything) >= min_chars:
            by_document.setdefault(page.document_id, []).append(page)
    documents = sorted(by_document, key=lambda document_id: sha256_json([seed, document_id]))
    rounds = zip_longest(*(by_document[document_id] for document_id in documents))
    found = [page for page in chain.from_iterable(rounds) if page is not None]
    return found[:number]
