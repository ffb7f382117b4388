"""Questions in other languages: what is compared of them, and what the answerer makes of it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.scoring import capital_terms
from bizrag.answering.languages import language_of, without_function_words
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PRICES = """Preise 2026
Headers: Bestell-Nr.
H-240: Ausführung Laufrad 240 mm; Preis (EUR, netto) 17.950.
H-259: Ausführung Gehäuse; Preis (EUR, netto) 18.640."""
_LEASE = (
    "Das Mietverhältnis beginnt am 1. Oktober 2023 und endet am 30. September 2028. "
    "Die Schlüssel werden nach Eingang der Bürgschaft übergeben."
)
_ENGLISH = "The lease of the Leeds depot was signed in May. Pallets are stored in hall 7."


@pytest.mark.parametrize(
    ("question", "language", "content"),
    [
        ("Wie viele Tage habe ich für die Kündigung?", "german", "Tage Kündigung"),
        ("Quand faut-il prévenir l'assureur ?", "french", "prévenir assureur"),
        ("¿Cuánto cuesta el envío a las islas?", "spanish", "cuesta envío islas"),
        ("Entro quando si paga la fattura dell'ordine?", "italian", "paga fattura ordine"),
        ("When is the invoice due?", "english", "When is the invoice due?"),
        # two words of Spanish, and a number that is asked for
        ("UN no.?", "english", "UN no.?"),
        ("Hotel Zürich", "english", "Hotel Zürich"),
    ],
)
def test_words_that_ask_and_connect_are_left_out(question: str, language: str, content: str) -> None:
    assert language_of(question) == language
    assert without_function_words(question) == content


def test_german_nouns_are_no_names() -> None:
    assert capital_terms("Was kostet die Pumpe HX-100 mit dem Laufrad?") == {"hx", "100"}
    assert capital_terms("What does the pump of Kestrel cost?") == {"kestrel"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Was kostet die Ausführung mit dem Laufrad 240?", "Preis (EUR, netto) 17.950"),
        ("Wann beginnt das Mietverhältnis?", "am 1. Oktober 2023"),
        ("Wann werden die Schlüssel übergeben?", "nach Eingang der Bürgschaft"),
    ],
)
def test_german_questions_are_answered_among_english_documents(
    minilm: LocalEmbedder, question: str, expected: str
) -> None:
    passages = [
        make_passage(1, make_hit(1, _ENGLISH, doc="lease_leeds.pdf")),
        make_passage(2, make_hit(2, _LEASE, doc="mietvertrag.pdf")),
        make_passage(3, make_hit(3, _PRICES, doc="preise.pdf", kind=ChunkKind.TABLE)),
    ]
    answer = ExtractiveAnswerer(minilm).answer(question, passages)
    assert expected in answer.text.split("[", 1)[0]
    assert not any("Wann" in note or "kostet" in note or "slip" in note for note in answer.trace.notes)
