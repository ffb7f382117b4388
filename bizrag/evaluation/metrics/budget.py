"""How much of a ranking a reader gets who reads so many words: chunks of different sizes compared by what they cost."""

from __future__ import annotations

from collections.abc import Iterable

from bizrag.model.words import tokens


def num_fitting(texts: Iterable[str], *, max_words: int) -> int:
    """How many texts, best first and whole, have ``max_words`` words together; the first that is too much ends it.

    Words and numbers are counted (``bizrag.model.words``), so pipelines of different embedders share one measure. Our
    own definition: with it, recall at k words is recall of the first ``num_fitting`` texts. Ten small chunks and ten
    large ones are different amounts of reading; a thousand words are not.

    >>> num_fitting(["one two", "three four five", "six"], max_words=5)
    2
    >>> num_fitting(["one two", "three four five", "six"], max_words=4)  # the third is not read in place of the second
    1
    """
    left, count = max_words, 0
    for text in texts:
        left -= len(tokens(text))
        if left < 0:
            break
        count += 1
    return count
