"""Tables in sentences, row by row: every value with its row and column labels (MM-BizRAG 2.1.1: table descriptions)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bizrag.describing.cards import card_titles
from bizrag.describing.column_labels import column_labels, without_shared_period
from bizrag.describing.counted_rows import with_counted_names
from bizrag.describing.errors_below import with_errors_beside
from bizrag.describing.grids import Grid, filled_texts, grid_of, texts_of
from bizrag.describing.group_columns import names_beside_groups
from bizrag.describing.group_sums import ends_in_sums
from bizrag.describing.header_rows import num_header_rows
from bizrag.describing.indents import steps_back
from bizrag.describing.key_figures import with_names_first
from bizrag.describing.labels_over_rows import with_labels_over_rows
from bizrag.describing.numbered_parts import with_numbers_below
from bizrag.describing.records import is_record_in_a_row
from bizrag.describing.repeated_labels import with_labels_repeated
from bizrag.describing.roll_forwards import periods_of_changes
from bizrag.describing.second_heads import parted_by_heads
from bizrag.describing.side_by_side import parted_by_columns, stacked
from bizrag.describing.status_colours import with_colours_told
from bizrag.describing.sums_below import sums_below, with_label_first
from bizrag.describing.titles_above import with_titles_above
from bizrag.describing.unit_rows import with_signs_beside
from bizrag.model.labels import is_period
from bizrag.model.parses import TableArtifact, TableCell

_NUMBER = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]")
# "2025", "18-24", "06:00\u201309:00", "0 - 5 %"
_YEAR_OR_RANGE = re.compile(
    r"(?:19|20)\d\d|\b(?:fy|q|h)\s?\d{1,4}|[\d.,:]+\s?[-\u2013\u2014]\s?\d[\d.,:]*\s?\W?$", re.IGNORECASE
)
# below a name of their column they label what happens then
_TIME_OF_DAY = re.compile(r"\d{1,2}[:h]\d\d(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
_ROW_JOINER = " > "
#: what parts the cells of a row where a table is laid out
CELL_JOINER = " | "
#: what ends a line that is the label of the rows below it
GROUP_END = " >"
# deeper label rows are dropped: consecutive ones are often decoration
#: what a field without an entry is told to have
NO_ENTRY = "\N{EN DASH}"
# so many names of a form, and this share of them with a colon
_MIN_FIELDS, _FIELD_SHARE = 3, 0.75
_MAX_GROUPS = 2
# a number and its name; so many are counted
_PAIR, _MIN_COUNTED = 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRow:
    """A row of a table below its headers, and how descriptions say it."""

    cells: tuple[TableCell, ...]
    # as describe_table says it
    in_words: str
    # as tabulate_table says it
    laid_out: str


def describe_table(table: TableArtifact, *, lead: str = "") -> str:
    """Caption and lead, then one line a row: ``Net sales: 2023 $94,836; 2022 $97,278.``

    Headers above one another are joined (``Year ended 2023``), a row that is only a label joins the rows below it
    (``Assets > Cash``), so does one merged over rows with a name each beside it, and another merged cell counts for
    every row and column it covers and is said once in each row. Every cell's text occurs.
    """
    table = _as_told(table)
    grid = grid_of(table)
    num_headers = num_header_rows(table, grid)
    columns = _column_labels(grid[:num_headers], table.num_cols)
    has_labels = _has_row_labels(table, grid, num_headers)
    blocks = parted_by_heads(grid[:num_headers], grid[num_headers:], columns)
    lines = [line for named, rows in blocks for line, _ in _row_lines(rows, named, has_labels=has_labels)]
    return _with_missing_labels(table, grid[num_headers:], [table.caption.strip(), lead.strip()], lines)


def tabulate_table(table: TableArtifact) -> str:
    """Caption, a line of column labels, then one line a row: ``| 2023 | 2022``, ``Net sales | $94,836 | $97,278``.

    Says what ``describe_table`` says, but every label once: a slide is read whole, and labels repeated in every row
    would outweigh its other words. A row that is only a label stands above its rows: ``Assets >``. A table without
    column labels is said as ``describe_table`` says it.
    """
    table = _as_told(table)
    grid = grid_of(table)
    num_headers = num_header_rows(table, grid)
    columns = _column_labels(grid[:num_headers], table.num_cols)
    first = int(_has_row_labels(table, grid, num_headers))
    blocks = list(parted_by_heads(grid[:num_headers], grid[num_headers:], columns))
    rows = list(_labelled_rows(grid[num_headers:], has_labels=first == 1))
    # a slide has one line of labels over its table
    if not any(columns[first:]) or not rows or len(blocks) > 1:
        return describe_table(table)
    lines = [_laid_out([*(columns[:first] or [""]), *columns[first:]])]
    above: tuple[str, ...] = ()
    for groups, label, row, _ in rows:
        if groups != above:
            lines.append(f"{_laid_out([_ROW_JOINER.join(groups)])}{GROUP_END}")
            above = groups
        lines.append(_laid_out_row(label, row, first))
    return _with_missing_labels(table, grid[num_headers:], [table.caption.strip()], lines)


def said_rows(table: TableArtifact) -> Iterator[SaidRow]:
    """The rows below the headers in their order, without those that are empty or only a label of the rows below."""
    table = _as_told(table)
    grid = grid_of(table)
    num_headers = num_header_rows(table, grid)
    columns = _column_labels(grid[:num_headers], table.num_cols)
    has_labels = _has_row_labels(table, grid, num_headers)
    for named, rows in parted_by_heads(grid[:num_headers], grid[num_headers:], columns):
        for groups, label, row, _ in _labelled_rows(rows, has_labels=has_labels):
            yield SaidRow(
                cells=tuple({id(cell): cell for cell in row if cell is not None}.values()),
                in_words=_in_words(groups, label, row, named, has_labels=has_labels),
                laid_out=_laid_out_row(label, row, int(has_labels)),
            )


def _laid_out_row(label: str, row: Sequence[TableCell | None], first: int) -> str:
    if _is_named_twice(label, row):
        return _laid_out(texts_of(row)).rstrip(CELL_JOINER)
    if label and not first:
        return _laid_out(texts_of(row)).rstrip(CELL_JOINER)
    texts = ("" if cell is None or cell.col_start < first else cell.text for cell in row[first:])
    return _laid_out([label, *texts]).rstrip(CELL_JOINER)


def _laid_out(texts: Iterable[str]) -> str:
    return CELL_JOINER.join(" ".join(text.split()).replace("|", "/") for text in texts).strip()


def _with_missing_labels(table: TableArtifact, body: Grid, head: list[str], lines: Sequence[str]) -> str:
    """All lines, and before the rows the labels that they lack."""
    said = "\n".join([*head, *lines])
    # values are in their rows' lines; labels may have found no row or column to label
    in_rows = {id(cell) for row in body if not _is_group(row) for cell in row}
    labels = dict.fromkeys(cell.text.strip() for cell in table.cells if id(cell) not in in_rows)
    missing = [text for text in labels if text and _label(text) not in said]
    # header cells over empty columns, and the label of the row labels: 'In millions'
    more = [f"Headers: {'; '.join(missing)}."] if missing else []
    return "\n".join(line for line in (*head, *more, *lines) if line)


def table_lines(table: TableArtifact) -> list[tuple[str, tuple[str, ...]]]:
    """What ``describe_table`` says of the headers and of each row, with the texts of the cells that a line answers for.

    Every cell's text is in one entry at least. A row that is only a label belongs to the row below it.
    """
    titles = with_titles_above(table).caption.removeprefix(table.caption.strip()).strip()
    table = _as_told(table)
    grid = grid_of(table)
    num_headers = num_header_rows(table, grid)
    columns = _column_labels(grid[:num_headers], table.num_cols)
    has_labels = _has_row_labels(table, grid, num_headers)
    blocks = list(parted_by_heads(grid[:num_headers], grid[num_headers:], columns))
    in_rows = {id(row) for _, rows in blocks for row in rows}
    headers = dict.fromkeys(text for row in grid if id(row) not in in_rows for text in filled_texts(row))
    lines = [line for named, rows in blocks for line in _row_lines(rows, named, has_labels=has_labels)]
    told = {text for _, texts in lines for text in texts}
    # label rows with no row below them
    alone = [text for row in grid[num_headers:] if _is_group(row) for text in filled_texts(row) if text not in told]
    return [
        *((title, (title,)) for title in titles.splitlines()),
        *([(f"Headers: {'; '.join(headers)}.", tuple(headers))] if headers else []),
        *lines,
        *((f"{text}.", (text,)) for text in alone),
    ]


def is_label_row(texts: Sequence[str]) -> bool:
    """Whether a row is one label (repeated where its cell was merged): it stands above the rows below it."""
    filled = {text for text in texts if text}
    return len(texts) > 1 and len(filled) == 1 and not _NUMBER.match(next(iter(filled)))


def describe_markdown(markdown: str) -> str:
    """The same for a markdown table with one header row (values of a native chart)."""
    rows = [_markdown_cells(line) for line in markdown.splitlines() if line.strip().startswith("|")]
    rows = [row for row in rows if not all(re.fullmatch(r":?-{2,}:?", cell) for cell in row)]
    if not rows:
        return markdown.strip()
    num_cols = max(len(row) for row in rows)
    cells = tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    )
    return describe_table(
        TableArtifact(ordinal=1, num_rows=len(rows), num_cols=num_cols, cells=cells, markdown=markdown)
    )


def _markdown_cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|").replace("&#124;", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _as_told(table: TableArtifact) -> TableArtifact:
    """The table in the order in which its rows say something: a figure after its name, one half below the other; a
    label in each row that it is of, a colour with its letter.
    """
    parted = parted_by_columns(
        stacked(with_names_first(with_signs_beside(with_titles_above(with_numbers_below(table)))))
    )
    told = with_labels_repeated(with_labels_over_rows(with_errors_beside(with_counted_names(parted))))
    return with_colours_told(told)


def _column_labels(headers: Grid, num_cols: int) -> list[str]:
    return column_labels([texts_of(row) for row in headers], num_cols)


def _has_row_labels(table: TableArtifact, grid: Grid, num_headers: int) -> bool:
    """Whether the first column labels the rows: it holds mostly words, years or ranges, and there are other columns.

    A row that is alone below names of all columns, and holds no figures, is a record whose fields are told by these.
    """
    rows = grid[num_headers:]
    if num_headers and is_record_in_a_row(texts_of(grid[0]), [texts_of(row) for row in rows]):
        return False
    firsts = [text for row in rows if (text := texts_of(row[:1])[0])]
    if table.num_cols == _PAIR and _are_counted(firsts) and len(firsts) == len(rows):
        return True
    labels = sum(_WORD.search(text) is not None or _YEAR_OR_RANGE.match(text) is not None for text in firsts)
    times = sum(_TIME_OF_DAY.fullmatch(text) is not None for text in firsts) if num_headers else 0
    return table.num_cols > 1 and 2 * (labels + times) >= len(firsts) > 0


def _are_counted(texts: Sequence[str]) -> bool:
    """Whether rows are numbered one by one, as the parts of a figure are."""
    return len(texts) >= _MIN_COUNTED and list(texts) == [str(number) for number in range(1, len(texts) + 1)]


def _row_lines(rows: Grid, columns: list[str], *, has_labels: bool) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Rows as sentences; with the texts of the row and of label rows right above."""
    for groups, label, row, texts in _labelled_rows(rows, has_labels=has_labels):
        yield _in_words(groups, label, row, columns, has_labels=has_labels), texts


def _in_words(
    groups: Sequence[str], label: str, row: Sequence[TableCell | None], columns: list[str], *, has_labels: bool
) -> str:
    """A row under a period ("Fiscal 2018") is not of the one in the head, which stands over the rows above it."""
    path = _ROW_JOINER.join(dict.fromkeys(part for part in (*groups, label) if part))
    if groups and is_period(groups[-1]):
        columns = without_shared_period(columns)
    # sums have names where other rows have none
    num_labels = 2 if _is_named_twice(label, row) else int(has_labels or bool(label))
    values = "; ".join(_values(row, columns, num_labels=num_labels))
    # a field of a form without an entry
    values = values or (NO_ENTRY if path and len(row) > 1 else "")
    said = f"{path}: {values}" if path and values else path or values
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _labelled_rows(
    rows: Grid, *, has_labels: bool
) -> Iterable[tuple[tuple[str, ...], str, Sequence[TableCell | None], tuple[str, ...]]]:
    """The label rows above each row, its label, the row, its texts with those of label rows right above it."""
    groups: list[str] = []
    above: list[str] = []
    members: list[list[str]] = []
    # the cells of the last label row and of the labels below it
    stairs: list[TableCell] = []
    previous_was_group = False
    are_fields = _are_fields(rows)
    titles = card_titles(rows)
    names = names_beside_groups(rows) if has_labels else frozenset[int]()
    sums = frozenset[int]() if has_labels else sums_below(rows)
    changes = periods_of_changes(rows) if has_labels else {}
    for row in rows:
        filled = filled_texts(row)
        if not filled:
            continue
        first = next(cell for cell in row if cell and cell.text.strip())
        if not are_fields and _is_group(row):
            # 'Assets' directly above 'Current assets:' stays above it
            above_it = groups if previous_was_group else titles
            groups = [*above_it, _label(filled[0])][-_MAX_GROUPS:]
            above += filled
            members = []
            stairs = [first]
            previous_was_group = True
            continue
        if groups and has_labels and steps_back(stairs[0], stairs[1:], first):
            groups = []
        stairs.append(first)
        previous_was_group = False
        is_sum = id(row) in sums
        labelled = with_label_first(row, most=len(row) if is_sum else 2) if has_labels or is_sum else row
        label = _label(texts_of(labelled)[0]) if has_labels or is_sum else ""
        if len(labelled) > 1 and id(labelled[1]) in names:
            label = _with_name(labelled)
        of_period = [changes[id(row)]] if id(row) in changes else []
        yield (*groups, *of_period), label, labelled, (*above, *filled)
        above = []
        members.append(texts_of(row))
        if groups and ends_in_sums(members):
            # what stands below a sum is not of what it sums up, and still of the period that is over all
            groups = [group for group in groups if is_period(group)]
            members = []


def _are_fields(rows: Grid) -> bool:
    """Whether rows are a form's names and entries, each name with a colon: one without an entry labels no others."""
    names = [filled[0] for row in rows if len(filled := filled_texts(row)) > 1]
    return len(names) >= _MIN_FIELDS and sum(name.endswith(":") for name in names) >= _FIELD_SHARE * len(names)


def _is_group(row: Sequence[TableCell | None]) -> bool:
    """A row of one label, or of a period where labels stand: it stands above the rows below it."""
    filled = filled_texts(row)
    if len(row) < 2 or len(filled) != 1:
        return False
    return not _NUMBER.match(filled[0]) or (is_period(filled[0]) and texts_of(row[:1]) == filled)


def _with_name(row: Sequence[TableCell | None]) -> str:
    """The label of a row whose name stands beside it: ``Planned > Harbour wind farm``."""
    return _ROW_JOINER.join(map(_label, texts_of(row[:2])))


def _is_named_twice(label: str, row: Sequence[TableCell | None]) -> bool:
    """Whether a label is of both of the first columns."""
    return len(row) > 1 and _ROW_JOINER in label and label == _with_name(row)


def _values(row: Sequence[TableCell | None], columns: list[str], *, num_labels: int) -> Iterable[str]:
    """``2023 $94,836``: each cell once, with the labels of all columns it covers; none of the columns of labels."""
    done: set[int] = set()
    for col, cell in enumerate(row):
        if cell is None or id(cell) in done or not cell.text.strip() or cell.col_start < num_labels:
            continue
        done.add(id(cell))
        covered = dict.fromkeys(label for label in columns[col : max(cell.col_end, col + 1)] if label)
        yield " ".join([*([", ".join(covered)] if covered else []), cell.text.strip()])


def _label(text: str) -> str:
    return text.strip().removesuffix(":")
