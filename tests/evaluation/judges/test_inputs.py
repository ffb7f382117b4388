"""Answers of ours as judges read them."""

from __future__ import annotations

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.judges.inputs import judge_input
from bizrag.evaluation.judges.port import Source
from bizrag.model.answers import Answer, Figure, FigureKind, Passage
from bizrag.providers.chat import ImagePart


def figure(image: str | None, *, is_shown: bool) -> Figure:
    return Figure(kind=FigureKind.PICTURE, start=0, end=0, image_sha256=image, is_shown=is_shown)


PASSAGE = Passage(
    passage_id=1,
    document_id="d",
    doc="rooms.pdf",
    title="Rooms of 2024",
    text="12 rooms",
    hits=(),
    figures=(
        figure("aa", is_shown=True),
        figure("aa", is_shown=True),
        figure("bb", is_shown=False),
        figure(None, is_shown=True),
    ),
)
ANSWER = Answer(
    text="There are 12 rooms [1](#1)[2](#2) and a garden.",
    citations=(),
    is_abstention=False,
    passages=(PASSAGE,),
    provider="local/extractive-1",
    seconds=0.1,
)


def test_markers_are_taken_off_and_passages_become_sources() -> None:
    made = judge_input(EvalCase(id="1", question="How many?", answer="12", answer_type="int"), ANSWER)
    assert made.answer == "There are 12 rooms and a garden."
    assert (made.question, made.reference, made.answer_type) == ("How many?", "12", "int")
    assert made.sources == (Source(text="Rooms of 2024\n\n12 rooms"),)


def test_judges_see_the_images_that_the_answerer_was_shown_each_once() -> None:
    read: list[str] = []

    def image(sha256: str) -> ImagePart:
        read.append(sha256)
        return ImagePart(sha256=sha256, data=b"image")

    made = judge_input(EvalCase(id="1", question="?"), ANSWER, image)
    assert made.sources is not None
    assert [part.sha256 for part in made.sources[0].images] == read == ["aa"]


def test_the_reference_of_a_question_without_an_answer_is_an_abstention() -> None:
    def reference(**known: str) -> str | None:
        return judge_input(EvalCase.model_validate({"id": "1", "question": "?", **known}), ANSWER).reference

    assert reference() is None
    assert reference(modality="unanswerable") == ""
    assert reference(modality="unanswerable", answer="Not answerable") == "Not answerable"
