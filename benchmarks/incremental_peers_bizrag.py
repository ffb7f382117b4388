"""Our own ingestion as one of the peers, with the same counted embedder in place of the packaged model.

See incremental_peers. Another embedding model is an index of its own beside the first, as docs/providers.md has it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.incremental_peers_job import DIMENSIONS, Job, PoisonError, serve
from bizrag.errors import PermanentError
from bizrag.pipeline.services import Services
from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LOCAL_SPACE
from bizrag.settings import Settings
from orchestration.cli.output import quiet_logs
from orchestration.ingest import ingest

_OTHER_SPACE = f"openai/other/float32/{DIMENSIONS}"


class _Embedder:
    """The counted embedder, as the port wants it."""

    dimensions = DIMENSIONS
    max_tokens = 256
    num_truncated = 0

    def __init__(self, job: Job, space: str) -> None:
        self.space = space
        self._job = job

    def embed(self, texts: Sequence[str], /) -> Vectors:
        """Vectors of length 1, float32 [len(texts), dimensions]."""
        try:
            return np.array(self._job.embed(texts), dtype=np.float32).reshape(len(texts), self.dimensions)
        except PoisonError as error:
            raise PermanentError(str(error)) from error

    def embed_query(self, text: str, /) -> Vectors:
        """Nobody asks."""
        return self.embed([text])[0]

    def count_tokens(self, text: str, /) -> int:
        """Words, and half as many again."""
        return len(text.split()) * 3 // 2


def _settings(job: Job) -> Settings:
    values = Settings().model_dump() | {
        "home": job.state,
        "database_url": job.address.replace("postgresql://", "postgresql+psycopg://"),
        "weights_path": Settings().weights,
    }
    values["chunking"]["max_tokens"] = 64 if job.is_smaller else 256
    if job.is_other_model:
        other = {"provider": "openai", "model": "other", "dimensions": DIMENSIONS, "tokenizer": "minilm"}
        values["providers"]["embeddings"]["other"] = other
        values["indexes"] = {"default": {}, "other": {"embedding": "other"}}
    return Settings.model_validate(values)


def run(job: Job) -> None:
    """``bizrag ingest`` of the folder, in this process."""
    embedders = [_Embedder(job, LOCAL_SPACE.name), _Embedder(job, _OTHER_SPACE)]
    with Services(_settings(job), embedders=embedders) as services:
        report = ingest(services, [str(job.folder)], collection="c")
    job.counts.parse = report.calls["parse"]
    job.counts.split = report.calls["parse"]
    if report.failed:
        raise RuntimeError("; ".join(f"{item['doc']}: {item['error']}" for item in report.failed))


def split(job: Job, text: str) -> list[str]:
    """Not asked: the rows are audited by the revisions that they name."""
    return []


if __name__ == "__main__":
    quiet_logs()
    serve(run, split, "this one")
