"""Slides that are built up step by step: exported, each step is a page that shows all before it again. Pure."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise


def find_steps(texts: Sequence[str], images: Sequence[Set[str]]) -> set[int]:
    """The slides (indices of their texts) whose words the next slide with their title shows again, in their order, and
    whose images: what they say is told there.

    >>> texts = ["# Why\\n- costs", "# Why\\n- costs\\n- time", "# How\\n- costs"]
    >>> find_steps(texts, [set(), set(), set()]), find_steps(texts, [{"a photograph"}, {"another"}, set()])
    ({0}, set())
    """
    shown = enumerate(zip(pairwise(texts), pairwise(images), strict=True))
    return {
        number for number, ((text, after), (own, next_own)) in shown if own <= next_own and _is_shown_again(text, after)
    }


def _is_shown_again(text: str, after: str) -> bool:
    words = iter(after.split())
    are_of_one_title = text.splitlines()[:1] == after.splitlines()[:1]
    return bool(text) and are_of_one_title and all(word in words for word in text.split())
