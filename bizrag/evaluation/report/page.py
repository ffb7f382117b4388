"""The report as one HTML page that needs nothing else: tables, differences, and the questions that went worst."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from bizrag.evaluation.report.terminal import ANSWER_COLUMNS, RETRIEVAL_COLUMNS
from bizrag.evaluation.runner import CaseScores, EvalReport
from bizrag.model.retrieval import Retriever

# (document id, page number) -> the page's image, None where there is none
PageImageFn = Callable[[str, int], bytes | None]

# [1](#1) in an answer
_MARKER = re.compile(r"\[(\d+)\]\(#\1\)")
#: questions shown, and the width of their page images
_NUM_WORST = 20
_IMAGE_WIDTH_PX = 420
_JPEG_QUALITY = 60
_SHOWN_CHARS = 500
# means of shares get a bar; counts and seconds do not
_NO_SHARE = ("n", "n_pages", "n_docs", "n_evidence", "seconds_median", "seconds_p95")


def html_page(
    report: EvalReport,
    value: Mapping[str, Any],
    *,
    title: str,
    about: str,
    names: Mapping[str, str],
    page_image: PageImageFn,
) -> str:
    """The page. ``value`` is ``figures.to_json`` of the report (with ``changes`` where there is a baseline), ``names``
    the documents' paths by id. Texts are escaped: questions and documents are data."""
    retriever = Retriever.HYBRID if Retriever.HYBRID in report.retrieval else next(iter(report.retrieval), None)
    return _template().render(
        title=title,
        about=about,
        missing_docs=value["missing_docs"],
        tables=[
            *(_table(f"Retrieval: {name}", found, RETRIEVAL_COLUMNS) for name, found in value["figures"].items()),
            *([_table("Answers", value["answers"], ANSWER_COLUMNS)] if value["answers"] else []),
        ],
        differences=_differences(value),
        worst_by=f"{retriever} search, reciprocal rank of the first right page",
        worst=_worst(report, retriever, names, page_image) if retriever else [],
    )


@cache
def _template() -> Template:
    source = (files(__package__ or "") / "templates" / "report.html.j2").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False).from_string(source)


def _table(title: str, figures: Mapping[str, Any], columns: Sequence[tuple[str, str]]) -> dict[str, Any]:
    rows = [
        {"name": name, "cells": [_cell(metric, values[metric]) for metric, _ in columns]}
        for name, values in figures.items()
    ]
    return {"title": title, "headings": [heading for _, heading in columns], "rows": rows}


def _cell(metric: str, value: float | int | None) -> dict[str, Any]:
    if value is None:
        return {"text": "–", "share": None}
    text = str(value) if isinstance(value, int) else f"{value:.3f}"
    return {"text": text, "share": None if metric in _NO_SHARE else round(100 * value)}


def _differences(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    about = "Mean over the same questions, 10,000 paired bootstrap samples; coloured where the interval leaves 0 out."
    tables = [
        ("Against the baseline", [{**row, "name": row["retriever"]} for row in value.get("changes", [])]),
        (
            "Between retrievers",
            [{**row, "name": f"{row['first']} less {row['second']}"} for row in value["comparisons"]],
        ),
    ]
    return [
        {"title": title, "about": about, "rows": [{**row, "verdict": _verdict(row)} for row in rows]}
        for title, rows in tables
        if rows
    ]


def _verdict(row: Mapping[str, Any]) -> str:
    if not row["is_significant"]:
        return ""
    return "better" if row["difference"] > 0 else "worse"


def _worst(
    report: EvalReport, retriever: Retriever, names: Mapping[str, str], page_image: PageImageFn
) -> list[dict[str, Any]]:
    scored = [score for score in report.retrieval[retriever] if score.values["mrr@10"] is not None]
    # where nothing right was found first, then by id: the same page for the same run
    scored.sort(key=lambda score: (score.values["mrr@10"], score.case.id))
    answers = {score.case.id: score.answer for score in report.answers}

    @cache
    def image(document_id: str, page_no: int) -> str | None:
        return _small(page_image(document_id, page_no))

    found: list[dict[str, Any]] = []
    for score in scored[:_NUM_WORST]:
        answer = answers.get(score.case.id)
        found.append(
            {
                "id": score.case.id,
                "question": score.case.question,
                "modality": score.case.modality,
                "reference": score.case.answer,
                "answer": _MARKER.sub(r"[\1]", answer.text) if answer else None,
                "rank": _first_right(score),
                "pages": [
                    {
                        "doc": names.get(document_id, document_id),
                        "page_no": page_no,
                        "is_gold": (document_id, page_no) in score.gold_pages,
                        "image": image(document_id, page_no),
                    }
                    for document_id, page_no in _shown_pages(score)
                ],
                "found": [" ".join(hit.text.split())[:_SHOWN_CHARS] for hit in score.hits],
            }
        )
    return found


def _first_right(score: CaseScores) -> int | None:
    return next((rank for rank, page in enumerate(score.pages, start=1) if page in score.gold_pages), None)


def _shown_pages(score: CaseScores) -> list[tuple[str, int]]:
    """The first two gold pages, then the first two pages found that are not gold."""
    gold = sorted(score.gold_pages)[:2]
    return [*gold, *[page for page in score.pages if page not in score.gold_pages][:2]]


def _small(image: bytes | None) -> str | None:
    """The image as a data URL, scaled down."""
    if image is None:
        return None
    from PIL import Image

    with Image.open(io.BytesIO(image)) as opened:
        small = opened.convert("RGB")
    small.thumbnail((_IMAGE_WIDTH_PX, 2 * _IMAGE_WIDTH_PX))
    encoded = io.BytesIO()
    small.save(encoded, "JPEG", quality=_JPEG_QUALITY)
    return f"data:image/jpeg;base64,{base64.b64encode(encoded.getvalue()).decode()}"
