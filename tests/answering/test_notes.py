"""Footnotes are told with what they are a note to: sentences and rows of tables."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_RULES = (
    "§10 Compensation\n\nThe request is made to the Disability Officer four weeks before the examination. 4\n\n"
    "4 In 2025: Dr. Annika Holm, room B 2.14.\n\n§11 Access\n\nStudents may see their papers within one year."
)
_PLAN = (
    "Assessments\nHeaders: Assessment.\nPain diary a: Week 0 X; Week 4 X.\nLesion count: Week 0 X; Week 4 X.\n"
    "Blood: Week 0 X; Week 4 X."
)
_BELOW = "Schedule\n\n<<table_1>>\n\na Filled in daily for seven days before the visit.\n\nb Not before week 4."


def test_a_sentence_is_told_with_its_note(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Who is the Disability Officer?", [make_passage(1, make_hit(1, _RULES))])
    assert answer.text.startswith(
        "The request is made to the Disability Officer four weeks before the examination. In 2025: Dr. Annika Holm"
    )


def test_a_row_is_told_with_the_note_below_its_table(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _PLAN, kind=ChunkKind.TABLE), make_hit(2, _BELOW))
    answer = answerer.answer("When is the pain diary filled in?", [passage])
    assert "a Filled in daily for seven days before the visit." in answer.text
    assert "b Not before week 4" not in answer.text


def test_a_number_behind_a_sentence_is_no_mark_without_a_note(answerer: ExtractiveAnswerer) -> None:
    text = "The request is made to the Officer four weeks before the examination. 4\n\nThe Officer sits in room 2."
    answer = answerer.answer("To whom is the request made?", [make_passage(1, make_hit(1, text))])
    assert answer.text.startswith("The request is made to the Officer four weeks before the examination. 4")
