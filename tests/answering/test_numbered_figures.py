"""Figures and tables that a question names by their number are answered with their captions."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_TEXT = "Figure 1 shows how the costs are made up. As Table 2 shows, the north has most grants."
_CHART = "Figure 1: Costs in 40 files, by type\nValues:\nEquipment: Costs 742.\nMarketing: Costs 405."
_TABLE = "Table 2. Grants by region\nNorth: Grants 48; Paid 66.\nSouth: Grants 39; Paid 58."
_LATER = "Table 21. Staff by region\nNorth: Staff 4; Paid 3.\nSouth: Staff 5; Paid 4."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does Figure 1 show?", "Figure 1: Costs in 40 files, by type. [1](#1)"),
        ("What is shown in fig. 1?", "Figure 1: Costs in 40 files, by type. [1](#1)"),
        ("What is table 2 about?", "Table 2. Grants by region. ["),
        # what stands in it is asked of it
        ("How much was paid to the north in Table 2?", "North: Paid 66."),
    ],
)
def test_the_caption_of_the_number_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    hits = [
        make_hit(number, text, kind=kind)
        for number, (text, kind) in enumerate(
            (
                (_TEXT, ChunkKind.TEXT),
                (_LATER, ChunkKind.TABLE),
                (_CHART, ChunkKind.PICTURE),
                (_TABLE, ChunkKind.TABLE),
            ),
            1,
        )
    ]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)


_PLOT = "Figure 3: Energy over time\nText in the chart: kinetic energy; total energy; timestep; 0; 5; 10; 15"


@pytest.mark.parametrize(
    "question", ["What is on the x axis of Figure 3?", "Which curves are in the legend of Figure 3?"]
)
def test_the_texts_in_a_figure_tell_its_axes_and_its_legend(answerer: ExtractiveAnswerer, question: str) -> None:
    hits = [make_hit(1, _PLOT, kind=ChunkKind.PICTURE), make_hit(2, _CHART, kind=ChunkKind.PICTURE)]
    assert "kinetic energy; total energy; timestep" in answerer.answer(question, [make_passage(1, *hits)]).text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is on the x axis of Figure 3?", "x axis (horizontal): timestep."),
        ("What does the vertical axis of Figure 3 measure?", "y axis (vertical): energy."),
        ("Which curves are in the legend of Figure 3?", "kinetic energy; total energy; timestep"),
    ],
)
def test_an_axis_that_is_told_is_the_answer(answerer: ExtractiveAnswerer, question: str, told: str) -> None:
    text = f"{_PLOT}\nx axis (horizontal): timestep.\ny axis (vertical): energy."
    hits = [make_hit(1, text, kind=ChunkKind.PICTURE), make_hit(2, _CHART, kind=ChunkKind.PICTURE)]
    assert told in answerer.answer(question, [make_passage(1, *hits)]).text


@pytest.mark.parametrize(
    ("caption", "is_whole"),
    [
        ("Figure 1 Scope 1 and 2 emissions of the group in 2022, thousand tonnes.", False),
        ("Figure 4: Electricity from roofs of the group (88.5 GWh in all).", True),
        ("Figure 1 shows what the emissions of the group were made up of.", True),
    ],
)
def test_a_caption_without_figures_is_a_label(answerer: ExtractiveAnswerer, caption: str, is_whole: bool) -> None:
    passage = make_passage(1, make_hit(1, f"{caption} Base year recalculated."))
    scored = answerer.score("What were the emissions of the group in 2022?", [passage])
    signs = next(one.signs for one in scored if one.statement.said == caption)
    assert (signs.whole == 1.0) is is_whole
