"""Tables that stand at one place on page after page and say the same: the heads and feet of procedures and drawings.

The first one tells what the document is. The others stand between the parts of tables that go on, and in sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftItem, DraftTable, DraftText

# so far (points) two tables at one place may lie apart
_SAME_PLACE_PT = 6.0
# all that may differ: "Page 2 of 7", or "2/7" and nothing else in a cell; "03/2024" is a month
_COUNT = r"\d{1,4}(?:\s*(?:of|/|von|de|di|van)\s*\d{1,4})?"
_PAGE_COUNT = re.compile(
    rf"\b(?:page|sheet|seite|blatt|página|pagina)\b\W*{_COUNT}\b|^\s*\d{{1,3}}\s*(?:of|/|von|de|di|van)\s*\d{{1,3}}\s*$",
    re.IGNORECASE,
)

Key = tuple[tuple[int, int, str], ...]


def mark_running_tables(draft: Draft) -> None:
    """Make page furniture of every table that begins or ends its page, as it did on an earlier one, word for word."""
    first: dict[Key, DraftTable] = {}
    outer = _outer_items(draft.items)
    for at, item in enumerate(draft.items):
        if not isinstance(item, DraftTable) or item.bbox is None or item.caption or at not in outer:
            continue
        before = first.setdefault(_key_of(item), item)
        if before is not item and _is_at_place_of(item, before):
            middle = (item.bbox.t + item.bbox.b) / 2
            page = next((page for page in draft.pages if page.page_no == item.page_no), None)
            is_foot = page is not None and 2 * middle > page.height_pt
            draft.items[at] = DraftText(
                kind=BlockKind.PAGE_FOOTER if is_foot else BlockKind.PAGE_HEADER,
                text=" ".join(cell.text for cell in item.cells if cell.text.strip()),
                page_no=item.page_no,
                bbox=item.bbox,
            )


def _outer_items(items: Sequence[DraftItem]) -> set[int]:
    """Places of what begins and what ends each page, but for its furniture."""
    pages: dict[int | None, list[int]] = {}
    for at, item in enumerate(items):
        if not (isinstance(item, DraftText) and item.kind.is_furniture):
            pages.setdefault(item.page_no, []).append(at)
    return {at for places in pages.values() for at in (places[0], places[-1])}


def _key_of(table: DraftTable) -> Key:
    return tuple((cell.row_start, cell.col_start, _PAGE_COUNT.sub("", cell.text)) for cell in table.cells)


def _is_at_place_of(table: DraftTable, before: DraftTable) -> bool:
    if table.bbox is None or before.bbox is None or table.page_no == before.page_no:
        return False
    return max(abs(table.bbox.t - before.bbox.t), abs(table.bbox.l - before.bbox.l)) <= _SAME_PLACE_PT
