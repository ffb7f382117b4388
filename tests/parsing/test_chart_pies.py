"""Parts of pies, told by legend, by ray or by the text of one label."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.parsing.drawn_chart import GREEN, NAVY, ORANGE, Chart


def test_parts_of_a_pie_are_told_by_the_legend() -> None:
    chart, parts = Chart(), {"Glass": (NAVY, "47%"), "Steel": (ORANGE, "31%"), "Paper": (GREEN, "22%")}
    chart.legend({name: colour for name, (colour, _) in parts.items()}, 100)
    start = 0
    for number, (colour, text) in enumerate(parts.values()):
        chart.draw.pieslice((250, 100, 550, 400), start, start + 120, fill=colour)
        start += 120
        chart.write(text, (460, 320, 460)[number], (330, 250, 170)[number])
    assert chart.rows() == [["", ""], *([name, text] for name, (_, text) in parts.items())]


# nearly one colour: what a scan makes of white paper
PAPER = ((250, 250, 250), (247, 247, 247), (252, 252, 252))


@pytest.mark.parametrize("colours", [(NAVY, ORANGE, GREEN), PAPER])
def test_names_around_a_pie_are_those_of_the_values_on_their_rays(colours: tuple[tuple[int, int, int], ...]) -> None:
    chart, shares = Chart(), (40, 35, 25)
    parts = dict(zip(("Sea", "Road", "Rail"), zip(colours, shares, strict=True), strict=True))
    chart.write("How goods travelled", 400, 45)
    start = 0.0
    for name, (colour, share) in parts.items():
        chart.draw.pieslice((270, 130, 530, 390), start, start + 3.6 * share, fill=colour)
        ray = math.radians(start + 1.8 * share)
        chart.write(f"{share}%", 400 + 80 * math.cos(ray), 260 + 80 * math.sin(ray))
        chart.write(name, 400 + 165 * math.cos(ray), 260 + 165 * math.sin(ray))
        start += 3.6 * share
    told = [] if colours == PAPER else [["Rail", "25%"], ["Road", "35%"], ["Sea", "40%"]]
    assert sorted(chart.rows()[1:]) == told


GREYS = ((232, 232, 232), (210, 210, 210), (188, 188, 188))


@pytest.mark.parametrize(
    ("shares", "more", "num_told"), [((40, 35, 25), (), 3), ((40, 35, 15), (), 0), ((40, 35, 25), ("In all",), 0)]
)
@pytest.mark.parametrize("colours", [GREYS, PAPER])
def test_lines_part_a_pie_in_shades_of_grey(
    shares: tuple[int, ...], more: tuple[str, ...], num_told: int, colours: tuple[tuple[int, int, int], ...]
) -> None:
    chart, start = Chart(), 0.0
    for at, name in enumerate(more):
        chart.write(name, 400, 480 + 30 * at)
    for name, colour, share in zip(("Sea", "Road", "Rail"), colours, shares, strict=True):
        angle = 360 * share / sum(shares)
        chart.draw.pieslice((270, 130, 530, 390), start, start + angle, fill=colour, outline="black", width=2)
        ray = math.radians(start + angle / 2)
        chart.write(f"{share}%", 400 + 80 * math.cos(ray), 260 + 80 * math.sin(ray))
        chart.write(name, 400 + 165 * math.cos(ray), 260 + 165 * math.sin(ray))
        start += angle
    assert len(chart.rows()[1:]) == num_told
    assert num_told == 0 or sorted(chart.rows()[1:]) == [["Rail", "25%"], ["Road", "35%"], ["Sea", "40%"]]


@pytest.mark.parametrize(("last", "num_told"), [("17%", 3), ("12%", 0)])
def test_names_and_shares_in_one_label_are_a_pie_where_they_make_up_all_of_it(last: str, num_told: int) -> None:
    chart = Chart()
    for number, text in enumerate(("Under 30 36%", "30 to 50 47%", f"Over 50: {last}")):
        chart.write(text, (150, 600, 300)[number], (100, 180, 440)[number])
    assert chart.rows()[1:] == [["Under 30", "36%"], ["30 to 50", "47%"], ["Over 50", last]][:num_told]


@pytest.mark.parametrize(("last", "num_told"), [("46%", 3), ("30%", 0)])
def test_a_pies_shares_may_stand_in_the_line_below_their_names(last: str, num_told: int) -> None:
    chart = Chart()
    chart.write("Ferry; 19%", 150, 100)
    chart.write("Flight;", 620, 180)
    chart.write(last, 620, 204)
    chart.write("Private boat; 35%", 330, 460)
    expected = [["Ferry", "19%"], ["Private boat", "35%"], ["Flight", last]]
    assert sorted(chart.rows()[1:]) == sorted(expected[:num_told])


@pytest.mark.parametrize(("last", "num_told"), [(1, 3), (0, 0)])
def test_a_legend_may_tell_the_values_behind_its_names(last: int, num_told: int) -> None:
    parts = {"Hydropower": (NAVY, "47 %"), "Wind": (ORANGE, "31 %"), "Gas": (GREEN, "22 %")}
    chart, start = Chart(), 0
    for number, (name, (colour, text)) in enumerate(parts.items()):
        chart.draw.pieslice((100, 100, 300, 300), start, start + 120, fill=colour)
        start += 120
        y = 120 + 50 * number
        chart.draw.rectangle((420, y - 8, 436, y + 8), fill=colour)
        chart.write(name, 450 + 5 * len(name), y)
        # of each name
        if number < len(parts) - 1 or last:
            chart.write(text, 640, y)
    rows = chart.rows()[1:]
    assert rows == [[name, text] for name, (_, text) in parts.items()][:num_told]


def test_what_stands_in_a_ring_is_no_entry_of_its_legend() -> None:
    """A text in the middle and a share on a thin part have the colours of parts right before them."""
    teal, yellow, red = (60, 150, 140), (233, 196, 106), (209, 73, 91)
    chart, start = Chart(), -90.0
    parts = (
        ("Crops", GREEN, 50),
        ("Packaging", NAVY, 20),
        ("Transport", yellow, 20),
        ("Cooking", teal, 6),
        ("Waste", red, 4),
    )
    for number, (name, colour, share) in enumerate(parts):
        angle = 3.6 * share
        chart.draw.pieslice((80, 110, 400, 430), start, start + angle, fill=colour)
        ray = math.radians(start + angle / 2)
        chart.write(f"{share}%", 240 + 140 * math.cos(ray), 270 + 140 * math.sin(ray))
        chart.draw.rectangle((560, 140 + 50 * number, 576, 156 + 50 * number), fill=colour)
        chart.write(name, 590 + 5 * len(name), 148 + 50 * number)
        start += angle
    chart.draw.ellipse((120, 150, 360, 390), fill="white")
    chart.write("3.42 m t all", 210, 290)
    # level with an entry of the legend
    chart.labels[-1] = replace(chart.labels[-1], bbox=replace(chart.labels[-1].bbox, t=240, b=256))
    assert sorted(chart.rows()[1:]) == sorted([name, f"{share}%"] for name, _, share in parts)


def _pie(chart: Chart, parts: dict[str, int], x: float, *, names: bool = True) -> None:
    start = 20.0
    for (name, share), colour in zip(parts.items(), (NAVY, ORANGE, GREEN), strict=True):
        chart.draw.pieslice((x - 90, 170, x + 90, 350), start, start + 3.6 * share, fill=colour)
        ray = math.radians(start + 1.8 * share)
        chart.write(f"{share}%", x + 55 * math.cos(ray), 260 + 55 * math.sin(ray))
        if names:
            chart.write(name, x + (110 + 5 * len(name)) * math.cos(ray), 260 + 125 * math.sin(ray))
        start += 3.6 * share


@pytest.mark.parametrize("titles", [("Where it was bought", "What it is used for"), ()])
def test_pies_side_by_side_are_read_one_by_one(titles: tuple[str, ...]) -> None:
    bought, used = {"Shop": 40, "Online": 35, "Kiosk": 25}, {"Coffee": 46, "Muesli": 30, "Baking": 24}
    chart = Chart()
    for title, x in zip(titles, (230, 670), strict=False):
        chart.write(title, x, 60)
    _pie(chart, bought, 230)
    _pie(chart, used, 670)
    rows = chart.rows()
    assert rows[0][1:] == [*titles] or not titles
    assert sorted([row[0], *filter(None, row[1:])] for row in rows[1:]) == sorted(
        [name, f"{share}%"] for name, share in (bought | used).items()
    )


def test_shares_that_make_up_no_whole_part_no_pies() -> None:
    chart = Chart()
    _pie(chart, {"Shop": 40, "Online": 35, "Kiosk": 25}, 230)
    chart.write("17%", 670, 260)
    assert all(len(row) <= 2 for row in chart.rows())


def test_one_end_of_a_long_name_is_on_the_ray_of_its_value() -> None:
    chart, start = Chart(), -90.0
    names = {"Sea": 0.0, "Road freight to the south": -110.0, "Rail": 0.0}
    for (name, shift), colour, share in zip(names.items(), (NAVY, ORANGE, GREEN), (30, 40, 30), strict=True):
        chart.draw.pieslice((320, 130, 580, 390), start, start + 3.6 * share, fill=colour)
        ray = math.radians(start + 1.8 * share)
        chart.write(f"{share}%", 450 + 80 * math.cos(ray), 260 + 80 * math.sin(ray))
        chart.write(name, 450 + shift + 165 * math.cos(ray), 260 + 165 * math.sin(ray))
        start += 3.6 * share
    assert sorted(row[0] for row in chart.rows()[1:]) == sorted(names)
