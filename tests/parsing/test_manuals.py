"""Manual pages and mails as plain text: their headings, broken words, and lists whose items stand apart."""

from __future__ import annotations

from pathlib import Path

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftText
from bizrag.parsing.plain_text.reader import parse_text

_MANUAL = """\
PUMP(7)                  Pumps                  PUMP(7)

NAME
       pump - moves water

USE
   How do I start it?
       Press the button and wait until the pump has gen\u2010
       erated pressure.

       1. Open the valve.

       2. Close the vent that stands at the
          other end.

   It hums
       Stop it.

FILES
       /etc/pump
"""


def _read(tmp_path: Path, text: str) -> list[tuple[BlockKind, str]]:
    path = tmp_path / "page.txt"
    path.write_text(text)
    items = parse_text(path).items
    return [(one.kind, " ".join(one.text.split())) for one in items if isinstance(one, DraftText)]


def test_sections_and_parts_of_a_manual_page_are_headings(tmp_path: Path) -> None:
    read = _read(tmp_path, _MANUAL)
    headings = [text for kind, text in read if kind is BlockKind.HEADING]
    assert headings == ["NAME", "USE", "How do I start it?", "It hums", "FILES"]


def test_words_broken_at_a_line_end_are_whole(tmp_path: Path) -> None:
    assert (BlockKind.TEXT, "Press the button and wait until the pump has generated pressure.") in _read(
        tmp_path, _MANUAL
    )


def test_items_between_blank_lines_are_a_list(tmp_path: Path) -> None:
    items = [text for kind, text in _read(tmp_path, _MANUAL) if kind is BlockKind.LIST_ITEM]
    assert items == ["1. Open the valve.", "2. Close the vent that stands at the other end."]


def test_text_set_in_below_a_line_is_no_section_elsewhere(tmp_path: Path) -> None:
    read = _read(tmp_path, "NOTES\n   Set in.\n\nSmith, J.\n     A book of pumps.\n")
    assert [kind for kind, _ in read] == [BlockKind.TEXT, BlockKind.TEXT]


def test_who_wrote_a_mail_stands_above_it(tmp_path: Path) -> None:
    read = _read(
        tmp_path,
        "From: Ann Lee\nTo: Bo Ek\nSubject: RE: Keys\n\nTake the red ones.\n\n-----Original Message-----\n"
        "From: Bo Ek\nSent: Monday\nTo: Ann Lee\nSubject: Keys\n\nWhich ones?\n",
    )
    assert [text for kind, text in read if kind is BlockKind.HEADING] == ["From: Ann Lee", "From: Bo Ek"]
    assert (BlockKind.TEXT, "To: Bo Ek Subject: RE: Keys") in read
    # opening hours are no mail
    assert all(kind is BlockKind.TEXT for kind, _ in _read(tmp_path, "From: 9 am\nwe are open.\n"))
