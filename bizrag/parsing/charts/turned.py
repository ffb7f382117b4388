"""Words of a text layer that run upwards, as names of an axis do where there are many. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.parsing.text_layers.text_layer import Word

# words are so much higher than wide
_UPRIGHT = 1.3
# in widths of the letters: what is one word, and one text
_KERNED, _BLANK = 0.15, 0.8


def turned_texts(words: Sequence[Word]) -> list[list[Word]]:
    """The words that run upwards, those of one text together, from the lower end."""
    upright = [word for word in words if len(word.text) > 1 and word.bbox.height > _UPRIGHT * word.bbox.width]
    texts: list[list[Word]] = []
    # the widest first: words without long letters go with those that have some
    for first in sorted(upright, key=lambda word: (-word.bbox.width, -word.bbox.b)):
        if any(first in text for text in texts):
            continue
        # a letter alone tells no direction: it goes with the word above or below it
        near = [word for word in words if word is first or _is_in_line(word, first)]
        near.sort(key=lambda word: -word.bbox.b)
        runs: list[list[Word]] = []
        for word in near:
            if runs and runs[-1][-1].bbox.t - word.bbox.b <= _BLANK * first.bbox.width:
                runs[-1].append(word)
            else:
                runs.append([word])
        texts += [run for run in runs if first in run]
    return sorted(texts, key=lambda text: -text[0].bbox.b)


def read_upwards(text: Sequence[Word]) -> str:
    """The letters of words that run upwards, with blanks between words."""
    read = text[0].text
    for below, word in pairwise(text):
        read += ("" if below.bbox.t - word.bbox.b <= _KERNED * word.bbox.width else " ") + word.text
    return read


def _is_in_line(word: Word, first: Word) -> bool:
    return (
        abs(word.bbox.middle_x - first.bbox.middle_x) < first.bbox.width / 2
        and word.bbox.width <= 1.5 * first.bbox.width
    )
