"""Words that docling ran together: compounds broken at a line's end, and neighbours set with little room between.

docling drops every hyphen at a line's end, which is right for "algo-" "rithm" and wrong for "in-" "network" or "10-"
"K"; and where letters are set tight it sees no gap ("ImVoraus"). The text layer shows where words met, and the rest of
the document how they are written: places are noted page by page, and decided when all pages are known.

Chinese and Japanese set no blanks: there it is docling's blank at a line's end that is no part of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from bizrag.model.unspaced import WITHOUT_BLANKS, is_without_blanks
from bizrag.parsing.draft import Draft, DraftItem, DraftPicture, DraftTable, DraftText, Joint
from bizrag.parsing.text_layers.text_layer import Word

_TOKEN = re.compile(r"\w[\w-]*")
# the last letters of a word, the first of the next one
_END = re.compile(r"\w(?:[\w-]*\w)?$")
_START = re.compile(r"\w(?:[\w-]*\w)?")
_HYPHENS = "-\u2010"
_DASH = "\u2013"
# signs of full width hold the room beside them
_OPEN, _CLOSE = "\u3008\u300a\u300c\u300e\u3010\u3014\uff08", "\u3009\u300b\u300d\u300f\u3011\u3015\uff09"
_STOPS = "\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f"
_BESIDE_WIDE_SIGN = re.compile(
    f"(?<=[{_OPEN}{_CLOSE}{_STOPS}]) (?=[{WITHOUT_BLANKS}\\d])|(?<=[{WITHOUT_BLANKS}\\d]) (?=[{_CLOSE}{_STOPS}])"
)
# what stands there, how it is written
Repair = tuple[re.Pattern[str], str]
# A word is known when it stands at two further places: the halves of one that pdfium took apart are not.
_KNOWN = 2
_LONG = 3


def find_joints(items: Iterable[DraftItem], words: Sequence[Word]) -> tuple[Joint, ...]:
    """Where the items of a page hold two words of its text layer as one; at a line's end, or with hyphen and blank."""
    text = "\n".join(_texts(items))
    tokens = set(_TOKEN.findall(text))
    own = {token for word in words for token in _TOKEN.findall(word.text)}
    met = [_joint(one, other) for one, other in pairwise(words)]
    met += [_broken(word) for word in words]
    joints: dict[Joint, None] = {}
    for joint in met:
        if joint is None:
            continue
        joined = joint.first + joint.second
        if joint.is_unspaced:
            if f"{joint.first} {joint.second}" in text:
                joints[joint] = None
            continue
        is_broken = joint.is_line_end and f"{joint.first}- {joint.second}" in text
        if is_broken or (joined in tokens and (joint.is_line_end or joined not in own)):
            joints[joint] = None
    return tuple(joints)


def count_words(words: Sequence[Word]) -> Counter[str]:
    """How often each word stands within a line, in small letters: no halves of broken ones."""
    broken = [place for place, (one, other) in enumerate(pairwise(words)) if _is_broken(one, other)]
    halves = {*broken, *(place + 1 for place in broken)}
    whole = (word for place, word in enumerate(words) if place not in halves and word.broken_at is None)
    return Counter(token.lower() for word in whole for token in _TOKEN.findall(word.text))


def mend_words(draft: Draft) -> None:
    """Write the words at all joints as the rest of the document does."""
    repairs: dict[int, list[Repair]] = {}
    for page in draft.pages:
        found = [repair for joint in page.joints if (repair := _repair(joint, draft.word_counts)) is not None]
        if found:
            repairs[page.page_no] = found
    for item in draft.items:
        if item.page_no in repairs:
            _rewrite(item, partial(_mended, repairs=repairs[item.page_no]))
        _rewrite(item, _without_room)


def _is_broken(one: Word, other: Word) -> bool:
    if one.last_line == other.line or len(one.text) < 2:
        return False
    is_range = one.text[-1] == _DASH and one.text[-2].isdigit() and other.text[0].isdigit()
    return is_range or (one.text[-1] in _HYPHENS and one.text[-2].isalnum())


def _broken(word: Word) -> Joint | None:
    """pdfium joins the halves of a word itself where it takes the hyphen for one of the line's end."""
    if word.broken_at is None:
        return None
    first, second = _END.search(word.text[: word.broken_at]), _START.match(word.text[word.broken_at + 1 :])
    return Joint(first=first[0], second=second[0], is_line_end=True) if first and second else None


def _goes_on_unspaced(one: Word, other: Word) -> bool:
    """Whether a line of Chinese or Japanese goes on in the line below it; a number belongs to its unit."""
    if one.last_line == other.line or other.bbox.t < (one.bbox.t + one.bbox.b) / 2:
        return False
    last, first = one.text[-1], other.text[0]
    is_first, is_second = is_without_blanks(last), is_without_blanks(first)
    return (is_first or last.isdigit()) and (is_second or first.isdigit()) and (is_first or is_second)


def _joint(one: Word, other: Word) -> Joint | None:
    if _goes_on_unspaced(one, other):
        first, second = _END.search(one.text), _START.match(other.text)
        return Joint(first=first[0], second=second[0], is_line_end=True, is_unspaced=True) if first and second else None
    is_line_end = _is_broken(one, other)
    if not is_line_end and one.last_line != other.line:
        return None
    first = _END.search(one.text[:-1] if is_line_end else one.text)
    second = _START.match(other.text)
    return Joint(first=first[0], second=second[0], is_line_end=is_line_end) if first and second else None


def _repair(joint: Joint, counts: Counter[str]) -> Repair | None:
    first, second = joint.first, joint.second
    joined = counts[(first + second).lower()]
    if joint.is_unspaced:
        written, gap = first + second, " "
    elif joint.is_line_end:
        # no broken word has a digit there or another case: F-16, 2022-2023, FDA-approved
        is_evident = first[-1].isdigit() or second[0].isdigit() or first[-1].isupper() != second[0].isupper()
        is_compound = is_evident or counts[f"{first}-{second}".lower()] > joined
        written = f"{first}-{second}" if is_compound else first + second
        gap = "(?:- )?"
    else:
        if joined or not _are_words(first, second, counts):
            return None
        written, gap = f"{first} {second}", ""
    return re.compile(rf"(?<![\w-]){re.escape(first)}{gap}{re.escape(second)}(?!\w)"), written


def _are_words(first: str, second: str, counts: Counter[str]) -> bool:
    """Whether two neighbours are words each: what pdfium took apart is no pair (a capital set off, the 2 of CO2)."""
    if not (first[-1].isalpha() and second[0].isalpha()):
        return False
    num_known = sum(counts[half.lower()] >= _KNOWN for half in (first, second))
    # a capital inside a word is another sign that two met
    is_capital = first[-1].islower() and second[0].isupper()
    return num_known == 2 or (num_known == 1 and (is_capital or min(len(first), len(second)) >= _LONG))


def _texts(items: Iterable[DraftItem]) -> Iterable[str]:
    for item in items:
        match item:
            case DraftText():
                yield item.text
            case DraftTable():
                yield item.caption
                yield from (cell.text for cell in item.cells)
            case DraftPicture():
                yield item.caption
                yield item.text


def _mended(text: str, repairs: Sequence[Repair]) -> str:
    for pattern, written in repairs:
        text = pattern.sub(written, text)
    return text


def _without_room(text: str) -> str:
    return text if text.isascii() else _BESIDE_WIDE_SIGN.sub("", text)


def _rewrite(item: DraftItem, change: Callable[[str], str]) -> None:
    match item:
        case DraftText():
            item.text = change(item.text)
        case DraftTable():
            item.caption = change(item.caption)
            item.cells = [replace(cell, text=change(cell.text)) for cell in item.cells]
        case DraftPicture():
            item.caption, item.text = change(item.caption), change(item.text)
