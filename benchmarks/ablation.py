"""HiQA's ablations on documents and questions of one's own: what stands in front of a text, and who names a document.

    BIZRAG_HOME=HOME python -m benchmarks.ablation --data FOLDER --json

FOLDER has ``docs/`` and ``questions.jsonl``. Each ablation is an index over all documents, built where it is missing:
``default`` (title and nearest heading in front of every text), ``path`` (HiQA's cascade: the whole path), ``own`` (the
nearest heading), ``bare`` (nothing) and ``fixed`` (nothing, chunks of fixed size). Parses are shared; ``--prefix`` says
how the indexes are called, ``--ablations`` which are measured, ``--parts`` which figures. ``vector_only`` is the
default index by vectors alone.

``pages``: questions over the whole corpus whose pages are known. Log-Rank Index over the chunks on those pages, of the
full exact ranking; page recall and MRR of the 50 best hits; differences to the default with a paired bootstrap.
``alike``: questions of the corpus without pages, whose documents are known (look-alike filings in our development
set): recall of documents, and the share of the numbers of the reference answer that stand in the ten best passages;
also where neither texts nor keywords know a file name, only first pages and what titles say besides.
``adaptive``: recall of the pages in all passages that are kept, and how many those are, against fixed numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.ablation_figures import adaptive_figures, alike_figures, page_figures
from benchmarks.ablation_lab import Lab
from bizrag.chunking import Cascade
from bizrag.evaluation.cases import read_cases
from bizrag.pipeline.services import Services
from bizrag.settings import IndexSettings, Settings
from orchestration.cli.output import quiet_logs
from orchestration.ingest import ingest
from query import QueryService

ABLATIONS = {
    "default": IndexSettings(),
    "path": IndexSettings(cascade=Cascade.FULL),
    "own": IndexSettings(cascade=Cascade.HEADING),
    "bare": IndexSettings(cascade=Cascade.NONE),
    "fixed": IndexSettings(cascade=Cascade.NONE, fixed_chunks=True),
}
PARTS = ("pages", "alike", "adaptive")


def main() -> None:
    """Build what is missing, ask, and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with docs/ and questions.jsonl")
    parser.add_argument("--collection", default="ablation")
    parser.add_argument("--prefix", default="ablation_", help="how names of the indexes begin")
    parser.add_argument("--ablations", default=",".join(ABLATIONS))
    parser.add_argument("--parts", default=",".join(PARTS), help="figures that are measured")
    parser.add_argument("--gamma", type=float, default=1.0, help="of the Log-Rank Index")
    parser.add_argument("--limit", type=int, help="at most so many questions of a sort")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    names = {name: arguments.prefix + name for name in arguments.ablations.split(",")}
    parts = arguments.parts.split(",")
    settings = Settings().model_copy(update={"indexes": {names[name]: ABLATIONS[name] for name in names}})
    with Services(settings) as services:
        built = ingest(services, [str(arguments.data / "docs")], collection=arguments.collection)
    corpus = [case for case in read_cases(arguments.data / "questions.jsonl") if case.scope == "corpus"]
    paged = [case for case in corpus if case.is_answerable and case.pages][: arguments.limit]
    alike = [case for case in corpus if case.is_answerable and not case.pages and case.gold_docs][: arguments.limit]
    with QueryService(settings) as service:
        lab = Lab(service, arguments.collection, names)
        figures = {
            "built": {"documents": built.listed, "calls": {k: n for k, n in built.calls.items() if n}},
            "questions": {"pages": len(paged), "alike": len(alike)},
            "gamma": arguments.gamma,
            "pages": told(page_figures(lab, paged, arguments.gamma) if paged and "pages" in parts else {}),
            "alike": told(alike_figures(lab, alike) if alike and "alike" in parts else {}),
            "adaptive": told(adaptive_figures(lab, paged) if paged and "adaptive" in parts else {}),
        }
    print(json.dumps({"benchmark": "ablation", "figures": figures}, indent=2))


def told(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures of a part, which are shown before the next part begins."""
    print(json.dumps(figures), file=sys.stderr, flush=True)
    return figures


if __name__ == "__main__":
    main()
