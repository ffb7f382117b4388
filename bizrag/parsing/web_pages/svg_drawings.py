"""Drawings that a page holds as SVG, in its own text or as images: each becomes what a browser shows, or its words.

An HTML parser writes all names in small letters; those of SVG that have capitals get them back.
"""

from __future__ import annotations

import base64
import binascii
import copy
import re
import urllib.parse
from collections.abc import Callable
from typing import Any

# takes a drawing, and gives its image as PNG, or None where it cannot be drawn
Draw = Callable[[bytes], bytes | None]

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
# by the HTML standard; of the tags and attributes those that change what is seen
_CAPITALS = {
    name.lower(): name
    for name in (
        *("linearGradient", "radialGradient", "clipPath", "textPath", "foreignObject"),
        *("viewBox", "preserveAspectRatio", "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits"),
        *("patternUnits", "patternContentUnits", "patternTransform", "maskUnits", "maskContentUnits"),
        *("markerWidth", "markerHeight", "markerUnits", "refX", "refY", "textLength", "lengthAdjust", "startOffset"),
        *("pathLength", "stdDeviation", "filterUnits", "primitiveUnits"),
    )
}
# what a drawing needs for itself only; scripts never run
_LEFT_OUT = ("script", "title", "desc", "metadata", "animate", "animatetransform", "animatemotion", "set")
# icons have no words, and a page of thousands of badges is no report
_MIN_LETTERS, _MAX_DRAWINGS = 3, 200
# more is the style of a whole site: each drawing would read all of it
_MAX_STYLE = 500_000
_IN_PAGE = re.compile(r"\s*data:image/svg\+xml(?P<options>[^,]*),(?P<data>.*)", re.IGNORECASE | re.DOTALL)
_NAME = re.compile(r"[a-zA-Z_][\w.-]*")
_VARIABLE = re.compile(r"(?<![\w-])(--[\w-]+)\s*:([^;{}]+)")
_USED = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")


def show_drawings(root: Any, draw: Draw) -> None:
    """Put the image of each drawing with words in its place, and its words as a paragraph where it cannot be drawn."""
    _open_images(root)
    style = "\n".join(node.text or "" for node in root.iter("style"))
    style = style if len(style) <= _MAX_STYLE else ""
    drawings = [node for node in root.iter("svg") if not any(True for _ in node.iterancestors("svg"))]
    for number, node in enumerate(one for one in drawings if _num_letters(one) >= _MIN_LETTERS):
        words = [" ".join(text.split()) for text in _texts(node)]
        shown = _shown(node, style, draw) if number < _MAX_DRAWINGS else None
        put = node.makeelement("p" if shown is None else "img")
        if shown is None:
            put.text = " ".join(filter(None, words))
        else:
            put.set("src", f"data:image/png;base64,{base64.b64encode(shown).decode()}")
            put.set("alt", _name(node))
        put.tail = node.tail
        node.getparent().replace(node, put)


def _shown(node: Any, style: str, draw: Draw) -> bytes | None:
    try:
        return draw(_document(node, style))
    except (ValueError, RecursionError):
        # what no XML can hold; the words are told
        return None


def _open_images(root: Any) -> None:
    """Put drawings that are written in the address of an image in its place, with its name."""
    from lxml import etree, html

    for image in list(root.iter("img")):
        found = _IN_PAGE.fullmatch(image.get("src", ""))
        if found is None or image.getparent() is None:
            continue
        try:
            node: Any = html.fragment_fromstring(_decoded(found), create_parent=True).find(".//svg")
        except (binascii.Error, UnicodeDecodeError, ValueError, etree.ParserError):
            continue
        if node is not None:
            node.set("aria-label", image.get("alt") or _name(node))
            node.tail = image.tail
            image.getparent().replace(image, node)


def _decoded(address: re.Match[str]) -> str:
    data = urllib.parse.unquote(address["data"])
    text = base64.b64decode(data).decode() if "base64" in address["options"].lower() else data
    # a declaration is none of HTML
    return re.sub(r"^\s*(?:<\?xml[^>]*\?>|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?>|<!--.*?-->|\s)*", "", text, flags=re.DOTALL)


def _texts(node: Any) -> list[str]:
    """The words of a drawing, text by text."""
    return ["".join(text.itertext()) for text in node.iter("text", "foreignobject")]


def _num_letters(node: Any) -> int:
    return sum(map(str.isalnum, "".join(_texts(node))))


def _name(node: Any) -> str:
    """What a drawing is called for people who do not see it."""
    title = next((child.text for child in node if child.tag == "title" and child.text), "")
    return " ".join((node.get("aria-label") or title or "").split())


def _document(node: Any, style: str) -> bytes:
    """A drawing as a document of its own, with the styles of its page."""
    from lxml import etree

    drawing = copy.deepcopy(node)
    drawing.tail = None
    for child in list(drawing.iter(*_LEFT_OUT)):
        child.getparent().remove(child)
    for child in list(drawing.iter("foreignobject")):
        child.getparent().replace(child, _as_text(child))
    values = dict(reversed(_VARIABLE.findall(style)))
    root = _renamed(drawing, values, etree)
    sheet = etree.SubElement(root, f"{{{_SVG}}}style")
    sheet.text = _told(style, values)
    root.insert(0, sheet)
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True))


def _as_text(frame: Any) -> Any:
    """HTML in a drawing as a text in the middle of its frame."""
    text = frame.makeelement("text", {"text-anchor": "middle", "dominant-baseline": "central"})
    for side, length in (("x", "width"), ("y", "height")):
        start, size = (_number(frame.get(name)) for name in (side, length))
        text.set(side, str(start + size / 2))
    text.text = " ".join("".join(frame.itertext()).split())
    text.tail = frame.tail
    return text


def _number(text: str | None) -> float:
    found = re.match(r"-?\d+(?:\.\d+)?", text or "")
    return float(found[0]) if found else 0.0


def _renamed(node: Any, values: dict[str, str], etree: Any) -> Any:
    """An element of HTML as one of SVG; variables of the page's styles as what they stand for."""
    made = etree.Element(f"{{{_SVG}}}{_CAPITALS.get(node.tag, node.tag)}", nsmap={None: _SVG, "xlink": _XLINK})
    for name, value in node.attrib.items():
        is_link = name in ("href", "xlink:href")
        # nothing outside of the drawing is opened
        if name.startswith("on") or (":" in name and not is_link) or (is_link and not value.startswith(("#", "data:"))):
            continue
        # frameworks write "@click", which is no name in XML
        if (_NAME.fullmatch(name) and name != "xmlns") or is_link:
            made.set(f"{{{_XLINK}}}href" if is_link else _CAPITALS.get(name, name), _told(value, values))
    made.text, made.tail = node.text, node.tail
    for child in node:
        if isinstance(child.tag, str) and _NAME.fullmatch(child.tag):
            made.append(_renamed(child, values, etree))
    return made


def _told(style: str, values: dict[str, str]) -> str:
    return _USED.sub(lambda found: values.get(found[1], found[2] or "").strip(), style)
