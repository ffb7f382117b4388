"""Tables in sentences, row by row: every value with its row and column labels (MM-BizRAG 3.1: table descriptions)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bizrag.model.parses import TableArtifact, TableCell

_NUMBER = re.compile(r"\d")
# what labels a period or a unit although it holds digits: '2023', 'Q1 2023', 'FY22', 'March 31, 2023', '31.12.2023'
_PERIOD = re.compile(
    r"(?:fy|q[1-4]|h[12]|[a-z]{3,9}\.?)?\s*'?(?:\d{1,2}[.,/-]?\s*){0,2}(?:(?:19|20)?\d\d)?\s*(?:q[1-4])?", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d|\b(?:fy|q)\s?\d", re.IGNORECASE)
_JOINER = " > "

Grid = list[list[TableCell | None]]


def describe_table(table: TableArtifact) -> str:
    """Caption, then one line a row: ``Net sales: 2023 $94,836; 2022 $97,278.``

    Headers above one another are joined (``Year ended > 2023``), a row that is only a label joins the rows below it, a
    merged cell counts for every row and column it covers and is said once in each row. Every cell's text occurs.
    """
    grid = _grid(table)
    num_headers = _num_header_rows(table, grid)
    columns = [_joined(cell.text for row in grid[:num_headers] if (cell := row[col])) for col in range(table.num_cols)]
    has_labels = _has_row_labels(table, grid[num_headers:])
    lines = [table.caption.strip(), *_row_lines(grid[num_headers:], columns, has_labels=has_labels)]
    said = "\n".join(line for line in lines if line)
    missing = [text for text in dict.fromkeys(cell.text.strip() for cell in table.cells) if text and text not in said]
    if missing:
        # header cells over empty columns, and the label of the row labels: 'In millions'
        lines.insert(1, f"Headers: {'; '.join(missing)}.")
    return "\n".join(line for line in lines if line)


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


def _grid(table: TableArtifact) -> Grid:
    """Which cell covers each place; None where there is none."""
    grid: Grid = [[None] * table.num_cols for _ in range(table.num_rows)]
    for cell in table.cells:
        for row in range(cell.row_start, min(cell.row_end, table.num_rows)):
            for col in range(cell.col_start, min(cell.col_end, table.num_cols)):
                grid[row][col] = cell
    return grid


def _num_header_rows(table: TableArtifact, grid: Grid) -> int:
    """Leading header rows: flagged ones, the first row above numbers, and rows of periods or units below them."""
    count = 0
    while count < len(grid) - 1 and any(cell and cell.is_header and cell.col_start > 0 for cell in grid[count]):
        count += 1
    if count == 0 and table.num_cols > 1 and _looks_like_header(grid):
        count = 1
    while 0 < count < len(grid) - 1 and _continues_header(grid[count]):
        count += 1
    return count


def _looks_like_header(grid: Grid) -> bool:
    """No numbers but periods in the first row, numbers in the first column that has values below it."""
    if len(grid) < 2 or any(text and not _is_label(text) for text in _texts(grid[0])[1:]):
        return False
    if not any(_texts(grid[0])[1:]):
        return False
    rows = [_texts(row)[1:] for row in grid[1:]]
    with_numbers = sum(any(_NUMBER.search(text) for text in row) for row in rows)
    return 2 * with_numbers >= len(rows)


def _continues_header(row: Sequence[TableCell | None]) -> bool:
    """A row below the header without a row label, holding periods or units only."""
    first, *rest = _texts(row)
    filled = [text for text in rest if text]
    return not first and len(filled) > 0 and all(_is_label(text) for text in filled)


def _is_label(text: str) -> bool:
    if not _NUMBER.search(text):
        return True
    return bool(_PERIOD.fullmatch(text.strip()) and _YEAR.search(text)) or len(re.findall(r"[^\W\d_]", text)) > 6


def _has_row_labels(table: TableArtifact, rows: Grid) -> bool:
    """Whether the first column labels the rows: it holds mostly words, and there are other columns."""
    firsts = [text for row in rows if (text := _texts(row[:1])[0])]
    words = sum(re.search(r"[^\W\d_]", text) is not None or _YEAR.match(text) is not None for text in firsts)
    return table.num_cols > 1 and 2 * words >= len(firsts) > 0


def _row_lines(rows: Grid, columns: list[str], *, has_labels: bool) -> Iterable[str]:
    """Rows as sentences, under the label rows above them."""
    groups: list[str] = []
    previous_was_group = False
    for row in rows:
        texts = _texts(row)
        distinct = {id(cell): cell for cell in row if cell and cell.text.strip()}
        if not distinct:
            continue
        is_group = len(columns) > 1 and len(distinct) == 1 and bool(texts[0]) and not _NUMBER.fullmatch(texts[0])
        if is_group:
            # 'Assets' directly above 'Current assets:' stays above it
            groups = [*groups, texts[0]] if previous_was_group else [texts[0]]
            previous_was_group = True
            yield f"{_label(texts[0])}:"
            continue
        previous_was_group = False
        label = texts[0] if has_labels else ""
        path = _joined([*(_label(group) for group in groups), _label(label)])
        values = "; ".join(_values(row, columns, skip_first=has_labels))
        yield f"{path}: {values}." if path and values else f"{path or values}."


def _values(row: Sequence[TableCell | None], columns: list[str], *, skip_first: bool) -> Iterable[str]:
    """``2023 $94,836``: each cell once, with the labels of all columns it covers."""
    done: set[int] = set()
    for col, cell in enumerate(row):
        if cell is None or id(cell) in done or not cell.text.strip() or (skip_first and cell.col_start == 0):
            continue
        done.add(id(cell))
        covered = dict.fromkeys(label for label in columns[col : max(cell.col_end, col + 1)] if label)
        yield " ".join([*([", ".join(covered)] if covered else []), cell.text.strip()])


def _texts(row: Sequence[TableCell | None]) -> list[str]:
    return [cell.text.strip() if cell else "" for cell in row]


def _joined(texts: Iterable[str]) -> str:
    """Labels from the highest to the lowest, repeated ones once."""
    return _JOINER.join(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _label(text: str) -> str:
    return text.strip().removesuffix(":")
