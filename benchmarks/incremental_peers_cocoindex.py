"""CocoIndex: walk_dir, a memoised function for each file, rows of a Postgres table.

``option`` declared: the embedder is a context key that is watched for changes, as its documentation advises; plain: the
function simply calls it. See incremental_peers.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import asyncpg
import cocoindex as coco
import numpy as np
from cocoindex.connectors import localfs, postgres
from cocoindex.ops.text import RecursiveSplitter
from cocoindex.resources.schema import VectorSchema
from numpy.typing import NDArray

from benchmarks.incremental_peers_job import DIMENSIONS, Job, serve

_DATABASE: coco.ContextKey[asyncpg.Pool] = coco.ContextKey("database")
_FOLDER: coco.ContextKey[Path] = coco.ContextKey("folder")


@dataclass(frozen=True)
class Model:
    """What tells one embedding model from another."""

    name: str


_MODEL: coco.ContextKey[Model] = coco.ContextKey("model", detect_change=True)
_jobs: list[Job] = []


@dataclass
class Row:
    """A row of the table."""

    row_id: str
    name: str
    content: str
    embedding: Annotated[NDArray[np.float32], VectorSchema(dtype=np.dtype(np.float32), size=DIMENSIONS)]


@coco.lifespan
async def _lifespan(builder: coco.EnvironmentBuilder) -> AsyncIterator[None]:
    job = _jobs[0]
    builder.provide(_FOLDER, job.folder)
    builder.provide(_MODEL, Model("other" if job.is_other_model else "first"))
    async with asyncpg.create_pool(job.address) as pool:
        builder.provide(_DATABASE, pool)
        yield


@coco.fn(memo=True)
async def declared_file(file: localfs.File, table: postgres.TableTarget[Row], chunk_size: int) -> None:
    """A file's rows, by the declared model."""
    coco.use_context(_MODEL)
    await _rows(file, table, chunk_size)


@coco.fn(memo=True)
async def plain_file(file: localfs.File, table: postgres.TableTarget[Row], chunk_size: int) -> None:
    """A file's rows."""
    await _rows(file, table, chunk_size)


async def _rows(file: Any, table: Any, chunk_size: int) -> None:
    job = _jobs[0]
    text = await file.read_text()
    job.counts.parse += 1
    name = file.file_path.path.as_posix()
    pieces = _pieces(text, chunk_size)
    job.counts.split += 1
    for position, (piece, one) in enumerate(zip(pieces, job.embed(pieces), strict=True)):
        vector = np.array(one, dtype=np.float32)
        table.declare_row(row=Row(row_id=f"{name}#{position}", name=name, content=piece, embedding=vector))


@coco.fn
async def app_main(chunk_size: int) -> None:
    """The table and its files."""
    table = await postgres.mount_table_target(
        _DATABASE,
        table_name="chunks",
        table_schema=await postgres.TableSchema.from_class(Row, primary_key=["row_id"]),
    )
    function = declared_file if _jobs[0].option == "declared" else plain_file
    files = localfs.walk_dir(_FOLDER, recursive=True)
    await coco.mount_each(function, files.items(), table, chunk_size)


def _chunk_size(job: Job) -> int:
    return 180 if job.is_smaller else 400


def _pieces(text: str, chunk_size: int) -> list[str]:
    found = RecursiveSplitter().split(text, chunk_size=chunk_size, chunk_overlap=0, language="markdown")
    return [piece.text for piece in found]


def run(job: Job) -> None:
    """Bring the table to the state of the folder."""
    _jobs.append(job)
    os.environ["COCOINDEX_DB"] = str(job.state / "cocoindex.db")
    app = coco.App(coco.AppConfig(name="incremental"), app_main, chunk_size=_chunk_size(job))
    app.update_blocking()


def split(job: Job, text: str) -> list[str]:
    """The pieces of a text."""
    return _pieces(text, _chunk_size(job))


if __name__ == "__main__":
    serve(run, split, version("cocoindex"))
