"""Citation markers in answers: ``[3](#3)`` points to passage 3. Pure text work."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from bizrag.model.answers import Answer

# A link to an anchor inside the page; no other Markdown link starts with "#".
_MARKER = re.compile(r"\[([^\[\]]{0,99})\]\(#([^()\s]{0,99})\)")
# the end of a text that may be the beginning of a marker, with the blanks in front of it
_UNFINISHED = re.compile(r" *(?:\[[^\[\]]{0,99}(?:\](?:\((?:#[^()\s]{0,99})?)?)?)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedText:
    """An answer whose markers all resolve."""

    text: str
    # ids in the order in which the text first names them
    passage_ids: tuple[int, ...]
    # markers that named no passage and were taken out
    num_removed: int


def marker(passage_id: int) -> str:
    """The marker of a passage.

    >>> marker(3)
    '[3](#3)'
    """
    return f"[{passage_id}](#{passage_id})"


def check_markers(text: str, passage_ids: Collection[int]) -> CitedText:
    """Keep the markers of known passages; remove and count the others, with the blank in front of them.

    A marker counts when label and anchor are the same integer: ``[3](#3)``. ``[3](#4)`` and ``[a](#a)`` are removed.

    >>> check_markers("Sales rose [1](#1) [9](#9).", {1})
    CitedText(text='Sales rose [1](#1).', passage_ids=(1,), num_removed=1)
    """
    used: dict[int, None] = {}
    kept: list[str] = []
    end = num_removed = 0
    for match in _MARKER.finditer(text):
        before = text[end : match.start()]
        end = match.end()
        label, anchor = match.groups()
        if label == anchor and label.isascii() and label.isdigit() and int(label) in passage_ids:
            used[int(label)] = None
            kept += [before, marker(int(label))]
        else:
            num_removed += 1
            kept.append(before.rstrip(" "))
    return CitedText(text="".join(kept) + text[end:], passage_ids=tuple(used), num_removed=num_removed)


class MarkerFilter:
    """Checks and numbers the markers of an answer while it is written.

    What comes out, put together, is the text that ``check_markers`` and ``number_citations`` make of the whole.
    """

    def __init__(self, passage_ids: Collection[int]) -> None:
        self._passage_ids = passage_ids
        self._held = ""
        self._numbers: dict[int, int] = {}

    def feed(self, piece: str) -> str:
        """What can be shown now: an unfinished marker waits for its end."""
        text = self._held + piece
        found = _UNFINISHED.search(text)
        assert found is not None, "no match is shorter than the empty one at the end"
        end = found.start()
        self._held = text[end:]
        return self._checked(text[:end])

    def finish(self) -> str:
        """What was held back."""
        held, self._held = self._held, ""
        return self._checked(held)

    def _checked(self, text: str) -> str:
        checked = check_markers(text, self._passage_ids)
        for passage_id in checked.passage_ids:
            self._numbers.setdefault(passage_id, len(self._numbers) + 1)
        return _MARKER.sub(lambda match: marker(self._numbers[int(match[1])]), checked.text)


def cited_claims(text: str) -> dict[int, list[str]]:
    """What each marker stands behind: the text since the markers before it; markers in a row stand behind the same.

    >>> cited_claims("Sales rose [1](#1). Costs fell [2](#2) [1](#1).")
    {1: ['Sales rose', '. Costs fell'], 2: ['. Costs fell']}
    """
    claims: dict[int, list[str]] = {}
    claim, end = "", 0
    for match in _MARKER.finditer(text):
        between = text[end : match.start()].strip()
        claim = between if any(character.isalnum() for character in between) else claim
        end = match.end()
        claims.setdefault(int(match[1]), []).append(claim)
    return claims


def number_citations(answer: Answer) -> Answer:
    """The answer with its citations numbered 1, 2, ... in the order in which the text first names them.

    Markers, citations and passages change together, so that a marker, its citation and its passage share a number
    before and after; passages that the text does not name follow in their old order. Markers without a citation go.
    """
    checked = check_markers(answer.text, {citation.citation_id for citation in answer.citations})
    named = [*checked.passage_ids, *(citation.citation_id for citation in answer.citations)]
    passages = [*named, *(passage.passage_id for passage in answer.passages)]
    numbers = {old: new for new, old in enumerate(dict.fromkeys(passages), start=1)}
    citations = (replace(citation, citation_id=numbers[citation.citation_id]) for citation in answer.citations)
    renumbered = (replace(passage, passage_id=numbers[passage.passage_id]) for passage in answer.passages)
    return replace(
        answer,
        text=_MARKER.sub(lambda match: marker(numbers[int(match[1])]), checked.text),
        citations=tuple(sorted(citations, key=lambda citation: citation.citation_id)),
        passages=tuple(sorted(renumbered, key=lambda passage: passage.passage_id)),
    )


_ENDS = ("?", ".", "!", ";", ":", "。", "！", "？", "；", "：")


def ended(text: str) -> str:
    """Text with a full stop where it ends in none of the marks that a citation may follow.

    >>> ended("Net sales: 2024 $7"), ended("It is.")
    ('Net sales: 2024 $7.', 'It is.')
    """
    return text if text.endswith(_ENDS) else f"{text}."


def without_markers(text: str) -> str:
    """Text of a source without anything that reads like a marker of ours: it keeps the label only.

    >>> without_markers("see [note](#3)")
    'see note'
    """
    return _MARKER.sub(r"\1", text)


def plain_markers(text: str) -> str:
    """An answer for a place without links, such as a terminal.

    >>> plain_markers("Sales rose [1](#1).")
    'Sales rose [1].'
    """
    return _MARKER.sub(r"[\1]", text)
