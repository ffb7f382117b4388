"""Markdown of models and documents as HTML that may be shown.

Two fences, one behind the other: markdown-it makes no HTML of its input (``html`` is off), and nh3 keeps nothing but
the tags below. Links lead to citations only: an address that a document or a model wrote is shown as text, because a
link in an answer is a way to carry data out. Pictures of the text are left out for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

_TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES = {
    "a": {"href", "class", "data-citation", "aria-label"},
    "td": {"class"},
    "th": {"class", "scope"},
    "tr": {"class", "aria-current"},
    "ol": {"start"},
}
# a number with its signs and units, and what it is counted by: "(7,912)", "$5 per share", "£165 a night"
_NUMBER = re.compile(
    r"[\s(+\-–−$€£¥]*\d[\d.,'\s]*[)%\s]*(?:[A-Za-z€$£%]{0,3})?(?:\s*(?:/|\bper\b|\ban?\b|\beach\b)\s*\w*)?"
)
# stands where there is no value
_DASH = re.compile(r"\s*[-–—]?\s*")
_SCROLLED = '<div class="table-scroll" role="region" tabindex="0" aria-label="Table of the answer">'
_PLACEHOLDER = re.compile(r"<<(table|picture)_(\d+)>>")
_WORD = re.compile(r"\w{3,}")
# words that a question has because it is one
_ASKING = re.compile(
    "wh(at|en|ich|ere|ose|o|y)|how|much|many|does|did|has|had|have|been|was|were|are|with|from|that|this|the|and|for"
)
#: letters that a word of the question and one of the text must share at their beginning to count as the same
_STEM_CHARS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationLink:
    """Where a marker in an answer leads."""

    href: str
    # said by screen readers in place of the number
    label: str


def answer_html(text: str, links: Mapping[int, CitationLink]) -> Markup:
    """An answer: its markers ``[3](#3)`` lead where ``links`` says; markers without a link are left out."""
    # texts are escaped: what looks like a table is one, and a wide one must not widen the page
    html = str(_clean(_parser().parse(text), links)).replace("<table>", f"{_SCROLLED}<table>")
    return Markup(html.replace("</table>", "</table></div>"))  # noqa: S704


def markdown_html(text: str, cited_rows: Sequence[int] = ()) -> Markup:
    """Markdown of a document, tables above all; ``cited_rows`` are marked, the header being row 0."""
    tokens = _parser().parse(text)
    for number, row in enumerate(token for token in tokens if token.type == "tr_open"):
        if number in cited_rows:
            row.attrs = {"class": "is-cited", "aria-current": "true"}
    return _clean(tokens, {})


def table_rows(text: str) -> list[list[str]]:
    """The cells of a markdown table as they stand there, the header first."""
    rows: list[list[str]] = []
    for at, token in enumerate(tokens := _parser().parse(text)):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(" ".join(tokens[at + 1].content.split()))
    return rows


def marked_text(text: str, question: str = "") -> Markup:
    """A text as it is: placeholders become labels, the words of a question are marked."""
    words = [word.casefold() for word in _WORD.findall(question)]
    stems = {word[:_STEM_CHARS] for word in words if not _ASKING.fullmatch(word)}
    parts: list[Markup] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        label = Markup('<span class="placeholder">{} {}</span>').format(found[1], found[2])
        parts += [_marked(text[at : found.start()], stems), label]
        at = found.end()
    return Markup("").join([*parts, _marked(text[at:], stems)])


def _marked(text: str, stems: set[str]) -> Markup:
    parts: list[Markup] = []
    at = 0
    for found in _WORD.finditer(text):
        if found[0].casefold()[:_STEM_CHARS] in stems:
            parts += [escape(text[at : found.start()]), Markup("<mark>{}</mark>").format(found[0])]
            at = found.end()
    return Markup("").join([*parts, escape(text[at:])])


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True}).enable("table")


def _clean(tokens: Sequence[Token], links: Mapping[int, CitationLink]) -> Markup:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            # a page has one h1, and answers stand below an h2
            token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"
        if token.children is not None:
            token.children = list(_linked(token.children, links))
    _align(tokens)
    parser = _parser()
    html: str = parser.renderer.render(tokens, parser.options, {})
    # the fence has been through: what comes out is markup
    return Markup(  # noqa: S704
        nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=set(), link_rel=None)
    )


def _linked(children: Sequence[Token], links: Mapping[int, CitationLink]) -> Iterator[Token]:
    """The parts of a paragraph: links to citations, the texts of all other links and of pictures."""
    inside = False
    for token in children:
        if token.type == "link_open":
            href = str(token.attrGet("href") or "")
            link = links.get(int(href[1:])) if re.fullmatch(r"#\d{1,6}", href) else None
            inside = link is not None
            if link is not None:
                token.attrs = {
                    "href": link.href,
                    "class": "cite",
                    "data-citation": href[1:],
                    "aria-label": link.label,
                }
                yield token
        elif token.type == "link_close":
            if inside:
                yield token
            inside = False
        elif token.type == "image":
            yield Token("text", "", 0, content=token.content)
        else:
            yield token


def _align(tokens: Sequence[Token]) -> None:
    """Columns most of whose cells are numbers stand to the right, with the headings above them and texts among them."""
    for columns in _tables(tokens):
        for cells in columns:
            is_right = _are_numbers([text for token, text in cells if token.type == "td_open"])
            for token, text in cells:
                is_text = token.type == "td_open" and not (_NUMBER.fullmatch(text) or _DASH.fullmatch(text))
                scope = {"scope": "col"} if token.type == "th_open" else {}
                token.attrs = {**scope, **({"class": "right" if is_text else "num"} if is_right else {})}


def _are_numbers(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if not _DASH.fullmatch(text)]
    return 2 * sum(_NUMBER.fullmatch(text) is not None for text in filled) > len(filled)


def _tables(tokens: Sequence[Token]) -> Iterator[list[list[tuple[Token, str]]]]:
    """The columns of each table: the opening of each cell with its text."""
    columns: list[list[tuple[Token, str]]] = []
    column = 0
    for at, token in enumerate(tokens):
        if token.type == "table_open":
            columns = []
        elif token.type == "tr_open":
            column = 0
        elif token.type in ("th_open", "td_open"):
            if column == len(columns):
                columns.append([])
            columns[column].append((token, tokens[at + 1].content))
            column += 1
        elif token.type == "table_close":
            yield columns
