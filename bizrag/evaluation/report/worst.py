"""The questions that went worst, as a page shows them: what was found beside what answers."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from bizrag.evaluation.runner import CaseScores, EvalReport

# (document id, page number) -> the page's image, None where there is none
PageImageFn = Callable[[str, int], bytes | None]

# [1](#1) in an answer
_MARKER = re.compile(r"\[(\d+)\]\(#\1\)")
#: questions shown, and the width of their page images
NUM_WORST = 20
_IMAGE_WIDTH_PX = 420
_JPEG_QUALITY = 60
_SHOWN_CHARS = 500
_METRIC = "mrr@10"


def main_pipeline(report: EvalReport) -> str | None:
    """The pipeline that finds best, whose worst questions are worth looking at; of equal ones the last."""
    means = {
        name: sum(score.values.get(_METRIC) or 0.0 for score in scores) / len(scores)
        for name, scores in report.retrieval.items()
        if scores
    }
    return max(reversed(means), key=lambda name: means[name]) if means else None


def worst_questions(
    report: EvalReport, pipeline: str, names: Mapping[str, str], page_image: PageImageFn
) -> list[dict[str, Any]]:
    """The questions with the lowest reciprocal rank in a pipeline, then by id: the same for the same run."""
    scored = [score for score in report.retrieval[pipeline] if score.values.get(_METRIC) is not None]
    scored.sort(key=lambda score: (score.values[_METRIC] or 0.0, score.case.id))
    answers = {score.case.id: score.answer for score in report.answers.get(pipeline, ())}
    others = {name: {score.case.id: score for score in scores} for name, scores in report.retrieval.items()}

    @cache
    def image(document_id: str, page_no: int) -> str | None:
        return _small(page_image(document_id, page_no))

    def pages(wanted: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
        return [
            {"doc": names.get(document_id, document_id), "page_no": page_no, "image": image(document_id, page_no)}
            for document_id, page_no in wanted
        ]

    return [
        {
            "id": score.case.id,
            "question": score.case.question,
            "modality": score.case.modality,
            "reference": score.case.answer,
            "answer": _MARKER.sub(r"[\1]", answer.text) if (answer := answers.get(score.case.id)) else None,
            "rank": first_right(score),
            "ranks": {name: first_right(found[score.case.id]) for name, found in others.items()},
            "gold": pages(sorted(score.gold_pages)[:2]),
            "wrong": pages([page for page in score.pages if page not in score.gold_pages][:2]),
            "found": [" ".join(text.split())[:_SHOWN_CHARS] for text in score.hits],
        }
        for score in scored[:NUM_WORST]
    ]


def first_right(score: CaseScores) -> int | None:
    """The rank of the first right page among the distinct pages found; None where none was."""
    return next((rank for rank, page in enumerate(score.pages, start=1) if page in score.gold_pages), None)


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
