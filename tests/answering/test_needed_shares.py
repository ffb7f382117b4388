"""What tells a share: a figure, and not the percent sign in the title of a chart."""

from __future__ import annotations

from bizrag.answering.extractive.questions.needed import lacks_needed
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

ASKED = "What percentage of women say that courts are unfair?"


def _statements(text: str, kind: ChunkKind) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


def test_a_title_with_a_percent_sign_and_no_figure_tells_no_share() -> None:
    title, year, said = _statements(
        "% of adults who say that courts are unfair.\n\nPercent of adults, 2023.\n\nOf the women 56 percent say so.",
        ChunkKind.TEXT,
    )
    assert lacks_needed(ASKED, title)
    assert lacks_needed(ASKED, year)
    assert not lacks_needed(ASKED, said)


def test_rows_of_a_chart_that_says_its_unit_once_tell_shares() -> None:
    values = "Values:\nMen: Unfairly 48; Fairly 50.\nWomen: Unfairly 56; Fairly 41."
    shares = [one for one in _statements(f"{values}\nBeside it: % of adults", ChunkKind.PICTURE) if one.is_row]
    assert len(shares) == 2
    assert not any(lacks_needed(ASKED, row) for row in shares)
    # nothing says that these are any
    counts = [one for one in _statements(values, ChunkKind.PICTURE) if one.is_row]
    assert all(lacks_needed(ASKED, row) for row in counts)


def test_the_number_of_a_schedule_is_no_fee() -> None:
    described, paid = _statements(
        "The contractor cleans the rooms as described in Schedule 1. The client pays a fee of 3,900 a month.",
        ChunkKind.TEXT,
    )
    question = "What is the monthly fee for the rooms?"
    assert lacks_needed(question, described)
    assert not lacks_needed(question, paid)
