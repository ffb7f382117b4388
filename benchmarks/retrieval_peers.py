"""The same questions through LlamaIndex and Haystack as their tutorials have it, with our parsed text and our embedder.

    bizrag eval QUESTIONS.jsonl --retrieval-only --pipelines samples/pipelines.toml --report REPORT
    python -m benchmarks.retrieval_peers QUESTIONS.jsonl --report REPORT --peers PEERS --work FOLDER [--quick] [--json]

The Pythons of the peers are set up as ``search_peers`` says. Each peer gets the text of every page as the baseline
without layout has it, cuts it with its default splitter, and ranks in memory as its default does: by vectors, and by
vectors and BM25 fused. Vectors are of the packaged embedder, which reads the first 256 tokens of a chunk; so a peer is
also measured with chunks that fit ("fitted"). A question about one document is asked of that document's chunks alone.
Scores, intervals and slices are those of ``bizrag eval``; ours come from its report, question by question.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.search_peers import Peer
from bizrag.chunking.plain_text import page_plain_texts
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.gold import GoldFinder
from bizrag.evaluation.report.baseline import read_baseline
from bizrag.evaluation.report.figures import COMPARED_METRICS, compared, corrected, question_values, to_json
from bizrag.evaluation.results import Results
from bizrag.evaluation.runner import IndexedDocument, Pipeline, RetrieveFn, evaluate
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_bytes
from bizrag.model.retrieval import Hit, Retriever
from bizrag.providers.embedding import TextEmbedder
from bizrag.settings import Settings
from bizrag.store.parses import load_parse
from query import QueryService
from query.evaluating import code_state

#: peer -> ways of cutting: None is the default of its splitter, else tokens (LlamaIndex) or words (Haystack)
CUTS: dict[str, dict[str, int | None]] = {
    "llamaindex": {"default": None, "fitted": 240},
    "haystack": {"default": None, "fitted": 150},
}
WAYS = ("dense", "hybrid")
#: what is compared in every slice: more would cost the correction its power
SLICED = ("mrr@10", "page_recall@10", "page_recall@1000w", "evidence_recall@1000w", "doc_recall@5")


def main() -> None:
    """Prepare the peers' folders, ask, compare, print."""
    arguments = _arguments()
    cases = read_cases(arguments.questions, quick_only=arguments.quick)
    ours = read_baseline(arguments.report / "report.json")
    with QueryService(Settings()) as service:
        documents = service.documents(index=arguments.index, collection=arguments.collection)
        pages = _pages(service, arguments.index, documents)
        embedder = service.embedders.packaged()
        found = {
            name: value
            for peer in arguments.only or CUTS
            for cut, size in CUTS[peer].items()
            if cut in (arguments.cut or CUTS[peer])
            for name, value in _measure(arguments, peer, cut, size, cases, documents, pages, embedder).items()
        }
    mine = {name: ours[name] for name in arguments.ours or list(ours)[-1:]}
    figures = compare(found, mine, slices_of(cases, documents))
    if arguments.json:
        print(json.dumps({"benchmark": "retrieval_peers", "figures": figures}, indent=1))
    else:
        print(_table(figures))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--report", type=Path, required=True, help="folder of bizrag eval --report, same questions")
    parser.add_argument("--ours", action="append", help="pipeline of the report; default: its last")
    parser.add_argument("--peers", type=Path, required=True, help="folder with the peers' virtual environments")
    parser.add_argument("--work", type=Path, required=True, help="folder for chunks, vectors and results, kept")
    parser.add_argument("--index", default="default", help="whose documents are asked")
    parser.add_argument("--collection")
    parser.add_argument("--only", action="append", choices=list(CUTS))
    parser.add_argument("--cut", action="append", choices=["default", "fitted"], help="default: both")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _pages(service: QueryService, index: str, documents: Sequence[IndexedDocument]) -> list[dict[str, Any]]:
    """The text of every page; formats without pages are one page without a number."""
    from sqlalchemy import text

    statement = (
        "SELECT d.document_id, s.parse_id FROM index_document i JOIN search_index n USING (index_no) "
        "JOIN document d USING (document_no) JOIN chunk_set s USING (chunk_set_id) WHERE n.index_name = :index"
    )
    wanted = {document.document_id: document for document in documents}
    found: list[dict[str, Any]] = []
    with service.engine.begin() as conn:
        for row in conn.execute(text(statement), {"index": index}).mappings():
            if row["document_id"] not in wanted:
                continue
            parse = load_parse(conn, row["parse_id"])
            for page_no, plain in page_plain_texts(parse).items():
                name = wanted[row["document_id"]].name
                found.append({"doc": row["document_id"], "name": name, "page_no": page_no, "text": plain})
    return found


def _measure(
    arguments: argparse.Namespace,
    peer: str,
    cut: str,
    size: int | None,
    cases: Sequence[EvalCase],
    documents: Sequence[IndexedDocument],
    pages: Sequence[dict[str, Any]],
    embedder: TextEmbedder,
) -> dict[str, Any]:
    """Both ways of one peer with one way of cutting: question values and figures by name."""
    folder = arguments.work / f"{peer}_{cut}"
    python = arguments.peers / peer / "bin" / "python"
    chunks = _prepared(folder, peer, python, size, pages, embedder)
    state = f"{sha256_bytes((folder / 'chunks.jsonl').read_bytes())} {size} {code_state()}"
    vectors: dict[str, list[float]] = {}

    def vector(question: str) -> list[float]:
        return vectors.setdefault(question, embedder.embed_query(question).tolist())

    with Peer(f"{peer}_pages", python, folder) as running, Results(folder / "results.jsonl") as results:
        pipelines = [
            Pipeline(
                name=f"{peer} {cut} {way}",
                documents=tuple(documents),
                retrieve=asker(running.ask, way, chunks, vector),
                state=f"{state} {running.about['version']} {way}",
            )
            for way in WAYS
        ]
        report = evaluate(cases, pipelines, results=results)
    value, values = to_json(report), question_values(report)
    about = {"chunks": len(chunks), "version": running.about["version"], "cut": size}
    return {one.name: {"values": values[one.name], "figures": value["figures"][one.name], **about} for one in pipelines}


def _prepared(
    folder: Path,
    peer: str,
    python: Path,
    size: int | None,
    pages: Sequence[dict[str, Any]],
    embedder: TextEmbedder,
) -> list[dict[str, Any]]:
    """The peer's own chunks with our vectors, in a folder that is made once."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps({"cut": size}))
    module = f"benchmarks.search_peers_{peer}_pages"
    root = Path(__file__).parent.parent
    split = [str(python.absolute()), "-m", module, str(folder.absolute()), "split"]
    subprocess.run(split, check=True, cwd=root, env={"PATH": "/usr/bin:/bin", "HAYSTACK_TELEMETRY_ENABLED": "False"})
    lines = (folder / "chunks.jsonl").read_text(encoding="utf-8").split("\n")
    chunks = [json.loads(line) for line in lines if line]
    key = sha256_bytes((folder / "chunks.jsonl").read_bytes())
    made, stamp = folder / "vectors.npy", folder / "vectors.of"
    if not stamp.exists() or stamp.read_text() != key:
        np.save(made, np.asarray(embedder.embed([chunk["text"] for chunk in chunks]), dtype=np.float32))
        stamp.write_text(key)
    return chunks


def asker(
    ask: Callable[[dict[str, Any]], dict[str, Any]],
    way: str,
    chunks: Sequence[Mapping[str, Any]],
    vector: Callable[[str], list[float]],
) -> RetrieveFn:
    """What a peer finds as hits: it answers with the places of chunks, best first."""

    def retrieve(question: str, document_ids: tuple[str, ...], top_k: int) -> list[Hit]:
        wanted = {"question": question, "vector": vector(question), "way": way, "top_k": top_k}
        found = ask({**wanted, "doc": document_ids[0] if document_ids else None})
        # a question that a peer cannot take is a miss of that peer
        return [_hit(rank, number, chunks[number]) for rank, number in enumerate(found.get("ids", []), start=1)]

    return retrieve


def _hit(rank: int, number: int, chunk: Mapping[str, Any]) -> Hit:
    page_no = chunk["page_no"]
    return Hit(
        rank=rank,
        score=1 / rank,
        retriever=Retriever.HYBRID,
        chunk_no=number,
        chunk_id=str(number),
        document_id=chunk["doc"],
        doc=chunk["name"],
        title=chunk["name"],
        kind=ChunkKind.TEXT,
        text=chunk["text"],
        headings=(),
        locators=(Locator(page_no=page_no) if page_no else Locator(char_start=0, char_end=len(chunk["text"])),),
    )


def slices_of(cases: Sequence[EvalCase], documents: Sequence[IndexedDocument]) -> dict[str, set[str]]:
    """Ids of the questions of every scope, modality and layout, and of all."""
    finder = GoldFinder(documents)
    found: dict[str, set[str]] = {"all": {case.id for case in cases}}
    for case in cases:
        layout = finder.find(case).layout
        for name in (case.scope, case.modality, *([layout] if layout else [])):
            found.setdefault(name, set()).add(case.id)
    return found


def compare(found: dict[str, Any], ours: dict[str, Any], slices: Mapping[str, set[str]]) -> dict[str, Any]:
    """Figures of every peer, and ours less theirs in every slice, corrected over all rows (Holm)."""
    rows = [
        {"slice": part, "first": name, "second": peer, **row}
        for part, ids in slices.items()
        for name, values in ours.items()
        for peer, value in found.items()
        for row in compared({key: values[key] for key in values if key in ids}, value["values"])
        if part == "all" or row["metric"] in SLICED
    ]
    peers = {
        name: {"n": value["figures"]["all"]["n"], "chunks": value["chunks"], "version": value["version"]}
        | {metric: value["figures"]["all"][metric] for metric in COMPARED_METRICS}
        for name, value in found.items()
    }
    means = {name: value["figures"] for name, value in found.items()}
    return {"peers": peers, "differences": corrected(rows), "slices": means}


def _table(figures: dict[str, Any]) -> str:
    """Peers in lines, then every difference: ours less theirs with its interval, * where significant."""
    lines = [" ".join([f"{'':<30}", *(f"{metric:>22}" for metric in COMPARED_METRICS)])]
    for name, peer in figures["peers"].items():
        shown = ("-" if peer[metric] is None else f"{peer[metric]:.3f}" for metric in COMPARED_METRICS)
        lines.append(" ".join([f"{name:<30}", *(f"{value:>22}" for value in shown)]))
    lines.append("")
    for row in figures["differences"]:
        mark = "*" if row["is_significant"] else " "
        lines.append(
            f"{row['slice']:<12} {row['first']} less {row['second']:<30} {row['metric']:<22} "
            f"{row['difference']:+.3f}{mark} [{row['low']:+.3f}, {row['high']:+.3f}] n {row['n']}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
