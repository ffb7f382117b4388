"""The work of each stage for one document: read, compute, and say what to store. Nothing is written here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from bizrag.chunking import chunk_document
from bizrag.describing.asking import Asker
from bizrag.describing.chat_classify import Way
from bizrag.describing.classify import CLASSIFIER, classify
from bizrag.describing.describe import DESCRIBER
from bizrag.describing.formatting.outline import Outline, with_outline
from bizrag.errors import RefusedError
from bizrag.model.descriptions import Description
from bizrag.model.documents import Classification, Layout
from bizrag.model.hashing import fingerprint, sha256_json
from bizrag.model.parses import Parse
from bizrag.model.variants import EmbedderKind, Variant
from bizrag.parsing.files.formats import check_size
from bizrag.pipeline.call_pool import CallPool
from bizrag.pipeline.claims import Claims
from bizrag.pipeline.descriptions import describe_all
from bizrag.pipeline.embed import embed_chunk_set
from bizrag.pipeline.embed_pages import embed_pages
from bizrag.pipeline.events import Facts, Outcome
from bizrag.pipeline.previews import is_current, preview_from_json, preview_to_json
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.pipeline.summaries import describe_chunks, describe_outline
from bizrag.pipeline.versions import chunk_params
from bizrag.providers.named_entities import entity_finder, find_names
from bizrag.sources.reading import check_unchanged, content_sha256, local_copy
from bizrag.store import catalog, parses
from bizrag.store.catalog import DocumentRow
from bizrag.store.indexes import IndexRow
from bizrag.store.publish import publish
from bizrag.store.records import Entities


def look_at_document(services: Services, document: DocumentRow) -> Outcome:
    """Stage documents: hash the bytes, refuse what cannot be read, look at the first pages once per content."""
    check_size(document.name, document.size_bytes, services.settings.parsing)
    with local_copy(document.source_root, document.source_uri) as path:
        sha256 = content_sha256(path)
        with services.engine.connect() as conn:
            content = catalog.load_content(conn, sha256)
        if content is not None and is_current(content.preview):
            services.looker.check(path)
        else:
            look = services.looker.preview(path)
            check_unchanged(path, sha256, name=document.name)
            content = catalog.ContentRow(
                content_sha256=sha256,
                mime_type=look.mime_type,
                num_pages=look.num_pages,
                preview=preview_to_json(look, services.blobs),
            )
    first: dict[str, Any] = content.preview["pages"][0] if content.preview["pages"] else {}
    return Outcome(
        outputs={"content": sha256},
        metadata={
            "path": f"{document.source_root}/{document.source_uri}",
            "bytes": document.size_bytes,
            "format": content.mime_type,
            "pages": content.num_pages,
            "thumbnail": first.get("image_sha256"),
        },
        save=lambda conn: catalog.save_content(conn, document_no=document.document_no, content=content),
    )


def classify_document(
    services: Services, document: DocumentRow, facts: Facts, *, asker: Asker, pool: CallPool
) -> Outcome:
    """Stage classifications: report-like or slide-like, and a title; made once per content, file name and way."""
    sha256 = facts["documents.0"]["content"]
    with services.engine.connect() as conn:
        content = catalog.load_content(conn, sha256)
    assert content is not None, "the documents stage stores the content that it names"
    look = preview_from_json(content.preview)
    images = [page["image_sha256"] for page in content.preview["pages"] if page.get("image_sha256")]
    way = services.classifier.way(look, file_name=document.name, images=images)
    classification_id = fingerprint(way.identity, sha256, document.name)
    with services.engine.connect() as conn:
        known = catalog.load_classification(conn, classification_id)
    try:
        found = known or _classify(way, classification_id, asker, pool)
    except RefusedError:
        # a title is no reason to keep a document out: the local one stands in
        way = replace(way, identity=CLASSIFIER)
        classification_id = fingerprint(CLASSIFIER, sha256, document.name)
        found = classify(look, file_name=document.name)
    return Outcome(
        outputs={"classification": classification_id, "layout": found.layout.value, "title": found.title},
        metadata={
            "layout": found.layout.value,
            "reasoning": found.reasoning,
            "title": found.title,
            "classifier": way.identity,
        },
        save=lambda conn: catalog.save_classification(conn, classification_id, found, provider=way.identity),
    )


def _classify(way: Way, classification_id: str, asker: Asker, pool: CallPool) -> Classification:
    if not way.asks_model:
        return way.classify(asker)
    return pool.submit(("classification", classification_id), lambda: way.classify(asker)).result()


def describe_document(services: Services, facts: Facts, *, asker: Asker, pool: CallPool) -> Outcome:
    """Stage descriptions: every table and picture of a report, every page of a deck."""
    parse = _load_parse(services, facts)
    layout = Layout(facts["classifications.0"]["layout"])
    outline = _outline(services, parse, layout, asker=asker, pool=pool)
    wanted = services.describers.describe(parse, layout=layout)
    found = describe_all(services.engine, wanted, parse_id=parse.parse_id, asker=asker, pool=pool)
    counts: dict[str, int] = {}
    for item in found:
        counts[item.artifact_class] = counts.get(item.artifact_class, 0) + 1
    summary = [[item.kind, item.ordinal, item.artifact_class, item.text] for item in found]
    # models first: where one refused before, the local description of that time does not hide what it says now
    describers = sorted({item.describer for item in found}, key=lambda name: (name == DESCRIBER, name))
    sections = {"outline": outline.to_json()} if outline else {}
    return Outcome(
        # chunks depend on the outline as they do on descriptions
        outputs={
            "descriptions": sha256_json([summary, sections] if sections else summary),
            "describers": describers,
            **sections,
        },
        metadata={
            "descriptions": len(found),
            **{f"class {name}": number for name, number in sorted(counts.items())},
            "describers": describers,
            **(describe_outline(outline) if outline else {}),
        },
        save=lambda conn: catalog.save_descriptions(conn, parse_id=parse.parse_id, descriptions=found),
    )


def _outline(services: Services, parse: Parse, layout: Layout, *, asker: Asker, pool: CallPool) -> Outline | None:
    """The sections that a chat model finds in a report; None where the parser's are used. Decks have slides instead."""
    formatter = services.formatter
    if formatter is None or (layout is Layout.HORIZONTAL and parse.pages):
        return None
    return pool.submit(("outline", parse.parse_id), lambda: formatter.outline(parse, asker)).result()


def chunk(services: Services, document: DocumentRow, facts: Facts, index: IndexRow) -> Outcome:
    """Stage chunks: the chunk set of one index, named by what it holds and by the parse behind it."""
    parse = _load_parse(services, facts)
    outline = facts["descriptions.0"].get("outline")
    parse = with_outline(parse, outline) if outline else parse
    label = facts["classifications.0"]
    classification = Classification(layout=Layout(label["layout"]), reasoning="", title=label["title"])
    with services.engine.connect() as conn:
        descriptions = load_descriptions(conn, facts)
    chunks = chunk_document(
        document_id=document.document_id,
        title=classification.title,
        layout=classification.layout,
        parse=parse,
        descriptions=descriptions,
        params=chunk_params(services.settings, index.index_name),
        count_tokens=token_counter(services, index),
        variant=Variant(index.variant),
    )
    output_sha256 = catalog.chunks_output_sha256(chunks)
    chunk_set_id = sha256_json([document.document_id, parse.parse_id, output_sha256])[:32]
    # many vectors of a page belong to the page of the parse: equal chunks of another parse need their own
    is_multi_vector = Variant(index.variant).embedder_kind is EmbedderKind.MULTI_VECTOR
    return Outcome(
        outputs={"chunks": chunk_set_id if is_multi_vector else output_sha256, "chunk_set": chunk_set_id},
        metadata=describe_chunks(chunks, parse, Variant(index.variant)),
        save=lambda conn: catalog.save_chunk_set(
            conn,
            chunk_set_id=chunk_set_id,
            document_no=document.document_no,
            parse_id=parse.parse_id,
            output_sha256=output_sha256,
            chunks=chunks,
        ),
    )


def token_counter(services: Services, index: IndexRow) -> Callable[[str], int]:
    """Tokens as the index's embedder counts them; pages as many vectors are cut by no token."""
    if Variant(index.variant).embedder_kind is EmbedderKind.MULTI_VECTOR:
        return services.embedders.packaged().count_tokens
    return services.embedders.text(index.index_name).count_tokens


def embed(services: Services, facts: Facts, index: IndexRow, claims: Claims) -> Outcome:
    """Stage embeddings: vectors for what the chunk set embeds and has none of yet."""
    chunk_set_id = facts[f"{StageName.CHUNKS}.{index.index_no}"]["chunk_set"]
    if Variant(index.variant).embedder_kind is EmbedderKind.MULTI_VECTOR:
        parse_id = facts["pages.0"]["parse_id"]
        return embed_pages(services, index, chunk_set_id=chunk_set_id, parse_id=parse_id, claims=claims)
    return embed_chunk_set(services, index, chunk_set_id, claims)


def publish_document(services: Services, document: DocumentRow, facts: Facts, index: IndexRow) -> Outcome:
    """Stage search_index: the chunk set answers for the document from the moment the transaction commits."""
    chunk_set_id = facts[f"{StageName.CHUNKS}.{index.index_no}"]["chunk_set"]
    entities = _entities(services, facts)
    return Outcome(
        outputs={"published": chunk_set_id},
        metadata={"index": index.index_name, "chunk set": chunk_set_id},
        save=lambda conn: _publish(conn, document, index, chunk_set_id, entities),
    )


def _publish(conn: Connection, document: DocumentRow, index: IndexRow, chunk_set_id: str, entities: Entities) -> None:
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set_id, entities=entities)


def _entities(services: Services, facts: Facts) -> Entities:
    """Names on the first page, by the pipeline of the settings; found before anything is locked."""
    settings = services.settings.entities
    if not settings.pipeline:
        return Entities()
    with services.engine.connect() as conn:
        content = catalog.load_content(conn, facts["documents.0"]["content"])
    # formats without pages begin with their text at once, which names no document
    pages: list[dict[str, Any]] = content.preview["pages"] if content is not None and content.num_pages else []
    names = find_names(settings, pages[0].get("text") or "") if pages else ""
    return Entities(names=names, finder=entity_finder(settings))


def load_descriptions(conn: Connection, facts: Facts) -> list[Description]:
    """What the last success of the descriptions stage left for this document."""
    # outputs of versions that knew no models name no describers
    describers = facts["descriptions.0"].get("describers", [DESCRIBER])
    return catalog.load_descriptions(conn, parse_id=facts["pages.0"]["parse_id"], describers=describers)


def _load_parse(services: Services, facts: Facts) -> Parse:
    with services.engine.connect() as conn:
        return parses.load_parse(conn, facts["pages.0"]["parse_id"])
