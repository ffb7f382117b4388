"""HiQA's ablations on documents and questions of one's own: what stands in front of a text, and who names a document.

    BIZRAG_HOME=HOME python -m benchmarks.ablation --data FOLDER --json

FOLDER has ``docs/`` and ``questions.jsonl``. Each ablation is an index over all documents, built where it is missing:
``default`` (title and nearest heading in front of every text), ``path`` (HiQA's cascade: the whole path), ``own`` (the
nearest heading), ``bare`` (nothing) and ``fixed`` (nothing, chunks of fixed size). Parses are shared; ``--prefix`` says
how the indexes are called, ``--ablations`` which are measured. ``vector_only`` is the default index by vectors alone.

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
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import text

from benchmarks.search_load import statement
from bizrag.chunking import Cascade
from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.metrics.significance import paired_bootstrap
from bizrag.evaluation.runner import Pipeline, evaluate
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.words import tokens
from bizrag.pipeline.services import Services
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import TextEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.search_settings import Fusion, SearchSettings
from bizrag.settings import IndexSettings, Settings
from bizrag.store.indexes import get_index
from bizrag.store.search import rank_all
from orchestration.ingest import ingest
from query import QueryService
from sql import query

ABLATIONS = {
    "default": IndexSettings(),
    "path": IndexSettings(cascade=Cascade.FULL),
    "own": IndexSettings(cascade=Cascade.HEADING),
    "bare": IndexSettings(cascade=Cascade.NONE),
    "fixed": IndexSettings(cascade=Cascade.NONE, fixed_chunks=True),
}
SHOWN = ("page_recall@5", "page_recall@10", "mrr@10")
OFF = {"keyword_weight": 0.0}
# passages that are kept: always so many, or so many at most of each modality
_FIXED, _ADAPTIVE = (5, 10, 15), (5, 10)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")


def main() -> None:
    """Build what is missing, ask, and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with docs/ and questions.jsonl")
    parser.add_argument("--collection", default="ablation")
    parser.add_argument("--prefix", default="ablation_", help="how names of the indexes begin")
    parser.add_argument("--ablations", default=",".join(ABLATIONS))
    parser.add_argument("--gamma", type=float, default=1.0, help="of the Log-Rank Index")
    parser.add_argument("--limit", type=int, help="at most so many questions of a sort")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    names = {name: arguments.prefix + name for name in arguments.ablations.split(",")}
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
            "pages": told(page_figures(lab, paged, arguments.gamma) if paged else {}),
            "alike": told(alike_figures(lab, alike) if alike else {}),
            "adaptive": told(adaptive_figures(lab, paged) if paged else {}),
        }
    print(json.dumps({"benchmark": "ablation", "figures": figures}, indent=2))


def told(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures of a part, which are shown before the next part begins."""
    print(json.dumps(figures), file=sys.stderr, flush=True)
    return figures


class Remembering(Embedders):
    """Embedders whose text models embed a question once."""

    def text(self, index_name: str, *, space: str | None = None) -> TextEmbedder:
        """The embedder of an index, as the base class finds it."""
        found = super().text(index_name, space=space)
        if "embed_query" not in vars(found):
            vars(found)["embed_query"] = cache(found.embed_query)
        return found


class Lab:
    """The indexes of the ablations, asked with changed settings of search."""

    def __init__(self, service: QueryService, collection: str, names: dict[str, str]) -> None:
        self.service = service
        # every question is asked many times
        service.__dict__["embedders"] = Remembering(service.settings, lambda: service.engine)
        self.collection = collection
        self.names = names
        self.documents = tuple(service.documents(index=next(iter(names.values())), collection=collection))
        ids: dict[str, str] = {}
        for document in self.documents:
            ids |= {document.name: document.document_id, document.source_uri: document.document_id}
        self.ids = ids

    def find(self, name: str, question: str, *, top_k: int = 10, adaptive: bool = False, **options: Any) -> list[Hit]:
        """Hits of an ablation; ``options`` are ``retriever`` and settings of search."""
        how = options.pop("retriever", Retriever.HYBRID)
        filters = SearchFilter(collections=(self.collection,))
        return self._retriever(options).retrieve(
            question, index=self.names[name], filters=filters, retriever=how, top_k=top_k, adaptive=adaptive
        )

    def values(self, name: str, cases: Sequence[EvalCase], **options: Any) -> list[dict[str, float | None]]:
        """All metrics of every question."""

        def find(question: str, _ids: tuple[str, ...], top_k: int) -> list[Hit]:
            return self.find(name, question, top_k=top_k, **options)

        report = evaluate(cases, [Pipeline(name=name, documents=self.documents, retrieve=find)])
        return [dict(one.values) for one in report.retrieval[name]]

    def _retriever(self, changes: dict[str, Any]) -> HybridRetriever:
        settings = self.service.settings
        search = SearchSettings.model_validate({**settings.search.model_dump(), **changes})
        return HybridRetriever(
            self.service.engine, self.service.embedders, settings.model_copy(update={"search": search})
        )

    @contextmanager
    def nameless(self, name: str) -> Iterator[None]:
        """An index whose keywords come from first pages and written titles only, until it is left."""
        with self.service.engine.begin() as conn:
            index = {"index_no": get_index(conn, self.names[name]).index_no}
            conn.execute(text(statement("delete_index_keywords")), index)
            conn.execute(text(statement("insert_nameless_keywords")), index)
        try:
            yield
        finally:
            with self.service.engine.begin() as conn:
                conn.execute(text(statement("delete_index_keywords")), index)
                for row in conn.execute(text(statement("select_index_documents")), index).mappings().all():
                    conn.execute(text(query("insert_keywords")), {**index, **row})


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


def page_recall(lab: Lab, case: EvalCase, hits: Sequence[Hit]) -> float | None:
    """The share of a question's pages that any passage stands on."""
    document_id = lab.ids.get(case.doc or "", "")
    gold = {(document_id, page_no) for page_no in case.pages or ()}
    found = [(hit.document_id, page_no) for hit in hits for page_no in hit.page_nos]
    return metrics.recall_at_k(found, gold, k=max(1, len(found)))


def mean(values: Sequence[float | None]) -> float | None:
    """Mean of what is defined."""
    defined = [value for value in values if value is not None]
    return round(statistics.fmean(defined), 4) if defined else None


def difference(values: Sequence[float | None], base: Sequence[float | None]) -> list[float] | None:
    """Mean difference and its 95 % interval, question by question."""
    compared = paired_bootstrap(values, base)
    return compared and [round(number, 4) for number in (compared.difference, compared.low, compared.high)]


if __name__ == "__main__":
    main()
