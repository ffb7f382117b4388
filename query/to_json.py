"""The JSON of hits and answers: the shapes that the command line promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bizrag.model.agents import AgentPage, AgentStep, AgentTrace
from bizrag.model.answers import Answer, Citation, CitedFigure, Passage, Trace
from bizrag.model.retrieval import Hit
from bizrag.model.spending import Spending
from query.notes import notes_of


def hits_to_json(hits: Sequence[Hit]) -> list[dict[str, Any]]:
    """``[{"rank", "score", "chunk_id", "doc", "pages", "locators", "kind", "headings", "text", "notes"}]``, best first.

    ``notes`` say what to know of the document: an older version answers, pages are missing; most hits have none.
    """
    return [
        {
            "rank": hit.rank,
            "score": hit.score,
            "chunk_id": hit.chunk_id,
            "doc": hit.doc,
            "pages": list(hit.page_nos),
            "locators": [locator.to_json() for locator in hit.locators],
            "kind": hit.kind.value,
            "headings": list(hit.headings),
            "text": hit.text,
            "notes": list(hit.notes),
        }
        for hit in hits
    ]


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """``{"answer", "citations", "abstained", "passages", "provider", "notes", "seconds"}``, then what led to it.

    ``notes``, ``[{"doc", "note"}]``, say what to know of the documents behind it. What led to it: ``figures`` of its
    citations, ``searched_for``, ``steps`` (seconds), ``warnings``, ``dropped``, ``counts``, ``usage``; and ``agents``,
    where agents answered.
    """
    collections = collections_of(answer)
    return {
        "answer": answer.text,
        "citations": [_citation(citation, collections) for citation in answer.citations],
        "abstained": answer.is_abstention,
        "passages": [_passage(passage, collections) for passage in answer.passages],
        "provider": answer.provider,
        "notes": notes_of(answer),
        "seconds": round(answer.seconds, 3),
        "figures": [_figure(figure) for figure in answer.figures],
        **_trace(answer.trace),
        **({"agents": agents_to_json(answer.agents)} if answer.agents else {}),
    }


def collections_of(answer: Answer) -> dict[str, str]:
    """The collection of each document behind an answer, by its id."""
    return {hit.document_id: hit.collection for passage in answer.passages for hit in passage.hits}


def agents_to_json(trace: AgentTrace) -> dict[str, Any]:
    """``{"end", "why", "failure", "rounds", "pages", "steps", "usage"}``; numbers are those of ``pages``."""
    return {
        "end": trace.end.value,
        "why": trace.why,
        "failure": trace.failure.value if trace.failure else None,
        "rounds": trace.num_rounds,
        "pages": [_agent_page(page) for page in trace.pages],
        "steps": [_agent_step(step) for step in trace.steps],
        "usage": _usage(trace.spending),
    }


def _agent_page(page: AgentPage) -> dict[str, Any]:
    return {
        "number": page.number,
        "doc": page.doc,
        "title": page.title,
        "page": page.page_no,
        "image_sha256": page.image_sha256,
        "rank": page.rank,
    }


def _agent_step(step: AgentStep) -> dict[str, Any]:
    return {
        "round": step.round_no,
        "role": step.role.value,
        "outcome": step.outcome.value,
        "shown": list(step.shown),
        "chosen": list(step.chosen),
        "left_out": list(step.left_out),
        "reason": step.reason,
        "said": step.said,
        "images": step.num_images,
        "failure": step.failure.value if step.failure else None,
        "error": step.error,
        "seconds": round(step.seconds, 3),
        "usage": _usage(step.spending),
    }


def _citation(citation: Citation, collections: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": citation.citation_id,
        "chunk_id": citation.chunk_id,
        "doc": citation.doc,
        "pages": list(citation.page_nos),
        "locators": [locator.to_json() for locator in citation.locators],
        "quote": citation.quote,
        "document_id": citation.document_id,
        "collection": collections.get(citation.document_id),
    }


def _figure(cited: CitedFigure) -> dict[str, Any]:
    figure = cited.figure
    return {
        "citation": cited.citation_id,
        "kind": figure.kind.value,
        "doc": cited.doc,
        "page": figure.page_no,
        "bbox": figure.bbox.to_json() if figure.bbox else None,
        "image_sha256": figure.image_sha256,
        "caption": figure.caption,
        "markdown": figure.markdown,
        "shown": figure.is_shown,
    }


def _trace(trace: Trace) -> dict[str, Any]:
    return {
        "searched_for": trace.searched_for,
        "steps": {name: round(seconds, 4) for name, seconds in trace.seconds.items()},
        "warnings": list(trace.notes),
        "dropped": [
            {"chunk_id": one.chunk_id, "doc": one.doc, "reason": one.reason.value, "image_sha256": one.image_sha256}
            for one in trace.dropped
        ],
        "counts": {
            "images": trace.num_images,
            "invalid_citations": trace.num_invalid_citations,
            "unknown_ranks": trace.num_unknown_ranks,
            "missing_ranks": trace.num_missing_ranks,
            "repeated_ranks": trace.num_repeated_ranks,
        },
        "usage": _usage(trace.spending),
    }


def _usage(spending: Spending) -> dict[str, Any]:
    return {
        "calls": spending.num_calls,
        "cached": spending.num_cached,
        "input_tokens": spending.input_tokens,
        "output_tokens": spending.output_tokens,
        "cost_usd": spending.cost_usd,
    }


def _passage(passage: Passage, collections: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": passage.passage_id,
        "doc": passage.doc,
        "title": passage.title,
        "pages": sorted({page_no for hit in passage.hits for page_no in hit.page_nos}),
        "chunk_ids": [hit.chunk_id for hit in passage.hits],
        "text": passage.text,
        "document_id": passage.document_id,
        "collection": collections.get(passage.document_id),
    }
