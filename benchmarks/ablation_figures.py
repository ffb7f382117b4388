"""The figures of the ablations: pages that are known, look-alike documents, adaptive recall."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import Any

from sqlalchemy import text

from benchmarks.ablation_lab import Lab, difference, mean, page_recall
from benchmarks.search_load import statement
from bizrag.configuration.search import Fusion
from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase
from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.model.words import tokens
from bizrag.store.indexes import get_index
from bizrag.store.search import rank_all

SHOWN = ("page_recall@5", "page_recall@10", "mrr@10")
OFF = {"keyword_weight": 0.0}
# passages that are kept: always so many, or so many at most of each modality
_FIXED, _ADAPTIVE = (5, 10, 15), (5, 10)
_NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")


def page_figures(lab: Lab, cases: Sequence[EvalCase], gamma: float) -> dict[str, Any]:
    """The table of HiQA's ablation: figures of each way, and differences to the default."""
    ways = {name: (name, Retriever.HYBRID) for name in lab.names}
    ways["vector_only"] = ("default", Retriever.DENSE)
    found = {way: lab.values(name, cases, retriever=how) for way, (name, how) in ways.items()}
    ranks = {way: log_ranks(lab, name, how, cases, gamma) for way, (name, how) in ways.items()}
    figures: dict[str, Any] = {}
    for way in ways:
        lri = [value for value in ranks[way] if value is not None]
        figures[way] = {
            "log_rank_index": {
                "mean": round(statistics.fmean(lri), 4),
                "max": round(max(lri), 4),
                "min": round(min(lri), 4),
                "std": round(statistics.pstdev(lri), 4),
            },
            **{metric: mean([one[metric] for one in found[way]]) for metric in SHOWN},
            "to_default": {
                "log_rank_index": difference(ranks[way], ranks["default"]),
                **{
                    metric: difference([o[metric] for o in found[way]], [o[metric] for o in found["default"]])
                    for metric in SHOWN
                },
            },
        }
    return figures


def log_ranks(lab: Lab, name: str, how: Retriever, cases: Sequence[EvalCase], gamma: float) -> list[float | None]:
    """The Log-Rank Index of every question over the chunks that stand on its pages."""
    service = lab.service
    with service.engine.begin() as conn:
        index = get_index(conn, lab.names[name])
        rows = conn.execute(text(statement("select_page_chunks")), {"index_name": index.index_name}).all()
    chunks: dict[tuple[str, int], list[int]] = {}
    for chunk_no, document_id, page_nos in rows:
        for page_no in page_nos:
            chunks.setdefault((document_id, page_no), []).append(chunk_no)
    embedder = service.embedders.text(index.index_name, space=index.space)
    values: list[float | None] = []
    for case in cases:
        document_id = lab.ids.get(case.doc or "", "")
        gold = {number for page_no in case.pages or () for number in chunks.get((document_id, page_no), [])}
        with service.engine.begin() as conn:
            ranking = rank_all(
                conn,
                index=index,
                text=case.question,
                embedding=embedder.embed_query(case.question),
                retriever=how,
                filters=SearchFilter(collections=(lab.collection,)),
                settings=service.settings.search,
            )
        values.append(metrics.log_rank_index(ranking, gold, gamma=gamma))
    return values


def alike_figures(lab: Lab, cases: Sequence[EvalCase]) -> dict[str, Any]:
    """Which document is found, and the numbers of the answer in the passages, with and without cascade and keywords."""
    ways: dict[str, tuple[str, dict[str, Any]]] = {
        "cascade, keyword route": ("default", {}),
        "cascade, no keyword route": ("default", OFF),
        "whole path, keyword route": ("path", {}),
        "whole path, no keyword route": ("path", OFF),
        "no cascade, keyword route": ("bare", {}),
        "no cascade, no keyword route": ("bare", OFF),
        "cascade, weighted fusion": ("default", {"fusion": Fusion.WEIGHTED.value}),
        "vectors only": ("default", {"retriever": Retriever.DENSE}),
    }
    figures = {
        way: alike_row(lab, name, cases, **options) for way, (name, options) in ways.items() if name in lab.names
    }
    if "bare" in lab.names:
        with lab.nameless("bare"):
            figures["no names at all, keyword route"] = alike_row(lab, "bare", cases)
    base = figures["cascade, keyword route"].pop("recalls")
    for way, row in figures.items():
        if way != "cascade, keyword route":
            row["doc_recall@5_to_first"] = difference(row.pop("recalls"), base)
    return figures


def alike_row(lab: Lab, name: str, cases: Sequence[EvalCase], **options: Any) -> dict[str, Any]:
    """Recall of documents, and of the numbers of answers in ten passages."""
    found = [lab.find(name, case.question, top_k=50, **options) for case in cases]
    recalls: dict[int, list[float | None]] = {1: [], 5: []}
    shares: list[float | None] = []
    for case, hits in zip(cases, found, strict=True):
        gold = {lab.ids.get(doc, doc) for doc in case.gold_docs}
        for k, values in recalls.items():
            values.append(metrics.recall_at_k([hit.document_id for hit in hits], gold, k=k))
        wanted = answer_numbers(case.answer or "")
        said = {word for hit in hits[:10] for word in tokens(hit.text)}
        shares.append(len(wanted & said) / len(wanted) if wanted else None)
    return {
        "doc_recall@1": mean(recalls[1]),
        "doc_recall@5": mean(recalls[5]),
        "answer_numbers@10": mean(shares),
        "recalls": recalls[5],
    }


def answer_numbers(answer: str) -> set[str]:
    """The numbers that an answer stands on, as tokens: of three digits or with a fraction, no years.

    >>> sorted(answer_numbers("Net sales were $82,959 million in 2022, up 2.5 %; see note 4."))
    ['2.5', '82959']
    """
    found = (match.group() for match in _NUMBER.finditer(answer) if not _YEAR.fullmatch(match.group()))
    kept = (number for number in found if "." in number or sum(letter.isdigit() for letter in number) >= 3)
    return {word for number in kept for word in tokens(number)}


def adaptive_figures(lab: Lab, cases: Sequence[EvalCase]) -> dict[str, Any]:
    """Recall of pages in all passages that are kept, and how many those are."""
    ways: dict[str, dict[str, Any]] = {
        "hybrid": {},
        "hybrid, weighted fusion": {"fusion": Fusion.WEIGHTED.value},
        "vectors only": {"retriever": Retriever.DENSE},
    }
    figures: dict[str, Any] = {}
    for way, options in ways.items():
        best = [lab.find("default", case.question, top_k=max(_FIXED), **options) for case in cases]
        kept = {f"fixed {k}": [hits[:k] for hits in best] for k in _FIXED}
        for k in _ADAPTIVE:
            kept[f"adaptive {k}"] = [
                lab.find("default", case.question, top_k=k, adaptive=True, **options) for case in cases
            ]
        recalls = {
            how: [page_recall(lab, case, hits) for case, hits in zip(cases, found, strict=True)]
            for how, found in kept.items()
        }
        figures[way] = {
            how: {
                "page_recall": mean(recalls[how]),
                "mean_passages": round(statistics.fmean(len(hits) for hits in found), 2),
                "to_fixed_10": difference(recalls[how], recalls["fixed 10"]),
            }
            for how, found in kept.items()
        }
    return figures
