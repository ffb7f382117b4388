"""Rows that have what a question says: which questions ask for them, and that all of them are told."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.cell_matches import find_matching
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_RISKS = """# Risks of the group
[TABLE START]
Risk | Rating | Owner | Insured?
Fire | High | Mara Holt | Yes
Flood | Medium | Mara Holt | Yes
Fraud | High | Jun Abe | No
Strikes | Low | Jun Abe | No
Outage | High | Ada Pohl | Yes
[TABLE END]"""


def _found(question: str, text: str, kind: ChunkKind = ChunkKind.SLIDE) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]
    found = find_matching(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which risks are rated high?", "Fire: Rating High. Fraud: Rating High. Outage: Rating High."),
        ("How many risks are rated high?", "3 of 5: Fire: Rating High. Fraud: Rating High. Outage: Rating High."),
        ("Which risks does Jun Abe own?", "Fraud: Owner Jun Abe. Strikes: Owner Jun Abe."),
        ("Which risks are insured?", "Fire: Insured? Yes. Flood: Insured? Yes. Outage: Insured? Yes."),
        ("Which risks are not insured?", "Fraud: Insured? No. Strikes: Insured? No."),
        ("Which high risks does Jun Abe own?", "Fraud: Rating High; Owner Jun Abe."),
        ("Which of Jun Abe's risks are insured?", None),
        # one row, a row that is named, another thing than rows, and nothing of the table
        ("Which risks are rated low?", None),
        ("Is fire a high risk, and which owner has it?", None),
        ("How is the risk rated high?", None),
        ("Which taxes are rated high?", None),
    ],
)
def test_all_rows_that_have_it_are_found(question: str, expected: str | None) -> None:
    assert _found(question, _RISKS) == expected


def test_of_several_columns_of_yes_and_no_the_one_that_is_named_best_is_asked() -> None:
    table = "\n".join(
        (
            "Training records",
            "Ada: Fire training Yes; Data training No; First aid No.",
            "Ben: Fire training No; Data training No; First aid Yes.",
            "Cem: Fire training No; Data training Yes; First aid Yes.",
        )
    )
    question = "Who has not completed the {} in the training records?"
    assert (
        _found(question.format("fire training"), table, ChunkKind.TABLE)
        == "Ben: Fire training No. Cem: Fire training No."
    )
    # the only one without it is what is asked for
    assert _found(question.format("first aid"), table, ChunkKind.TABLE) == "Ada: First aid No."


def test_of_columns_with_the_same_values_the_one_that_is_named_is_asked() -> None:
    rows = (
        "Fire: Likelihood Low; Impact High.",
        "Fraud: Likelihood High; Impact High.",
        "Flood: Likelihood High; Impact Low.",
    )
    table = "\n".join(("Risks", *rows))
    assert _found("Which risks have a high impact?", table, ChunkKind.TABLE) == "Fire: Impact High. Fraud: Impact High."
    assert _found("Which risks are high?", table, ChunkKind.TABLE) is None


def test_grades_of_one_letter_and_rows_without_a_mark() -> None:
    table = (
        "Suppliers\nKelda: Spend 4; Rating A; Audited Yes.\nOster: Spend 9; Rating B; Audited No.\n"
        "Marin: Spend 2; Rating A; Audited n/a.\nTallm: Spend 7; Rating B; Audited No.\nAll suppliers: Spend 22."
    )
    assert _found("Who are our A-rated suppliers?", table, ChunkKind.TABLE) == "Kelda: Rating A. Marin: Rating A."
    assert _found("How many suppliers were not audited?", table, ChunkKind.TABLE) == (
        "2 of 4: Oster: Audited No. Tallm: Audited No."
    )


def test_codes_are_told_with_what_they_stand_for() -> None:
    rows = (
        "T-01: Project Search relaunch; Owner Ines Roth; Status On hold.",
        "T-02: Project Mobile app 4.0; Owner Jun Abe; Status Amber.",
        "T-03: Project Billing tests; Owner Jun Abe; Status On hold.",
    )
    table = "\n".join(("Projects of the year", "Headers: No.", *rows))
    assert _found("Which projects are on hold?", table, ChunkKind.TABLE) == (
        "T-01: Project Search relaunch; Status On hold. T-03: Project Billing tests; Status On hold."
    )


def test_the_corner_and_the_names_of_columns_are_read_from_a_described_table() -> None:
    table = (
        "Headers: Measure.\n"
        "Roof: Saving 160; Hub North.\nLights: Saving 185; Hub North.\nBoiler: Saving 890; Hub Harbour East."
    )
    assert (
        _found("Which measures are planned at North?", table, ChunkKind.TABLE) == "Roof: Hub North. Lights: Hub North."
    )


def test_the_answer_holds_all_of_them_and_quotes_them(minilm: LocalEmbedder) -> None:
    passages = [make_passage(1, make_hit(1, _RISKS, kind=ChunkKind.SLIDE))]
    answer = ExtractiveAnswerer(minilm).answer("Which risks are rated high?", passages)
    assert answer.text == "Fire: Rating High. Fraud: Rating High. Outage: Rating High. [1](#1)"
    assert "Outage | High" in answer.citations[0].quote


def test_a_table_whose_rows_are_all_averages_tells_none() -> None:
    rows = ("Average score of desktop", "Average score of mobile", "Average trust of desktop", "Average ease of mobile")
    table = "\n".join(f"{row} | {at}.21 | 3.{at}5" for at, row in enumerate(rows))
    text = f"# Scores\n[TABLE START]\nMeasure | FY 2021 | FY 2022\n{table}\n[TABLE END]"
    assert _found("Which scores of desktop were met in FY 2022?", text) is None


def test_rows_of_years_are_told_with_what_they_are() -> None:
    films = (
        "Film\nHeaders: Year.\n2000: Title The Winter Train; Role Nurse Hedy; Director Paul Marchetti.\n"
        "2002: Title Eleven Doors; Role Katya; Director Lena Osei.\n"
        "2004: Title Ravens; Role Countess Orla; Director Paul Marchetti.\n"
        "2009: Title Salt Road; Role The Woman; Director Lena Osei."
    )
    assert _found("Which films by Paul Marchetti did she appear in?", films, ChunkKind.TABLE) == (
        "2000: Title The Winter Train; Director Paul Marchetti. 2004: Title Ravens; Director Paul Marchetti."
    )


_STATUS = """# Projects
[TABLE START]
Project | Owner | Schedule | Budget | Scope
Billing | Ann | G (green) | G (green) | G (green)
Valley | Ben | R (red) | A (amber) | G (green)
Router | Ann | G (green) | G (green) | A (amber)
App | Cid | A (amber) | R (red) | G (green)
Audit | Dee | G (green) | G (green) | G (green)
[TABLE END]"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which projects are green on schedule, budget and scope?",
            "Billing: Schedule G (green); Budget G (green); Scope G (green). "
            "Audit: Schedule G (green); Budget G (green); Scope G (green).",
        ),
        ("How many projects are amber on schedule?", "1 of 5: App: Schedule A (amber)."),
        ("Which projects have a red or amber budget?", "Valley: Budget A (amber). App: Budget R (red)."),
        # of which column it is asked is not said
        ("Which projects are green?", None),
    ],
)
def test_a_colour_is_asked_for_by_its_name(question: str, expected: str | None) -> None:
    assert _found(question, _STATUS) == expected


def test_a_cell_with_a_semicolon_in_one_row_takes_no_column_from_the_others() -> None:
    text = (
        "Headers: Project.\nBilling: Owner Ann; Budget G (green); Comment closed in August; lessons to follow.\n"
        "Valley: Owner Ben; Budget A (amber); Comment permits missing.\nApp: Owner Cid; Budget R (red); Comment late.\n"
        "Audit: Owner Dee; Budget G (green); Comment stage one passed."
    )
    told = _found("Which projects have a green budget?", text, ChunkKind.TABLE)
    assert told == "Billing: Budget G (green). Audit: Budget G (green)."
