"""What answering costs besides the models: time per question with a chat model that answers at once.

    BIZRAG_HOME=HOME python -m benchmarks.inference --json
    BIZRAG_HOME=HOME python -m benchmarks.inference FOLDER --questions FILE --size 10000 --variants tcte --json

A folder (default: samples/docs) is ingested into an index for each variant, with local describers; its documents are
copied, chunk by chunk with their pages, tables and pictures, until an index has ``--size`` chunks. Then every question
is asked without reranking, with listwise and with pointwise reranking. All chat models are a server in a process of its
own on this machine that answers in 0 ms and whose replies are never kept: what is measured is embedding the question,
searching, assembling, reading and encoding images, the call's way there and back, and placing citations.

Variants of texts with images are embedded by the same server, at once. ``steps`` are medians. A variant whose embedder
cannot be had (ColPali and VisRAG need weights) is reported with the reason, not measured. Checkpoints of random weights
with as many and as long vectors as the real ones will do; every copy of a document has vectors of its own for ColPali:

    python -m tests.providers.tiny_checkpoints TINY
    export BIZRAG_PROVIDERS__EMBEDDINGS__COLPALI__MODEL=TINY/colpali OMP_WAIT_POLICY=PASSIVE
    export BIZRAG_PROVIDERS__EMBEDDINGS__VISRAG__MODEL=TINY/visrag
    export BIZRAG_PROVIDERS__EMBEDDINGS__VISRAG__RUNS_REMOTE_CODE=true

Passive waiting, because threads of such a model would otherwise spin through what is measured after it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Engine, text

from benchmarks.search_load import statement
from benchmarks.search_questions import milliseconds
from bizrag.errors import ConfigurationError
from bizrag.evaluation.cases import read_cases
from bizrag.model.answers import Answer
from bizrag.model.documents import SourceFile
from bizrag.model.variants import Variant
from bizrag.pipeline.services import Services
from bizrag.settings import IndexSettings, RerankMode, Settings
from bizrag.store import catalog
from bizrag.store.indexes import get_index, maintain_index
from bizrag.store.publish import publish
from orchestration.cli.output import quiet_logs
from orchestration.ingest import ingest
from query import QueryService

SAMPLES = Path(__file__).parents[1] / "samples"
_COLLECTION = "inference"
_WARM_UP = 5


def main() -> None:
    """Build what is missing, ask, and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=SAMPLES / "docs")
    parser.add_argument("--questions", type=Path, default=SAMPLES / "questions.jsonl")
    parser.add_argument("--number", type=int, default=100, help="questions; they begin anew when there are fewer")
    parser.add_argument("--size", type=int, default=10_000, help="chunks of each index")
    parser.add_argument("--variants", default=",".join(Variant))
    parser.add_argument("--rerank", default=",".join(RerankMode))
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    questions = [case.question for case in read_cases(arguments.questions)]
    figures = measure(
        Settings(),
        arguments.folder,
        [questions[at % len(questions)] for at in range(arguments.number)],
        size=arguments.size,
        variants=[Variant(name) for name in arguments.variants.split(",")],
        modes=[RerankMode(name) for name in arguments.rerank.split(",")],
    )
    print(json.dumps({"benchmark": "inference", "figures": figures}, indent=2))


def measure(
    settings: Settings,
    folder: Path,
    questions: Sequence[str],
    *,
    size: int,
    variants: Sequence[Variant],
    modes: Sequence[RerankMode],
) -> dict[str, Any]:
    """Figures for each variant and way of reranking."""
    figures: dict[str, Any] = {}
    with chat_server() as url:
        for variant in variants:
            configured = with_models(settings, variant, url)
            figures[variant.value] = _measure_variant(configured, folder, questions, size, variant, modes)
    return figures


def index_name(variant: Variant) -> str:
    """The index of a variant."""
    return f"inference_{variant.value}"


def _measure_variant(
    settings: Settings,
    folder: Path,
    questions: Sequence[str],
    size: int,
    variant: Variant,
    modes: Sequence[RerankMode],
) -> dict[str, Any]:
    name = index_name(variant)
    try:
        num_chunks = build(without_chat_models(settings), folder, name, size)
        with QueryService(settings) as service:
            asked = {mode.value: ask_all(service, questions, index=name, mode=mode) for mode in modes}
    except ConfigurationError as error:
        return {"skipped": str(error)}
    return {"chunks": num_chunks, **asked}


def with_models(settings: Settings, variant: Variant, url: str) -> Settings:
    """The settings with one index, and with every model at the server, whose replies are not kept."""
    values = settings.model_dump()
    values["providers"]["multimodal_embedding"] = "nomic"
    values["providers"]["embeddings"]["nomic"] |= {
        "endpoint": {"base_url": url},
        "tokenizer": "bytes",
        "sends_dimensions": True,
    }
    values["indexes"] = {index_name(variant): IndexSettings(variant=variant).model_dump()}
    values["providers"]["openai"] |= {"base_url": url, "api_key": "benchmark"}
    values["providers"]["calls"] |= {"fresh": True}
    return Settings.model_validate(values)


def without_chat_models(settings: Settings) -> Settings:
    """The same without chat models: documents are described locally."""
    values = settings.model_dump()
    values["providers"]["chat"] = "local"
    return Settings.model_validate(values)


def ask_all(service: QueryService, questions: Sequence[str], *, index: str, mode: RerankMode) -> dict[str, Any]:
    """Times of questions asked one after the other, medians of their steps, and what was sent."""
    for question in questions[:_WARM_UP]:
        service.ask(question, index=index, rerank=mode)
    answers: list[Answer] = [service.ask(question, index=index, rerank=mode) for question in questions]
    steps = {
        name: round(float(np.median([answer.trace.seconds[name] for answer in answers])) * 1000, 3)
        for name in answers[0].trace.seconds
    }
    return {
        **milliseconds([answer.seconds for answer in answers]),
        "steps": steps,
        "calls_per_question": round(float(np.mean([answer.trace.spending.num_calls for answer in answers])), 2),
        "images_per_question": round(float(np.mean([answer.trace.num_images for answer in answers])), 2),
        "passages_per_question": round(float(np.mean([len(answer.passages) for answer in answers])), 2),
    }


# --- the index --------------------------------------------------------------------------------------------------------


def build(settings: Settings, folder: Path, index: str, size: int) -> int:
    """Ingest the folder, then copy its documents until the index has ``size`` chunks; what is there stays.

    Returns the number of chunks. Raises ConfigurationError when the folder's documents cannot be read or embedded.
    """
    with Services(settings) as services:
        report = ingest(services, [str(folder)], collection=_COLLECTION)
        if report.failed:
            raise ConfigurationError(f"{folder}: {report.failed[0]}")
        total = _fill(services.engine, index, size)
        # as after every ingestion
        with services.engine.connect() as conn:
            row = get_index(conn, index)
        maintain_index(services.engine, row, settings.search)
        return total


def _fill(engine: Engine, index_name: str, size: int) -> int:
    with engine.connect() as conn:
        index = get_index(conn, index_name)
        rows = conn.execute(text(statement("select_live_chunk_sets")), {"index_no": index.index_no}).mappings().all()
    total = sum(row["num_chunks"] for row in rows)
    originals = [row for row in rows if not row["source_uri"].startswith("copy-") and row["num_chunks"]]
    number = len(rows) - len(originals)
    while total < size and originals:
        row = originals[number % len(originals)]
        number += 1
        source = SourceFile(
            collection=_COLLECTION,
            source_root="memory://copies",
            source_uri=f"copy-{number}/{row['source_uri']}",
            size_bytes=1,
            modified_at=datetime.now(UTC),
        )
        # a transaction a document: in one for all, each term keeps a dead row for every copy
        with engine.begin() as conn:
            (document_no,) = catalog.upsert_documents(conn, [(source, f"{_COLLECTION}/{source.source_uri}")])
            copy = {"copy_id": f"{index.index_name}-{number}", "document_no": document_no}
            parse_id = row["parse_id"]
            if index.variant == Variant.COLPALI:
                # pages of one parse are ranked once, however many documents have it
                parse_id = copy["copy_id"]
                conn.execute(text(statement("copy_parse")), {"copy_id": parse_id, "parse_id": row["parse_id"]})
            copied = {**copy, "parse_id": parse_id, "chunk_set_id": row["chunk_set_id"]}
            conn.execute(text(statement("copy_chunk_set")), copied)
            publish(conn, index=index, document_no=document_no, chunk_set_id=copy["copy_id"])
        total += row["num_chunks"]
    return total


# --- the models -------------------------------------------------------------------------------------------------------


@contextmanager
def chat_server() -> Generator[str]:
    """Address of a server that answers every question, ranking and rating at once."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        ours.send("stop")
        process.join(timeout=10)


def _serve(pipe: Pipe) -> None:
    from tests.scripted_server import Received, Reply, ScriptedServer, say

    server = ScriptedServer()

    def answer(received: Received) -> Reply:
        server.received.clear()  # images of thousands of requests would fill the memory
        if "You order passages" in received.text:
            return say(" > ".join(f"[{number}]" for number in range(30, 0, -1)))
        if "You rate how much" in received.text:
            return say('{"score": 5}')
        return say("It stands in the first source [1](#1), as the second one says as well [2](#2).")

    # embeddings are its own affair
    server.reply(answer, when=lambda received: received.path.endswith("/chat/completions"), stays=True)
    pipe.send(server.url)
    pipe.recv()
    server.close()


if __name__ == "__main__":
    main()
