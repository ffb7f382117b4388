"""Named entities of first pages and questions, from the setting to what is published and ranked."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bizrag.configuration.entity import EntitySettings
from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.pipeline import work
from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import index_spec
from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import Settings
from bizrag.store.catalog import load_documents, missing_embeddings, save_embeddings
from bizrag.store.indexes import ensure_index

SAID = "hulls for the tarnholm yard are built in the north"


def test_entities_are_keywords_as_long_as_the_setting_stands(
    conn: Connection, library: Callable[[Connection], Any], settings: Settings, minilm: LocalEmbedder, tmp_path: Path
) -> None:
    import spacy

    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "ORG", "pattern": "tarnholm yard"}])
    nlp.to_disk(tmp_path / "pipeline")
    on = settings.model_copy(
        update={
            "entities": EntitySettings(pipeline=str(tmp_path / "pipeline")),
            # scores as they are fused: where the words stand counts for nothing
            "search": SearchSettings(fusion=Fusion.WEIGHTED, alpha=1.0),
        }
    )
    made = library(conn)
    index = ensure_index(conn, index_spec("default", settings))
    documents = {name: made.document(name) for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf")}
    chunk_sets: dict[str, str] = {}
    for name, document in documents.items():
        said = "Hulls are built for a yard." if name in ("c.pdf", "d.pdf") else "Hulls are built."
        chunk_sets[name] = made.chunk_set(document, [said], embed=False)
        ((hashed, _),) = missing_embeddings(conn, chunk_set_id=chunk_sets[name], space=index.space)
        # as near to every question as all others: keywords alone decide
        save_embeddings(conn, space=index.space, hashes=[hashed], vectors=minilm.embed(["hulls"]))
        page = SAID if name == "c.pdf" else "hulls for yards are built in the north"
        statement = (
            "INSERT INTO content (content_sha256, mime_type, num_pages, preview) VALUES (:name, 'application/pdf', 1,"
            " jsonb_build_object('pages', jsonb_build_array(jsonb_build_object('text', CAST(:page AS text)))))"
        )
        conn.execute(text(statement), {"name": name, "page": page})
    conn.commit()

    def publish_all(wanted: Settings) -> set[str]:
        """Keywords of c.pdf once all documents answer under these settings."""
        with Services(wanted) as services:
            for name, stored in documents.items():
                (row,) = load_documents(conn, [stored.document_no])
                facts = {f"chunks.{index.index_no}": {"chunk_set": chunk_sets[name]}, "documents.0": {"content": name}}
                work.publish_document(services, row, facts, index).save(conn)
        conn.commit()
        said = conn.execute(
            text("SELECT term FROM keyword WHERE document_no = :no"), {"no": documents["c.pdf"].document_no}
        )
        return set(said.scalars())

    before = publish_all(settings)
    assert publish_all(on) - before == {"tarnholm", "yard"}

    retriever = HybridRetriever(conn.engine, Embedders(on, lambda: conn.engine, given=[minilm]), on)
    found = {hit.doc: hit.score for hit in retriever.retrieve("what does the tarnholm yard get?", top_k=4)}
    plain = {hit.doc: hit.score for hit in retriever.retrieve("what does a yard get?", top_k=4)}
    assert found["c.pdf"] > found["d.pdf"] > found["a.pdf"]
    # half of the chunks say it: half a keyword where it is part of a name, none where it is a word
    assert found["d.pdf"] - plain["d.pdf"] == pytest.approx(0.5 * math.log1p(0.5))
    assert plain["d.pdf"] == plain["a.pdf"] == found["a.pdf"]

    assert publish_all(settings) == before
