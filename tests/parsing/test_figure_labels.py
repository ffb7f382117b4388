"""What stands between a figure and its numbered caption is of the figure, on written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page, picture

PLOT = (150.0, 100.0, 400.0, 250.0)
CURVES = [(160.0 + 50 * at, 120.0, 200.0 + 50 * at, 240.0) for at in range(4)]
TITLE, CAPTION = Text(x=230, y=272, text="Absolute latitude"), Text(x=120, y=305, text="Figure 2: Risk by latitude")
PROSE = Text(x=60, y=345, text="The risk falls with the distance from the equator in all but two of the studies.")


def _picture(*texts: Text, seen: Box = PLOT) -> list[Box]:
    return boxes(page([*texts, PROSE], curves=CURVES), "picture", [picture(seen)])


def test_the_title_of_an_axis_above_the_caption_and_marks_beside_are_of_the_figure() -> None:
    marks = [Text(x=130, y=96 + 40 * at, text=f"1.{4 - at}") for at in range(4)]
    (found,) = _picture(TITLE, CAPTION, *marks)
    assert (round(found[0]), round(found[1]), round(found[3])) == (130, 96, 282)


def test_without_a_numbered_caption_it_is_a_text() -> None:
    (found,) = _picture(TITLE, Text(x=120, y=305, text="Risk by latitude"))
    assert found[3] < TITLE.y + 5


def test_a_sentence_above_the_caption_is_none_of_its_labels() -> None:
    text = Text(x=150, y=272, text="The studies differ in how the vaccine was given, and in whom they chose.")
    (found,) = _picture(text, CAPTION)
    assert found[3] < text.y + 5


def test_what_the_model_saw_over_the_caption_of_a_figure_is_one_without_curves() -> None:
    marks = [Text(x=170 + 40 * at, y=255, text=str(at)) for at in range(5)]
    evidence = page([*marks, TITLE, CAPTION, PROSE])
    assert len(boxes(evidence, "picture", [picture((150, 100, 400, 268))])) == 1
    assert not boxes(page([*marks, TITLE, PROSE]), "picture", [picture((150, 100, 400, 268))])


def test_a_title_over_the_middle_of_a_panel_is_of_the_figure_and_a_heading_at_the_margin_is_not() -> None:
    title = Text(x=228, y=88, text="Mixed effects model", is_bold=True)
    (found,) = _picture(TITLE, CAPTION, title)
    assert found[1] == title.y
    (found,) = _picture(TITLE, CAPTION, Text(x=60, y=88, text="5.1 Results", is_bold=True))
    assert found[1] == PLOT[1]


def test_a_short_line_or_the_end_of_a_sentence_beside_a_figure_is_none_of_its_labels() -> None:
    (found,) = _picture(TITLE, CAPTION, Text(x=95, y=150, text="1 Habits"), Text(x=120, y=180, text="2022."))
    assert found[0] == PLOT[0]


def test_a_line_that_runs_upwards_beside_a_figure_is_of_it_with_or_without_a_caption() -> None:
    axis = Text(x=130, y=130, text="million journeys", is_turned=True)
    for caption in (CAPTION, Text(x=120, y=305, text="Risk by latitude")):
        (found,) = _picture(caption, axis)
        assert (round(found[0]), round(found[1])) == (130, 100)
    # the note at the margin of a sheet is longer than what it stands beside
    note = Text(x=130, y=90, text="preprint of the third of May, not for citation", is_turned=True)
    (found,) = _picture(Text(x=120, y=305, text="Risk by latitude"), note)
    assert found[0] == PLOT[0]
