"""The addresses of the page. ``/`` asks; everything else lies below ``/web``."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from bizrag.errors import NotFoundError
from bizrag.model.access import Principal
from query.http.dependencies import PrincipalDep, ServiceDep, UncountedDep
from query.service import DEFAULT_INDEX, QueryService
from query.web import images, rendering, signing_in
from query.web.answers import AnswerView, answer_view
from query.web.asking import abilities, answered, follow_up
from query.web.failures import Failure, PageRoute, explained
from query.web.forms import LinkForm, PostForm, QuestionForm
from query.web.hits import hit_view
from query.web.inspecting import inspect
from query.web.places import MAX_PLACES, place_link, place_name, places_of, read_place
from query.web.reading import (
    LEAF_SIZE,
    index_number,
    read_chunks,
    read_document,
    read_documents,
    read_facets,
    read_pages,
    read_pictures,
    read_tables,
    reading,
)
from query.web.records import Facets
from query.web.streaming import ClosingStream, answer_events
from query.web.viewing import view_page, view_place, view_text

router = APIRouter(route_class=PageRoute, include_in_schema=False)
router.include_router(signing_in.router)

Index = Annotated[str, Query(max_length=100)]
# four-byte integers in the database
PageNo = Annotated[int, Path(ge=1, le=2_147_483_647)]
#: pages of a document whose small images are shown at once
_MAX_THUMBNAILS = 400
#: hits of a search at first, and when more are asked for
_FIRST_HITS = 10
_MOST_HITS = 50


@router.get("/")
def ask_page(service: ServiceDep, principal: PrincipalDep, form: LinkForm) -> Response:
    """The page to ask on, filled in as the link says; its script asks the question of the link, if that can be."""
    with reading(service, principal) as conn:
        facets = read_facets(conn, form.index)
    failure = _unusable(service, principal, form, facets)
    values = _shown(service, form, answer=None, failure=failure)
    status = failure.status if failure else 200
    return rendering.html("ask", status=status, facets=facets, mode="ask", **values)


@router.post("/")
def answer_page(service: ServiceDep, principal: PrincipalDep, form: PostForm) -> Response:
    """The answer as a page of its own: without scripts."""
    with reading(service, principal) as conn:
        facets = read_facets(conn, form.index)
    answer, failure = None, None
    try:
        answer = answer_view(answered(service, form, principal), form)
    # the form stays filled in, whatever went wrong
    except Exception as error:
        failure = explained(error)
    status = failure.status if failure else 200
    values = _shown(service, form, answer=answer, failure=failure)
    return rendering.html("ask", status=status, facets=facets, mode="ask", **values)


def _unusable(service: QueryService, principal: Principal, form: QuestionForm, facets: Facets) -> Failure | None:
    """What to say of a link that has a filter that cannot be read, or names what is not there."""
    if not facets.indexes:
        return None
    try:
        form.refuse_unreadable()
        service.filters(
            index=form.index, collection=form.collection or None, doc=form.doc.strip() or None, principal=principal
        )
        with reading(service, principal) as conn:
            index_number(conn, form.index)
    # whatever it is, the form is there to ask otherwise
    except Exception as error:
        return explained(error)
    return None


def _shown(
    service: QueryService, form: QuestionForm, *, answer: AnswerView | None, failure: Failure | None
) -> dict[str, Any]:
    """What the page of a question shows. A follow-up that failed can be asked again where it stood."""
    follow = follow_up(service, form, answer) if answer else form if form.turns else None
    # the form on top begins a new talk
    top = replace(form, turns=(), question="") if form.turns else form
    return {
        "form": top,
        "talk": form.turns,
        "asked": form.question,
        "answer": answer,
        "failure": failure,
        "follow": follow,
        "can": abilities(service),
    }


@router.post("/web/stream")
def answer_stream(service: ServiceDep, principal: PrincipalDep, form: PostForm) -> Response:
    """The answer as it is written, for the script of the page."""
    headers = {**rendering.SECURITY_HEADERS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return ClosingStream(answer_events(service, principal, form), headers)


@router.get("/web/search")
def search_page(
    service: ServiceDep,
    principal: PrincipalDep,
    form: LinkForm,
    k: Annotated[int, Query(ge=1, le=_MOST_HITS)] = _FIRST_HITS,
) -> Response:
    """Hits without an answer, each with the routes that found it."""
    with reading(service, principal) as conn:
        facets = read_facets(conn, form.index)
    hits, failure = None, _unusable(service, principal, form, facets)
    if form.question and facets.num_documents and not failure:
        try:
            options = form.options(principal)
            options["top_k"] = k
            hits = [hit_view(hit, form) for hit in service.search(form.question, **options)]
        # the form stays filled in, whatever went wrong
        except Exception as error:
            failure = explained(error)
    status = failure.status if failure else 200
    return rendering.html(
        "search",
        status=status,
        form=form,
        facets=facets,
        hits=hits,
        more=form.link("/web/search", k=_MOST_HITS) if hits and len(hits) == k < _MOST_HITS else "",
        failure=failure,
        can=abilities(service),
        mode="search",
    )


@router.get("/web/documents")
def documents_page(
    service: ServiceDep,
    principal: PrincipalDep,
    collection: Annotated[str, Query(max_length=500)] = "",
    status: Annotated[str, Query(max_length=20)] = "",
    name: Annotated[str, Query(max_length=500)] = "",
    leaf: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Response:
    """The documents with what became of them."""
    with reading(service, principal) as conn:
        listed = read_documents(
            conn, collection=collection or None, status=status or None, name=name or None, leaf=leaf
        )
    num_shown = listed.counts.get(status, 0) if status else listed.num_documents
    return rendering.html(
        "documents",
        listed=listed,
        collection=collection,
        status_asked=status,
        name=name,
        leaf=leaf,
        num_leaves=max(1, -(-num_shown // LEAF_SIZE)),
    )


@router.get("/web/documents/{document_id}")
def document_page(
    service: ServiceDep, principal: PrincipalDep, document_id: str, index: Index = DEFAULT_INDEX
) -> Response:
    """A document: its pages, tables, pictures, chunks, and what went wrong."""
    with reading(service, principal) as conn:
        document = read_document(conn, document_id, index=index)
        pages = read_pages(conn, document.parse_id)
        return rendering.html(
            "document",
            document=document,
            index=index,
            pages=pages[:_MAX_THUMBNAILS],
            num_pages=len(pages),
            paragraphs=() if pages else view_text(conn, document),
            tables=read_tables(conn, document.parse_id),
            pictures=read_pictures(conn, document.parse_id),
            chunks=read_chunks(conn, document_id, index=index),
        )


@router.get("/web/documents/{document_id}/pages/{page_no}")
def page_page(
    service: ServiceDep, principal: PrincipalDep, document_id: str, page_no: PageNo, index: Index = DEFAULT_INDEX
) -> Response:
    """A page of a document with its blocks."""
    with reading(service, principal) as conn:
        viewed = view_page(conn, document_id, page_no, index=index)
    return rendering.html("page", viewed=viewed)


@router.get("/web/cited")
def cited_page(
    request: Request,
    service: ServiceDep,
    principal: PrincipalDep,
    c: Annotated[list[str], Query(max_length=MAX_PLACES)],
    at: Annotated[int, Query(ge=0)] = 0,
    index: Index = DEFAULT_INDEX,
) -> Response:
    """A cited place: the page with the boxes drawn over it, or the text with the span marked."""
    places = [read_place(value) for value in c]
    with reading(service, principal) as conn:
        viewed = view_place(conn, places, at, index=index)
    # the script shows the same beside the answer
    template = "_viewer" if request.headers.get("X-Fragment") else "page"
    return rendering.html(template, viewed=viewed)


@router.get("/web/documents/{document_id}/pages/{page_no}/image")
def page_image(
    service: ServiceDep,
    principal: UncountedDep,
    document_id: str,
    page_no: PageNo,
    index: Index = DEFAULT_INDEX,
    width: int | None = None,
    v: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The image of a page."""
    data = images.page_image(service, principal, document_id, page_no, index=index, width_px=width)
    return rendering.image(data, etag=f"{v}-{width}")


@router.get("/web/documents/{document_id}/images/{image_sha256}")
def picture_image(
    service: ServiceDep, principal: UncountedDep, document_id: str, image_sha256: str, index: Index = DEFAULT_INDEX
) -> Response:
    """A picture of a document."""
    return rendering.image(
        images.picture(service, principal, document_id, image_sha256, index=index), etag=image_sha256
    )


@router.get("/web/chunks/{chunk_id}")
def chunk_page(service: ServiceDep, principal: PrincipalDep, chunk_id: str, form: LinkForm) -> Response:
    """What was embedded of a chunk, what BM25 indexes, what the generator reads, which routes find it."""
    inspected = inspect(service, principal, chunk_id, form)
    places = [
        (place.number, place_link([place], 0, index=form.index), place_name(place))
        for place in places_of(inspected.chunk.ordinal + 1, inspected.chunk.document_id, inspected.chunk.places)
    ]
    return rendering.html("chunk", inspected=inspected, form=form, places=places)


@router.get("/web/static/{name}")
def static_file(name: str) -> Response:
    """A style sheet or script of the page."""
    return rendering.asset(name)


@router.get("/favicon.ico")
def favicon() -> Response:
    """The drawing in the browser's tab."""
    return rendering.asset("icon.svg")


@router.get("/web/{path:path}")
def nothing_here(path: str) -> Response:
    """A page that says that there is none."""
    raise NotFoundError(f"there is no page /web/{path}")
