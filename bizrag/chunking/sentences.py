"""Where sentences end, and where a text may be cut when a sentence is too long. Spans count characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from livekit.blingfire import text_to_sentences_with_offsets

CountTokens = Callable[[str], int]
Span = tuple[int, int]

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]+")
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Dr|Prof|St|Nos?|Figs?|Eqs?|Art|Sec|Ex|cf|vs?|approx|e\.g|i\.e"
    r"|(?:[^\W\d_]{1,9}-)?(?:Id)?Nr|Abs|bzw|ca|ggf|inkl|zzgl|evtl|Tel|Str|Hr|z\. ?B|d\. ?h|u\. ?a|i\. ?d\. ?R)\.\s*$"
)
# "am 1. Oktober", "der 2. Stock": a number with a point counts, in languages that write it so
_DAY = re.compile(r"(?<![\w.,])\d{1,2}\.\s*$")
_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Maj|Juni|Juli|August|September|Oktober|November|Dezember|December"
    r"|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\b"
)
_COUNTED = re.compile(
    r"(?<!\w)(?:de[rmns]|das|die|im|am|vom|zum|zur|beim|ab|bis|seit|jede[mnrs]?|eine[mnrs]?) \d{1,3}\.\s*$",
    re.IGNORECASE,
)
# what is looked at before a point
_BEFORE = 16
_SURROGATE = re.compile("[\ud800-\udfff]")


def sentence_spans(text: str) -> list[Span]:
    """Spans of the sentences, without the white space around them; together they hold every visible character.

    >>> [text[a:b] for text in ["Mr. Lee left.  See 3.5 in Roe v. Wade."] for a, b in sentence_spans(text)]
    ['Mr. Lee left.', 'See 3.5 in Roe v. Wade.']
    >>> [text[a:b] for text in ["Ab dem 1. Mai oder im 2. Jahr. It costs 12. May we?"] for a, b in sentence_spans(text)]
    ['Ab dem 1. Mai oder im 2. Jahr.', 'It costs 12.', 'May we?']
    >>> [text[a:b] for text in ["USt-IdNr. DE 811. MwSt.: 87,47"] for a, b in sentence_spans(text)]
    ['USt-IdNr. DE 811.', 'MwSt.: 87,47']
    """
    # the native splitter refuses lone surrogates; a stand-in of the same length keeps the offsets
    _, found = text_to_sentences_with_offsets(_SURROGATE.sub("?", text))
    # It takes 'Mr.' for a sentence where one begins with it. It may leave characters between its spans (controls):
    # cutting at the starts loses none.
    starts = [start for start, _ in found if start > 0 and not _goes_on(text, start)]
    return _trimmed(text, zip([0, *starts], [*starts, len(text)], strict=True))


def _goes_on(text: str, start: int) -> bool:
    """Whether a sentence does not end right before ``start``: at an abbreviation, a date or a number that counts."""
    before = text[max(0, start - _BEFORE) : start]
    # no sentence ends before a colon: "zzgl. 19% MwSt.: 87,47"
    if _ABBREVIATION.search(before) or _COUNTED.search(before) or before.rstrip().endswith(".:"):
        return True
    return _DAY.search(before) is not None and _MONTH.match(text, start) is not None


def line_spans(text: str) -> list[Span]:
    """Spans of the lines that hold something: code has no sentences.

    >>> line_spans("a = 1\\n\\n  b = 2")
    [(0, 5), (9, 14)]
    """
    return _trimmed(text, (match.span() for match in _LINE.finditer(text)))


def word_spans(text: str) -> list[Span]:
    """Spans of what stands between white space.

    >>> word_spans("net  sales")
    [(0, 3), (5, 10)]
    """
    return [match.span() for match in _WORD.finditer(text)]


def fitting_spans(text: str, span: Span, *, limit: int, count_tokens: CountTokens) -> Iterator[tuple[Span, int]]:
    """Cut a span into spans of at most ``limit`` tokens, each with its number of tokens.

    Cuts stand between words; inside a word only when the word alone is longer than the limit. Every word is counted
    once.
    """
    tokens = count_tokens(text[slice(*span)])
    if tokens <= limit:
        yield span, tokens
        return
    start, end, total = span[0], span[0], 0
    for word, size in _words(text, span, limit, count_tokens):
        if total and total + size > limit:
            yield (start, end), total
            start, total = word[0], 0
        elif not total:
            start = word[0]
        end, total = word[1], total + size
    if total:
        yield (start, end), total


def _words(text: str, span: Span, limit: int, count_tokens: CountTokens) -> Iterator[tuple[Span, int]]:
    """Words of a span with their tokens (at least 1); words over the limit come in halves of halves."""
    waiting = [match.span() for match in _WORD.finditer(text, *span)]
    waiting.reverse()
    while waiting:
        start, end = waiting.pop()
        word = text[start:end]
        size = max(1, count_tokens(word))
        if size <= limit or end - start == 1:
            yield (start, end), size
            continue
        middle = (start + end) // 2
        waiting += [(middle, end), (start, middle)]


def _trimmed(text: str, spans: Iterator[Span] | zip[Span]) -> list[Span]:
    """Spans without the white space at their ends; empty ones fall out."""
    kept: list[Span] = []
    for start, end in spans:
        piece = text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        right = start + len(piece.rstrip())
        if left < right:
            kept.append((left, right))
    return kept
