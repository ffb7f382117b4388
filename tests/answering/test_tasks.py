"""What a person has to do, by a list of actions."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.tasks import find_tasks
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ACTIONS = """Actions
Headers: No.
22-06: Action Noise measurement at the east fence; Owner Simon Beckers; Due 12 Nov 2025.
23-01: Action Toe boards checked; Owner Lech Wójcik; Due 7 Nov 2025.
23-07: Action Visitor badges for Simon's guests; Owner Ruben Kalda; Due 1 Dec 2025.
23-08: Action Order gloves; Owner Simon Beckers, Lech Wójcik; Due 2 Dec 2025."""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does Simon have to do and by when?", ["22-06", "23-08"]),
        ("List the actions of Lech Wójcik", ["23-01", "23-08"]),
        ("Which tasks has Greta?", []),
        ("When does Simon go on leave?", []),
    ],
)
def test_all_rows_of_the_owner_that_is_named(question: str, expected: list[str]) -> None:
    passages = [make_passage(1, make_hit(1, _ACTIONS, kind=ChunkKind.TABLE))]
    found = find_tasks(question, [one for one in read_statements(passages) if one.is_row])
    assert [row.said.split(":")[0] for row in (found.statements if found else ())] == expected
