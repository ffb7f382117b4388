"""What a question says no to, and lists of values: the rows that are told are those that are asked for, not the
opposite ones.
"""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.cell_matches import find_matching
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_WORKS = """Building works of the year
Headers: Work.
Leeds roof: Owner B. Roy; Budget 640; Status At risk.
York gate: Owner A. Lund; Budget 210; Status On track.
Hull pier: Owner B. Roy; Budget 380; Status Done.
Bath yard: Owner A. Lund; Budget 490; Status Late."""
_SYSTEMS = """Access to systems
Headers: System.
Ledger: Owner B. Roy; Drivers read; SSO yes.
Routes: Owner A. Lund; Drivers write; SSO yes.
People: Owner C. Pohl; Drivers own data; SSO yes.
Gate: Owner B. Roy; Drivers no; SSO no."""


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_matching(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "List all building works that are not on track",
            "Leeds roof: Status At risk. Hull pier: Status Done. Bath yard: Status Late.",
        ),
        ("Which works aren't done?", "Leeds roof: Status At risk. York gate: Status On track. Bath yard: Status Late."),
        (
            "How many works are not done?",
            "3 of 4: Leeds roof: Status At risk. York gate: Status On track. Bath yard: Status Late.",
        ),
        ("Which works are neither late nor at risk?", "York gate: Status On track. Hull pier: Status Done."),
        ("Which works are not late or at risk?", "York gate: Status On track. Hull pier: Status Done."),
        ("works not owned by B. Roy", "York gate: Owner A. Lund. Bath yard: Owner A. Lund."),
        ("Which works of B. Roy are not done?", "Leeds roof: Owner B. Roy; Status At risk."),
        # several values that are listed, and several that are not
        ("Which works are late or at risk?", "Leeds roof: Status At risk. Bath yard: Status Late."),
        ("works late, at risk or done", "Leeds roof: Status At risk. Hull pier: Status Done. Bath yard: Status Late."),
        ("Which late works put others at risk?", None),
        # nothing of the table is denied, one row is asked for, or why
        ("Which works are not painted?", None),
        ("Is the Leeds roof not on track?", None),
        ("Why are works not on track?", None),
    ],
)
def test_the_other_rows_are_told_where_a_question_says_no_to_a_value(question: str, expected: str | None) -> None:
    assert _found(question, _WORKS) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which systems have no SSO?", "Gate: SSO no."),
        ("systems without SSO", "Gate: SSO no."),
        ("Which systems do not require SSO?", "Gate: SSO no."),
        ("For which systems is SSO not enabled?", "Gate: SSO no."),
        ("How many systems lack SSO?", "1 of 4: Gate: SSO no."),
        ("How many systems fell short of SSO?", "1 of 4: Gate: SSO no."),
        ("Which systems have SSO?", "Ledger: SSO yes. Routes: SSO yes. People: SSO yes."),
        (
            "Which systems with SSO are not owned by B. Roy?",
            "Routes: SSO yes; Owner A. Lund. People: SSO yes; Owner C. Pohl.",
        ),
        # what is denied is in no column
        ("Which systems with SSO are not audited?", None),
    ],
)
def test_columns_of_yes_and_no_are_asked_for_no(question: str, expected: str | None) -> None:
    assert _found(question, _SYSTEMS) == expected


def test_not_started_is_a_value_and_the_opposite_of_started() -> None:
    table = "Works\nRoof: Status Not started.\nGate: Status Running.\nPier: Status Started.\nYard: Status Not started."
    assert _found("Which works are not started?", table) == "Roof: Status Not started. Yard: Status Not started."
    assert _found("Which works have not been started?", table) == "Roof: Status Not started. Yard: Status Not started."
    begun = "Works\nRoof: Status Not started.\nGate: Status Running.\nPier: Status Done.\nYard: Status Running."
    assert _found("Which works have started?", begun) == (
        "Gate: Status Running. Pier: Status Done. Yard: Status Running."
    )


def test_the_answer_tells_the_others(minilm: LocalEmbedder) -> None:
    passages = [make_passage(1, make_hit(1, _SYSTEMS, kind=ChunkKind.TABLE))]
    assert ExtractiveAnswerer(minilm).answer("systems without SSO", passages).text == "Gate: SSO no. [1](#1)"
