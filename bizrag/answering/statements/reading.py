"""Statements: the sentences, list items and table rows of passages, each a literal piece of its chunk. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from bizrag.answering.statements.chart_captions import chart_caption, is_chart_caption
from bizrag.answering.statements.choices import without_unticked
from bizrag.answering.statements.dotted_lines import dotted_spans
from bizrag.answering.statements.fields import field_spans, is_fact_line
from bizrag.answering.statements.list_items import BULLET, LEAD_IN, is_list_item, leads_to_code, with_lists
from bizrag.answering.statements.local_headings import heading_above, is_heading_at, is_item_at
from bizrag.answering.statements.record_cells import asked_of_record
from bizrag.answering.statements.row_cells import asked_cells, cells_of, column_names
from bizrag.answering.statements.spans import (
    AMOUNT,
    BARE_AMOUNT,
    MARK,
    ROW,
    SENTENCE_END,
    is_caption_at,
    laid_out_rows,
    spans_of,
    with_figures,
)
from bizrag.describing.pictures import BESIDE, UNDER_HEADING
from bizrag.describing.tables import CELL_JOINER, GROUP_END
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from bizrag.model.terms import terms
from bizrag.model.words import tokens
from bizrag.parsing.diagrams.said import ARROW, JOINT
from bizrag.parsing.engines.marks.tick_boxes import EMPTY, TICKED

# labels of a head that stand over no value: mostly what the rows are
_HEADERS = re.compile(r"^Headers: (?P<said>[^\n]+)", re.MULTILINE)
# "Due date: 31 October 2025." as descriptions of tables say a row of one value
_FIELD = re.compile(r"^(?!Headers: )[^\n:]{1,80}: [^\n]+\.$")
# the label of it, before several sentences
_LABEL = re.compile(r"(?!Headers: )(?P<label>[^\n:;.]{1,80}): ")
# "2024 $3,571; 2023 $3,416." is a row without a label: a sum
_NAMELESS = re.compile(r"^(?:[^\n;:]*\d[^\n;:]*; )+[^\n;:]*\d[^\n;:]*\.$")
# "No. 8; Sampling point House C, staff shower; Temp. °C 51.2." is one whose first cell is a number
_RECORD = re.compile(r"^[^\n;:]*\d[^\n;:]*(?:; [^\n;]+){2,}\.$")
_AMOUNT_LINE = re.compile(rf"[^\W\d][^.!?;:\n]{{2,40}}:? {AMOUNT}(?: ?[A-Z]{{3}})?")
# "Class A | ISIN IE00BK5X7M21", "VAT no. GB 412 7781 06": what is told beside other things on a line
_CODE_LINE = re.compile(
    r"(?:^|[|·•]) ?[A-Z][\w .]{1,30}?:? (?=[A-Z]{0,4} ?\d)[A-Z\d][A-Z\d ./-]{5,}(?=$| ?[|·•])", re.MULTILINE
)
# "Orders up 12%; guidance raised" is told in headlines
_CHANGE_LINE = re.compile(r"^[^\W\d].{2,}\b(?:up|down) (?:by )?\d[\d.,]* ?(?:%|per ?cent)", re.IGNORECASE)
# the mark of a footnote behind a sentence, and before the note that is told with it
_NOTED = re.compile(r"(?<=[.!?)]) (\d{1,2}|[a-z]|[*†‡§]{1,3}) \1 (?=[^\W\d_])")
# what a table's text may begin with in place of a row
_CAPTION = re.compile(
    r"^\W*(?:table|figure|fig|exhibit|schedule|appendix|annex|tab|tabelle|tableau|tabla)\b", re.IGNORECASE
)
# "What became of the staff", above what became of them
_ASKING_TITLE = re.compile(r"(?:what|who|where|why|how)\b[^.:;!?,\n]*$", re.IGNORECASE)
# "2027: Operating margin (%) 13.8." as descriptions of charts say a value
_VALUE = re.compile(r"^[^\n:]+: [^\n]*\d[^\n]{0,8}\.$")

# what is read in a picture, and how many texts of it are told
_IN_PICTURE, _MAX_TEXTS = re.compile(r"Text in the [a-z]+: "), 24
_BREAKS_OFF, _FEW_WORDS = re.compile(r"(?:\. ?\. ?\.|…)$"), 6
# one text of it answers alone with so many words of the question
_MIN_ASKED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A sentence, list item or table row of a hit: ``hit.text[start:end]``, literally."""

    passage: Passage
    hit: Hit
    start: int
    end: int
    # of a row of a table that is laid out on a slide: the lines with its column labels and with the label above it
    columns: str = ""
    group: str = ""
    # what it answers in its text: the question right before it, or the one that is its heading
    asked: str = ""
    # a name and what stands below it
    is_field: bool = False
    # of a further sentence of a row: the label of the row
    label: str = ""

    @property
    def text(self) -> str:
        return self.hit.text[self.start : self.end]

    def part(self, start: int, end: int) -> Statement:
        """A piece of the text of its chunk as a statement of its own, without the blanks around it."""
        said = self.hit.text[start:end]
        start, end = start + len(said) - len(said.lstrip()), end - len(said) + len(said.rstrip())
        return Statement(passage=self.passage, hit=self.hit, start=start, end=end)

    @property
    def said(self) -> str:
        """The text, of a row of a laid out table with its column labels: 'Net sales: 2023 $94,836; 2022 $97,278.'"""
        said = row_in_words(self.columns, self.text, group=self.group) if self.columns else self.text
        return f"{self.label}: {BULLET.sub('', said)}" if self.label else said

    @property
    def kind_of_row(self) -> str:
        """What the rows of its table are, as its corner says: "Measure" of "Heat pump: Payback 9.8."; else empty."""
        if self.columns:
            return self.columns.partition(CELL_JOINER.strip())[0]
        headers = _HEADERS.search(self.hit.text) if self.is_row and self.hit.kind is ChunkKind.TABLE else None
        return headers["said"] if headers else ""

    @property
    def section(self) -> str:
        """The heading right above it in the text of its chunk; empty without one."""
        return heading_above(self.hit.text, self.start) if self.hit.kind is ChunkKind.TEXT else ""

    @property
    def with_heading(self) -> str:
        """The statement on one line, after the nearest heading and, for a row, the table's caption.

        A row alone ("Marine: 2024 10.1%.") does not say what it is about.
        """
        heading = self.hit.headings[-1] if len(self.hit.headings) > 1 else ""
        # charts without a caption start with their values
        is_captioned = self.hit.kind is ChunkKind.TABLE or (self.hit.kind is ChunkKind.PICTURE and self.is_row)
        first_line = self.hit.text.split("\n", 1)[0].removesuffix("Values:") if is_captioned else ""
        if self.hit.kind is ChunkKind.SLIDE and self.is_row and not self.columns:
            first_line = chart_caption(self.hit, self.start)
        parts = dict.fromkeys(part.strip().rstrip(".") for part in (heading, first_line) if part.strip())
        return " ".join(". ".join((*parts, self.said)).split())

    @property
    def is_whole(self) -> bool:
        """False for headings, captions, lead-ins without a list and fragments: text that ends without punctuation."""
        text = self.text.strip()
        if self.is_field or self.label or is_fact_line(text) or leads_to_code(text):
            return True
        if text.startswith("#") or LEAD_IN.search(text) or is_chart_caption(self.hit, self.start, self.end):
            return False
        if not self.is_row and _ASKING_TITLE.match(text):
            return False
        if self.hit.kind is ChunkKind.TEXT and (_CHANGE_LINE.match(text) or _CODE_LINE.search(text)):
            return True
        if self.hit.kind is ChunkKind.TEXT and is_heading_at(self.hit.text, self.end):
            return False
        if self.is_row or self.hit.kind in (ChunkKind.SLIDE, ChunkKind.PAGE):
            return True
        is_described = self.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)
        if is_described and "\n" not in self.hit.text[: self.start] and "\n" in self.hit.text:
            return False
        is_of_diagram = self.hit.kind is ChunkKind.PICTURE and ARROW in self.hit.text
        if is_of_diagram or TICKED in text or _AMOUNT_LINE.fullmatch(" ".join(text.split())):
            return True
        return SENTENCE_END.search(text) is not None or is_list_item(text.rsplit("\n", 1)[-1]) or self.is_item

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list, as its bullet or number says."""
        is_text = self.hit.kind is ChunkKind.TEXT
        return is_list_item(self.text.strip()) or (is_text and is_item_at(self.hit.text, self.start))

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table or of a chart's values."""
        if is_caption_at(self.hit, self.start):
            return False
        if bool(self.columns) or (self.hit.kind is not ChunkKind.TEXT and ROW.match(self.text) is not None):
            return True
        is_below = (self.start > 0 or _goes_on_alike(self.hit.text)) and (
            _NAMELESS.match(self.text) is not None or _has_ticks(self.text)
        )
        if self.hit.kind is ChunkKind.TABLE and (is_below or _RECORD.match(self.text)):
            return True
        may_be_field = self.start > 0 or _CAPTION.match(self.text) is None
        if self.hit.kind is ChunkKind.TABLE and may_be_field and _FIELD.match(self.text):
            return True
        return self.hit.kind in (ChunkKind.SLIDE, ChunkKind.PICTURE) and _VALUE.match(self.text) is not None

    @property
    def is_label(self) -> bool:
        """Whether it is text of a slide or page that is no sentence and has no figure: a title, the name of an axis;
        but not what is told of a name: "Giulia Ferri – Growth".
        """
        is_text = self.hit.kind in (ChunkKind.SLIDE, ChunkKind.PAGE) and not self.is_row and JOINT not in self.text
        is_bare = SENTENCE_END.search(self.text.strip()) is None and not any(map(str.isdigit, self.text))
        return is_text and is_bare


def _goes_on_alike(text: str) -> bool:
    """Whether the second line of a text is a row without a label that begins with the name of the column that the first
    one does: that is no caption.
    """
    first, _, rest = text.partition("\n")
    second = rest.partition("\n")[0]
    return _NAMELESS.match(second) is not None and first.split()[:1] == second.split()[:1]


def _has_ticks(text: str) -> bool:
    """Whether a line of a table has boxes to tick, with a label or without."""
    return "; " in text and (TICKED in text or EMPTY in text)


def read_statements(passages: Sequence[Passage]) -> list[Statement]:
    """Statements of all hits, each chunk once; questions and bare placeholders are left out."""
    found: list[Statement] = []
    seen: set[int] = set()
    for passage in passages:
        for hit in passage.hits:
            if hit.chunk_no not in seen:
                seen.add(hit.chunk_no)
                found += _statements_of(passage, hit)
    return [
        one
        for one in found
        if one.label or (_says_something(one.text, is_item=is_item_at(one.hit.text, one.start)) and not _is_around(one))
    ]


def _is_around(statement: Statement) -> bool:
    """Whether it says where a picture stands and not what it shows: its text is said where it stands itself."""
    if statement.hit.kind is not ChunkKind.PICTURE:
        return False
    said = statement.hit.text[: statement.end]
    return any(said.startswith(mark) or f"\n{mark}" in said for mark in (UNDER_HEADING, BESIDE))


def _statements_of(passage: Passage, hit: Hit) -> Iterator[Statement]:
    rows = laid_out_rows(hit)
    above = hit.headings[-1] if hit.headings and hit.headings[-1].rstrip().endswith("?") else ""
    asked = above
    spans = list(spans_of(hit, rows))
    fields = list(field_spans(hit.text, spans)) if hit.kind is ChunkKind.TEXT else []
    for start, end in fields:
        yield Statement(passage=passage, hit=hit, start=start, end=end, is_field=True)
    for start, end in dotted_spans(hit.text, spans) if hit.kind is ChunkKind.TEXT else ():
        yield Statement(passage=passage, hit=hit, start=start, end=end, is_field=True)
    whole = dict(fields)
    for start, end in with_lists(hit.text, with_figures(hit, spans) if hit.kind is ChunkKind.TEXT else spans):
        # the name of a field alone says nothing
        is_name = end < whole.get(start, end)
        if (labels := rows.get(start, ("", ""))) is not None and not is_name:
            yield Statement(
                passage=passage,
                hit=hit,
                start=start,
                end=end,
                columns=labels[0],
                group=labels[1],
                asked=asked,
                label=_label_before(hit, start, end),
            )
        text = hit.text[start:end].strip()
        # of several sentences of an answer the first one is told
        asked = BULLET.sub("", text) if text.endswith("?") else (above if MARK.search(text) else "")


def _label_before(hit: Hit, start: int, end: int) -> str:
    """The label of the row of a table in which a further sentence begins, and the heading over an amount that stands
    alone, as a price does; empty for others.
    """
    if hit.kind is ChunkKind.TEXT and BARE_AMOUNT.fullmatch(hit.text[start:end].strip()):
        return heading_above(hit.text, start)
    line_start = hit.text.rfind("\n", 0, start) + 1
    found = _LABEL.match(hit.text, line_start, start) if hit.kind is ChunkKind.TABLE and line_start < start else None
    return found["label"] if found else ""


def names_columns(statement: Statement) -> bool:
    """Whether a statement says what columns of a table are called and no figure: rows tell what they hold."""
    return (
        statement.hit.kind is ChunkKind.TABLE
        and _HEADERS.fullmatch(statement.text) is not None
        and not any(map(str.isdigit, statement.text))
        and statement.hit.text[statement.end :].strip() != ""
    )


def readable(statement: Statement, question: str) -> str:
    """The statement as an answer shows it: on one line, without bullet, and of a table row only the cells asked for."""
    text = BULLET.sub("", " ".join(statement.said.split()))
    if statement.is_field and "\n" in statement.text.strip():
        name, _, value = statement.text.strip().partition("\n")
        return f"{name.strip()}: {' '.join(value.replace('_', ' ').split())}"
    row = ROW.match(text)
    if row is None or statement.hit.kind is ChunkKind.TEXT:
        # in a table the marks stand behind the names of their columns
        if statement.is_row and row is None:
            return asked_of_record(text, statement.hit.text.split("\n"), question)
        return text if statement.hit.kind is ChunkKind.TABLE else without_unticked(_NOTED.sub(" ", text), question)
    label = re.compile(rf"^{re.escape(row['label'])}(?:: |{re.escape(CELL_JOINER)})", re.MULTILINE)
    others = [line for line in statement.hit.text.split("\n") if line != row[0]]
    cells = cells_of(row["cells"], others)
    asked = asked_cells(
        row, cells, question, column_names(cells, others), is_alone=len(label.findall(statement.hit.text)) < 2
    )
    if not _IN_PICTURE.match(text):
        return asked
    return _text_asked_for(question, row["cells"]) or _with_texts_beside(asked, row["cells"])


def _text_asked_for(question: str, texts: str) -> str:
    """The one text of a picture with a figure that has more words of a question than all others; else empty.

    >>> _text_asked_for("What is the fax number?", "Fax: 855 781; Fax number; Phone: 678 825")
    ''
    >>> _text_asked_for("What is the office fax?", "Office fax: 855 781; Phone: 678 825; Office hours: 9 to 5; Fax")
    'Office fax: 855 781.'
    """
    asked = set(terms(question))
    shared = {
        text: len(found & asked)
        for text in dict.fromkeys(texts.split("; "))
        if (found := set(terms(text))) - asked and any(map(str.isdigit, text))
    }
    best = max(shared, key=lambda text: shared[text], default="")
    is_alone = best != "" and list(shared.values()).count(shared[best]) == 1
    return f"{best}." if is_alone and shared[best] >= _MIN_ASKED else ""


def _with_texts_beside(asked: str, texts: str) -> str:
    """What is read in a picture with the words beside what is asked for: the name of an axis says nothing without them.

    >>> _with_texts_beside("Text in the chart: Years; 5.", "Years; 0; 5; 10; Wheat; Rye; Wheat")
    'Text in the chart: Years; 5; Wheat; Rye.'
    """
    label, _, cells = asked.removesuffix(".").partition(": ")
    named = set(cells.split("; "))
    told = [text for text in dict.fromkeys(texts.split("; ")) if text in named or any(map(str.isalpha, text))]
    # of many texts, as in a plan, those that are asked for
    return f"{label}: {'; '.join(told)}." if len(told) <= _MAX_TEXTS else asked


def overlap(one: Statement, other: Statement) -> float:
    """Share of the terms of the shorter statement that stand in the other one too, 0 to 1."""
    first, second = set(terms(one.said)), set(terms(other.said))
    return len(first & second) / max(min(len(first), len(second)), 1)


def row_in_words(columns: str, row: str, *, group: str = "") -> str:
    """A row of a laid out table under the line of its column labels, as a description of a table says it.

    >>> row_in_words("| 2023 | 2022", "Net sales | $94,836 | $97,278")
    'Net sales: 2023 $94,836; 2022 $97,278.'
    >>> row_in_words("| 2023 | 2022", "Cash | | 5", group="Assets >")
    'Assets > Cash: 2022 5.'
    """
    labels, cells = ([part.strip() for part in line.split(CELL_JOINER.strip())] for line in (columns, row))
    pairs = zip_longest(labels[1:], cells[1:], fillvalue="")
    values = "; ".join(" ".join(part for part in (label, cell) if part) for label, cell in pairs if cell)
    path = " ".join(part for part in (group, cells[0]) if part).removesuffix(GROUP_END)
    return f"{path}: {values}." if path and values else f"{path or values}."


def _says_something(text: str, *, is_item: bool) -> bool:
    """Two words at least, or the one word of an item of a list; no question, no placeholder, and no few words that
    break off: "Or a variation like . . ."
    """
    if _BREAKS_OFF.search(text.strip()) and len(tokens(text)) <= _FEW_WORDS:
        return False
    is_said = len(tokens(text)) >= (1 if is_item and any(map(str.isalpha, text)) else 2)
    return MARK.search(text) is None and is_said and not text.rstrip().endswith("?")
