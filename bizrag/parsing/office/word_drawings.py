"""Charts and SmartArt of a DOCX: docling passes them by, so marks in the text keep their places while it reads."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.office.native_charts import chart_markdown
from bizrag.parsing.office.smart_art import read_smart_art

_BODY = "word/document.xml"
_LINKS = "word/_rels/document.xml.rels"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MARKUP = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_CHARTS = (
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://schemas.microsoft.com/office/drawing/2014/chartex",
)
# letters for private use: no text of a document has them
_MARK = re.compile("\ue0d0([0-9]+)\ue0d1")


def mark_drawings(source: io.BytesIO | Path) -> tuple[io.BytesIO | Path, list[list[DraftItem]]]:
    """The package with a mark in the place of every chart and SmartArt, and what the marks stand for, by number."""
    with zipfile.ZipFile(source) as package:
        names = set(package.namelist())
        if not any(name.startswith(("word/charts/", "word/diagrams/")) for name in names) or _BODY not in names:
            return source, []
        body, drawings = _marked_body(package, names)
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
            for member in package.infolist():
                target.writestr(member, body if member.filename == _BODY else package.read(member))
    copy.seek(0)
    return copy, drawings


def put_drawings(items: Sequence[DraftItem], drawings: Sequence[Sequence[DraftItem]]) -> list[DraftItem]:
    """Items without marks, each followed by what its marks stand for; what no item has a mark of stands at the end."""
    if not drawings:
        return list(items)
    placed: list[DraftItem] = []
    left = dict(enumerate(drawings))
    for item in items:
        numbers = [int(number) for number in _MARK.findall(_text(item))]
        if not numbers:
            placed.append(item)
            continue
        bare = _without_marks(item)
        placed += [] if bare is None else [bare]
        for number in numbers:
            placed += left.pop(number, [])
    return [*placed, *(item for rest in left.values() for item in rest)]


def _marked_body(package: zipfile.ZipFile, names: set[str]) -> tuple[bytes, list[list[DraftItem]]]:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    body = etree.fromstring(package.read(_BODY), parser)
    targets = _targets(package.read(_LINKS)) if _LINKS in names else {}
    drawings: list[list[DraftItem]] = []
    for node in list(body.iter(f"{_WORD}drawing")):
        links = [targets.get(number, "") for number in _links(node)]
        read = [_read(package.read(target)) for target in links if target in names]
        if not read or node.getparent() is None:
            continue
        mark = etree.Element(f"{_WORD}t")
        mark.text = f"\ue0d0{len(drawings)}\ue0d1"
        drawings.append([item for items in read for item in items])
        place = _alternatives(node)
        place.getparent().replace(place, mark)
    return etree.tostring(body, xml_declaration=True, encoding="UTF-8", standalone=True), drawings


def _alternatives(drawing: Any) -> Any:
    """The pair of alternatives that a drawing is one of, else the drawing."""
    choice = drawing.getparent()
    is_choice = choice is not None and choice.tag == f"{_MARKUP}Choice" and choice.getparent() is not None
    return choice.getparent() if is_choice else drawing


def _links(drawing: Any) -> Iterator[str]:
    for data in drawing.iter(f"{_DRAWING}graphicData"):
        name = "dm" if data.get("uri") == _DIAGRAM else "id" if data.get("uri") in _CHARTS else ""
        for node in data if name else ():
            if number := node.get(f"{_RELATION}{name}"):
                yield number


def _targets(links: bytes) -> dict[str, str]:
    """Names of the parts by the number of their relation."""
    from lxml import etree

    root = etree.fromstring(links, etree.XMLParser(resolve_entities=False, no_network=True))
    return {
        str(node.get("Id")): posixpath.normpath(posixpath.join("/word", node.get("Target", ""))).lstrip("/")
        for node in root
        if node.get("TargetMode") != "External"
    }


def _read(part: bytes) -> list[DraftItem]:
    """A chart with its values, or the nodes of a diagram; nothing where neither is found."""
    if nodes := read_smart_art(part):
        return nodes
    title, markdown = chart_markdown(part)
    return [DraftPicture(caption=title, chart_markdown=markdown)] if markdown else []


def _text(item: DraftItem) -> str:
    if isinstance(item, DraftTable):
        return " ".join(cell.text for cell in item.cells)
    return item.text


def _without_marks(item: DraftItem) -> DraftItem | None:
    if isinstance(item, DraftTable):
        return replace(item, cells=[replace(cell, text=_MARK.sub("", cell.text).strip()) for cell in item.cells])
    text = _MARK.sub("", item.text).strip()
    if isinstance(item, DraftText) and text.strip("- ") == "":
        return None
    return replace(item, text=text)
