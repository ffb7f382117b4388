"""Evidence modes (SV-RAG): answer from the best page (R1), the five best (R5), or all pages of a document. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.retrieval import Evidence, Hit

_NUM_PAGES = {Evidence.R1: 1, Evidence.R5: 5}
# document and page; a chunk of a format without pages stands for one
_Page = tuple[str, int, str]


def keep_evidence(hits: Sequence[Hit], evidence: Evidence) -> list[Hit]:
    """The hits, best first given, that stand on a page of the evidence; those of ``FOUND`` and ``ALL`` as they are.

    Pages rank by their best hit; of one that runs over two pages both count, the first page first. A hit of a format
    without pages is a page by itself.
    """
    wanted = _NUM_PAGES.get(evidence)
    if wanted is None:
        return list(hits)
    pages = list(dict.fromkeys(page for hit in hits for page in _pages(hit)))[:wanted]
    return [hit for hit in hits if not set(_pages(hit)).isdisjoint(pages)]


def _pages(hit: Hit) -> list[_Page]:
    return [(hit.document_id, page_no, "") for page_no in hit.page_nos] or [(hit.document_id, 0, hit.chunk_id)]
