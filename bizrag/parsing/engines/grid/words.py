"""From words to pieces of text (pure).

Doubled words and leader dots go; words of one cell on one line come together, a currency sign with its number too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from bizrag.model.labels import are_two_values
from bizrag.parsing.engines.grid.types import Rule, Word

# words of one cell stand closer than this share of the line height; columns stand further apart
_CELL_GAP = 0.62
# values that cannot be one number stand at least so far apart
_TIGHT_GAP = 0.1
# letters of one width differ by less, and one blank from them
_SAME_PITCH, _ONE_BLANK = 0.02, 0.3
# words of one line differ in height by less (heights of a word), but for raised marks
_LEVEL = 0.25
# words of a longer line are a text
_MAX_STACKED = 200
# words so much higher than usual are large type
_LARGE_TYPE = 1.3
# currency signs stand at the left edge of their column, far from the number
_CURRENCY = re.compile(r"(US|C|A|HK)?[$€£¥]\(?")
# of a footnote, behind a year
_MARK = re.compile(r"(?<=\d)(?:\s?[a-z]|\s?[\u00b9\u00b2\u00b3\u2074-\u2079]|\s?\([a-z\d]\))$")
_NUMBER_START = re.compile(r"[(\[<>~≈+−–—-]*[$€£¥]?[(\[+−–-]*\.?\d|[—–-]+$")
_CLOSING = re.compile(r"(\)|\]|%|\)%|%\)|pts?\.?|bps)[*†‡]*")
_LEADER = re.compile(r"(\.{3,}|…+|(·\s?){3,}|_{4,}|(\. ){2,}\.?)$")
_ELLIPSES = ("...", "\u2026")
_DETACHED = re.compile(r"(?<=\d) (?=[)\]%]+(?: |$))|(?<=[(\[]) (?=\d)")
_TYPED_RULE = re.compile(r"[-_=—–─━]{5,}")
_ONLY_DOTS = re.compile(r"[.·…]+")
# currencies as bills write them, before or behind an amount
_CODE = r"EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|CAD|AUD"
_NUMBER = re.compile(
    rf"[(\[<>~≈≤≥±+−–—-]*\s*(US|C|A|{_CODE})?[$€£¥]?\s*[(\[+−–-]?\s*\d[\d.,'’\s]*([eE][+-]?\d+)?\s*"
    rf"(%|\)|\]|pts?|bps|[*†‡§¹²³⁴⁵⁶⁷⁸⁹]|\([a-z0-9]\)|[a-z]|x|million|billion|[$€£¥]|{_CODE}|kr\.?|zł|Kč|Ft)*"
    # "39,95 A": the rate of tax behind the price on a receipt
    r"((?<=[.,]\d\d )[A-Z])?"
)
# "0.41 [0.13, 1.26]", "2585 (47)", "12.3 ± 0.4": a figure with its interval, share or error; behind a year it is a mark
_SOLE = r"[+−–-]?\d[\d.,]*\s?%?"
_AMOUNT = re.compile(r"[~<>≤≥±+-]?\s?\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?\s?(?![\d.,])\S")
_PERIOD = re.compile(r"\b(?:days?|weeks?|months?|quarters?|years?|half|H[12]|Q[1-4]|(?:19|20)\d\d)\b", re.IGNORECASE)
_ESTIMATE = re.compile(
    rf"(?!(?:19|20)\d\d\s*\(){_SOLE}\s*(?:±\s*{_SOLE}|[\[(]\s*{_SOLE}(?:\s*(?:[,;–-]|to)\s*{_SOLE})?\s*[\])])"
)
_YEAR = re.compile(r"[(]?(FY\s?)?(19|20)\d\d(\s?[-–/]\s?(\d{2,4}))?[)]?[a-zA-Z*]?")
_DATE = re.compile(r"\d{1,2}([./])\d{1,2}\1(?:\d\d){1,2}|(?:19|20)\d\d-\d\d-\d\d")
_PLACEHOLDER = re.compile(r"(N/?A|n/?a|n\.a\.|NM|nm|[-–—−‒*.…]+|\(\*+\)|\*+|†|‡|§|X|[☒☐].*|\$\s*[-–—])%?")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Segment:
    """Words that stand together on one line: the smallest thing that is put into a cell; see ``segment_of``."""

    words: tuple[Word, ...]
    # number of the line, from the top
    line: int
    text: str
    l: float  # noqa: E741 - the field's customary name
    t: float
    r: float
    b: float
    # a number, or a mark that stands for one
    is_data: bool

    @property
    def middle_y(self) -> float:
        return (self.t + self.b) / 2

    @property
    def middle_x(self) -> float:
        return (self.l + self.r) / 2

    @property
    def width(self) -> float:
        return self.r - self.l


def segment_of(words: Sequence[Word], line: int) -> Segment:
    """The segment of these words, which stand on one line from left to right."""
    text = " ".join(word.text for word in words)
    return Segment(
        words=tuple(words),
        line=line,
        text=text,
        l=min(word.l for word in words),
        t=min(word.t for word in words),
        r=max(word.r for word in words),
        b=max(word.b for word in words),
        is_data=is_data(text),
    )


def is_data(text: str) -> bool:
    """Whether a cell holds a number, a mark that stands for one, or a box to tick.

    >>> [is_data(t) for t in ("$ 1,577", "(3.5)%", "—", "12 a", "☒ Yes", "Total 5", "Q3 2022")]
    [True, True, True, True, True, False, False]
    >>> is_data("39,95 A"), is_data("Part 3 A")
    (True, False)
    >>> [is_data(t) for t in ("5 268,70 €", "CHF 1'204.50", "310,00 kr", "EUR")]
    [True, True, True, False]
    >>> [is_data(t) for t in ("0.41 [ 0.13 , 1.26 ]", "2585 (47)", "12.3 ± 0.4")]
    [True, True, True]

    The day of "October 29," over "2023" is none:

    >>> is_data("29,")
    False
    """
    text = text.strip()
    return not text.endswith(",") and any(pattern.fullmatch(text) for pattern in (_NUMBER, _PLACEHOLDER, _ESTIMATE))


def is_amount(text: str) -> bool:
    """Whether a cell begins with a figure and its unit; a period that begins with one names a column.

    >>> [is_amount(t) for t in ("31.7 gal (120 L)", "0 - 9.1 RPM", "80° left", "12", "12 months ended", "3 May 2024")]
    [True, True, True, False, False, False]
    """
    return _AMOUNT.match(text) is not None and not (_PERIOD.search(text) or is_date(text))


def is_year(text: str) -> bool:
    """Whether a number is a year, which names a column more often than it fills a cell.

    >>> [is_year(t) for t in ("2022", "2013–14", "FY 2020", "1,999", "2024 d", "2024¹")]
    [True, True, True, False, True, True]
    """
    return bool(_YEAR.fullmatch(_MARK.sub("", text.strip())))


def is_date(text: str) -> bool:
    """Whether a number is a day, which names a column of a balance sheet and fills cells of others.

    >>> [is_date(t) for t in ("31.12.2023", "31/12/23", "2023-12-31", "1.204")]
    [True, True, True, False]
    """
    return bool(_DATE.fullmatch(text.strip()))


def is_currency(text: str) -> bool:
    """Whether a word is a currency sign that belongs to the number after it."""
    return bool(_CURRENCY.fullmatch(text))


def line_height(words: Sequence[Word]) -> float:
    """The height of usual words in points."""
    return max(4.0, median(word.height for word in words)) if words else 10.0


def clean_words(words: Sequence[Word]) -> list[Word]:
    """Words without overprints (bold by drawing twice) and without leader dots."""
    kept: list[Word] = []
    for word in sorted(words, key=lambda w: (w.text, w.t, w.l)):
        if kept and _is_overprint(kept[-1], word):
            continue
        kept.append(word)
    return [trimmed for word in kept if (trimmed := _without_leader(word)) is not None]


def word_space(lines: Sequence[Sequence[Word]], height: float) -> float:
    """The usual space between words of one cell in points."""
    gaps = [
        gap
        for line in lines
        for before, word in itertools.pairwise(line)
        if 0.05 * height < (gap := word.l - before.r) <= _CELL_GAP * height
    ]
    return median(gaps) if gaps else 0.28 * height


def text_rules(words: Sequence[Word]) -> dict[Word, Rule]:
    """The words that are rules drawn with letters (``-----``, ``_____``), as rules."""
    return {
        word: Rule(l=word.l, t=word.middle_y - 0.5, r=word.r, b=word.middle_y + 0.5)
        for word in words
        if _TYPED_RULE.fullmatch(word.text)
    }


def without_underlines(rules: Sequence[Rule], words: Sequence[Word]) -> list[Rule]:
    """The rules that do not merely underline words: from where a word begins to where one on that line ends."""
    slack = 1.2
    kept: list[Rule] = []
    for rule in rules:
        above = [w for w in words if w.middle_y < rule.y <= w.b + 0.25 * w.height] if rule.is_horizontal else []
        starts = any(abs(w.l - rule.l) <= slack for w in above)
        if not (starts and any(abs(w.r - rule.r) <= slack for w in above)):
            kept.append(rule)
    return kept


def text_lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words grouped into lines from top to bottom, each from left to right.

    A word joins the line whose middle lies within half its own height: raised marks stay on their line.
    """
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.middle_y):
        if lines:
            anchor = max(lines[-1], key=lambda w: w.height)
            if word.middle_y - anchor.middle_y <= 0.5 * max(anchor.height, word.height):
                lines[-1].append(word)
                continue
        lines.append([word])
    return [sorted(line, key=lambda w: w.l) for line in lines]


def text_of(words: Sequence[Word]) -> str:
    """The words of one cell in reading order, joined by blanks; a bracket or percent sign stands at its number."""
    text = " ".join(word.text for line in text_lines(words) for word in line)
    return _DETACHED.sub("", text)


def segments_of(lines: Sequence[Sequence[Word]], height: float, verticals: Sequence[Rule]) -> list[Segment]:
    """The segments of all lines: words closer than a column gap, never across a vertical rule."""
    segments: list[Segment] = []
    for number, line in enumerate(lines):
        group: list[Word] = []
        stacks = _stacks(line)
        for word in _without_dot_rows(line):
            if group and (_is_at_stack(group[-1], word, stacks) or not _belongs(group, word, height, verticals)):
                segments.append(segment_of(group, number))
                group = []
            group.append(word)
        if group:
            segments.append(segment_of(group, number))
    return segments


def _stacks(line: Sequence[Word]) -> dict[Word, list[Word]]:
    """The words of a line that stand above or below another one of it, each with all of its stack: names of a head in
    two lines that a name in one line, between their heights, holds together.
    """
    if len(line) > _MAX_STACKED:
        return {}
    stacks = {word: [other for other in line if min(word.r, other.r) > max(word.l, other.l)] for word in line}
    return {word: stack for word, stack in stacks.items() if len(stack) > 1}


def _is_at_stack(one: Word, other: Word, stacks: Mapping[Word, Sequence[Word]]) -> bool:
    """Whether one of two words stands beside the other's stack, at half its height: a name beside a name."""
    return any(
        word not in stacks
        and min(places) < -_LEVEL * word.height
        and max(places) > _LEVEL * word.height
        and min(map(abs, places)) > _LEVEL * word.height
        for word, stacked in ((one, other), (other, one))
        if (places := [part.middle_y - word.middle_y for part in stacks.get(stacked, ())])
    )


def _belongs(group: list[Word], word: Word, height: float, verticals: Sequence[Rule]) -> bool:
    previous = group[-1]
    right = max(w.r for w in group)
    gap = word.l - right
    if any(
        right - 1 <= rule.x <= word.l + 1 and rule.t <= word.middle_y <= rule.b and rule.b - rule.t > 0.5 * height
        for rule in verticals
    ):
        return False
    if are_two_values(previous.text, word.text) and gap > _TIGHT_GAP * height:
        return False
    # figures set large above small labels have spaces as large
    smaller = min(previous.height, word.height)
    if gap <= _CELL_GAP * (smaller if smaller > _LARGE_TYPE * height else height):
        return True
    if _follows_by_a_blank(group, word, gap):
        return True
    if is_currency(previous.text) and len(group) == 1 and _NUMBER_START.match(word.text):
        # a sign far to the left of its number, but not one column further; one that ends a label is a unit
        return gap <= 16 * height
    return bool(_CLOSING.fullmatch(word.text)) and gap <= 1.5 * height and is_data(previous.text + word.text)


def _follows_by_a_blank(group: Sequence[Word], word: Word, gap: float) -> bool:
    """Whether one blank of type of one width, as a typewriter's or Courier, parts a word from what stands before it.

    Such a blank is as wide as a letter: columns may stand as close, so that figures alone tell nothing.
    """
    pitch = max(group, key=lambda one: len(one.text)).pitch
    is_fixed = all(abs(one.pitch - pitch) < _SAME_PITCH * pitch for one in (*group, word))
    has_letters = any(sum(map(str.isalpha, one.text)) > 1 for one in (*group, word))
    return is_fixed and has_letters and abs(gap - pitch) < _ONE_BLANK * pitch


def _is_overprint(one: Word, other: Word) -> bool:
    if one.text != other.text:
        return False
    slack = 0.25 * min(one.height, other.height)
    return abs(one.l - other.l) <= slack and abs(one.t - other.t) <= slack and abs(one.r - other.r) <= 2 * slack


def _without_leader(word: Word) -> Word | None:
    """The word without trailing dots that lead the eye; None when nothing else is there.

    Three dots alone stay: "0 ... 16 bar".
    """
    match = _LEADER.search(word.text)
    if match is None or word.text in _ELLIPSES:
        return word
    rest = word.text[: match.start()].rstrip()
    if not rest:
        return None
    share = len(rest) / len(word.text)
    return replace(word, text=rest, r=word.l + share * (word.r - word.l))


def _without_dot_rows(line: Sequence[Word]) -> list[Word]:
    """The line without runs of three or more words that are only dots; one that has nothing else stays as it is."""
    kept: list[Word] = []
    run: list[Word] = []
    for word in line:
        if _ONLY_DOTS.fullmatch(word.text):
            run.append(word)
            continue
        if len(run) < 3:
            kept.extend(run)
        run = []
        kept.append(word)
    if len(run) < 3 or not kept:
        kept.extend(run)
    return kept
