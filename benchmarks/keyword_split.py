"""The keyword route on documents that its rule was not chosen on.

    BIZRAG_HOME=HOME python -m benchmarks.keyword_split QUESTIONS.jsonl --collection C --json

Questions over the whole corpus are parted into two halves that share no document: documents that one question names
together stay together. On each half the rule is chosen (weight of the route, and how close to the best match a document
must come; by recall of documents among the first five, then at the first), and reported on the other half beside the
rule as it ships and no route at all, with paired bootstrap intervals. Nothing is built: the index is there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.ablation_lab import Lab, difference, mean
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.settings import Settings
from bizrag.store import named
from query import QueryService

# weight of the route, least share of the best match; the first is the rule as it ships
RULES = ((1.0, 0.75), (0.0, 0.75), (0.5, 0.75), (2.0, 0.75), (1.0, 0.5), (1.0, 0.9))
SHIPPED, OFF = RULES[:2]
METRICS = ("doc_recall@1", "doc_recall@5", "page_recall@1", "page_recall@10")
Values = list[dict[str, float | None]]


def main() -> None:
    """Ask every question with every rule, then choose and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--index", default="default")
    parser.add_argument("--collection", required=True)
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    cases = [
        case
        for case in read_cases(arguments.questions)
        if case.scope == "corpus" and case.is_answerable and documents_of(case)
    ]
    halves = split(cases)
    with QueryService(Settings()) as service:
        lab = Lab(service, arguments.collection, {"default": arguments.index})
        found = {rule: [ask(lab, [cases[at] for at in half], rule) for half in halves] for rule in RULES}
    figures: dict[str, Any] = {"questions": [len(half) for half in halves]}
    for chosen_on, reported_on in ((0, 1), (1, 0)):
        best = max(RULES, key=lambda rule: score(found[rule][chosen_on]))
        rows = {"chosen": best, "shipped": SHIPPED, "off": OFF}
        figures[f"chosen on half {chosen_on + 1}, reported on half {reported_on + 1}"] = {
            "rule": {"keyword_weight": best[0], "least_share": best[1]},
            **{name: row(found[rule][reported_on], found[OFF][reported_on]) for name, rule in rows.items()},
        }
    whole = {rule: [one for half in found[rule] for one in half] for rule in RULES}
    figures["all questions"] = {f"weight {w:g}, share {s:g}": row(whole[w, s], whole[OFF]) for w, s in RULES}
    print(json.dumps({"benchmark": "keyword_split", "figures": figures}, indent=2))


def documents_of(case: EvalCase) -> frozenset[str]:
    """The documents that a question is about."""
    return frozenset((*case.gold_docs, *([case.doc] if case.doc else [])))


def split(cases: Sequence[EvalCase]) -> tuple[list[int], list[int]]:
    """Positions of the cases in two halves of about equal size that share no document.

    >>> def of(*docs): return EvalCase(id=docs[0], question="?", docs=docs)
    >>> split([of("a"), of("b"), of("a", "c"), of("c"), of("d")])
    ([0, 2, 3], [1, 4])
    """
    groups: list[tuple[set[str], list[int]]] = []
    for position, case in enumerate(cases):
        docs, members = set(documents_of(case)), [position]
        apart: list[tuple[set[str], list[int]]] = []
        for group in groups:
            if group[0].isdisjoint(docs):
                apart.append(group)
            else:
                docs, members = docs | group[0], group[1] + members
        groups = [*apart, (docs, members)]
    halves: tuple[list[int], list[int]] = ([], [])
    for _, members in sorted(groups, key=lambda group: (-len(group[1]), group[1][0])):
        min(halves, key=len).extend(members)
    return sorted(halves[0]), sorted(halves[1])


def ask(lab: Lab, cases: Sequence[EvalCase], rule: tuple[float, float]) -> Values:
    """All metrics of every question under a rule."""
    print(f"{len(cases)} questions, {rule}", file=sys.stderr, flush=True)
    shipped = named._LEAST_SHARE
    named._LEAST_SHARE = rule[1]
    try:
        return lab.values("default", cases, keyword_weight=rule[0])
    finally:
        named._LEAST_SHARE = shipped


def score(values: Values) -> tuple[float, float]:
    """What a rule is chosen by."""
    at_5, at_1 = (mean([one[metric] for one in values]) or 0.0 for metric in ("doc_recall@5", "doc_recall@1"))
    return at_5, at_1


def row(values: Values, base: Values) -> dict[str, Any]:
    """Means, and differences to no route."""
    return {
        metric: {
            "mean": mean([one[metric] for one in values]),
            "to_off": difference([one[metric] for one in values], [one[metric] for one in base]),
        }
        for metric in METRICS
    }


if __name__ == "__main__":
    main()
