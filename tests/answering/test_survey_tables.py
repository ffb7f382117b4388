"""How many were asked, as surveys tell it, and shares that are none."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.base_rows import find_base_row
from bizrag.answering.extractive.tables.reckoned.shares import find_share
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_SATISFIED = (
    "Satisfaction with trams\nUnweighted base: Total 1,512; Sex Men 721; Sex Women 791; Area Rural 370.\n"
    "Weighted base: Total 1,512; Sex Men 740; Sex Women 772; Area Rural 301.\n"
    "Very satisfied: Total 14; Sex Men 13; Sex Women 15; Area Rural 19."
)
_RARE = "Those who seldom ride\nUnweighted base: Total 894; Sex Men 455; Sex Women 439; Area Rural 280."
_PASSAGE = make_passage(1, make_hit(1, _RARE, kind=ChunkKind.TABLE), make_hit(2, _SATISFIED, kind=ChunkKind.TABLE))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many women were interviewed?", "Unweighted base: Sex Women 791."),
        ("How many people took part in the survey?", "Unweighted base: Total 1,512."),
        ("What was the sample size?", "Unweighted base: Total 1,512."),
        ("How many women are very satisfied?", None),
        ("How many people took part in the fire drill?", None),
        ("How many women were born in 1990?", None),
    ],
)
def test_the_base_of_the_largest_table_says_how_many_were_asked(question: str, expected: str | None) -> None:
    found = find_base_row(question, read_statements([_PASSAGE]))
    assert (found[1] if found else None) == expected


def test_the_answer_tells_the_base(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer("How many women were interviewed?", [_PASSAGE])
    assert answer.text == "Unweighted base: Sex Women 791. [1](#1)"


def test_no_part_is_more_than_its_total() -> None:
    rows = [one for one in read_statements([_PASSAGE]) if one.is_row and one.text.startswith("Very")]
    assert find_share("What percentage of the total of very satisfied people are rural?", rows) is None
