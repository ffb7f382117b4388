"""Documents with their state, pages, chunks and images."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy import RowMapping

from bizrag.errors import NotFoundError
from bizrag.store.rows import columns
from query import browsing
from query.browsing import DocumentStatus
from query.http import images
from query.http.dependencies import PrincipalDep, ServiceDep
from query.http.document_schemas import (
    ChunkInfo,
    ChunkList,
    DocumentInfo,
    DocumentList,
    PageInfo,
    PageList,
    PageText,
)
from query.http.problems import KEYED, responses
from query.http.requests import Name, PageNo
from query.page_texts import read_page
from query.service import DEFAULT_INDEX

router = APIRouter(prefix="/documents", tags=["documents"], responses=responses(404, 422, 503, *KEYED))

DocumentId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="id of a document")]
Sha256 = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="hash of an image")]
Index = Annotated[Name, Query(description="index or alias that answers")]
Limit = Annotated[int, Query(ge=1, le=1000, description="how many at most")]
_MAX_INT = 2_147_483_647


@router.get("")
def list_documents(
    service: ServiceDep,
    principal: PrincipalDep,
    collection: Annotated[Name | None, Query(description="only of this collection")] = None,
    status: Annotated[DocumentStatus | None, Query(description="only those that stand there")] = None,
    after: Annotated[str | None, Query(pattern="^[0-9a-f]{32}$", description="what 'next' said")] = None,
    limit: Limit = 100,
) -> DocumentList:
    """All documents by collection and path, with their state."""
    with service.reading(principal) as conn:
        rows = browsing.browse_documents(conn, collection=collection, status=status, after_id=after, limit=limit + 1)
    shown = [_document(row) for row in rows[:limit]]
    return DocumentList(documents=shown, next=shown[-1].document_id if len(rows) > limit else None)


@router.get("/{document_id}")
def get_document(document_id: DocumentId, service: ServiceDep, principal: PrincipalDep) -> DocumentInfo:
    """One document."""
    with service.reading(principal) as conn:
        return _document(browsing.get_document(conn, document_id))


@router.get("/{document_id}/pages")
def list_pages(
    document_id: DocumentId,
    service: ServiceDep,
    principal: PrincipalDep,
    index: Index = DEFAULT_INDEX,
    after: Annotated[int, Query(ge=0, le=_MAX_INT)] = 0,
    limit: Limit = 100,
) -> PageList:
    """The pages of the version that answers."""
    with service.reading(principal) as conn:
        rows = browsing.browse_pages(conn, document_id, index=index, after=after, limit=limit + 1)
    shown = [PageInfo(**_page(row, document_id, index)) for row in rows[:limit]]
    return PageList(pages=shown, next=shown[-1].page_no if len(rows) > limit else None)


@router.get("/{document_id}/pages/{page_no}")
def get_page(
    document_id: DocumentId, page_no: PageNo, service: ServiceDep, principal: PrincipalDep, index: Index = DEFAULT_INDEX
) -> PageText:
    """A page with its text, its tables and descriptions of its pictures at their places."""
    with service.reading(principal) as conn:
        row, page_text = read_page(conn, document_id, page_no, index=index)
    return PageText(**_page(row, document_id, index), text=page_text)


@router.get("/{document_id}/pages/{page_no}/image", responses=images.RESPONSES, response_class=Response)
def get_page_image(
    document_id: DocumentId,
    page_no: PageNo,
    request: Request,
    service: ServiceDep,
    principal: PrincipalDep,
    index: Index = DEFAULT_INDEX,
) -> Response:
    """The image of a page."""
    with service.reading(principal) as conn:
        rows = browsing.browse_pages(conn, document_id, index=index, after=page_no - 1, limit=1)
    sha256 = rows[0]["image_sha256"] if rows and rows[0]["page_no"] == page_no else None
    if sha256 is None:
        raise NotFoundError(f"document {document_id} has no image of page {page_no}")
    if images.is_known(request, sha256):
        return images.not_modified(sha256, cache=images.ASK_AGAIN)
    return images.image_response(service.read_image(sha256), sha256=sha256, cache=images.ASK_AGAIN)


@router.get("/{document_id}/images/{image_sha256}", responses=images.RESPONSES, response_class=Response)
def get_image(
    document_id: DocumentId, image_sha256: Sha256, request: Request, service: ServiceDep, principal: PrincipalDep
) -> Response:
    """A picture of a document, as answers name it."""
    with service.reading(principal) as conn:
        browsing.require_image(conn, document_id, image_sha256)
    if images.is_known(request, image_sha256):
        return images.not_modified(image_sha256, cache=images.FOR_EVER)
    return images.image_response(service.read_image(image_sha256), sha256=image_sha256, cache=images.FOR_EVER)


@router.get("/{document_id}/chunks")
def list_chunks(
    document_id: DocumentId,
    service: ServiceDep,
    principal: PrincipalDep,
    index: Index = DEFAULT_INDEX,
    page: Annotated[PageNo | None, Query(description="only those that stand on this page")] = None,
    after: Annotated[int, Query(ge=-1, le=_MAX_INT)] = -1,
    limit: Limit = 100,
) -> ChunkList:
    """The chunks that answer, in reading order."""
    with service.reading(principal) as conn:
        rows = browsing.browse_chunks(conn, document_id, index=index, page_no=page, after=after, limit=limit + 1)
    shown = [_chunk(row) for row in rows[:limit]]
    return ChunkList(chunks=shown, next=shown[-1].ordinal if len(rows) > limit else None)


def _document(row: RowMapping) -> DocumentInfo:
    return DocumentInfo(**columns(row), doc=row["source_uri"])


def _page(row: RowMapping, document_id: str, index: str) -> dict[str, Any]:
    named = "" if index == DEFAULT_INDEX else f"?index={index}"
    place = f"/documents/{document_id}/pages/{row['page_no']}/image{named}"
    values = {name: row[name] for name in ("page_no", "width_pt", "height_pt", "is_ocr", "image_sha256")}
    return values | {"image": place if row["image_sha256"] else None}


def _chunk(row: RowMapping) -> ChunkInfo:
    return ChunkInfo(**columns(row), pages=row["page_nos"])
