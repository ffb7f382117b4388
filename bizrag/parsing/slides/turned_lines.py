"""Texts of a slide that run upwards or downwards: names of the axes of a matrix, labels at the side. Pure.

A reader of text layers takes them apart: letters of one height are a line to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.parsing.text_layers.text_layer import Word

# in sizes of the type: between the letters of a word, between words, and how far a letter is from its line's middle
_KERNED, _BLANK, _ASIDE = 0.27, 1.2, 0.5


def find_turned(words: Sequence[Word]) -> list[list[Word]]:
    """The words of each text that is turned; they follow each other as they are written."""
    runs: list[list[Word]] = []
    for word in words:
        if runs and _goes_on(runs[-1][-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [run for run in runs if run[0].is_turned]


def turned_line(text: Sequence[Word]) -> str:
    """A turned text on one line, with blanks where its words are apart."""
    read = text[0].text
    for before, word in pairwise(text):
        read += ("" if _gap(before, word) <= _KERNED * _size(word) else " ") + word.text
    return read


def _goes_on(word: Word, other: Word) -> bool:
    """Whether a word is the next one of a turned text."""
    is_in_line = abs(word.bbox.middle_x - other.bbox.middle_x) <= _ASIDE * _size(other)
    return word.is_turned and other.is_turned and is_in_line and 0 <= _gap(word, other) <= _BLANK * _size(other)


def _gap(word: Word, other: Word) -> float:
    return max(word.bbox.t - other.bbox.b, other.bbox.t - word.bbox.b)


def _size(word: Word) -> float:
    return word.em_pt or word.bbox.width
