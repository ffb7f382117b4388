"""What data sheets, leaflets and programmes hold: results, codes and entries."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.glosses import find_gloss
from bizrag.answering.extractive.tables.conditions.reference_ranges import find_out_of_range
from bizrag.answering.extractive.tables.named.next_rows import find_next_entry
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_WATER = """Drinking water, tap 4
Headers: Parameter.
Metals > Lead: Result 12; Flag H; Unit µg/l; Reference range < 10.
Metals > Iron: Result 140; Unit µg/l; Reference range 20 - 200.
Metals > Zinc: Result 3; Flag L; Unit mg/l; Reference range 5.0 - 8.0.
Others > pH: Result 7.4; Reference range 6.5 - 9.5."""
_CODES = """Packing: -R = reel, 2500 pcs; -T = tube, 50 pcs; blank = bag

Voltage: 12 = 1.2 V; 28 = 2.8 V; 33 = 3.3 V"""
_DAY = """Saturday
Headers: Time.
09:00: Barn Cheese for beginners Ann Reid; Orchard Grafting apples Tom Hale.
10:30: Barn Bread without yeast Mia Lund; Orchard Pruning in winter Joe Fry.
12:00: Barn, Orchard Lunch at the long table.
13:30: Barn Cider from pears Eva Moss; Orchard Bees and blossom Ann Reid."""
_PARTS = """Fig. 2
1: Lid.
2: Pump.
3: Filter cover.
4: Hose."""


def _read(text: str, kind: ChunkKind = ChunkKind.TABLE) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which results are out of range?", ["Metals > Lead", "Metals > Zinc"]),
        ("Which values are too high?", ["Metals > Lead"]),
        ("Which parameters are below the reference range?", ["Metals > Zinc"]),
        ("Which results are in the table?", []),
        ("What is the reference range of lead?", []),
    ],
)
def test_results_are_compared_with_their_ranges(question: str, labels: list[str]) -> None:
    assert [row.said.partition(": ")[0] for row in find_out_of_range(question, _read(_WATER))] == labels


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the suffix -R stand for?", "Packing: -R = reel, 2500 pcs"),
        ("What does code 28 mean in the voltage field?", "Voltage: 28 = 2.8 V"),
        ("What does -X stand for?", None),
        ("What is the voltage?", None),
    ],
)
def test_a_code_is_told_by_its_own_entry(question: str, told: str | None) -> None:
    found = find_gloss(question, _read(_CODES, ChunkKind.TEXT))
    assert (found[1] if found else None) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who speaks after Tom Hale?", "10:30: Orchard Pruning in winter Joe Fry."),
        ("What comes after Bread without yeast in the barn?", "12:00: Lunch at the long table."),
        ("Who speaks before Mia Lund?", "09:00: Barn Cheese for beginners Ann Reid."),
        ("What comes after Bees and blossom?", None),
        ("Who speaks about cider?", None),
    ],
)
def test_what_comes_next_stands_in_the_same_column(question: str, told: str | None) -> None:
    found = find_next_entry(question, _read(_DAY))
    assert (found[1] if found else None) == told


def test_a_number_is_what_its_row_says(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _PARTS, kind=ChunkKind.TABLE))
    assert answerer.answer("Which part is number 3?", [passage]).text.startswith("3: Filter cover.")


def test_the_step_after_a_numbered_one_is_told(answerer: ExtractiveAnswerer) -> None:
    steps = "2 Starting\n\n1. Open the tap.\n\n2. Press the bulb.\n\n3. Pull the cord.\n\n4. Let it warm up."
    passage = make_passage(1, make_hit(1, steps, headings=("Manual", "2 Starting")))
    assert answerer.answer("What comes after step 2 when starting?", [passage]).text.startswith("Pull the cord.")
    assert answerer.answer("What comes before step 2 when starting?", [passage]).text.startswith("Open the tap.")


def test_facts_between_dots_are_told_one_by_one(answerer: ExtractiveAnswerer) -> None:
    line = "Harbour Clinic · G-114 · Version 5 · Valid until 30 June 2028 · Lead author: Dr. Petra Lindholm"
    passage = make_passage(1, make_hit(1, f"Burns in adults\n\n{line}\n\nCool the burn for 20 minutes."))
    told = answerer.answer("Who is the lead author?", [passage]).text
    assert told.startswith("Lead author: Dr. Petra Lindholm")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When and where does Mia Lund speak?", "10:30: Barn Bread without yeast Mia Lund."),
        ("What happens at 12:00 in the barn?", "12:00: Lunch at the long table."),
        ("What happens at 13:30 in the orchard?", "13:30: Orchard Bees and blossom Ann Reid."),
    ],
)
def test_an_entry_is_told_without_what_goes_on_beside_it(
    answerer: ExtractiveAnswerer, question: str, told: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, _DAY, kind=ChunkKind.TABLE))]).text.startswith(told)


def test_the_largest_value_of_others_is_not_meant(answerer: ExtractiveAnswerer) -> None:
    doses = """Doses
Headers: Body weight.
5 to 9 kg: Single dose 2 ml; Maximum per day 6 ml.
10 to 24 kg: Single dose 5 ml; Maximum per day 10 ml.
25 to 39 kg: Single dose 7 ml; Maximum per day 15 ml.
Adults and children over 40 kg: Single dose 10 ml; Maximum per day 20 ml."""
    passage = make_passage(1, make_hit(1, doses, kind=ChunkKind.TABLE))
    told = answerer.answer("What is the maximum daily dose for a child weighing 30 kg?", [passage]).text
    assert told.startswith("25 to 39 kg: ")
    assert "Maximum per day 15 ml" in told


_FLOW = """Adult with a cut → Bleeding heavily – No → Cut deeper than 5 mm; Yes → Press and call an ambulance
Cut deeper than 5 mm – No → Clean and cover; Yes → Send to the surgeon
Swab positive – Yes → Give cefalexin; No → Review after 48 hours
Vaccine up to date – Yes → Discharge; No → Give a booster"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What should be done if the cut is bleeding heavily?", "Bleeding heavily – Yes → Press and call an ambulance"),
        ('What comes after the answer No to "Bleeding heavily?"?', "Bleeding heavily – No → Cut deeper than 5 mm"),
        ("What follows if the swab is negative?", "Swab positive – No → Review after 48 hours"),
        ("What happens if the cut is not deeper than 5 mm?", "Cut deeper than 5 mm – No → Clean and cover"),
        # the only node about a vaccine
        ("What should be done if the patient has no valid vaccine?", "Vaccine up to date – No → Give a booster"),
    ],
)
def test_of_a_flow_chart_one_branch_is_told(answerer: ExtractiveAnswerer, question: str, told: str) -> None:
    passage = make_passage(1, make_hit(1, _FLOW, kind=ChunkKind.PICTURE))
    assert answerer.answer(question, [passage]).text.startswith(told)


_CARDS = (
    "Brisk 10 > Drill driver > Voltage: 12 V.\nBrisk 10 > Drill driver > Weight: 1.0 kg.\n"
    "Brisk 10 > Drill driver > Torque: 30 Nm.\nBrisk 10 > With case > BK-1010: € 79.00.",
    "Brisk 10 HD > Drill driver > Voltage: 18 V.\nBrisk 10 HD > Drill driver > Weight: 1.9 kg.\n"
    "Brisk 10 HD > Drill driver > Torque: 80 Nm.\nBrisk 10 HD > Brushless > BK-1110: € 169.00.",
    "Torka 20 > Impact wrench > Weight: 1.6 kg.\nTorka 20 > Impact wrench > Torque: 250 Nm.\n"
    "Torka 20 > Impact wrench > TK-2020: € 189.00.",
    "Torka 40 > Impact wrench > Weight: 3.1 kg.\nTorka 40 > Impact wrench > Torque: 680 Nm.\n"
    "Torka 40 > Impact wrench > TK-2040: € 339.00.",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the Brisk 10 HD cost?", "Brisk 10 HD > Brushless > BK-1110: € 169.00."),
        ("What does the Brisk 10 cost?", "Brisk 10 > With case > BK-1010: € 79.00."),
        ("Which impact wrench has the lowest torque?", "Torka 20 > Impact wrench > Torque: 250 Nm."),
        ("What is the cheapest product?", "Brisk 10 > With case > BK-1010: € 79.00."),
        ("Which product is the heaviest?", "Torka 40 > Impact wrench > Weight: 3.1 kg."),
    ],
)
def test_cards_of_products_are_compared(answerer: ExtractiveAnswerer, question: str, told: str) -> None:
    hits = [make_hit(number, text, kind=ChunkKind.TABLE) for number, text in enumerate(_CARDS, 1)]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(told)


_DRAWN = """Fig. 2-1 Left side of the machine
2: Control panel.
7: Splash guard, yellow.
13: Squeegee.
14; Suction hose, 38 mm."""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the component marked 14 in the overview drawing?", "14; Suction hose, 38 mm."),
        ("What does callout 13 point to?", "13: Squeegee."),
        ("What is the part labelled number 7?", "7: Splash guard, yellow."),
    ],
)
def test_a_part_is_told_by_its_number_on_a_drawing(answerer: ExtractiveAnswerer, question: str, told: str) -> None:
    passages = [
        make_passage(
            1, make_hit(1, "Text in the chart: 2; 7; 13; 14\nOverview of the machine", kind=ChunkKind.PICTURE)
        ),
        make_passage(2, make_hit(2, _DRAWN, kind=ChunkKind.TABLE)),
        make_passage(3, make_hit(3, "Check hose (14) for leaks every 100 hours.")),
    ]
    assert answerer.answer(question, passages).text.startswith(told)
