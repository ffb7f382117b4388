"""An answer of ours as judges read it."""

from __future__ import annotations

import re
from collections.abc import Callable

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.judges.port import JudgeInput, Source
from bizrag.model.answers import Answer, Passage
from bizrag.providers.chat import ImagePart

__all__ = ["judge_input"]

# the hash of an image -> the image
ReadImage = Callable[[str], ImagePart]

_MARKER = re.compile(r"\s*\[\d+\]\(#\d+\)")


def judge_input(case: EvalCase, answer: Answer, read_image: ReadImage | None = None) -> JudgeInput:
    """The answer without its citation markers, the passages as the answerer saw them, and what the case knows.

    The reference of a question that nothing answers is the data set's words for that, else empty: an abstention. With
    ``read_image`` sources have the images that the answerer was shown.
    """
    reference = case.answer if case.answer is not None or case.is_answerable else ""
    return JudgeInput(
        question=case.question,
        answer=_MARKER.sub("", answer.text),
        reference=reference,
        sources=tuple(_source(passage, read_image) for passage in answer.passages),
        answer_type=case.answer_type,
    )


def _source(passage: Passage, read_image: ReadImage | None) -> Source:
    shown = [figure.image_sha256 for figure in passage.figures if figure.is_shown and figure.image_sha256 is not None]
    images = tuple(map(read_image, dict.fromkeys(shown))) if read_image else ()
    return Source(text=f"{passage.title}\n\n{passage.text}".strip(), images=images)
