"""Two pipelines with an equal budget: recall of pages and evidence in as many words, and in as many different pages.

    python -m benchmarks.equal_budget QUESTIONS.jsonl --pipelines FILE --first NAME --second NAME [--json]

Chunks of one pipeline may be longer than those of the other and run over several pages, so ten hits are different
amounts of reading. Questions with known pages are asked; a slice for each layout and each number of right pages. The
first pipeline is also read with the slides after each slide that it found (``BIZRAG_ANSWERING__FOLLOWING_SLIDES``): how
much that is worth is told for two halves of the documents, so that a choice made on one can be judged on the other.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bizrag.answering.assembly.following import with_following_slides
from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.evidence import evidence_pieces
from bizrag.evaluation.gold import Gold, GoldFinder
from bizrag.evaluation.pipelines import read_pipelines
from bizrag.evaluation.runner import NUM_HITS
from bizrag.model.hashing import sha256_text
from bizrag.model.retrieval import Hit
from bizrag.settings import Settings
from query import QueryService
from query.evaluating import Place, build_pipelines

WORDS = (250, 500, 1000, 2000)
PAGES = (1, 5, 10)

Values = dict[str, float | None]
# way of reading -> question -> metric -> value
Found = Mapping[str, Mapping[str, Values]]


def main() -> None:
    """Ask both pipelines and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--pipelines", type=Path, required=True, help="TOML or JSON, as for bizrag eval")
    parser.add_argument("--first", required=True, help="name of a pipeline")
    parser.add_argument("--second", required=True)
    parser.add_argument("--following", type=int, default=1, help="slides after each slide of the first pipeline")
    parser.add_argument("--collection")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed")
    arguments = parser.parse_args()
    cases = [case for case in read_cases(arguments.questions) if case.is_answerable and case.pages]
    with QueryService(Settings()) as service:
        found, golds = _ask(service, arguments, cases)
    print(json.dumps({"benchmark": "equal_budget", "figures": figures(cases, golds, found)}, indent=1))


def _ask(
    service: QueryService, arguments: argparse.Namespace, cases: Sequence[EvalCase]
) -> tuple[dict[str, dict[str, Values]], dict[str, Gold]]:
    specs = {spec.name: spec for spec in read_pipelines(arguments.pipelines)}
    place = Place(service=service, collection=arguments.collection)
    chosen = [specs[name] for name in (arguments.first, arguments.second)]
    first, second = build_pipelines(place, chosen, with_answers=False)
    finder = GoldFinder(first.documents)
    golds = {case.id: finder.find(case) for case in cases}
    found: dict[str, dict[str, Values]] = {name: {} for name in (first.name, second.name, f"{first.name}, following")}
    for case in cases:
        gold = golds[case.id]
        hits = {one.name: one.retrieve(case.question, gold.narrowed_to, NUM_HITS) for one in (first, second)}
        with service.engine.begin() as conn:
            read_on = with_following_slides(conn, hits[first.name], count=arguments.following)[:NUM_HITS]
        for name, ranking in {**hits, f"{first.name}, following": read_on}.items():
            found[name][case.id] = values(ranking, gold, case)
    return found, golds


def values(hits: Sequence[Hit], gold: Gold, case: EvalCase) -> Values:
    """Recall of one question's pages and evidence with every budget."""
    ranking = [(hit.document_id, page_no) for hit in hits for page_no in hit.page_nos]
    texts = [hit.text for hit in hits]
    pieces = evidence_pieces(case.evidence)
    found: Values = {"mrr@10": metrics.reciprocal_rank_at_k(ranking, gold.pages, k=10)}
    found |= {f"pages in {k} pages": metrics.recall_at_k(ranking, gold.pages, k=k) for k in PAGES}
    for words in WORDS:
        count = metrics.num_fitting(texts, max_words=words)
        read = {(hit.document_id, page_no) for hit in hits[:count] for page_no in hit.page_nos}
        found[f"pages in {words} words"] = metrics.recall(read, gold.pages)
        found[f"evidence in {words} words"] = metrics.evidence_recall_at_k(texts, pieces, k=count)
    return found


def figures(cases: Sequence[EvalCase], golds: Mapping[str, Gold], found: Found) -> dict[str, Any]:
    """Means of every slice, and the differences of the ways of reading in it: first less second, following less first.

    Halves are of documents, by a hash of their names: questions about one document are alike.
    """
    slices: dict[str, Callable[[EvalCase], bool]] = {
        "all": lambda case: True,
        "vertical": lambda case: golds[case.id].layout == "vertical",
        "horizontal": lambda case: golds[case.id].layout == "horizontal",
        **{f"{n} right pages": lambda case, n=n: len(golds[case.id].pages) == n for n in (1, 2, 3)},
        "4 right pages or more": lambda case: len(golds[case.id].pages) > 3,
        **{
            f"horizontal, {half} half": lambda case, half=half: (
                golds[case.id].layout == "horizontal" and half_of(case) == half
            )
            for half in ("first", "second")
        },
    }
    first, second, following = found
    told: dict[str, Any] = {}
    for name, belongs in slices.items():
        ids = [case.id for case in cases if belongs(case)]
        if ids:
            told[name] = {
                "n": len(ids),
                "means": {way: _means([answers[case_id] for case_id in ids]) for way, answers in found.items()},
                f"{first} less {second}": _differences(found[first], found[second], ids),
                f"following less {first}": _differences(found[following], found[first], ids),
            }
    return told


def half_of(case: EvalCase) -> str:
    """The half that the document of a question belongs to."""
    return "first" if int(sha256_text(case.doc or "")[:8], 16) % 2 == 0 else "second"


def _means(rows: Sequence[Values]) -> Values:
    found = {metric: metrics.mean(row[metric] for row in rows) for metric in rows[0]}
    return {metric: None if value is None else round(value, 4) for metric, value in found.items()}


def _differences(one: Mapping[str, Values], other: Mapping[str, Values], ids: Sequence[str]) -> dict[str, Any]:
    """Mean difference of every metric with its 95 % interval."""
    found: dict[str, Any] = {}
    for metric in one[ids[0]]:
        row = metrics.paired_bootstrap([one[key][metric] for key in ids], [other[key][metric] for key in ids])
        if row:
            found[metric] = [round(row.difference, 4), round(row.low, 4), round(row.high, 4)]
    return found


if __name__ == "__main__":
    main()
