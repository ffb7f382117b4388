"""Tables and boxes that only lay a page out, turned into what they show: parts of the page one after another, names
with their values, and boxes that are ticked or not.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# the rows of a page's grid of names and values, and what stands in them
_ROWS = frozenset(("div", "li", "p"))
_NAMES = frozenset(("b", "div", "em", "p", "small", "span", "strong"))
_RUNS = frozenset(("a", "b", "br", "em", "i", "small", "span", "strong", "sub", "sup"))
_MAX_NAME_LETTERS = 60
_SENTENCE_END = (".", "!", "?", ";", ",")


def open_layout(root: Any) -> None:
    """Rows of tables that hold headings or tables become blocks; the rows between them stay tables."""
    for table in list(root.iter("table")):
        rows = [row for row in table.iter("tr") if next(row.iterancestors("table"), None) is table]
        if any(map(_is_layout, rows)):
            _open(table, rows)


def join_remarks(root: Any) -> None:
    """Rows over a table's whole width that each stand below a row of cells become its last cell: what changed in a
    revision is written so below its number and day. Headings of groups stand above their rows.
    """
    for table in list(root.iter("table")):
        rows = [row for row in table.iter("tr") if next(row.iterancestors("table"), None) is table]
        widths = [[_width(cell) for cell in row.iterchildren("td", "th")] for row in rows]
        most = max(map(sum, widths), default=0)
        is_head = [bool(row.xpath("./th")) and not row.xpath("./td") for row in rows]
        body = [at for at in range(len(rows)) if not is_head[at] and widths[at]]
        pairs = list(zip(body[::2], body[1::2], strict=False))
        is_paired = len(body) == 2 * len(pairs) and len(pairs) > 1 and most > 1
        if is_paired and all(len(widths[one]) > 1 and widths[other] == [most] for one, other in pairs):
            for one, other in pairs:
                remark = rows[other][0]
                remark.attrib.pop("colspan")
                rows[one].append(remark)
                rows[other].drop_tree()


def _width(cell: Any) -> int:
    span = cell.get("colspan", "1").strip()
    return int(span) if span.isdecimal() else 1


def pair_names(root: Any) -> None:
    """Boxes of one kind with a name and a value each, which only a style sheet parts, become ``Weight: 124 kg``."""
    for parent in list(root.iter()):
        kinds = Counter(kind for kind in map(_kind_of_pair, parent) if kind is not None)
        for row in list(parent):
            kind = _kind_of_pair(row)
            if kind is not None and kinds[kind] > 1:
                name, value = (" ".join(str(child.text_content()).split()) for child in row)
                for child in list(row):
                    row.remove(child)
                row.tag, row.text = "li" if row.tag == "li" else "p", f"{name.rstrip(': ')}: {value}"


def write_ticks(root: Any) -> None:
    """Boxes to tick become their signs, and so do the tasks of a wiki, which only a class tells."""
    for box in list(root.iter("input")):
        if box.get("type", "").lower() in ("checkbox", "radio"):
            box.tag, box.text = "span", _sign(is_ticked=box.get("checked") is not None)
    for tasks in root.xpath("//ul[contains(@class, 'inline-task-list')]"):
        for task in tasks.iterchildren("li"):
            task.text = f"{_sign(is_ticked='checked' in task.get('class', '').split())} {(task.text or '').lstrip()}"


def drop_contents(root: Any) -> None:
    """Lists of nothing but links to places of the page go, as menus do."""
    places = {f"#{name}" for name in root.xpath("//@id | //a/@name")}
    for links in list(root.iter("ul", "ol")):
        targets = [link.get("href", "") for link in links.iter("a")]
        linked = "".join(str(link.text_content()) for link in links.iter("a"))
        is_all = "".join(linked.split()) == "".join(str(links.text_content()).split())
        if len(targets) > 1 and is_all and places.issuperset(targets):
            links.drop_tree()


def free_code(root: Any) -> None:
    """Code of several lines inside an item ends the list, which goes on after it: items are read as one line."""
    for code in list(root.iter("pre")):
        if "\n" not in str(code.text_content()).strip():
            continue
        while (item := code.getparent()) is not None and item.tag == "li" and item.getparent() is not None:
            _free(code, item, item.getparent())


def _free(code: Any, item: Any, numbered: Any) -> None:
    """Move code and what follows it out of an item of a list."""
    from lxml import etree

    after = etree.Element("div")
    after.text, code.tail = code.tail, None
    after.extend(list(code.itersiblings()))
    rest = etree.Element(numbered.tag, dict(numbered.attrib))
    if numbered.tag == "ol":
        start = numbered.get("start", "1")
        num_items = 1 + sum(1 for _ in item.itersiblings("li", preceding=True))
        rest.set("start", str((int(start) if start.isdecimal() else 1) + num_items))
    rest.extend(list(item.itersiblings()))
    rest.tail, numbered.tail = numbered.tail, None
    parts = [code, *([after] if len(after) or (after.text or "").strip() else []), *([rest] if len(rest) else [])]
    for part in reversed(parts):
        numbered.addnext(part)


def _sign(*, is_ticked: bool) -> str:
    return "☑" if is_ticked else "☐"


def _is_layout(row: Any) -> bool:
    return any(next(cell.iter("table"), None) is not None or _has_section(cell) for cell in row.iter("td", "th"))


def _has_section(cell: Any) -> bool:
    """Whether a cell has a heading and what stands below it: a heading alone is a name in large type."""
    headings = "".join(str(heading.text_content()) for heading in cell.iter(*_HEADINGS)).split()
    return bool(headings) and "".join(headings) != "".join(str(cell.text_content()).split())


def _open(table: Any, rows: list[Any]) -> None:
    from lxml import etree

    place = etree.Element("div")
    place.tail, table.tail = table.tail, None
    table.getparent().replace(table, place)
    for caption in table.iterchildren("caption"):
        caption.tag = "p"
        place.append(caption)
    for is_layout, run in groupby(rows, key=_is_layout):
        if is_layout:
            for cell in [cell for row in run for cell in row.iterchildren("td", "th")]:
                cell.tag = "div"
                place.append(cell)
        else:
            etree.SubElement(place, "table", dict(table.attrib)).extend(list(run))


def _kind_of_pair(row: Any) -> tuple[str, ...] | None:
    """What all rows of a grid have in common, by tags and classes; None for what is no name with a value."""
    if row.tag not in _ROWS or len(row) != 2 or (row.text or "").strip():
        return None
    name, value = row
    if name.tag not in _NAMES or value.tag not in _NAMES or any((child.tail or "").strip() for child in row):
        return None
    if any(inner.tag not in _RUNS for child in row for inner in child.iterdescendants()):
        return None
    said = str(name.text_content()).strip()
    is_name = 0 < len(said) <= _MAX_NAME_LETTERS and not said.endswith(_SENTENCE_END)
    kinds = [(child.tag, child.get("class", "")) for child in row]
    told = str(value.text_content())
    # a run of a sentence brings its own blank
    if not is_name or not told.strip() or told.startswith(" ") or kinds[0] == kinds[1]:
        return None
    return (row.tag, row.get("class", ""), *kinds[0], *kinds[1])
