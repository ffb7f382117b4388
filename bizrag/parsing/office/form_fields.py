"""Boxes and lists of Word's forms, as text: readers find "Yes No" and not which of them is ticked.

Word draws old fields from their own data, no run of text holds it. The box of a content control is a run, but docling
takes the paragraph around it for one box and drops its sign.
"""

from __future__ import annotations

from typing import Any

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BOX_OF_CONTROL = "{http://schemas.microsoft.com/office/word/2010/wordml}checkbox"
_OFF = ("0", "false", "off")
# what a part holds where it has any
_MARKS = (b"checkBox", b"ddList", b"checkbox")


def is_form(part: bytes) -> bool:
    """Whether a part of a package has boxes or lists."""
    return any(mark in part for mark in _MARKS)


def write_out(root: Any) -> None:
    """Put what a form shows in its boxes and lists into the text, right before each field; boxes of content controls
    are but their signs.
    """
    from lxml import etree

    for box in list(root.iter(_BOX_OF_CONTROL)):
        box.getparent().remove(box)

    for data in list(root.iter(f"{_WORD}ffData")):
        shown = _shown(data)
        run = next((node for node in data.iterancestors(f"{_WORD}r")), None)
        if not shown or run is None or run.getparent() is None:
            continue
        written = etree.Element(f"{_WORD}r")
        text = etree.SubElement(written, f"{_WORD}t")
        text.text = shown if _starts_with_blank(run) else f"{shown} "
        text.set(_SPACE, "preserve")
        run.addprevious(written)


def _shown(data: Any) -> str:
    box, choices = data.find(f"{_WORD}checkBox"), data.find(f"{_WORD}ddList")
    if box is not None:
        return "☒" if _is_ticked(box) else "☐"
    if choices is None:
        return ""
    entries = [str(entry.get(f"{_WORD}val", "")) for entry in choices.findall(f"{_WORD}listEntry")]
    chosen = choices.find(f"{_WORD}result")
    number = str(chosen.get(f"{_WORD}val", "0")) if chosen is not None else "0"
    return entries[int(number)].strip() if number.isdecimal() and int(number) < len(entries) else ""


def _is_ticked(box: Any) -> bool:
    state = box.find(f"{_WORD}checked")
    state = state if state is not None else box.find(f"{_WORD}default")
    return state is not None and str(state.get(f"{_WORD}val", "1")).lower() not in _OFF


def _starts_with_blank(run: Any) -> bool:
    """Whether the next letters in the paragraph after a run begin with a blank, or there are none."""
    for sibling in run.itersiblings():
        for text in sibling.iter(f"{_WORD}t"):
            if text.text:
                return str(text.text)[0].isspace()
    return True
