"""Table structure and detection on the ICDAR 2013 competition's PDFs, ours and other tools.

    python -m benchmarks.tables --data DIR --json

DIR holds ``tables.jsonl`` (every cell of every table) and ``docs/``; its default is ``tables`` in BIZRAG_BENCH_DATA.
``gold`` figures read the tables in their true regions (the cells' boxes and two points around them). ``detected``
figures are end to end: on every page all relations of all tables found count against all relations of the true ones, so
a missed table costs recall and a false one precision. The measure is that of ``benchmarks.table_metrics``, micro
averaged. Half of the documents, drawn once with a fixed seed, served development (``dev``): their failures were read.
Of the other half (``held_out``) the totals were watched and one page (us-002) was read, so it is no blind test.
``ours_scanned`` reads images of the pages at 150 dpi with OCR, end to end only; its failures were read in both halves.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.table_extractors import (
    Box,
    DoclingExtractor,
    Extractor,
    FoundTable,
    ScanExtractor,
    camelot_extractor,
    pdfplumber_extractor,
)
from benchmarks.table_metrics import PlacedText, Relation, Score, adjacency_relations, score_relations, sum_scores

_SEED = 13
# room around the boxes of the cells, which fit their letters tightly
_MARGIN_PT = 2.0
# a table counts as detected when its region and the one found share this much of their union
_MIN_IOU = 0.5
_SCANNED = "ours_scanned"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTable:
    """A true table: its document, 1-based page, cells and region (points from the top left)."""

    doc: str
    page_no: int
    cells: tuple[PlacedText, ...]
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentScore:
    """What one extractor did on one document."""

    relations: Score
    # tables: matched, found, true
    regions: Score
    seconds: float


def read_gold(folder: Path) -> list[GoldTable]:
    """The tables of ``tables.jsonl``; boxes there count from the bottom of the page before it is turned."""
    import pypdfium2 as pdfium

    heights: dict[str, list[float]] = {}
    tables: list[GoldTable] = []
    with (folder / "tables.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            doc, page_no = str(row["doc"]), int(row["pages"][0])
            if doc not in heights:
                with pdfium.PdfDocument(folder / "docs" / doc) as pdf:
                    heights[doc] = [p.get_width() if p.get_rotation() % 180 else p.get_height() for p in pdf]
            cells = tuple(
                PlacedText(
                    text=c["text"],
                    row_start=c["r0"],
                    row_end=c["r1"] + 1,
                    col_start=c["c0"],
                    col_end=c["c1"] + 1,
                )
                for c in row["cells"]
            )
            box = _region([c["bbox"] for c in row["cells"]], heights[doc][page_no - 1])
            tables.append(GoldTable(doc=doc, page_no=page_no, cells=cells, box=box))
    return tables


def _region(boxes: Sequence[Sequence[float]], height: float) -> Box:
    return (
        min(b[0] for b in boxes) - _MARGIN_PT,
        height - max(b[3] for b in boxes) - _MARGIN_PT,
        max(b[2] for b in boxes) + _MARGIN_PT,
        height - min(b[1] for b in boxes) + _MARGIN_PT,
    )


def development_half(docs: Sequence[str]) -> frozenset[str]:
    """The documents that development may look at."""
    names = sorted(set(docs))
    return frozenset(random.Random(_SEED).sample(names, len(names) // 2))


def score_document(extract: Extractor, path: Path, gold: Sequence[GoldTable], *, gold_regions: bool) -> DocumentScore:
    """Runs an extractor on one document."""
    regions: dict[int, list[Box]] = defaultdict(list)
    for table in gold:
        regions[table.page_no].append(table.box)
    start = time.perf_counter()
    found = extract(path, regions if gold_regions else None)
    seconds = time.perf_counter() - start
    wanted: dict[int, Counter[Relation]] = defaultdict(Counter)
    got: dict[int, Counter[Relation]] = defaultdict(Counter)
    for table in gold:
        wanted[table.page_no] += adjacency_relations(table.cells)
    for table in found:
        got[table.page_no] += adjacency_relations(table.cells)
    relations = sum_scores(score_relations(got[page], wanted[page]) for page in sorted(wanted.keys() | got.keys()))
    return DocumentScore(relations=relations, regions=_match_regions(found, gold), seconds=seconds)


def _match_regions(found: Sequence[FoundTable], gold: Sequence[GoldTable]) -> Score:
    """Each true region with the one found that shares most with it, one to one."""
    free = list(found)
    matched = 0
    for table in gold:
        best = max((t for t in free if t.page_no == table.page_no), key=lambda t: _iou(t.box, table.box), default=None)
        if best is not None and _iou(best.box, table.box) >= _MIN_IOU:
            free.remove(best)
            matched += 1
    return Score(num_correct=matched, num_found=len(found), num_gold=len(gold))


def _iou(a: Box, b: Box) -> float:
    wide, tall = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    common = wide * tall
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common)


def measure(extract: Extractor, folder: Path, gold: Sequence[GoldTable], *, gold_regions: bool) -> dict[str, Any]:
    """The figures of one extractor over all documents and over the two halves."""
    by_doc: dict[str, list[GoldTable]] = defaultdict(list)
    for table in gold:
        by_doc[table.doc].append(table)
    scores = {
        doc: score_document(extract, folder / "docs" / doc, tables, gold_regions=gold_regions)
        for doc, tables in sorted(by_doc.items())
    }
    dev = development_half(list(by_doc))
    parts = {"all": set(by_doc), "dev": set(dev), "held_out": by_doc.keys() - dev}
    figures: dict[str, Any] = {
        name: sum_scores(s.relations for doc, s in scores.items() if doc in docs).to_json()
        for name, docs in parts.items()
    }
    if not gold_regions:
        figures["detection"] = sum_scores(s.regions for s in scores.values()).to_json()
    figures["seconds"] = round(sum(s.seconds for s in scores.values()), 2)
    return figures


def extractors(layout_model: str, table_model: str) -> dict[str, Extractor]:
    """Everything that is compared, by name."""
    return {
        "ours": DoclingExtractor(layout_model=layout_model, table_model=table_model, use_evidence=True),
        _SCANNED: ScanExtractor(),
        "picodet_slanet": DoclingExtractor(layout_model=layout_model, table_model=table_model, use_evidence=False),
        "pdfplumber_text": pdfplumber_extractor("text"),
        "pdfplumber_lines": pdfplumber_extractor("lines"),
        "camelot_lattice": camelot_extractor("lattice"),
        "camelot_stream": camelot_extractor("stream"),
        "camelot_hybrid": camelot_extractor("hybrid"),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the comparison; the last line of the output is the JSON object."""
    options = _options(arguments)
    gold = read_gold(options.data)
    known = extractors(str(options.layout_model), str(options.table_model))
    figures: dict[str, Any] = {}
    for name in options.only or known:
        figures[name] = {}
        for kind in ("detected",) if name == _SCANNED else ("gold", "detected"):
            figures[name][kind] = measure(known[name], options.data, gold, gold_regions=kind == "gold")
            if not options.json:
                print(f"{name:18} {kind:9} {json.dumps(figures[name][kind])}")
    if options.json:
        num_docs = len({table.doc for table in gold})
        print(json.dumps({"benchmark": "tables", "documents": num_docs, "tables": len(gold), "figures": figures}))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description="table structure on ICDAR 2013")
    data = os.environ.get("BIZRAG_BENCH_DATA")
    parser.add_argument("--data", type=Path, default=Path(data) / "tables" if data else None, help="tables.jsonl, docs")
    parser.add_argument("--layout-model", type=Path, help="layout_cdla.onnx; default: fetched as for parsing")
    parser.add_argument("--table-model", type=Path, help="slanet-plus.onnx; default: fetched as for parsing")
    parser.add_argument("--only", nargs="*", help="names of extractors")
    parser.add_argument("--json", action="store_true", help="print one JSON object only")
    options = parser.parse_args(arguments)
    if options.data is None:
        parser.error("give --data DIR or set BIZRAG_BENCH_DATA")
    if options.layout_model is None or options.table_model is None:
        from bizrag import weights
        from bizrag.settings import Settings

        settings = Settings()
        options.layout_model = options.layout_model or weights.layout_model_path(settings)
        options.table_model = options.table_model or weights.table_model_path(settings)
    return options


if __name__ == "__main__":
    sys.exit(main())
