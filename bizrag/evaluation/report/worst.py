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
    """The pipeline that finds best, of those that answer where some do; of equal ones the last."""
    answering = {name: scores for name, scores in report.retrieval.items() if report.answers.get(name)}
    means = {
        name: sum(score.values.get(_METRIC) or 0.0 for score in scores) / len(scores)
        for name, scores in (answering or report.retrieval).items()
        if scores
    }
    return max(reversed(means), key=lambda name: means[name]) if means else None


def success(hits: CaseScores | None, answer: CaseScores | None) -> float | None:
    """How well a question went, from 0 to 1: the mean of what was found and what was answered, as far as known.

    Found is the reciprocal rank of the first right page. Answered is the share of the reference's words, 0 where
    nothing was said though documents answer, and whether nothing was said where they do not.
    """
    found = hits.values.get(_METRIC) if hits else None
    known = [value for value in (found, _answered(answer)) if value is not None]
    return sum(known) / len(known) if known else None


def _answered(score: CaseScores | None) -> float | None:
    if score is None or score.answer is None:
        return None
    if not score.case.is_answerable:
        return float(score.answer.is_abstention)
    return 0.0 if score.answer.is_abstention else score.values.get("token_recall")


def worst_questions(
    report: EvalReport, pipeline: str, names: Mapping[str, str], page_image: PageImageFn
) -> list[dict[str, Any]]:
    """The questions that went worst in a pipeline, then by id: the same for the same run. None that went right."""
    answered = {score.case.id: score for score in report.answers.get(pipeline, ())}
    searched = {score.case.id: score for score in report.retrieval[pipeline]}
    went = {key: success(searched.get(key), answered.get(key)) for key in {**searched, **answered}}
    wrong = sorted((value, key) for key, value in went.items() if value is not None and value < 1)
    # of a question that nothing answers only the answer is known
    scored = [searched.get(key) or answered[key] for _, key in wrong]
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
            "answer": _answer_text(answered.get(score.case.id)),
            "ranks": {
                name: first_right(found[score.case.id])
                for name, found in others.items()
                if score.gold_pages and score.case.id in found
            },
            "gold": pages(sorted(score.gold_pages)[:2]),
            "wrong": pages([page for page in score.pages if page not in score.gold_pages][:2]),
            "found": [" ".join(text.split())[:_SHOWN_CHARS] for text in score.hits],
        }
        for score in scored[:NUM_WORST]
    ]


def first_right(score: CaseScores) -> int | None:
    """The rank of the first right page among the distinct pages found; None where none was."""
    return next((rank for rank, page in enumerate(score.pages, start=1) if page in score.gold_pages), None)


def _answer_text(score: CaseScores | None) -> str | None:
    return _MARKER.sub(r"[\1]", score.answer.text) if score and score.answer else None


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
