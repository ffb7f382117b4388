"""The structure split against labels of people (MM-BizRAG, table 7): precision, recall and F1 of slide-like documents.

    BIZRAG_HOME=HOME python -m benchmarks.structure LABELS.csv --collection C --json

LABELS.csv has the columns ``doc`` (path below its source, or a file name that one document has) and ``label``
(``horizontal`` or ``presentation``, ``vertical`` or ``standard``). The labels that ingestion gave are in the index.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.evaluation.gold import IndexedDocument
from bizrag.evaluation.metrics import label_scores
from bizrag.evaluation.readers.rows import read_rows
from bizrag.model.documents import Layout
from bizrag.settings import Settings
from bizrag.store.engine import reading
from query import QueryService
from query.documents import list_documents

_LABELS = {
    "horizontal": Layout.HORIZONTAL,
    "presentation": Layout.HORIZONTAL,
    "vertical": Layout.VERTICAL,
    "standard": Layout.VERTICAL,
}


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--index", default="default")
    parser.add_argument("--collection")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed")
    arguments = parser.parse_args()
    with QueryService(Settings()) as service, reading(service.engine) as conn:
        documents = list_documents(conn, index=arguments.index, collection=arguments.collection)
    print(
        json.dumps({"benchmark": "structure", "figures": figures(read_labels(arguments.labels), documents)}, indent=1)
    )


def read_labels(path: Path) -> dict[str, Layout]:
    """Labels by document. Raises BadInputError with the line for a label or a column that is none of ours."""
    found: dict[str, Layout] = {}
    for where, row in read_rows(path):
        label = _LABELS.get(str(row.get("label", "")).strip().lower())
        if label is None or not row.get("doc"):
            raise BadInputError(f"{where}: a doc and a label of {', '.join(_LABELS)} are needed")
        found[str(row["doc"])] = label
    return found


def figures(labels: Mapping[str, Layout], documents: Iterable[IndexedDocument]) -> dict[str, Any]:
    """Scores over the labelled documents that the index holds; those that it labels otherwise, and those it lacks."""
    documents = list(documents)
    counts = Counter(document.name for document in documents)
    given = {document.name: document.layout for document in documents if counts[document.name] == 1}
    given |= {document.source_uri: document.layout for document in documents}
    known = {doc: label for doc, label in labels.items() if given.get(doc) is not None}
    scores = label_scores([given[doc] for doc in known], list(known.values()), positive=Layout.HORIZONTAL)
    return {
        **asdict(scores),
        "wrong": [doc for doc, label in known.items() if given[doc] != label],
        "missing": [doc for doc in labels if doc not in known],
    }


if __name__ == "__main__":
    main()
