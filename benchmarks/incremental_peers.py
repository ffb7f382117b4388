"""The scenarios of ``incremental`` for ours and four other ingestion frameworks: what each calls, and what it leaves.

    for peer in cocoindex llamaindex haystack langchain; do python -m venv PEERS/$peer; done
    PEERS/cocoindex/bin/pip install 'cocoindex[postgres]' asyncpg numpy
    PEERS/llamaindex/bin/pip install llama-index-core llama-index-vector-stores-postgres
    PEERS/haystack/bin/pip install haystack-ai pgvector-haystack
    PEERS/langchain/bin/pip install langchain langchain-postgres langchain-community 'psycopg[binary]'
    python -m benchmarks.incremental_peers --peers PEERS --documents 500 --json

The same text files, one embedded Postgres with a database for each peer, and the same deterministic embedder that
counts texts. Every ingestion is a process of its own that times itself; starting Python and importing libraries is not
counted. Afterwards the rows are read from the database. A row is stale when its document is gone, or when no current
piece of its document, made by the settings and the model of this run, is like it; a row is lost when such a piece has
none. Telemetry is off.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, make_url, text

from benchmarks.incremental_corpus import MARK, Corpus
from benchmarks.incremental_peers_job import POISON
from benchmarks.search_peers import QUIET
from bizrag.store.server import EmbeddedServer

_SQL = Path(__file__).parent / "sql"
_TIMED = 5


@dataclass(frozen=True, slots=True)
class Setup:
    """A way to use a peer."""

    title: str
    peer: str
    option: str = ""


SETUPS = {
    "bizrag": Setup("bizrag", "bizrag"),
    "cocoindex": Setup("CocoIndex, model declared", "cocoindex", "declared"),
    "cocoindex-plain": Setup("CocoIndex, model called", "cocoindex", "plain"),
    "llamaindex": Setup("LlamaIndex UPSERTS_AND_DELETE", "llamaindex"),
    "haystack": Setup("Haystack OVERWRITE", "haystack", "OVERWRITE"),
    "haystack-skip": Setup("Haystack SKIP", "haystack", "SKIP"),
    "langchain": Setup("LangChain cleanup full", "langchain", "full"),
    "langchain-incremental": Setup("LangChain cleanup incremental", "langchain", "incremental"),
}


def main() -> None:
    """Run the scenarios, print a Markdown table, and one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, required=True, help="folder of the peers' virtual environments")
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--only", default=",".join(SETUPS), help="some of: " + ", ".join(SETUPS))
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="bizrag-peers-"))
    folder.chmod(0o755)
    server = EmbeddedServer(folder / "server")
    server.start()
    figures: dict[str, Any] = {"documents": arguments.documents, "peers": {}}
    try:
        for name in arguments.only.split(","):
            lab = PeerLab(SETUPS[name], arguments.peers, server, folder / name)
            figures["peers"][name] = lab.run(arguments.documents)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(table(figures["peers"]))
    print(json.dumps({"benchmark": "incremental_peers", "figures": figures}, indent=2))


@dataclass(slots=True)
class PeerLab:
    """One peer with its corpus, its database and its state; both are made anew by ``reset``."""

    setup: Setup
    environments: Path
    server: EmbeddedServer
    folder: Path
    is_smaller: bool = False
    is_other_model: bool = False
    version: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def run(self, number: int) -> dict[str, Any]:
        """All scenarios."""
        corpus = self._reset(number)
        self.scenario("cold", corpus)
        self.scenario("unchanged", corpus)
        unchanged = [self.ingest(corpus.folder)["seconds"] for _ in range(_TIMED)]
        few = max(1, number // 100)
        self.scenario("1 % changed", corpus, lambda: _each(corpus.names(few, seed=1), corpus.change))
        self.scenario("deleted", corpus, lambda: _each(corpus.names(few, seed=2), corpus.delete))
        self.scenario(
            "renamed",
            corpus,
            lambda: _each(corpus.names(few, seed=3), lambda n: corpus.rename(n, f"moved/{Path(n).name}")),
        )
        self.scenario(
            "same content twice",
            corpus,
            lambda: _each(corpus.names(few, seed=4), lambda n: corpus.copy(n, f"copies/{Path(n).name}")),
        )
        self._poison(corpus)
        self.is_smaller = True
        self.scenario("chunk size changed", corpus)
        self.is_other_model = True
        self.scenario("embedding model changed", corpus)
        self._kill(number)
        median = round(statistics.median(unchanged), 3)
        return {"title": self.setup.title, "version": self.version, "unchanged_seconds": median, "scenarios": self.rows}

    def scenario(self, name: str, corpus: Corpus, change: Callable[[], None] | None = None, **kept: Any) -> None:
        """Change the folder, ingest it, look at what answers."""
        if change:
            change()
        self._note(name, corpus, self.ingest(corpus.folder), **kept)

    def ingest(self, folder: Path, *, die_after: int = 0) -> dict[str, Any]:
        """One ingestion; an empty answer when the process killed itself."""
        job = {
            "address": self._url("postgresql"),
            "folder": str(folder),
            "state": str(self.folder / "state"),
            "is_smaller": self.is_smaller,
            "is_other_model": self.is_other_model,
            "die_after": die_after,
            "option": self.setup.option,
        }
        is_ours = self.setup.peer == "bizrag"
        python = sys.executable if is_ours else str((self.environments / self.setup.peer / "bin/python").absolute())
        done = subprocess.run(
            [python, "-m", f"benchmarks.incremental_peers_{self.setup.peer}", json.dumps(job)],
            cwd=Path(__file__).parent.parent,
            env={name: value for name, value in os.environ.items() if is_ours or name != "PYTHONPATH"} | QUIET,
            capture_output=True,
            text=True,
            check=False,
        )
        if die_after and done.returncode == -signal.SIGKILL:
            return {}
        if done.returncode:
            raise RuntimeError(f"{self.setup.title} ended with {done.returncode}: {done.stderr[-2000:]}")
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        self.version = found["version"]
        return found

    def _poison(self, corpus: Corpus) -> None:
        """Of two changed documents the embedding model refuses one; then it is mended."""
        victim, other = corpus.names(2, seed=5)
        before = [row for row in self._stored() if row[0] == victim]
        mended = (corpus.folder / victim).read_text(encoding="utf-8")
        corpus.change(other)
        path = corpus.folder / victim
        path.write_text(mended.replace("revision", f"{POISON} revision"), encoding="utf-8")
        self.scenario("one poisoned", corpus, victim=victim, before=before)
        corpus.change(victim)
        self.scenario("mended", corpus)

    def _kill(self, number: int) -> None:
        """``kill -9`` when half of the texts of a cold run are embedded; the next run goes on."""
        whole = self.rows[0]["embed"]
        corpus = self._reset(number)
        if self.ingest(corpus.folder, die_after=whole // 2):
            raise RuntimeError(f"{self.setup.title} embedded fewer than {whole // 2} texts")
        found = self.ingest(corpus.folder)
        self._note("killed halfway", corpus, found | {"embed": found["embed"] + whole // 2})

    def _note(
        self, name: str, corpus: Corpus, found: dict[str, Any], *, victim: str = "", before: list[Row] | None = None
    ) -> None:
        stale, lost = audit(
            self._stored(), found["expected"], corpus, self.is_other_model, victim=victim, before=before or []
        )
        counted = {key: found[key] for key in ("parse", "split", "embed", "error")}
        row = {"scenario": name, **counted, "stale": stale, "lost": lost, "seconds": round(found["seconds"], 2)}
        self.rows.append(row)
        print(json.dumps({"peer": self.setup.title, **row}), file=sys.stderr, flush=True)

    def _stored(self) -> list[Row]:
        statement = (_SQL / f"select_peer_rows_{self.setup.peer}.sql").read_text()
        engine = create_engine(self._url("postgresql+psycopg"))
        try:
            with engine.connect() as conn:
                return [
                    (row.name, row.text, (row.model or "[0").startswith("[-")) for row in conn.execute(text(statement))
                ]
        finally:
            engine.dispose()

    def _reset(self, number: int) -> Corpus:
        """A new folder, a new database and no state."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.is_smaller = self.is_other_model = False
        corpus = Corpus(self.folder / "docs")
        corpus.fill(number, (".txt",))
        with self._maintenance().connect() as conn:
            conn.execute(text(f"DROP DATABASE IF EXISTS {self._database} WITH (FORCE)"))
            conn.execute(text(f"CREATE DATABASE {self._database}"))
        engine = create_engine(self._url("postgresql+psycopg"))
        with engine.begin() as conn:
            conn.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        engine.dispose()
        return corpus

    @property
    def _database(self) -> str:
        return f"peer_{self.setup.peer}"

    def _url(self, driver: str) -> str:
        url = make_url(self.server.url).set(drivername=driver, database=self._database)
        return url.render_as_string(hide_password=False)

    def _maintenance(self) -> Engine:
        return create_engine(make_url(self.server.url).set(database="postgres"), isolation_level="AUTOCOMMIT")


# name of the document, text, whether its vector is of the other model
Row = tuple[str, str, bool]


def audit(
    stored: list[Row],
    expected: list[list[str]],
    corpus: Corpus,
    is_other_model: bool,
    *,
    victim: str = "",
    before: list[Row] | None = None,
) -> tuple[int, int]:
    """Stale and lost rows; of a ``victim`` that could not be ingested the rows of ``before`` should answer.

    Without expected rows (ours), texts are held against the revisions that they name, and documents without any count
    as lost.
    """
    others = [row for row in stored if row[0] != victim]
    kept = _difference([row for row in stored if row[0] == victim], before or [])
    if expected:
        right = [(name, piece, is_other_model) for name, piece in expected if name != victim]
        found = _difference(others, right)
    else:
        stale = sum(not _is_current(row, corpus, is_other_model) for row in others)
        found = (stale, len(corpus.revisions.keys() - {row[0] for row in others} - {victim}))
    return found[0] + kept[0], found[1] + kept[1]


def _difference(stored: list[Row], right: list[Row]) -> tuple[int, int]:
    stale, lost = Counter(stored) - Counter(right), Counter(right) - Counter(stored)
    return stale.total(), lost.total()


def _is_current(row: Row, corpus: Corpus, is_other_model: bool) -> bool:
    name, words, is_other = row
    if name not in corpus.revisions or is_other != is_other_model:
        return False
    wanted = (corpus.records[name], corpus.revisions[name])
    return all((int(found[1]), int(found[2])) == wanted for found in MARK.finditer(words))


def _each(names: list[str], change: Callable[[str], None]) -> None:
    for name in names:
        change(name)


def table(peers: dict[str, Any]) -> str:
    """A Markdown table: of each peer parsed, split and embedded, stale and lost rows, seconds."""
    scenarios = list(dict.fromkeys(row["scenario"] for peer in peers.values() for row in peer["scenarios"]))
    lines = [
        "parse / split / embed calls; s stale, l lost rows; seconds",
        "",
        "| scenario | " + " | ".join(f"{peer['title']} {peer['version']}" for peer in peers.values()) + " |",
        "| --- |" + " --- |" * len(peers),
    ]
    for scenario in scenarios:
        cells = [
            _cell(next(row for row in peer["scenarios"] if row["scenario"] == scenario)) for peer in peers.values()
        ]
        lines.append(f"| {scenario} | " + " | ".join(cells) + " |")
    timed = [f"{peer['unchanged_seconds']:.2f} s" for peer in peers.values()]
    lines.append(f"| unchanged, median of {_TIMED} | " + " | ".join(timed) + " |")
    return "\n".join(lines)


def _cell(row: dict[str, Any]) -> str:
    wrong = "".join(f" **{row[key]:,} {key[0]}**" for key in ("stale", "lost") if row[key])
    broke = ", raised" if row["error"] else ""
    return (
        f"{row['parse']:,} / {row['split']:,} / {row['embed']:,};{wrong or ' 0 s 0 l'}; {row['seconds']:.1f} s{broke}"
    )


if __name__ == "__main__":
    main()
