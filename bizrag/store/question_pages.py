"""Pages that questions are made of: what the documents of an index show, page by page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from sql import statement


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPage:
    """A page with everything that is known of what stands on it."""

    document_id: str
    doc: str
    title: str
    page_no: int
    # None where it was not rendered
    image_sha256: str | None
    # reading text, cells of its tables, words and values of its pictures
    text: str
    tables: str = ""
    pictures: str = ""

    @property
    def key(self) -> tuple[str, int]:
        return self.document_id, self.page_no

    @property
    def everything(self) -> str:
        """All words on it."""
        return "\n\n".join(part for part in (self.text, self.tables, self.pictures) if part)

    @property
    def place(self) -> str:
        """For a person: ``report.pdf, page 3``."""
        return f"{self.doc}, page {self.page_no}"


def load_question_pages(
    conn: Connection,
    *,
    index_no: int,
    collection: str | None = None,
    keys: Iterable[tuple[str, int]] | None = None,
) -> list[QuestionPage]:
    """All pages of an index, or those with these keys (document id, page), by document and page."""
    wanted = None if keys is None else list(keys)
    parameters = {
        "index_no": index_no,
        "collection": collection,
        "document_ids": None if wanted is None else [document_id for document_id, _ in wanted],
        "page_nos": None if wanted is None else [page_no for _, page_no in wanted],
    }
    return [
        QuestionPage(
            document_id=row["document_id"],
            doc=row["source_uri"],
            title=row["title"],
            page_no=row["page_no"],
            image_sha256=row["image_sha256"],
            text=row["text"],
            tables=row["tables"],
            pictures=row["pictures"],
        )
        for row in conn.execute(statement("select_question_pages"), parameters).mappings()
    ]
