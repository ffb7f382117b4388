"""Which rows of a form are ticked in the column that a question names."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.ticked_rows import find_ticked
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_POINTS = """Report
Mast: Satisf. ☒; Repair ☐; Not appl. ☐.
Item 2; Item Lift chains; Satisf. ☐; Repair ☒; Not appl. ☐; Remarks worn.
Parking brake: Satisf. ☐; Repair ☒; Not appl. ☐; Remarks slips.
Gas installation: Satisf. ☐; Repair ☐; Not appl. ☒."""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which points were ticked as needing repair?",
            "Item 2; Item Lift chains; Repair ☒; Remarks worn. Parking brake: Repair ☒; Remarks slips.",
        ),
        ("Which items are marked as not applicable?", "Gas installation: Not appl. ☒."),
        (
            "How many points need repair?",
            "2 of 4: Item 2; Item Lift chains; Repair ☒; Remarks worn. Parking brake: Repair ☒; Remarks slips.",
        ),
        ("Which truck was examined?", None),
        ("Does the brake need repair?", None),
    ],
)
def test_the_rows_that_are_ticked_in_the_column_that_is_named(question: str, expected: str | None) -> None:
    passages = [make_passage(1, make_hit(1, _POINTS, kind=ChunkKind.TABLE))]
    found = find_ticked(question, [one for one in read_statements(passages) if one.is_row])
    assert (found.text if found else None) == expected
