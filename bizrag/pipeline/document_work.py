"""Which documents an ingestion would work on, and from which stage on: listing, catalog and files are read only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bizrag.describing.chat_classify import pages_identity
from bizrag.describing.classify import classify
from bizrag.errors import BizragError
from bizrag.model.documents import Layout, Preview, SourceFile
from bizrag.model.hashing import fingerprint, sha256_json
from bizrag.parsing.files.formats import POWERPOINT_MIMES, check_size
from bizrag.parsing.parser import parser_fingerprint
from bizrag.pipeline.plan import plan
from bizrag.pipeline.previews import is_current, preview_from_json
from bizrag.pipeline.rehearsing import Rehearsal
from bizrag.pipeline.scan import Comparison
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.providers.chat import Job
from bizrag.sources.reading import content_sha256, local_copy
from bizrag.store import catalog, parses
from bizrag.store.state import load_states
from sql import statement

# Bytes that count as a page where a format has no pages.
_PAGE_BYTES = 3000.0
_ORDER = list(StageName)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWork:
    """A document with work to do: what it is, and from which stage on it must run."""

    name: str
    source_root: str
    source_uri: str
    content_sha256: str
    mime_type: str
    layout: Layout
    title: str
    # None where the format has no pages
    num_pages: int | None
    size_bytes: int
    first: StageName
    # what a model is asked to classify the document; None: nothing, or it was asked before
    classify_job: Job | None
    # tokens of that question; 0 where it shows images, which only the provider counts
    classify_tokens: int
    document_id: str
    # the parse that answers for these bytes and settings, where one is stored
    parse_id: str
    is_parsed: bool

    def runs(self, stage: StageName) -> bool:
        """Whether a stage comes after the first that must run."""
        return _ORDER.index(stage) >= _ORDER.index(self.first)

    @property
    def units(self) -> float:
        return units_of(self.num_pages, self.size_bytes)


def units_of(num_pages: int | None, size_bytes: int) -> float:
    """The size that ratios count by: pages, or 3,000 bytes where the format has none."""
    return float(num_pages) if num_pages else max(1.0, size_bytes / _PAGE_BYTES)


def find_work(services: Services, comparison: Comparison, rehearsal: Rehearsal) -> tuple[list[DocumentWork], list[str]]:
    """Documents that an ingestion of the listing would work on, and the names of those it could not read."""
    work: list[DocumentWork] = []
    unreadable: list[str] = []
    with services.engine.connect() as conn:
        for file in (*comparison.added, *comparison.changed):
            try:
                found = _of_file(conn, services, file, rehearsal)
            except BizragError:
                unreadable.append(file.source_uri)
                continue
            if found is not None:
                work.append(found)
        stale = {item.document_no: item.stage for item in plan(conn, services, documents=comparison.unchanged)}
        for row in catalog.load_documents(conn, sorted(stale)):
            found = _of_row(conn, services, row, StageName(stale[row.document_no]), rehearsal)
            if found is not None:
                work.append(found)
    return work, unreadable


def _of_file(conn: Connection, services: Services, file: SourceFile, rehearsal: Rehearsal) -> DocumentWork | None:
    """The work on a new or changed file; None when its bytes are those that answer already."""
    check_size(file.name, file.size_bytes, services.settings.parsing)
    with local_copy(file.source_root, file.source_uri) as path:
        sha256 = content_sha256(path)
        known = conn.execute(statement("select_content_of_document"), {"document_id": file.document_id}).scalar()
        if known == sha256:
            return None
        content = catalog.load_content(conn, sha256)
        is_known = content is not None and is_current(content.preview)
        look = preview_from_json(content.preview) if content and is_known else services.looker.preview(path)
    found = classify(look, file_name=file.name)
    return _work(
        conn,
        services,
        rehearsal,
        look=look,
        sha256=sha256,
        mime_type=look.mime_type,
        layout=found.layout,
        title=found.title,
        num_pages=look.num_pages,
        size_bytes=file.size_bytes,
        first=StageName.DOCUMENTS,
        place=(file.source_root, file.source_uri, file.document_id),
    )


def _of_row(
    conn: Connection, services: Services, row: catalog.DocumentRow, first: StageName, rehearsal: Rehearsal
) -> DocumentWork | None:
    """The work on a file that is as it was; None when it could never be read."""
    content = catalog.load_content(conn, row.content_sha256) if row.content_sha256 else None
    if content is None:
        return None
    label = load_states(conn, row.document_no).get((StageName.CLASSIFICATIONS, 0))
    outputs = label.outputs if label is not None and "layout" in label.outputs else None
    look = preview_from_json(content.preview)
    guess = classify(look, file_name=row.name)
    return _work(
        conn,
        services,
        rehearsal,
        look=look,
        sha256=content.content_sha256,
        mime_type=content.mime_type,
        layout=Layout(outputs["layout"]) if outputs else guess.layout,
        title=outputs["title"] if outputs else guess.title,
        num_pages=content.num_pages,
        size_bytes=row.size_bytes,
        first=first,
        place=(row.source_root, row.source_uri, row.document_id),
    )


def _work(
    conn: Connection,
    services: Services,
    rehearsal: Rehearsal,
    *,
    sha256: str,
    mime_type: str,
    layout: Layout,
    place: tuple[str, str, str],
    look: Preview,
    first: StageName,
    **facts: Any,
) -> DocumentWork:
    root, uri, document_id = place
    name = uri.rsplit("/", 1)[-1]
    must_classify = _ORDER.index(first) <= _ORDER.index(StageName.CLASSIFICATIONS)
    job = _classify_job(conn, services, look, sha256, name) if must_classify else None
    parse_id = sha256_json([sha256, parser_fingerprint(services.settings.parsing, layout, mime_type)])[:32]
    return DocumentWork(
        name=name,
        first=first,
        classify_job=job,
        classify_tokens=rehearsal.title(look, file_name=name) if job is Job.TITLE else 0,
        source_root=root,
        source_uri=uri,
        document_id=document_id,
        content_sha256=sha256,
        mime_type=mime_type,
        layout=layout,
        parse_id=parse_id,
        is_parsed=parses.load_parse_output(conn, parse_id) is not None,
        **facts,
    )


def _classify_job(conn: Connection, services: Services, look: Preview, sha256: str, name: str) -> Job | None:
    """What a model would be asked about the first pages."""
    # pages are shown to a model where the format has pages
    images = [sha256 for _ in look.pages] if look.num_pages and look.mime_type not in POWERPOINT_MIMES else []
    way = services.classifier.way(look, file_name=name, images=images)
    if not way.asks_model or catalog.load_classification(conn, fingerprint(way.identity, sha256, name)) is not None:
        return None
    pages = services.chat(Job.CLASSIFY)
    return Job.CLASSIFY if pages is not None and way.identity == pages_identity(pages.identity) else Job.TITLE
