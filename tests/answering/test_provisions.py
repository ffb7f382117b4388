"""What a provision says that a question names by its number."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.provisions import mark_of, named_provision
from tests.made import make_hit, make_passage

_ACT = (
    "4. Permits\n\n(1) No person shall moor a houseboat without a permit.\n\n(2) A permit is refused if-\n\n"
    "- (a) the boat is unsafe; or\n\n- (b) the berth is closed.\n\n(3) A permit lasts six years.\n\n"
    "5. Duties\n\n(1) A holder keeps the berth clean.\n\n(2) A holder reports damage within four days.\n\n"
    "(3) Article 4 applies to guests."
)
_BYLAWS = (
    "3.2. Procedure\n\n1. The board meets every month.\n\n2. A decision may be delayed:\n   1. by two members;\n"
    "   2. by the chair;\n   3. by the auditor.\n\n3. Votes are open.\n\n4. The chair has a casting vote."
)
_LEASE = (
    "§ 6 Kaution\n\n(1) Die Kaution beträgt drei Monatsmieten.\n\n(2) Sie wird sechs Monate nach Auszug erstattet.\n\n"
    "§ 7 Tiere\n\n(1) Hunde sind nicht erlaubt."
)
_TERMS = (
    "7.2 Subject to clause 7.4, each party bears its own costs.\n\n7.4 The cap does not apply to fraud.\n\n"
    "8.1 Either party may end this contract if the other (a) breaches it or (b) becomes insolvent."
)


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_ACT, "What does section 4(3) provide?", "A permit lasts six years."),
        (_ACT, "What does section 5(2) require?", "A holder reports damage within four days."),
        (_ACT, "What does section 4(2)(b) say?", "(b) the berth is closed."),
        (_ACT, "What does paragraph 3 of section 5 say?", "Article 4 applies to guests."),
        # a list in an item has numbers of its own
        (_BYLAWS, "What does section 3.2(3) say?", "Votes are open."),
        (_BYLAWS, "What does section 3.2(4) say?", "The chair has a casting vote."),
        (_LEASE, "Was regelt § 6 Abs. 2?", "Sie wird sechs Monate nach Auszug erstattet."),
        (_TERMS, "What does clause 7.4 say?", "7.4 The cap does not apply to fraud."),
        (
            _TERMS,
            "What is stated in clause 8.1(b)?",
            "8.1 Either party may end this contract if the other (a) breaches it or (b) becomes insolvent.",
        ),
    ],
)
def test_a_provision_is_told_by_its_number(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    answer = answerer.answer(question, [make_passage(1, make_hit(1, text, headings=("Text", "Part I")))])
    assert answer.text == f"{expected} [1](#1)"


def test_a_whole_provision_is_told_with_its_items(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("What does section 4 say?", [make_passage(1, make_hit(1, _ACT))])
    assert "A permit lasts six years." in answer.text
    assert "keeps the berth clean" not in answer.text


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (_LEASE, "Was steht in § 25?"),
        (_ACT, "What does section 12 say?"),
        (_TERMS, "What is stated in clause 9.4?"),
    ],
)
def test_a_provision_that_is_not_there_has_no_answer(answerer: ExtractiveAnswerer, text: str, question: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).is_abstention


def test_what_a_provision_says_of_something_is_asked_for_without_its_number(answerer: ExtractiveAnswerer) -> None:
    question = "What does section 12 say about how long a permit lasts?"
    answer = answerer.answer(question, [make_passage(1, make_hit(1, _ACT))])
    assert "A permit lasts six years." in answer.text


def test_a_fact_of_a_provision_is_asked_of_that(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("How long does a permit under section 4 last?", [make_passage(1, make_hit(1, _ACT))])
    assert answer.text.startswith("A permit lasts six years.")


def test_names_and_marks_of_provisions() -> None:
    assert named_provision("Is clause 12.3 void?") is not None
    assert named_provision("Which clause is void?") is None
    assert mark_of("2024 was a good year") is None
    mark = mark_of("Article 5 – Duties")
    assert mark is not None
    assert (mark.value, mark.has_kind) == ("5", True)


def test_what_leads_to_a_list_with_a_dash_is_told_with_it(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("When is a permit refused?", [make_passage(1, make_hit(1, _ACT))])
    assert "A permit is refused if-" in answer.text
    assert "the boat is unsafe" in answer.text
    assert "the berth is closed" in answer.text
