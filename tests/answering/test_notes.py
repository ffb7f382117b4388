"""Footnotes are told with what they are a note to: sentences and rows of tables."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("row", "note"),
    [
        ("Restructuring (1): 2025 8,200; 2024 -.", "(1) Severance for the people in the closed branch."),
        ("Scope 3, total*: 2025 2,788; 2024 2,815.", "* Scope 3 leaves out capital goods."),
        ("Central costs¹: 2025 3.6; 2024 4.5.", "¹ Net of the gain on the old head office."),
        ("Ann Reid(2) Treasurer: 2025 402; 2024 390.", "(2) In office since May."),
    ],
)
def test_signs_and_numbers_in_brackets_are_marks(answerer: ExtractiveAnswerer, row: str, note: str) -> None:
    table = f"Costs\n{row}\nSales: 2025 12,000; 2024 11,000.\nTaxes: 2025 310; 2024 300."
    below = f"Year\n\n<<table_1>>\n\n{note}\n\n(9) Of another table."
    passage = make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE), make_hit(2, below))
    answer = answerer.answer(f"What was {row.partition(':')[0].rstrip('*¹()12 ')} in 2025?", [passage])
    # a mark reads like that of a list
    assert note.lstrip("*¹()12 ") in answer.text
    assert "another table" not in answer.text


def test_a_number_in_brackets_without_a_note_is_no_mark(answerer: ExtractiveAnswerer) -> None:
    table = "Plans\nSection 401(k): 2025 42; 2024 40.\nSales: 2025 12,000; 2024 11,000."
    passage = make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE), make_hit(2, "Year\n\n<<table_1>>\n\n(1) Sums."))
    assert answerer.answer("What was section 401(k) in 2025?", [passage]).text.startswith("Section 401(k): 2025 42.")


def test_a_star_below_a_table_may_be_read_as_a_bullet(answerer: ExtractiveAnswerer) -> None:
    table = "Emissions\nScope 3, total*: 2025 2,788; 2024 2,815.\nScope 1: 2025 168; 2024 176."
    below = "Climate\n\n<<table_1>>\n\n- Scope 3 leaves out capital goods.\n\n- Nothing else."
    passage = make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE), make_hit(2, below))
    answer = answerer.answer("What was Scope 3, total in 2025?", [passage])
    assert "Scope 3 leaves out capital goods." in answer.text
    assert "Nothing else" not in answer.text


_RESULT = (
    "Headers: in EUR million.\nOperating result: 2031 141.9; 2030 (12.4) 1; 2029 1.5.\n"
    "Dividend: 2031 1.10 2; 2030 1.00.\n"
    "Sites: Sales 2031 51; Sales 2030 44*."
)
_RESULT_NOTES = (
    "Five years\n\n<<table_1>>\n\n1 Including a write-down of EUR 110.2 million on the mills. "
    "2 Proposed to the meeting on 21 May.\n\n* Without the site in Lund."
)


@pytest.mark.parametrize(
    ("question", "note", "is_first"),
    [
        ("What was the operating result in 2030?", "1 Including a write-down of EUR 110.2 million on the mills", False),
        ("Why was the operating result negative in 2030?", "1 Including a write-down of EUR 110.2 million", True),
        ("What was the dividend for 2031?", "2 Proposed to the meeting on 21 May", False),
        ("What were the sales of the sites in 2030?", "Without the site in Lund", False),
    ],
)
def test_a_value_is_told_with_its_note_and_why_by_it(
    question: str, note: str, is_first: bool, answerer: ExtractiveAnswerer
) -> None:
    passage = make_passage(1, make_hit(1, _RESULT, kind=ChunkKind.TABLE), make_hit(2, _RESULT_NOTES))
    text = answerer.answer(question, [passage]).text
    assert note in text
    assert text.startswith(note) == is_first


def test_the_digits_of_a_value_are_no_mark_of_a_note(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _RESULT, kind=ChunkKind.TABLE), make_hit(2, _RESULT_NOTES))
    text = answerer.answer("What was the dividend in 2030?", [passage]).text
    assert text.startswith("Dividend: 2030 1.00")
    assert "Proposed" not in text
