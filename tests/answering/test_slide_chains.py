"""What chains and charts of slides answer: the step behind another one, the value under a caption."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.statements.links import find_in_chain
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

CHAIN = "Order in portal → Slot booking → Picking → Loading"
STEPS = f"# The new process\nSlot booking – Planner – 10 min\nPicking – Picker – 35 min\n{CHAIN}"
CHART = (
    "# Budget\n[PICTURE START]\nCumulated commitment, € m\nValues:\nAug: Plan 3.6; Actual 3.3.\n"
    "Sep: Plan 4.4; Actual 4.0.\nOct: Plan 5.2; Actual 5.0.\n[PICTURE END]\nLicences are bought, hardware is not"
)


def _slide(text: str) -> list[Passage]:
    return [make_passage(1, make_hit(1, text, doc="Deck.pptx", kind=ChunkKind.SLIDE))]


@pytest.mark.parametrize(
    "question",
    [
        "Which step follows slot booking?",
        "What comes before picking in the new process?",
        "Who is called after slot booking in the new process?",
    ],
)
def test_a_chain_tells_what_follows_and_what_precedes(minilm: LocalEmbedder, question: str) -> None:
    assert ExtractiveAnswerer(minilm).answer(question, _slide(STEPS)).text.startswith(CHAIN)


def test_words_of_a_chain_are_known_in_another_form() -> None:
    statements = read_statements(_slide("# Unfall\nStelle sichern → Erste Hilfe leisten → Schichtleitung informieren"))
    assert find_in_chain("Was kommt nach der Ersten Hilfe, wenn ein Unfall passiert?", statements) is not None
    assert find_in_chain("Was kommt nach der Ersteinschätzung?", statements) is None


def test_no_chain_is_told_where_two_have_the_step_or_it_ends_there() -> None:
    statements = read_statements(_slide("# Processes\nOrder → Check → Loading\nReturn → Check → Refund"))
    assert find_in_chain("Which step follows the check?", statements) is None
    assert find_in_chain("Which step follows loading?", statements) is None
    assert find_in_chain("Which step comes before loading?", statements) is not None
    # nothing that follows is asked for
    assert find_in_chain("Where is the check described?", statements) is None


def test_the_caption_of_a_chart_on_a_slide_gives_way_to_its_values(minilm: LocalEmbedder) -> None:
    deck = _slide(CHART)
    answer = ExtractiveAnswerer(minilm).answer("What was the actual cumulated commitment in September?", deck)
    assert answer.text.startswith("Sep: Actual 4.0.")
    held = {one.text[:3]: one.with_heading for one in read_statements(deck)}
    assert "Cumulated commitment" in held["Sep"]
    assert "Cumulated commitment" not in held["Lic"]


TEAM = (
    "Figure 1: The audit team\nHead of Audit – Ada Lind\nSystems – Bo Roth\nCases – Cy Ames\n"
    "Head of Audit – Ada Lind → Systems – Bo Roth; Cases – Cy Ames"
)
BILLS = (
    "Figure 2: From bill to payment\nReceive bill\nRelease payment\nAsk the buyer\n"
    "Receive bill → Amounts agree – Yes → Release payment; No → Ask the buyer"
)


def _picture(text: str) -> list[Passage]:
    return [make_passage(1, make_hit(1, text, kind=ChunkKind.PICTURE))]


def test_who_somebody_reports_to_is_told_by_any_part_of_the_name_of_a_box(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer("Who does Bo Roth report to?", _picture(TEAM))
    assert answer.text.startswith("Head of Audit – Ada Lind → Systems – Bo Roth")


def test_boxes_and_ways_of_a_diagram_in_a_picture_are_statements(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer("Who is responsible for systems?", _picture(TEAM))
    assert "Bo Roth" in answer.text
    answer = ExtractiveAnswerer(minilm).answer("What happens if the amounts do not agree?", _picture(BILLS))
    assert "Ask the buyer" in answer.text
