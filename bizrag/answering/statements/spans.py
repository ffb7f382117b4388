"""Where the text of a chunk is cut into sentences, list items, rows of tables and figures with their names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from bizrag.answering.statements.list_items import BULLET
from bizrag.answering.statements.local_headings import is_heading_at
from bizrag.chunking.sentences import sentence_spans
from bizrag.describing.tables import CELL_JOINER, GROUP_END
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

# placeholders, and the marks around tables and pictures in descriptions of slides
MARK = re.compile(r"<<(?:table|picture)_\d+>>|\[(?:TABLE|PICTURE) (?:START|END)\]")
_BARE_NUMBER = re.compile(r"\(?\d{1,2}(?:\.\d{1,2})*[.)]")
# "Competing interests.", "Net sales.": two or three words of which none makes a sentence of them
_RUN_IN = re.compile(
    r"(?!(?:this|that|it|we|they|there|he|she|you|i|see|do|does|yes|no|not|these|those|is|are|was|were)\b)"
    r"[^\W\d_][^\W\d_'\u2019-]*(?: (?!(?:is|are|was|were|has|have|had|can|may|must|shall|will|did)\b)"
    r"[^\W\d_][^\W\d_'\u2019-]*){1,2}\.",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.!?:;。！？：；][\"'”’)」』）]*$")
# a line of this length that ends in no punctuation was broken by the width of the page
_WRAPPED_CHARS = 60
# blanks part the columns of what a program prints, line by line
_COLUMNS = re.compile(r"\S {3,}\S")
# "Net sales: 2023 $94,836; 2022 $97,278." as descriptions of tables say a row; "Headers:" stand over no value
ROW = re.compile(r"^(?!Headers: )(?P<label>[^\n]+?): (?P<cells>[^\n]*; [^\n]*?)\.?$")
# "Table 2: Results; the best ones are in bold." before the rows of it
CAPTION = re.compile(
    r"(?:table|figure|fig\.?|tab\.?|exhibit|chart|tabelle|abbildung|tableau) (?:[A-Z]\.?)?[\dIVX]+(?:\.\d+)*[:.]"
    r" [^\n]+\n",
    re.IGNORECASE,
)
# "7:48 am" over what it counts, which is no sentence
_BARE_FIGURE = re.compile(r"^[^\w\s]{0,2}\d[^.!?;]*(?:\.\d[^.!?;]*)?$")
_FIGURE_WORDS, _NAME_WORDS = 4, 12
# "TOTAL DUE £ 6,823.04" is whole without a full stop
AMOUNT = r"(?:[A-Z]{3} |[$€£¥] ?)?[-\u2212(]?(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)(?:[.,]\d\d)\)?"
# alone on a line, with its currency, an amount may be a whole number
BARE_AMOUNT = re.compile(rf"{AMOUNT}|[$€£¥] ?\d{{1,3}}(?:[,.' ]?\d{{3}})*")
_AMOUNT_NAME = re.compile(r"\b(?:totals?|balance|amount|sum|due|payable|value|net|gross|price)\b", re.IGNORECASE)


def is_caption_at(hit: Hit, start: int) -> bool:
    """Whether a text of a table or picture begins there with its numbered caption, which has no cells."""
    return start == 0 and hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE) and CAPTION.match(hit.text) is not None


def laid_out_rows(hit: Hit) -> dict[int, tuple[str, str] | None]:
    """The lines of a slide's tables by their start: of rows the lines of labels above them, of those lines None."""
    rows: dict[int, tuple[str, str] | None] = {}
    is_inside, labels, group = False, "", ""
    for match in re.finditer(r"[^\n]+", hit.text) if hit.kind is ChunkKind.SLIDE else ():
        line = match[0]
        if MARK.search(line):
            is_inside, labels, group = line.strip() == "[TABLE START]", "", ""
        elif is_inside and not labels and _is_laid_out(line):
            rows[match.start()], labels = None, line
        elif labels and line.endswith(GROUP_END):
            # one without a name ends the group above it
            rows[match.start()], group = None, line if line.strip() != GROUP_END.strip() else ""
        elif labels:
            rows[match.start()] = labels, group
    return rows


def _is_laid_out(line: str) -> bool:
    return CELL_JOINER in line or line.startswith(CELL_JOINER.lstrip())


def spans_of(hit: Hit, rows: Mapping[int, object]) -> Iterator[tuple[int, int]]:
    """Spans of sentences, items and rows in the text of a hit; ``rows`` are those of its laid out tables by start."""
    for start, end in _lines(hit, rows):
        line = hit.text[start:end]
        # A row holds dots that end no sentence: "Pos. 3; Dr. Oduya".
        if start in rows or (hit.kind is not ChunkKind.TEXT and ROW.match(line)) or is_caption_at(hit, start):
            yield start, end
        else:
            sentences = [(start + left, start + right) for left, right in sentence_spans(line)]
            yield from _with_run_ins(hit.text, list(_numbered(hit.text, sentences)))


def _with_run_ins(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sentences with the headings that run in with them: "Competing interests. The first author holds shares.".

    What leads to a list tells itself what that is.
    """
    begun: int | None = None
    for at, (start, end) in enumerate(spans):
        first, begun = begun if begun is not None else start, None
        following = text[slice(*spans[at + 1])] if at + 1 < len(spans) else ":"
        if first == start and not following.endswith(":") and _RUN_IN.fullmatch(text[start:end]):
            begun = start
        else:
            yield first, end


def _numbered(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sentences with the numbers before them, which look like sentences of their own: "1. Lock out the machine."."""
    begun: tuple[int, int] | None = None
    for span in spans:
        if begun is not None and SENTENCE_END.search(text[slice(*span)]):
            yield begun[0], span[1]
            begun = None
            continue
        if begun is not None:
            yield begun
        begun = span if _BARE_NUMBER.fullmatch(text[slice(*span)]) else None
        if begun is None:
            yield span
    if begun is not None:
        yield begun


def with_figures(hit: Hit, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans, those of bare figures with the name that stands below each: "7:48 am", "average time of the first cup";
    those of sums with the amount below: "Total EUR", "16,816.00". A heading below a price begins the next card.
    """
    kept: list[tuple[int, int]] = []
    was_name = False
    for at, (start, end) in enumerate(spans):
        text = hit.text[start:end].strip()
        is_name = not text[:1].isdigit() and len(text.split()) <= _NAME_WORDS and not SENTENCE_END.search(text)
        above = hit.text[slice(*kept[-1])].strip() if kept else ""
        following = hit.text[slice(*spans[at + 1])].strip() if at + 1 < len(spans) else ""
        is_next = BARE_AMOUNT.fullmatch(above) and is_heading_at(hit.text, end) and not _is_bare_figure(following)
        if is_name and not (was_name or is_next) and _is_bare_figure(above) and not BULLET.match(text):
            kept[-1] = (kept[-1][0], end)
            continue
        if was_name and BARE_AMOUNT.fullmatch(text) and _AMOUNT_NAME.search(above):
            kept[-1] = (kept[-1][0], end)
            continue
        # what stands under a name may be the figure of that
        was_name = is_name if not _is_bare_figure(text) else was_name
        kept.append((start, end))
    return kept


def _is_bare_figure(text: str) -> bool:
    return _BARE_FIGURE.match(text) is not None and len(text.split()) <= _FIGURE_WORDS


def _lines(hit: Hit, rows: Mapping[int, object]) -> list[tuple[int, int]]:
    """Spans of lines, with lines that the page's width broke put together again; ``rows`` of tables are whole."""
    spans: list[tuple[int, int]] = []
    for match in re.finditer(r"[^\n]+", hit.text):
        start, end = match.span()
        if start not in rows and spans and _is_one(hit, spans[-1], (start, end)):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _is_one(hit: Hit, above: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a line goes on in the next one; a blank line stands between where a paragraph does so on another page."""
    line, following = hit.text[slice(*above)], hit.text[slice(*span)]
    gap = span[0] - above[1]
    if gap == 1:
        return _goes_on(line, following, hit.kind)
    is_long = len(line.rsplit("\n", 1)[-1]) >= _WRAPPED_CHARS
    is_paragraph = gap == len("\n\n") and is_long and hit.kind is ChunkKind.TEXT
    is_within = following[:1].islower() or line.endswith(",")
    return is_paragraph and is_within and _goes_on(line, following, hit.kind)


def _goes_on(line: str, following: str, kind: ChunkKind) -> bool:
    """Whether a line is continued by the following one. Descriptions of tables and pictures have whole lines."""
    last, first = line.rsplit("\n", 1)[-1].strip(), following.strip()
    if kind in (ChunkKind.TABLE, ChunkKind.PICTURE) or not first:
        return False
    if SENTENCE_END.search(last) or BULLET.match(first) or MARK.search(last + first):
        return False
    if kind is ChunkKind.SLIDE:
        return first[0].islower()
    if _COLUMNS.search(last) or _COLUMNS.search(first):
        return False
    return first[0].islower() or len(last) >= _WRAPPED_CHARS
