"""Markdown as the web page that it is written for: paragraphs, lists, tables and HTML are read as those of pages."""

from __future__ import annotations

import html
import re
from typing import Any

from bizrag.parsing.web_pages.markdown_boxes import plain_boxes

# "key: value" lines between two rules, before the text
_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"([\w][\w .-]*):[ \t]+(\S.*)")
# Readers of Markdown try each of the marks in such runs as a beginning of emphasis, or of a list in a list.
_UNDERSCORES, _DASHES = re.compile(r"_{11,}"), re.compile(r"^([ \t]*)(?:-[ \t]+){11,}-?(?=\S)", re.MULTILINE)


def markdown_to_html(text: str) -> str:
    """A Markdown file, GitHub's flavour, as a page. Fields of its front matter are a line each.

    >>> page = markdown_to_html("---\\nowner: Team A\\n---\\n- [x] Pay")
    >>> page.removeprefix('<meta charset="utf-8">')
    '<p>owner: Team A</p>\\n<ul>\\n<li><input checked="" disabled="" type="checkbox"> Pay</li>\\n</ul>\\n'
    """
    from marko import Markdown

    text = _DASHES.sub(r"\1- ", _UNDERSCORES.sub("_" * 10, text))
    found = _FRONT_MATTER.match(text)
    # a rule may begin a page as well: then no fields follow
    lines = [line for line in found[1].splitlines() if line.strip()] if found else []
    is_matter = any(map(_FIELD.fullmatch, lines))
    head = "".join(f"<p>{html.escape(line.strip())}</p>\n" for line in lines) if is_matter else ""
    reader: Any = Markdown(extensions=["gfm"])
    body = reader.convert(plain_boxes(text[found.end() :] if found and is_matter else text))
    # a text about pages may name another
    return f'<meta charset="utf-8">{head}{body}'
