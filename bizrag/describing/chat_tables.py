"""Tables described by a chat model, row by row (MM-BizRAG 2.1.1).

A large table goes in parts of whole rows, each with the header and the label row above it. What a model leaves out is
not lost: rows with a number that the description lacks are appended as the local describer writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bizrag.describing.asking import Asker, describer_identity
from bizrag.describing.describe import describe_tables
from bizrag.describing.items import Item, Said
from bizrag.describing.leads import table_leads
from bizrag.describing.outputs import TableOutput
from bizrag.describing.tables import is_label_row, table_lines
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse, TableArtifact
from bizrag.providers.chat import ChatModel
from bizrag.providers.fence import fenced

PROMPT = "table"
_NUMBER = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f]\d+)*")


def identity(model: str, *, part_cells: int) -> str:
    """Who describes tables and how."""
    return describer_identity(model, PROMPT, part_cells=part_cells)


class ChatTables:
    """Describes tables with a chat model; a table without text needs none."""

    def __init__(self, chat: ChatModel, *, part_cells: int) -> None:
        self._chat = chat
        self._part_cells = part_cells
        self._identity = identity(chat.identity, part_cells=part_cells)

    def __call__(self, parse: Parse) -> list[Description | Item]:
        """One entry for each table."""
        leads = table_leads(parse)
        return [
            self._item(table, leads.get(table.placeholder, ""), local) if local.artifact_class.is_indexed else local
            for table, local in zip(parse.tables, describe_tables(parse), strict=True)
        ]

    def _item(self, table: TableArtifact, lead: str, local: Description) -> Item:
        return Item(
            kind=ArtifactKind.TABLE,
            ordinal=table.ordinal,
            # the sentence before it is shown too
            artifact_sha256=sha256_json([table.artifact_sha256, lead]),
            describer=self._identity,
            page_no=table.page_no,
            local=local,
            ask=lambda asker: self._ask(asker, table, lead),
        )

    def _ask(self, asker: Asker, table: TableArtifact, lead: str) -> Said:
        """The parts one after the other: other tables are asked beside them."""
        shown = [table.caption.strip(), "" if lead in table.caption else lead]
        context = "\n".join(text for text in shown if text)
        parts = list(table_parts(table.markdown, max_cells=self._part_cells))
        said = [
            asker.ask(
                self._chat,
                PROMPT,
                TableOutput,
                table=fenced("table", markdown),
                context=fenced("context", context) if context else "",
                part=number,
                num_parts=len(parts),
            ).description
            for number, markdown in enumerate(parts, 1)
        ]
        return Said(artifact_class=ArtifactClass.TABLE, text=with_missing_rows(table, "\n".join(said)))


def table_parts(markdown: str, *, max_cells: int) -> Iterator[str]:
    """The table in parts of whole rows, of at most ``max_cells`` cells where a row has fewer.

    Every part begins with the header; one that begins below a label row repeats that row.

    >>> list(table_parts("| a |\\n| --- |\\n| 1 |\\n| 2 |", max_cells=1))
    ['| a |\\n| --- |\\n| 1 |', '| a |\\n| --- |\\n| 2 |']
    """
    header, rows = markdown.splitlines()[:2], markdown.splitlines()[2:]
    size = max(1, max_cells // max(1, len(_cells(header[0])))) if header else 1
    for start in range(0, max(1, len(rows)), size):
        above = [row for row in rows[:start] if is_label_row(_cells(row))][-1:]
        if start < len(rows) and is_label_row(_cells(rows[start])):
            above.clear()
        yield "\n".join([*header, *above, *rows[start : start + size]])


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))]


def with_missing_rows(table: TableArtifact, description: str) -> str:
    """The description, and below it the rows with a number that it lacks.

    Numbers are compared by their digits: "1,234.5" is said by "$1234.5". Text that is not a number may be said in other
    words, so nothing is appended for it.
    """
    said = _numbers(description)
    lines = table_lines(table)
    missing = [line for line, texts in lines if not _numbers(" ".join(texts)) <= said]
    return "\n".join([description, *missing])


def _numbers(text: str) -> set[str]:
    return {re.sub(r"\D", "", number) for number in _NUMBER.findall(text)}
