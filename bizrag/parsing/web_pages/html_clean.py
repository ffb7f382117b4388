"""HTML made fit for reading: no scripts, menus and hidden parts, and layout tables turned back into what they mean.

Filings set everything in borderless tables: bullets in three cells, a number spread over '$', digits and ')', empty
columns as space. They become lists and plain tables here, before docling reads the page. Nothing is ever fetched.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

from bizrag.errors import BadInputError
from bizrag.parsing.web_pages.html_folds import (
    drop_heading_tools,
    free_heading_controls,
    join_lists,
    open_folds,
    write_task_boxes,
)
from bizrag.parsing.web_pages.html_layout import (
    drop_contents,
    free_code,
    join_remarks,
    open_layout,
    pair_names,
    write_ticks,
)
from bizrag.parsing.web_pages.html_terms import BLOCKS, pair_terms
from bizrag.parsing.web_pages.svg_drawings import Draw, show_drawings

_DROPPED = ("script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas", "link", "meta")
# Menus and controls are no text of the document.
_CONTROLS = ("nav", "button", "select")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[•·▪◦‣●○■□–—*-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$")
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_FILING_HEADING = re.compile(r"^(part\s+[ivx]+\b|item\s+\d{1,2}[a-c]?\b)", re.IGNORECASE)
_MAX_HEADING_LETTERS = 120
# Readers go down into a page by recursion; pages that people write stay below 100.
_MAX_DEPTH = 400
_INLINE = ("a", "abbr", "b", "big", "em", "font", "i", "ins", "mark", "small", "span", "strong", "sub", "sup", "u")
# Old pages hold form feeds and worse. The parser lets them in, and moving such a text raises ValueError.
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def clean_html(data: bytes, *, draw: Draw | None = None, name: str = "page") -> bytes:
    """The page without scripts and hidden parts, as UTF-8; layout tables as lists, bold lines as headings.

    ``draw`` draws what the page holds as SVG; without it that is left out. ``name`` is the file's, for messages.

    Raises:
        BadInputError: nested deeper than any page, or without an element.
    """
    from lxml import etree, html

    parser: Any = html.HTMLParser(encoding=_encoding(data), huge_tree=True, no_network=True)
    try:
        root: Any = html.document_fromstring(data, parser=parser)
    except etree.ParserError as error:
        raise BadInputError(f"{name}: the page holds no text") from error
    _check_depth(root, name)
    _blank_controls(root)
    write_ticks(root)
    write_task_boxes(root)
    free_heading_controls(root)
    _drop_hidden(root)
    if draw is not None:
        show_drawings(root, draw)
    _drop(root)
    drop_contents(root)
    drop_heading_tools(root)
    join_lists(root)
    open_folds(root)
    _unwrap_foreign(root)
    join_remarks(root)
    open_layout(root)
    if not root.xpath("//h1|//h2|//h3"):
        _mark_headings(root)
    pair_names(root)
    _join_runs(root)
    pair_terms(root)
    _number_lists(root)
    free_code(root)
    for table in list(root.iter("table")):
        if not table.xpath(".//table"):
            _bullets_to_list(table)
    return etree.tostring(root, method="html", encoding="utf-8")


def _number_lists(root: Any) -> None:
    """Numbered lists say where they start: docling tells the numbers of these only."""
    for numbered in root.iter("ol"):
        if numbered.get("start") is None and numbered.get("type", "1") == "1":
            numbered.set("start", "1")


def _encoding(data: bytes) -> str | None:
    """What the page says of its encoding; UTF-8 when it says nothing and is."""
    head = data[:4096]
    found = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", head, re.IGNORECASE) or re.search(
        rb"<\?xml[^>]*encoding\s*=\s*[\"']([\w-]+)", head
    )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if found:
        return _known_encoding(found.group(1).decode("ascii"))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _known_encoding(name: str) -> str | None:
    """The name where it means an encoding of text that can be read; None lets libxml2 guess."""
    from lxml import html

    try:
        codecs.lookup(name)
        html.HTMLParser(encoding=name)
    except LookupError:
        return None
    return name


def _check_depth(root: Any, name: str) -> None:
    from lxml import etree

    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > _MAX_DEPTH:
            raise BadInputError(f"{name}: elements nested more than {_MAX_DEPTH} deep; refused")


def _blank_controls(root: Any) -> None:
    """Characters that XML has not become spaces."""
    for node in root.iter():
        if node.text and _NO_XML.search(node.text):
            node.text = _NO_XML.sub(" ", node.text)
        if node.tail and _NO_XML.search(node.tail):
            node.tail = _NO_XML.sub(" ", node.tail)


def _drop(root: Any) -> None:
    from lxml import etree

    for node in list(root.iter(*_DROPPED, *_CONTROLS, etree.Comment, etree.ProcessingInstruction)):
        _remove(node)
    for node in list(root.xpath("//*[@role='navigation' or @role='search']")):
        _remove(node)


def _drop_hidden(root: Any) -> None:
    for node in list(root.xpath("//*[@style or @hidden]")):
        hidden = node.get("hidden") is not None or _HIDDEN.search(node.get("style", ""))
        if hidden and node.getparent() is not None and node.tag not in ("html", "body"):
            _remove(node)


def _remove(node: Any) -> None:
    """Take a node out, keep the text after it."""
    parent = node.getparent()
    if parent is None:
        return
    if node.tail:
        before = node.getprevious()
        if before is None:
            parent.text = (parent.text or "") + node.tail
        else:
            before.tail = (before.tail or "") + node.tail
    parent.remove(node)


def _unwrap_foreign(root: Any) -> None:
    """Inline XBRL marks every figure with elements of its own: only their text counts."""
    for node in list(root.iter()):
        if isinstance(node.tag, str) and ":" in node.tag:
            if node.tag.lower() in ("ix:header", "ix:hidden"):
                _remove(node)
            else:
                node.drop_tag()


def _join_runs(root: Any) -> None:
    """Runs inside a line lose their tags: "<b>AN</b>NUAL" is one word, a link's text is text."""
    for node in list(root.iter(*_INLINE)):
        if not any(child.tag in BLOCKS or child.tag == "img" for child in node.iterdescendants()):
            node.drop_tag()


def _mark_headings(root: Any) -> None:
    """Bold lines of their own become headings, in pages that have no headings at all."""
    for node in root.iter("p", "div"):
        if any(child.tag in BLOCKS for child in node.iterdescendants()) or node.xpath("ancestor::table"):
            continue
        text = " ".join(node.text_content().split())
        if not 3 <= len(text) <= _MAX_HEADING_LETTERS or not any(map(str.isalpha, text)):
            continue
        if _is_bold(node) and not text.endswith((",", ";")):
            found = _FILING_HEADING.match(text)
            node.tag = ("h2" if text.lower().startswith("part") else "h3") if found else "h4"


def _is_bold(node: Any) -> bool:
    """Whether all text of a block is bold."""
    if _BOLD.search(node.get("style", "")):
        return True
    if (node.text or "").strip():
        return False
    children = [child for child in node if child.text_content().strip()]
    if any((child.tail or "").strip() for child in node) or not children:
        return False
    return all(child.tag in ("b", "strong") or _is_bold(child) for child in children)


def _bullets_to_list(table: Any) -> None:
    """A table whose rows are a bullet and a text becomes a list."""
    rows: list[list[str]] = []
    for row in table.iter("tr"):
        texts = [" ".join(cell.text_content().split()) for cell in row.iter("td", "th")]
        rows.append([text for text in texts if text])
    rows = [row for row in rows if row]
    if not rows or not all(len(row) == 2 and _BULLET.match(row[0]) for row in rows):
        return
    from lxml import etree

    numbered = any(letter.isalnum() for letter in rows[0][0])
    items = etree.Element("ul")
    for marker, text in rows:
        etree.SubElement(items, "li").text = f"{marker} {text}" if numbered else text
    items.tail = table.tail
    table.getparent().replace(table, items)
