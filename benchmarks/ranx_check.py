"""The run files of a report scored by ranx, beside what the report says (a Python with ranx: ``pip install ranx``).

PEERS/ranx/bin/python benchmarks/ranx_check.py REPORT_FOLDER
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from ranx import Qrels, Run, evaluate

METRICS = {
    "page_recall@1": "recall@1",
    "page_recall@3": "recall@3",
    "page_recall@5": "recall@5",
    "page_recall@10": "recall@10",
    "mrr@10": "mrr@10",
    "ndcg@10": "ndcg@10",
}


def main(folder: Path) -> int:
    """Print both; the exit status is 1 when a figure differs by more than the rounding of the report."""
    qrels = Qrels.from_file(str(folder / "qrels.txt"), kind="trec")
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))["figures"]
    largest = 0.0
    for name, slices in figures.items():
        file_name = re.sub(r"[^\w.+-]+", "_", name)
        run = Run.from_file(str(folder / f"{file_name}.run"), kind="trec")
        theirs = evaluate(qrels, run, list(METRICS.values()), make_comparable=True)
        for ours, metric in METRICS.items():
            mine = slices["all"][ours]
            largest = max(largest, abs(mine - theirs[metric]))
            print(f"{name:<24} {ours:<16} {mine:.4f} ranx {theirs[metric]:.4f}")
    print(f"largest difference {largest:.6f}")
    return int(largest > 0.0001)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
