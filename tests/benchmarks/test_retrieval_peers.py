"""How the comparison with other frameworks turns what they find into pages, and whose the differences are."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.equal_budget import figures, values
from benchmarks.retrieval_peers import asker, compare, slices_of
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.gold import Gold
from bizrag.evaluation.report.figures import question_values, to_json
from bizrag.evaluation.runner import IndexedDocument, Pipeline, evaluate

REPORT = IndexedDocument(document_id="r", source_uri="report.pdf", num_pages=9)
POLICY = IndexedDocument(document_id="p", source_uri="policy.docx", num_pages=None)
#: as a splitter leaves them: two of one page, a document without pages between
CHUNKS: list[dict[str, Any]] = [
    {"doc": "r", "name": "report.pdf", "page_no": 1, "text": "sales " * 300},
    {"doc": "p", "name": "policy.docx", "page_no": None, "text": "hotels"},
    {"doc": "r", "name": "report.pdf", "page_no": 2, "text": "margin of 3 percent"},
    {"doc": "r", "name": "report.pdf", "page_no": 2, "text": "margin " * 300},
]
CASES = [
    EvalCase(id=f"{number}", question="margin?", doc="report.pdf", pages=(2,), evidence="margin of 3 percent")
    for number in range(12)
]
NARROWED = EvalCase(id="narrowed", question="hotels?", doc="policy.docx", pages=(1,), scope="doc")


def pipeline(name: str, ids: list[int], seen: list[dict[str, Any]]) -> Pipeline:
    """A peer that always finds the chunks at these places; none: it cannot take the question."""

    def ask(question: dict[str, Any]) -> dict[str, Any]:
        seen.append(question)
        return {"ids": ids} if ids else {"error": "cannot"}

    retrieve = asker(ask, "dense", CHUNKS, lambda question: [float(len(question))])
    return Pipeline(name=name, documents=(REPORT, POLICY), retrieve=retrieve)


def test_places_of_chunks_become_their_pages_in_order() -> None:
    seen: list[dict[str, Any]] = []
    report = evaluate([CASES[0], NARROWED], [pipeline("peer", [0, 1, 3, 2], seen)])
    scores, narrowed = report.retrieval["peer"]
    # two different pages: the document without pages takes no place, the two chunks of page 2 take one
    assert scores.pages == (("r", 1), ("r", 2))
    assert (scores.values["mrr@10"], scores.values["evidence_recall@10"]) == (0.5, 1.0)
    # 300 and 1 and 300 and 4 words
    assert scores.values["evidence_recall@1000w"] == 1.0
    assert narrowed.values["page_recall@10"] is None
    asked = {question["question"]: (question["doc"], question["vector"], question["top_k"]) for question in seen}
    assert asked == {"margin?": (None, [7.0], 50), "hotels?": ("p", [7.0], 50)}


def test_a_question_that_a_peer_cannot_take_is_a_miss() -> None:
    (scores,) = evaluate([CASES[0]], [pipeline("peer", [], [])]).retrieval["peer"]
    assert scores.values["page_recall@10"] == 0.0


def test_differences_are_ours_less_theirs() -> None:
    report = evaluate(CASES, [pipeline("ours", [2, 0], []), pipeline("theirs", [0, 2], [])])
    value, found = to_json(report), question_values(report)
    theirs = {"values": found["theirs"], "figures": value["figures"]["theirs"], "chunks": 4, "version": "1"}
    slices = slices_of([*CASES, NARROWED], [REPORT, POLICY])
    assert {name: len(ids) for name, ids in slices.items()} == {"all": 13, "corpus": 12, "text": 13, "doc": 1}
    told = compare({"theirs": theirs}, {"ours": found["ours"]}, {"all": slices["all"], "one": {"0"}})
    (alone,) = [row for row in told["differences"] if (row["slice"], row["metric"]) == ("one", "mrr@10")]
    assert (alone["n"], alone["difference"]) == (1, 0.5)
    rows = {row["metric"]: row for row in told["differences"] if row["slice"] == "all"}
    assert (rows["mrr@10"]["difference"], rows["mrr@10"]["is_significant"]) == (0.5, True)
    assert not rows["page_recall@10"]["is_significant"]
    assert (told["peers"]["theirs"]["n"], told["peers"]["theirs"]["mrr@10"]) == (12, 0.5)


def test_an_equal_budget_counts_what_is_read_whole() -> None:
    hits = asker(lambda question: {"ids": [2, 0, 3]}, "dense", CHUNKS, lambda question: [])("margin?", (), 3)
    case = EvalCase(id="a", question="margin?", doc="report.pdf", pages=(1, 2), evidence="margin of 3 percent")
    gold = Gold(document_ids=frozenset("r"), pages=frozenset({("r", 1), ("r", 2)}), narrowed_to=(), is_searchable=True)
    found = values(hits, gold, case)
    # 4 words of page 2, then 300 of page 1
    assert (found["pages in 250 words"], found["pages in 500 words"]) == (0.5, 1.0)
    assert (found["evidence in 250 words"], found["pages in 1 pages"]) == (1.0, 0.5)
    nothing = values([], gold, case)
    told = figures([case], {"a": gold}, {"one": {"a": found}, "other": {"a": nothing}, "one, following": {"a": found}})
    assert told["2 right pages"]["one less other"]["pages in 250 words"] == pytest.approx([0.5, 0.5, 0.5])
    assert "vertical" not in told
