"""Questions in other words than the documents': everyday words, both spellings of English, keywords, introductions."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.names_in_capitals import with_names
from bizrag.model.chunks import ChunkKind
from bizrag.model.phrasing import plainly_asked
from bizrag.model.synonyms import in_written_words, written_words
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PRINTERS = """Controller
Headers: Property; Value.
Memory: Value 512 MB.
Interfaces: Value USB 2.0, Wi-Fi 802.11ac.
Duplex printing: Value automatic.
Weight: Value 16.8 kg."""
_RATINGS = """Mean rating by district
Headers: District; Mean rating.
Old Town: Mean rating 4.4.
Riverside: Mean rating 4.2.
Harbour: Mean rating 3.6.
Westend: Mean rating 3.1."""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How many staff does it have?", "Employees: 412", {"staff": "employees"}),
        ("what is the ram", "Memory: 512 MB", {"ram": "memory"}),
        ("What was net profit?", "Gross profit: 7. Net income: 3", {"net profit": "net income"}),
        ("What was net profit?", "Net profit: 3. Net income of others: 1", {}),
        ("Does it have wireless LAN?", "Interfaces: USB, Wi-Fi", {"wireless LAN": "wi fi"}),
        (
            "Who pays minority interests?",
            "non-controlling interests",
            {"minority interests": "non controlling interests"},
        ),
        ("When must the data be erased?", "The data is deleted.", {"erased": "delete"}),
        (
            "Is there a programme in the harbour?",
            "The program of the harbor",
            {"programme": "program", "harbour": "harbor"},
        ),
        # the text has the word, in any form, or none that means the same
        ("How many staff does it have?", "Employees: 412. Staffed offices: 4. Our staff is paid.", {}),
        ("What is erased?", "Files are deleted; erasing takes long.", {}),
        ("Who wrote it?", "Employees: 412", {}),
        # a price is no fee of those who ask for the fee
        ("What is the fee?", "The price of a share", {}),
        # names stay
        ("What did the Laptop Company sell?", "A notebook", {}),
        # words that sound alike and mean something else
        ("What does SIMS mean?", "The average is 5.", {}),
        ("What does the chart display?", "The screen is black.", {}),
        ("How many public holidays are there?", "Vacation: 30 days", {}),
        ("When was the fund set up?", "The installation took a day.", {}),
        ("How many participants were there?", "We present a method.", {}),
    ],
)
def test_a_word_gives_way_where_no_text_has_it(question: str, text: str, expected: dict[str, str]) -> None:
    assert written_words(question, [text]) == expected
    asked = in_written_words(question, expected)
    assert (asked == question) == (not expected)


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Who verified the LCA?", "The life cycle assessment was verified.", {"LCA": "life cycle assessment"}),
        ("What is the TCO?", "the total cost of ownership", {"TCO": "total cost of ownership"}),
        # two rows of words have the initials, or words that only join are in them, or the text has it
        ("Who verified the LCA?", "A life cycle assessment of a low carbon alloy", {}),
        ("Who made the LTA?", "Look to all of them", {}),
        ("Who verified the LCA?", "The life cycle assessment (LCA)", {}),
    ],
)
def test_an_abbreviation_is_known_by_its_initials(question: str, text: str, expected: dict[str, str]) -> None:
    assert written_words(question, [text]) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Wie viel wiegt die Pumpe?", "Weight: 16.8 kg", {"wiegt": "weight"}),
        ("Quel est le montant mensuel ?", "A monthly sum", {"mensuel": "monthly"}),
        ("¿Qué ley rige el contrato?", "The law of Finland", {"ley": "law"}),
        # a text in the language of the question has its own words
        ("Wie viel wiegt die Pumpe?", "Die Pumpe wiegt 5 kg. Weight", {}),
    ],
)
def test_other_languages_ask_for_english_words(question: str, text: str, expected: dict[str, str]) -> None:
    assert written_words(question, [text], is_foreign=True) == expected


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Hello, could you please tell me what the notice period is?", "what is the notice period?"),
        ("I'm preparing the board deck and need to know which targets are late", "which targets are late"),
        ("We have a meeting soon, so I would like to know who signed the lease", "who signed the lease"),
        ("Do you happen to know how much the deposit was in 2023?", "how much was the deposit in 2023?"),
        ("Is it true that sales rose?", "sales rose?"),
        ("Tell me the weight of the pump, please", "What is the weight of the pump"),
        ("Can you give me a list of the pumps with a warranty?", "List the pumps with a warranty?"),
        ("city with the biggest gap", "Which city has the biggest gap?"),
        ("lowest deductible plan", "Which plan has the lowest deductible?"),
        ("number of districts with a rating over 4", "How many districts have a rating over 4?"),
        ("net debt 2021 minus 2020", "What is the difference in net debt between 2021 and 2020?"),
        ("location of the meeting 16 may 2024", "Where is the meeting 16 may 2024?"),
        ("fastest growing country", "Which country grew fastest?"),
        ("head of the programme in Aarhus", "Who is the head of the programme in Aarhus?"),
        ("isomap section", "In which section is isomap described?"),
        ("How many percent of the vans are electric?", "what percentage of the vans are electric?"),
    ],
)
def test_a_question_is_read_as_it_is_asked_in_plain_words(question: str, asked: str) -> None:
    assert plainly_asked(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period?",
        "I forgot my password, what now?",
        "We need a permit: who issues it?",
        "Who needs to know when the server is down?",
        "Tell me about the pump",
        "Give me the content of section 7.3",
        "number of the order",
        "section 4.2",
        "Which plan has the lowest deductible?",
        "What do I have to tell the insurer, and when?",
        "at most 5 kg",
        "sales 2023",
    ],
)
def test_other_questions_stay(question: str) -> None:
    assert plainly_asked(question) == question


def test_names_are_known_without_capitals() -> None:
    texts = ["Kestrel C280", "The fee that Mistral Logistics pays for the C280. Fund Size", "the size of the fund"]
    assert with_names("ram of the c280 for mistral logistics", texts) == "ram of the C280 for Mistral Logistics"
    assert with_names("the AUM of mistral logistics", texts) == "the AUM of Mistral Logistics"
    # who writes with capitals names what has one
    assert with_names("is it for Kestrel by mistral logistics?", texts) == "is it for Kestrel by mistral logistics?"
    assert with_names("Does mistral logistics pay?", texts) == "Does mistral logistics pay?"
    assert with_names("fund size", texts) == "fund size"


@pytest.mark.parametrize(
    ("question", "answer", "note"),
    [
        ("what is the ram?", "Memory: Value 512 MB.", "the documents say memory for ram"),
        ("Can you tell me how much the printer weighs?", "Weight: Value 16.8 kg.", ""),
        ("Wie viel wiegt der Drucker?", "Weight: Value 16.8 kg.", "the documents say weight for wiegt"),
        ("can it print on both sides?", "Duplex printing: Value automatic.", "the documents say duplex for both sides"),
    ],
)
def test_what_is_asked_for_in_other_words_is_found(
    minilm: LocalEmbedder, question: str, answer: str, note: str
) -> None:
    passages = [make_passage(1, make_hit(1, _PRINTERS, kind=ChunkKind.TABLE))]
    found = ExtractiveAnswerer(minilm).answer(question, passages)
    assert found.text.startswith(answer)
    assert not note or note in found.trace.notes


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("number of districts with a score over 4", "2 of 4: Old Town"),
        ("lowest score district", "Westend: Mean rating 3.1."),
    ],
)
def test_keywords_ask_as_a_question_does(minilm: LocalEmbedder, question: str, answer: str) -> None:
    passages = [make_passage(1, make_hit(1, _RATINGS, kind=ChunkKind.TABLE))]
    assert ExtractiveAnswerer(minilm).answer(question, passages).text.startswith(answer)


def test_how_much_notice_is_told_by_the_clause_on_it(minilm: LocalEmbedder) -> None:
    text = (
        "Spindrift Ltd and St Clare College agree on cleaning. Invoices are paid within 21 days. "
        "Either party may end this agreement by giving one month's written notice. "
        "Much of the cleaning is done at night."
    )
    passages = [make_passage(1, make_hit(1, text))]
    told = ExtractiveAnswerer(minilm).answer("How much notice do I have to give?", passages).text
    assert told.startswith("Either party may end this agreement by giving one month's written notice.")
