"""Names of an axis that stand as close to each other as words of a text do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.parsing.charts.close_names import are_even, parted_names
from bizrag.parsing.charts.labels import labels_of_words
from bizrag.parsing.charts.turned import read_upwards, turned_texts
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.slide_words import slide_words


def _centred(names: Sequence[str], pitch: float, *, first: float = 100.0) -> list[Word]:
    """Names with their middles at one distance: letters are six wide, blanks three."""
    return [
        word
        for at, name in enumerate(names)
        for word in slide_words(name, first + at * pitch - 3 * len(name) + 1.5 * name.count(" "), 50, 1)
    ]


def _texts(parts: Sequence[Sequence[Word]]) -> list[str]:
    return [" ".join(word.text for word in part) for part in parts]


NAMES = ("2024 mean", "Streaming", "Late shift", "Lab priority", "Discharge", "Total")


@pytest.mark.parametrize("joined", [(3, 5), (0, 2), (1, 3)])
def test_names_that_run_into_each_other_are_parted_where_their_middles_should_be(joined: tuple[int, int]) -> None:
    words = [_centred([name], 80, first=100 + 80 * at) for at, name in enumerate(NAMES)]
    start, end = joined
    parts = [*words[:start], [word for name in words[start:end] for word in name], *words[end:]]
    assert _texts(parted_names(parts)) == list(NAMES)


def test_words_of_a_text_are_not_parted() -> None:
    line = slide_words("The volume rose by a third and", 60, 50, 1)
    parts = [line[:1], line[1:2], line[2:6], line[6:]]
    assert parted_names(parts) == parts
    assert not are_even(parts)


def test_labels_of_an_axis_are_its_names() -> None:
    labels = labels_of_words(_centred((*NAMES, "Rest"), 70), (0.0, 0.0), 1.0)
    assert [label.text for label in labels] == [*NAMES, "Rest"]


def test_a_word_without_long_letters_is_told_once_in_what_runs_upwards() -> None:
    words = [
        Word(text, box, 10, 1)
        for text, box in (
            (word.text, type(word.bbox)(l=10, t=300 - word.bbox.r, r=10 + wide, b=300 - word.bbox.l))
            for word, wide in zip(slide_words("mean wait, minutes", 0, 0, 1), (6.0, 10.0, 9.0), strict=True)
        )
    ]
    assert [read_upwards(text) for text in turned_texts(words)] == ["mean wait, minutes"]
