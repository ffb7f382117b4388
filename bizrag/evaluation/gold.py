"""Where the answer of a question stands in an index: its documents and pages, as ids of the index."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bizrag.evaluation.cases import EvalCase


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A document that the evaluated index answers from."""

    document_id: str
    # path below the source root
    source_uri: str
    # None or 0 for formats without pages: page metrics are undefined there
    num_pages: int | None
    # vertical (a report) or horizontal (slides); None where unknown
    layout: str | None = None

    @property
    def name(self) -> str:
        return self.source_uri.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The right places of a case, as ids of the index."""

    document_ids: frozenset[str]
    # empty where unknown or undefined
    pages: frozenset[tuple[str, int]]
    # what the search is narrowed to; empty means everything
    narrowed_to: tuple[str, ...]
    # False when the search is to be narrowed to a document that the index does not hold
    is_searchable: bool
    # of the document with the pages; None where unknown
    layout: str | None = None


@dataclass(slots=True)
class GoldFinder:
    """Finds the documents that cases name: by path, else by file name where only one document has it."""

    documents: Iterable[IndexedDocument]
    # names that no document has, or several
    missing: set[str] = field(default_factory=set[str])
    _by_name: dict[str, list[IndexedDocument]] = field(default_factory=dict[str, list[IndexedDocument]])

    def __post_init__(self) -> None:
        for document in self.documents:
            for name in {document.source_uri, document.name}:
                self._by_name.setdefault(name, []).append(document)

    def find(self, case: EvalCase) -> Gold:
        """The gold of a case; a missing document still counts in denominators, under an id that no hit has."""
        found = {name: self._document(name) for name in (*case.gold_docs, *([case.doc] if case.doc else []))}
        ids = {name: document.document_id if document else f"missing {name}" for name, document in found.items()}
        document = found.get(case.doc) if case.doc else None
        has_pages = document is None or bool(document.num_pages)
        pages = (
            {(ids[case.doc], page_no) for page_no in case.pages or ()}
            if case.doc and has_pages
            else set[tuple[str, int]]()
        )
        is_narrowed = case.scope == "doc"
        return Gold(
            document_ids=frozenset(ids[name] for name in case.gold_docs),
            pages=frozenset(pages),
            narrowed_to=(document.document_id,) if is_narrowed and document else (),
            is_searchable=not is_narrowed or document is not None,
            layout=document.layout if document else None,
        )

    def _document(self, name: str) -> IndexedDocument | None:
        candidates = self._by_name.get(name) or self._by_name.get(name.rsplit("/", 1)[-1], [])
        exact = [document for document in candidates if document.source_uri == name] or candidates
        if len(exact) != 1:
            self.missing.add(name)
            return None
        return exact[0]
