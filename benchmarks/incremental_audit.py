"""What a database holds, looked at from outside: rows that are stale or lost, and the whole state to compare."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, text

from benchmarks.incremental_corpus import MARK, Corpus

_SQL = Path(__file__).parent / "sql"


@dataclass(frozen=True, slots=True)
class Audit:
    """Rows of one index against what the folder says."""

    # chunks that answer with another revision than the file has, or for a file that is gone
    stale: int
    # files that nothing answers for, and chunks without all their vectors
    lost: int


def audit(engine: Engine, corpus: Corpus, *, index_no: int, failing: frozenset[str] = frozenset()) -> Audit:
    """Count stale and lost rows. Of ``failing`` documents the version before may answer."""
    stale = lost = 0
    seen: set[str] = set()
    with engine.connect() as conn:
        for row in conn.execute(text((_SQL / "select_live_texts.sql").read_text()), {"index_no": index_no}).mappings():
            name = row["source_uri"]
            seen.add(name)
            lost += row["num_vectors"] < row["num_inputs"]
            if name not in corpus.revisions:
                stale += 1
            elif name not in failing:
                right = (corpus.records[name], corpus.revisions[name])
                stale += any((int(found[1]), int(found[2])) != right for found in MARK.finditer(row["text"]))
    return Audit(stale, lost + len(corpus.revisions.keys() - seen))


def whole_state(engine: Engine) -> Counter[str]:
    """Every row that ingestion leaves, without serial numbers and times."""
    with engine.connect() as conn:
        rows = conn.execute(text((_SQL / "select_whole_state.sql").read_text()))
        return Counter(f"{row.kind} {json.dumps(row.value, sort_keys=True)}" for row in rows)


def difference(one: Counter[str], other: Counter[str]) -> list[str]:
    """Rows that only one of two states has, shortened, for a person."""
    return [f"- {row[:300]}" for row in (one - other)] + [f"+ {row[:300]}" for row in (other - one)]
