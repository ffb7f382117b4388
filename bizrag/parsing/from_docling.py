"""A docling document as a draft: labels to block kinds, boxes from the top left, merged paragraphs by page."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.headings.bold_headings import set_bold_headings

if TYPE_CHECKING:
    from PIL import Image

_CLOSING = (".", ",", ";", ":", "!", "?", ")", "]")
_KINDS = {
    "title": BlockKind.HEADING,
    "section_header": BlockKind.HEADING,
    "list_item": BlockKind.LIST_ITEM,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.FOOTNOTE,
    "code": BlockKind.CODE,
    "formula": BlockKind.FORMULA,
    "page_header": BlockKind.PAGE_HEADER,
    "page_footer": BlockKind.PAGE_FOOTER,
}
# Markdown that docling writes for rich cells: image marks, rules and bars of tables, emphasis
_MARKUP = re.compile(r"<!-- image -->|\|[-|: ]+\||\||\*{1,3}|~~")
_BULLET = re.compile(r"^[•·▪◦‣●○■□–—*-]\s+")
# dots that lead the eye to a number: they say nothing, and fill what is embedded
_LEADER = re.compile(r"(?:\s*[.·…]){5,}\s*")
_LEADER_WITHIN = re.compile(rf"(?<=\w){_LEADER.pattern}(?=\w)")
# one that the file draws after its text
_LATE_BULLET = re.compile(r"\s+[•·▪●○◦‣]\s*$")


def read_document(document: Any, store: Callable[[Image.Image], DraftPicture] | None = None) -> list[DraftItem]:
    """The items of a ``DoclingDocument`` in reading order, page furniture included.

    Headings carry docling's level (1 for every heading of a PDF, 0 for a title); the caller sets the final ones.
    ``store`` keeps the images that a document brings along (DOCX, HTML).
    """
    items: list[DraftItem] = []
    bold: set[int] = set()
    for entry in _entries(document):
        depth = _depth(entry, document)
        is_bold = _is_bold(entry, document)
        for item in _read_entry(entry, document):
            above = items[-1] if items else None
            if depth and isinstance(item, DraftText) and _is_item(item) and _is_item(above):
                # an item says what the list in it is about
                above.text += f"\n{'  ' * depth}{item.text}"
            elif store is not None and isinstance(item, DraftPicture):
                items.append(_with_image(item, entry.get_image(document), store))
            else:
                items.append(item)
                bold |= {id(item)} if is_bold else set()
    set_bold_headings(items, bold)
    return items


def _is_bold(entry: Any, document: Any) -> bool:
    """Whether all runs of a paragraph are bold, as formats tell that have no letters to look at."""
    runs = [ref.resolve(document) for ref in entry.children] if type(entry).__name__ == "InlineGroup" else [entry]
    told = [getattr(run, "formatting", None) for run in runs if getattr(run, "text", "").strip()]
    return bool(told) and all(formatting is not None and formatting.bold for formatting in told)


def _is_item(item: DraftItem | None) -> TypeGuard[DraftText]:
    return isinstance(item, DraftText) and item.kind is BlockKind.LIST_ITEM


def _depth(entry: Any, document: Any) -> int:
    """In how many items of lists an entry stands; runs of an item stand in that itself."""
    from docling_core.types.doc.items.group import InlineGroup
    from docling_core.types.doc.items.text import ListItem

    depth, node = -1 if isinstance(entry, InlineGroup) else 0, entry
    while node.parent is not None:
        node = node.parent.resolve(document)
        depth += isinstance(node, ListItem)
    return max(depth, 0)


def _entries(document: Any) -> Iterator[Any]:
    """The document's items that stand for themselves, captions before and footnotes after what they belong to."""
    from docling_core.types.doc.common.content_layer import ContentLayer
    from docling_core.types.doc.items.group import InlineGroup
    from docling_core.types.doc.items.node import FloatingItem
    from docling_core.types.doc.items.picture.picture import PictureItem

    attached = _attached(document)
    layers = {ContentLayer.BODY, ContentLayer.FURNITURE, ContentLayer.NOTES}
    inside: set[str] = set()
    for item, _level in document.iterate_items(
        with_groups=True, included_content_layers=layers, traverse_pictures=False
    ):
        if item.self_ref in attached:
            continue
        is_inside = item.parent is not None and item.parent.cref in inside
        if is_inside and not isinstance(item, PictureItem):
            # texts of a table's rich cells and of a picture: their words come with the table or picture itself
            inside.add(item.self_ref)
        elif isinstance(item, InlineGroup):
            inside.add(item.self_ref)
            yield item
        elif isinstance(item, FloatingItem):
            yield from (ref.resolve(document) for ref in item.captions)
            inside.add(item.self_ref)
            yield item
            yield from (ref.resolve(document) for ref in item.footnotes)
        else:
            yield item


def _with_image(
    picture: DraftPicture, image: Image.Image | None, store: Callable[[Image.Image], DraftPicture]
) -> DraftPicture:
    return picture if image is None else replace(store(image), caption=picture.caption)


def _read_inline(group: Any, document: Any) -> list[DraftItem]:
    """A paragraph that docling broke into runs (bold, links), joined; facts behind bold names are a paragraph each.

    docling hangs what stands below a heading on it, as well as the runs of the heading itself, which then has no text.
    """
    children = [ref.resolve(document) for ref in group.children]
    owner = group.parent.resolve(document) if group.parent is not None else None
    label = "" if getattr(owner, "text", "") else str(getattr(getattr(owner, "label", None), "value", ""))
    kind = _KINDS.get(label, BlockKind.TEXT)
    level = {"title": 0, "section_header": getattr(owner, "level", 1)}.get(label)
    if kind is not BlockKind.TEXT:
        text = " ".join(_run_on(fact) for fact in _facts(children))
        return [DraftText(kind=kind, text=_with_marker(owner, text) if label == "list_item" else text, level=level)]
    return [DraftText(kind=kind, text=_run_on(fact)) for fact in _facts(children)]


def _run_on(runs: Sequence[str]) -> str:
    """The text of runs, whose blanks docling drops: there is none before a full stop, nor inside brackets.

    >>> _run_on(["set", "cache=off", ", then (", "later", ") restart."])
    'set cache=off, then (later) restart.'
    """
    text = ""
    for run in runs:
        is_joined = not text or text.endswith(("(", "[")) or run.startswith(_CLOSING)
        text += run if is_joined else f" {run}"
    return text


def _facts(runs: Sequence[Any]) -> list[list[str]]:
    """The texts of runs, those of each fact by themselves where every fact begins with a bold name: docling drops the
    line breaks between them.
    """
    texts = [(run.text.strip(), bool(getattr(run, "formatting", None) and run.formatting.bold)) for run in runs]
    texts = [(text, is_bold) for text, is_bold in texts if text]
    begins = [is_bold and text.endswith(":") for text, is_bold in texts]
    facts: list[list[str]] = []
    for (text, _), is_name in zip(texts, begins, strict=True):
        if not facts or (is_name and begins[0]):
            facts.append([])
        facts[-1].append(text)
    return facts


def _attached(document: Any) -> set[str]:
    """Captions and footnotes of tables and pictures: they are given out beside what they belong to, once."""
    floats = (*document.tables, *document.pictures)
    return {ref.cref for item in floats for ref in (*item.captions, *item.footnotes)}


def _read_entry(item: Any, document: Any) -> list[DraftItem]:
    from docling_core.types.doc.items.group import InlineGroup
    from docling_core.types.doc.items.picture.picture import PictureItem
    from docling_core.types.doc.items.table.table import TableItem
    from docling_core.types.doc.items.text import TextItem

    if isinstance(item, TableItem):
        table = _read_table(item, document)
        inner = [inner for cell in item.data.table_cells for inner in _tables_in(cell, document)]
        return [*([table] if table.cells else []), *(found for one in inner for found in _read_entry(one, document))]
    if isinstance(item, PictureItem):
        page_no, bbox = _place(item, document)
        return [DraftPicture(caption=item.caption_text(document), page_no=page_no, bbox=bbox)]
    if isinstance(item, InlineGroup):
        return _read_inline(item, document)
    if isinstance(item, TextItem):
        return list(_read_text(item, document))
    return []


def _read_text(item: Any, document: Any) -> Iterator[DraftItem]:
    label = str(item.label.value)
    kind = _KINDS.get(label, BlockKind.TEXT)
    text: str = item.text
    if not text.strip():
        return
    if label == "list_item":
        text = _with_marker(item, text)
    level = {"title": 0, "section_header": getattr(item, "level", 1)}.get(label)
    if len({prov.page_no for prov in item.prov}) <= 1:
        page_no, bbox = _place(item, document)
        text = text if kind is BlockKind.CODE else _LEADER.sub(" … ", text).strip()
        yield DraftText(kind=kind, text=text, page_no=page_no, bbox=bbox, level=level)
        return
    # A paragraph that docling joined across pages comes apart again, so that each part is found on its own page.
    offset = len(text) - len(item.text)
    for page_no in dict.fromkeys(prov.page_no for prov in item.prov):
        provs = [prov for prov in item.prov if prov.page_no == page_no]
        start = min(prov.charspan[0] for prov in provs) + (offset if page_no != item.prov[0].page_no else 0)
        end = max(prov.charspan[1] for prov in provs) + offset
        bbox = _union([_box(prov, document) for prov in provs])
        yield DraftText(kind=kind, text=text[start:end], page_no=page_no, bbox=bbox, level=level)


def _with_marker(item: Any, text: str) -> str:
    marker = str(getattr(item, "marker", "") or "").strip()
    text = _LATE_BULLET.sub("", _BULLET.sub("", text))
    return f"{marker} {text}" if item.enumerated and marker else f"- {text}"


def _read_table(item: Any, document: Any) -> DraftTable:
    page_no, bbox = _place(item, document)
    cells: list[TableCell] = []
    for cell in item.data.table_cells:
        box = cell.bbox
        cells.append(
            TableCell(
                text=_cell_text(cell, document),
                row_start=cell.start_row_offset_idx,
                row_end=max(cell.end_row_offset_idx, cell.start_row_offset_idx + 1),
                col_start=cell.start_col_offset_idx,
                col_end=max(cell.end_col_offset_idx, cell.start_col_offset_idx + 1),
                is_header=cell.column_header,
                bbox=_to_box(box, _page_height(document, page_no)) if box is not None and page_no is not None else None,
            )
        )
    return DraftTable(
        num_rows=max([item.data.num_rows, *(cell.row_end for cell in cells)]),
        num_cols=max([item.data.num_cols, *(cell.col_end for cell in cells)]),
        cells=cells,
        caption=item.caption_text(document),
        page_no=page_no,
        bbox=bbox,
    )


def _cell_text(cell: Any, document: Any) -> str:
    """The text of a cell, without the tables in it; what else it is made of is flattened, so that nothing is lost."""
    if not hasattr(cell, "ref"):
        # between words: an entry of contents with its page in one cell
        return _LEADER_WITHIN.sub(" … ", str(cell.text))
    tables = _tables_in(cell, document)
    if tables:
        return " ".join(_texts_beside(cell.ref.resolve(document), document, {one.self_ref for one in tables}))
    markdown = _MARKUP.sub(" ", cell._get_text(doc=document))  # noqa: SLF001 - docling has no public way
    full = " ".join(html.unescape(markdown).split())
    is_complete = set(re.findall(r"\w+", full)) <= set(re.findall(r"\w+", cell.text))
    return str(cell.text) if is_complete else full


def _tables_in(cell: Any, document: Any) -> list[Any]:
    """The tables that stand in a cell: they follow the one around them. One row or column is text."""
    from docling_core.types.doc.items.table.table import TableItem

    if not hasattr(cell, "ref"):
        return []
    inner = [child.resolve(document) for child in cell.ref.resolve(document).children]
    return [one for one in inner if isinstance(one, TableItem) and min(one.data.num_rows, one.data.num_cols) > 1]


def _texts_beside(node: Any, document: Any, tables: set[str]) -> Iterator[str]:
    """All text of a node but that of the tables."""
    from docling_core.types.doc.items.table.table import TableItem

    if node.self_ref in tables:
        return
    cells = node.data.table_cells if isinstance(node, TableItem) else [node]
    yield from (text for cell in cells if (text := str(getattr(cell, "text", "")).strip()))
    for child in node.children:
        yield from _texts_beside(child.resolve(document), document, tables)


def _place(item: Any, document: Any) -> tuple[int | None, BoundingBox | None]:
    if not item.prov:
        return None, None
    page_no = item.prov[0].page_no
    return page_no, _union([_box(prov, document) for prov in item.prov if prov.page_no == page_no])


def _box(prov: Any, document: Any) -> BoundingBox:
    return _to_box(prov.bbox, _page_height(document, prov.page_no))


def _page_height(document: Any, page_no: int | None) -> float:
    return float(document.pages[page_no].size.height) if page_no in document.pages else 0.0


def _to_box(bbox: Any, page_height: float) -> BoundingBox:
    """docling's box (either origin) from the top left corner."""
    top_left = bbox.to_top_left_origin(page_height)
    return BoundingBox(
        l=min(top_left.l, top_left.r),
        t=min(top_left.t, top_left.b),
        r=max(top_left.l, top_left.r),
        b=max(top_left.t, top_left.b),
    )


def _union(boxes: list[BoundingBox]) -> BoundingBox:
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box
