"""Plain text: encoding, paragraphs, tables, and headings only where they are beyond doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bizrag.errors import BadInputError
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftItem, DraftText
from bizrag.parsing.headings.levels import number_depth
from bizrag.parsing.plain_text.columns import go_on
from bizrag.parsing.plain_text.letters import begin_of_mail
from bizrag.parsing.plain_text.manuals import headings_of, is_manual, join_broken_words
from bizrag.parsing.plain_text.tables import find_text_tables, is_rule

# what a line is set in by is no part of the blank lines above it
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")
# escape sequences (colours, titles of windows), and letters that are struck over, as manual pages have them
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\^_=>78]|[^\n]\x08")
_UNDERLINE = re.compile(r"^(={3,}|-{3,}|~{3,})\s*$")
_LIST_ITEM = re.compile(r"^\s*(?:[-*•·]|\d{1,3}[.)])\s+\S")
# what mail programs set before each line of a letter that is answered; so many lines of it, as a prompt is one line
_QUOTED = re.compile(r"(?:^[ \t]?>.*\n?){3,}", re.MULTILINE)
_QUOTE_MARKS = re.compile(r"^[ \t]?(?:>[ \t]?)+", re.MULTILINE)
_MAX_HEADING_LETTERS = 90
# finding tables takes a millisecond a line; a log of more lines is text
_MAX_TABLE_LINES = 10_000
# a table that blank lines part is one of a report: a log is not compared with all of it at every blank line
_MAX_PARTED_LINES = 100
_SENTENCE_END = (".", "!", "?", ":", ";", ",")


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, UTF-16 or an 8-bit code page (detected), as a terminal shows it; ``\\n`` ends lines.

    Raises:
        BadInputError: the bytes are no text.
    """
    data = path.read_bytes()
    for encoding in ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig",):
        try:
            return _shown(data.decode(encoding))
        except UnicodeDecodeError:
            pass
    from charset_normalizer import from_bytes

    # A megabyte tells the code page; the whole file is decoded with it.
    best = from_bytes(data[:1_000_000]).best()
    if best is None:
        raise BadInputError(f"{path.name}: not readable as text in any known encoding; save it as UTF-8")
    return _shown(data.decode(best.encoding, "replace"))


def _shown(text: str) -> str:
    """The text without what only moves a printer's head or a cursor; a new page begins a line.

    >>> _shown("one\\x0ctwo \\x1b[1mbold\\x1b[0m N\\x08NA\\x08A\\x07\\r\\n")
    'one\\ntwo bold NA\\n'
    """
    text = _TERMINAL.sub("", text) if "\x1b" in text or "\x08" in text else text
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))


def parse_text(path: Path) -> Draft:
    """Paragraphs (split at blank lines), list items, tables, and clear headings of a text file. There are no pages.

    Raises:
        BadInputError: the bytes are no text, or only blanks.
    """
    draft = Draft()
    num_lines = 0
    text = join_broken_words(_without_quote_marks(read_text(path)))
    width = max(map(len, text.split("\n"))) if is_manual(text) else 0
    paragraphs = list(_paragraphs(text))
    are_items = [False, *(_LIST_ITEM.match(next(iter(lines), "")) is not None for lines in paragraphs), False]
    for at, lines in enumerate(paragraphs, start=1):
        headings = headings_of(lines, width=width) if width else []
        draft.items += (DraftText(kind=BlockKind.HEADING, text=said, level=level) for said, level in headings)
        if are_items[at] and (are_items[at - 1] or are_items[at + 1]) and not find_text_tables(lines):
            draft.items += _read_list(lines)
        elif lines:
            rest = lines[len(headings) :]
            draft.items += _read_paragraph(rest, max_table_lines=max(_MAX_TABLE_LINES - num_lines, 0))
        num_lines += len(lines)
    if not draft.items:
        raise BadInputError(f"{path.name}: the file holds no text")
    if num_lines > _MAX_TABLE_LINES:
        draft.warnings.append(f"tables are told in the first {_MAX_TABLE_LINES:,} lines only")
    return draft


def _without_quote_marks(text: str) -> str:
    """Text with the letters that a mail answers as they were written.

    >>> _without_quote_marks("Yes.\\n> Dear Ann,\\n>\\n>> 3 > 2\\nJoe\\n> dir")
    'Yes.\\nDear Ann,\\n\\n3 > 2\\nJoe\\n> dir'
    """
    return _QUOTED.sub(lambda quoted: _QUOTE_MARKS.sub("", quoted[0]), text)


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines between blank ones; a table that blank lines part stays whole."""
    held: list[str] = []
    for paragraph in _BLANK_LINES.split(text):
        lines = [line.rstrip() for line in paragraph.split("\n") if line.strip()]
        if held and lines and len(held) < _MAX_PARTED_LINES and go_on(held, lines):
            held += lines
            continue
        if held:
            yield held
        held = lines
    yield held


def _read_paragraph(lines: list[str], *, max_table_lines: int) -> list[DraftItem]:
    headings: list[DraftItem] = []
    at = 0
    if (begin := begin_of_mail(lines)) >= 0:
        # who wrote it stands over all of a mail
        headings.append(DraftText(kind=BlockKind.HEADING, text=lines[begin].strip(), level=1))
        return [*_read_plain(lines[:begin]), *headings, *_read_plain(lines[begin + 1 :])]
    while at + 1 < len(lines) and _UNDERLINE.match(lines[at + 1]):
        level = 1 if lines[at + 1].startswith("=") else 2
        headings.append(DraftText(kind=BlockKind.HEADING, text=lines[at].strip(), level=level))
        at += 2
    if _is_headed(lines[at:]):
        headings += _read_plain(lines[at : at + 1])
        at += 1
    end = at + max_table_lines
    return [*headings, *_read_with_tables(lines[at:end]), *_read_plain(lines[end:])]


def _is_headed(lines: list[str]) -> bool:
    """Whether the first of several lines heads those below: numbered and, as the next is not, in capitals."""
    if len(lines) < 2 or lines[1].isupper():
        return False
    return lines[0].isupper() and is_clear_heading(lines[0]) and number_depth(lines[0].strip()) is not None


def _read_with_tables(lines: list[str]) -> list[DraftItem]:
    """A paragraph with the tables in it."""
    items: list[DraftItem] = []
    at = 0
    for found in find_text_tables(lines):
        items += _read_plain(lines[at : found.start])
        items.append(found.table)
        at = found.end
    return [*items, *_read_plain(lines[at:])]


def _read_plain(lines: list[str]) -> list[DraftText]:
    """Lines without underlined ones, and without those that only draw."""
    lines = [line for line in lines if not is_rule(line)]
    if not lines:
        return []
    if len(lines) == 1 and is_clear_heading(lines[0]):
        return [DraftText(kind=BlockKind.HEADING, text=lines[0].strip(), level=number_depth(lines[0].strip()) or 1)]
    if sum(bool(_LIST_ITEM.match(line)) for line in lines) > 1:
        return _read_list(lines)
    return [DraftText(kind=BlockKind.TEXT, text="\n".join(lines))]


def _read_list(lines: list[str]) -> list[DraftText]:
    """List items; lines that continue one are joined to it."""
    items: list[DraftText] = []
    for line in lines:
        if _LIST_ITEM.match(line) or not items:
            kind = BlockKind.LIST_ITEM if _LIST_ITEM.match(line) else BlockKind.TEXT
            items.append(DraftText(kind=kind, text=line.strip()))
        else:
            items[-1].text += f"\n{line.strip()}"
    return items


def is_clear_heading(line: str) -> bool:
    """A short line alone between blank lines that is numbered or in capitals, and no sentence.

    >>> is_clear_heading("2.1 Revenue recognition"), is_clear_heading("NOTES"), is_clear_heading("See below.")
    (True, True, False)
    """
    text = line.strip()
    if len(text) > _MAX_HEADING_LETTERS or text.endswith(_SENTENCE_END):
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < 3:
        return False
    return number_depth(text) is not None or (all(map(str.isupper, letters)) and len(text.split()) <= 12)
