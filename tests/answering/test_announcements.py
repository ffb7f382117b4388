"""Sentences that only announce are told with what they announce."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.announcements import announces, with_following
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_COVER = (
    "There are a few exceptions to the cover for supplies. These are items that no doctor has prescribed. Items on "
    "trial are left out as well. Nor is anything covered that a school needs. The rest of this page is about receipts."
    "\n\nReceipts\n\nKeep them for a year."
)
_LEAVE = """These are several kinds of leave that need no approval. They are:
- Sick leave
- Jury service
- Moving house
- Blood donation
- A child's first day at school"""


def _read(text: str, kind: ChunkKind = ChunkKind.TEXT) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("There are a few exceptions to the cover.", True),
        ("Here are some tips for new staff.", True),
        ("This section describes the venue of an action.", True),
        ("The appeal has three levels.", True),
        ("Members should do the following.", True),
        ("In addition to the limits, there are other tips that you can use.", True),
        # these answer by themselves
        ("Beside that, there are tips that help: keep receipts, bills and letters.", False),
        ("There are 14 offices in Norway.", False),
        ("The cover ends in June.", False),
        ("This section of the road is closed to lorries.", False),
    ],
)
def test_which_sentences_only_announce(sentence: str, expected: bool) -> None:
    assert announces(_read(f"{sentence} More follows here.")[0]) is expected


def test_three_sentences_after_it_are_told(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer(
        "What are the exceptions to the cover for supplies?", [make_passage(1, make_hit(1, _COVER))]
    )
    assert answer.text == (
        "There are a few exceptions to the cover for supplies. These are items that no doctor has prescribed. "
        "Items on trial are left out as well. Nor is anything covered that a school needs. [1](#1)"
    )
    assert answer.citations[0].quote == answer.text.removesuffix(" [1](#1)")


def test_a_list_is_told_whole_and_a_heading_ends_it() -> None:
    statements = _read(f"{_LEAVE}\n\nOther absence\n\nAsk your manager first.")
    told = with_following("Which leave needs no approval?", statements[:1], statements)
    assert told[0].text == _LEAVE


def test_a_statement_that_came_along_is_not_told_again() -> None:
    statements = _read(_COVER)
    told = with_following("What are the exceptions?", [statements[0], statements[2]], statements)
    assert [one.start for one in told] == [0]


def test_who_asks_how_many_gets_the_number_alone() -> None:
    statements = _read("The appeal has three levels. The first is a letter.")
    assert with_following("How many levels has an appeal?", statements[:1], statements) == statements[:1]


_GRAVEL = "The pump is cavitating. Raise the liquid level. Never throttle on the suction side.\n\nCall the hotline."


@pytest.mark.parametrize(
    "question",
    [
        "It sounds odd, what should I do?",
        "How do we fix a pump that sounds odd?",
        "What is the procedure for a pump that cavitates?",
        "How does one treat a pump that cavitates?",
        "Describe what a cavitating pump needs.",
    ],
)
def test_what_to_do_and_more_than_a_fact_is_told_with_the_rest_of_its_paragraph(question: str) -> None:
    statements = _read(_GRAVEL)
    told = with_following(question, statements[:1], statements)
    assert [one.text for one in told] == [_GRAVEL.partition("\n\n")[0]]
    for fact in ("What is the matter with the pump?", "How many pumps are cavitating?"):
        assert with_following(fact, statements[:1], statements) == statements[:1]


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (
            "The Board proposes a final dividend of 12.4p per share. If approved in January, it will be paid on "
            "20 February 2026. The order book is full.",
            "When will the final dividend be paid?",
            "it will be paid on 20 February 2026. [1](#1)",
        ),
        (
            "Do not use bleach on the block. Clean it with 70% isopropanol. Wear gloves.",
            "What should I use to clean the block?",
            "Do not use bleach on the block. Clean it with 70% isopropanol. [1](#1)",
        ),
        # what the next sentence says was not asked for
        (
            "The warranty of the pump is three years. It is painted blue.",
            "How long is the warranty of the pump?",
            "The warranty of the pump is three years. [1](#1)",
        ),
    ],
)
def test_a_sentence_is_told_with_what_the_next_one_says_of_it(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.endswith(expected)


_TRANSPLANTS = (
    "The plan covers a wide range of services for transplants. These services include inpatient care, tests of blood "
    "and medication. It also covers the travel of a donor.\n\nIt is important to be aware of the potential risks of "
    "transplants. They include infection and the rejection of the organ. Talk to your doctor first."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # what says the question again is told with what follows it
        (
            "What are some potential risks associated with transplants?",
            "It is important to be aware of the potential risks of transplants. They include infection and the "
            "rejection of the organ. Talk to your doctor first.",
        ),
        # what adds to something, with what that is
        (
            "What services does the plan cover for transplants, for example the travel of a donor?",
            "The plan covers a wide range of services for transplants. These services include inpatient care, tests of "
            "blood and medication. It also covers the travel of a donor.",
        ),
    ],
)
def test_several_things_are_told_with_the_sentences_around(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    told = answerer.answer(question, [make_passage(1, make_hit(1, _TRANSPLANTS))]).text
    assert expected in told
    # and nothing twice
    assert told.count("travel of a donor") <= 1


def test_where_a_sentence_that_says_the_question_again_is_too_far_from_its_list_the_list_is_told() -> None:
    care = "Preventive care is covered under the plan. Preventive care includes:\n" + "\n".join(
        f"- {thing} and whatever else the doctor finds necessary for it in the year" for thing in ("Tests", "Jabs") * 4
    )
    assert len(care) > 600
    statements = _read(care)
    (told,) = with_following("What preventive care does the plan cover?", statements[:1], statements)
    assert told.text.startswith("Preventive care includes:")


_ALLOWANCE = (
    "The allowance increased by $14 million in fiscal 2019. The increase is mainly attributable to tax credits of the"
    " states. It is reviewed every quarter.\n\nThe discount rate fell because yields fell."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # up to the sentence that gives the reason
        (
            "Why did the allowance increase in fiscal 2019?",
            "The allowance increased by $14 million in fiscal 2019. The increase is mainly attributable to tax credits"
            " of the states. [1](#1)",
        ),
        (
            "What was the increase in the allowance driven by?",
            "The allowance increased by $14 million in fiscal 2019. The increase is mainly attributable to tax credits"
            " of the states. [1](#1)",
        ),
        # what is asked for is no reason
        (
            "How much did the allowance increase in fiscal 2019?",
            "The allowance increased by $14 million in fiscal 2019. [1](#1)",
        ),
    ],
)
def test_a_reason_is_told_with_what_it_is_of(question: str, expected: str, minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, make_hit(1, _ALLOWANCE))])
    assert answer.text.startswith(expected)


_ENROLLED = (
    "Some tubes were not filled. {}Also, the blood of many was not drawn in time. To reach 1100 patients, we thus"
    " decided to raise the target of enrollment to 1500. The study began in May."
)


@pytest.mark.parametrize("between", ["", "Others were kept too warm. "])
def test_a_reason_that_a_sentence_concludes_from_is_told_before_it(answerer: ExtractiveAnswerer, between: str) -> None:
    passage = make_passage(1, make_hit(1, _ENROLLED.format(between)))
    said = answerer.answer("Why was the target of enrollment raised to 1500?", [passage]).text
    assert "the blood of many was not drawn in time. To reach 1100 patients, we thus" in said
    assert said.startswith(between or "Some tubes were not filled.")
