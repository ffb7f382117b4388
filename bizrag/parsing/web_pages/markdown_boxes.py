"""Boxes and tabs of Markdown that only some programs know, as what all of them read: a name and what stands below it.

MkDocs writes ``!!! note "Title"`` and ``=== "Windows"`` above an indented block, Docusaurus ``:::tip`` around one,
GitHub ``[!NOTE]`` in a quotation. To a plain reader indented blocks are code, and steps on tabs run into each other.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_BOX = re.compile(
    r"(?P<indent>[ ]*)(?:!!!|\?\?\?\+?)[ ]+(?P<kind>[\w-]{1,40})(?:[ ]+[\w-]{1,40}){0,5}"
    r"(?:[ ]+\"(?P<title>[^\"]*)\")?[ ]*$"
)
_TAB = re.compile(r"(?P<indent>[ ]*)===[!+]?[ ]+\"(?P<title>[^\"]+)\"[ ]*$")
_COLONS = re.compile(
    r"[ ]*:::+[ ]*(?P<kind>note|tip|info|warning|danger|caution|important|success|details)\b(?P<title>[^{}]*)$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\[(?P<title>[^\]]*)\]$")
_END_OF_COLONS = re.compile(r"[ ]*:::+[ ]*$")
_ALERT = re.compile(r"(?P<mark>[ ]{0,3}>[ ]*)\[!(?P<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ ]*$")
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ ]+\S")
# what a block below a box or tab is set in by, and how deep boxes in boxes are opened
_STEP, _MOST_DEEP = 4, 50


def plain_boxes(text: str) -> str:
    """The text with boxes and tabs as names with what stands below; code stays as it is.

    >>> plain_boxes('!!! warning "Remove it first"\\n    Both use one driver.\\n\\nNext.')
    '**Remove it first**\\n\\nBoth use one driver.\\n\\nNext.'
    >>> plain_boxes('## Install\\n\\n=== "Linux"\\n\\n    1. Add it.\\n\\n=== "macOS"\\n\\n    1. Open it.')
    '## Install\\n\\n### Linux\\n\\n1. Add it.\\n\\n### macOS\\n\\n1. Open it.'
    """
    if "!!!" not in text and "???" not in text and "===" not in text and ":::" not in text and "[!" not in text:
        return text
    return "\n".join(_opened(text.split("\n"), level=0))


def _opened(lines: list[str], *, level: int, depth: int = 0) -> list[str]:
    """Lines with each box and tab opened; ``level`` is that of the heading above them."""
    if depth > _MOST_DEEP:
        return lines
    told: list[str] = []
    known = dict[int, bool]()
    fence, at = "", 0
    while at < len(lines):
        line = lines[at]
        fence = _fence_after(line, fence)
        if not fence and (heading := _HEADING.match(line)):
            level = len(heading[1])
        end = at if fence else _end_of_block(lines, at)
        if end > at:
            tab = _TAB.match(line)
            name = tab["title"] if tab else _name_of_box(line)
            is_section = tab is not None and level > 0 and _is_section(lines, end, known)
            own = min(level + 1, 6) if is_section else level
            told += [f"{'#' * own} {name}" if is_section else f"{_indent_of(line)}**{name}**", ""]
            block = [one[_STEP:] if one.strip() else one for one in lines[at + 1 : end]]
            told += _opened(_without_first_blank(block), level=own, depth=depth + 1)
            at = end
            continue
        told.append(line if fence else _plain_line(line))
        at += 1
    return told


def _fence_after(line: str, fence: str) -> str:
    """The fence that is open after a line; empty for none."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[1]
    return "" if found[1].startswith(fence) else fence


def _end_of_block(lines: list[str], at: int) -> int:
    """Where the indented block below a box or tab ends; the line's own place where it begins none."""
    begun = _BOX.match(lines[at]) or _TAB.match(lines[at])
    if begun is None:
        return at
    least = len(begun["indent"]) + _STEP
    end = last = at + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) >= least):
        end += 1
        last = end if lines[end - 1].strip() else last
    return last if last > at + 1 else at


def _is_section(lines: list[str], at: int, known: dict[int, bool]) -> bool:
    """Whether other tabs, a heading or nothing follows: else a heading would own the text below the tabs. ``known`` is
    what earlier tabs told of these lines.
    """
    passed: list[int] = []
    is_section = True
    while at < len(lines):
        if at in known:
            is_section = known[at]
            break
        passed.append(at)
        if not lines[at].strip():
            at += 1
        elif (end := _end_of_block(lines, at)) > at and _TAB.match(lines[at]):
            at = end
        else:
            is_section = _HEADING.match(lines[at]) is not None
            break
    known.update(dict.fromkeys(passed, is_section))
    return is_section


def _name_of_box(line: str) -> str:
    box = _BOX.match(line)
    return (box["title"] or box["kind"].capitalize()) if box else ""


def _indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _without_first_blank(lines: list[str]) -> list[str]:
    return lines[1:] if lines and not lines[0].strip() else lines


def _plain_line(line: str) -> str:
    """The first or last line of a box between colons, and that of a quotation which is one, as its name."""
    if alert := _ALERT.match(line):
        return f"{alert['mark']}**{alert['kind'].capitalize()}**\n{alert['mark'].rstrip()}"
    if begun := _COLONS.match(line):
        title = begun["title"].strip()
        bracketed = _IN_BRACKETS.match(title)
        name = bracketed["title"].strip() if bracketed else title
        return f"\n**{name or begun['kind'].capitalize()}**\n"
    return "" if _END_OF_COLONS.match(line) else line
