"""What the text around a table says of it: its lead, and in what its figures are."""

from __future__ import annotations

import pytest

from bizrag.describing.leads import table_leads
from bizrag.model.parses import Block, BlockKind, Parse, TableArtifact, TableCell, table_placeholder

_CELLS = ("Freight", "412")


def _leads(*blocks: tuple[BlockKind, str] | tuple[BlockKind, str, int], cells: tuple[str, ...] = _CELLS) -> list[str]:
    """The leads of the tables in their order; a block is its kind and text, or its page too."""
    num_tables = sum(block[0] is BlockKind.TABLE for block in blocks)
    ordinals = iter(range(1, num_tables + 1))
    leads = table_leads(
        Parse(
            content_sha256="",
            parser_fingerprint="",
            pages=(),
            blocks=tuple(
                Block(
                    ordinal=number,
                    kind=block[0],
                    text=table_placeholder(next(ordinals)) if block[0] is BlockKind.TABLE else block[1],
                    level=1 if block[0] is BlockKind.HEADING else None,
                    page_no=block[2] if len(block) > 2 else None,
                )
                for number, block in enumerate(blocks)
            ),
            tables=tuple(_table(number, cells) for number in range(1, num_tables + 1)),
            pictures=(),
        )
    )
    return [leads.get(table_placeholder(number), "") for number in range(1, num_tables + 1)]


def _table(number: int, texts: tuple[str, ...]) -> TableArtifact:
    cells = tuple(
        TableCell(text=text, row_start=0, row_end=1, col_start=col, col_end=col + 1) for col, text in enumerate(texts)
    )
    return TableArtifact(ordinal=number, num_rows=1, num_cols=len(texts), cells=cells, markdown="")


HEADING, TEXT, HEADER = BlockKind.HEADING, BlockKind.TEXT, BlockKind.PAGE_HEADER
T = (BlockKind.TABLE, "")


def test_the_sentence_before_a_table_is_its_lead_when_it_says_so() -> None:
    assert _leads(
        (TEXT, "Sales rose. The following table shows sales by region:"), T,
        (TEXT, "(In millions)"), T,
        (TEXT, "We moved."), T,
    ) == ["The following table shows sales by region:", "(In millions)", ""]  # fmt: skip


def test_a_title_of_the_section_says_in_what_all_its_tables_are() -> None:
    title = (TEXT, "Notes to the accounts (in thousands, except share data)")
    text = (TEXT, "Freight is paid by the customer.")
    scale = "(in thousands, except share data)"

    assert _leads((HEADING, "Costs"), title, text, T, text, T, (HEADING, "Staff"), T) == [scale, scale, ""]
    assert _leads(title, (TEXT, "Freight was as follows:"), T) == [f"Freight was as follows:\n{scale}"]


def test_a_lead_in_says_in_what_the_next_table_is() -> None:
    lead = (TEXT, "Freight by port was as follows (dollars in millions):")
    text = (TEXT, "Freight is paid by the customer.")

    assert _leads(lead, text, T, text, T) == ["(dollars in millions)", ""]


@pytest.mark.parametrize(
    ("after", "is_of_table"),
    [
        ([], True),
        ([(TEXT, "Freight is paid by the customer.")], True),
        ([(HEADING, "Staff")], True),
        # there it introduces what follows: a table that was taken for text, an image, a list
        ([(TEXT, "Leith 1,204 1,100\nDover 310 290")], False),
        ([(BlockKind.PICTURE, "<<picture_1>>")], False),
        ([(BlockKind.LIST_ITEM, "Leith")], False),
    ],
)
def test_a_lead_in_that_introduces_nothing_is_of_the_table_above(
    after: list[tuple[BlockKind, str]], is_of_table: bool
) -> None:
    below = (TEXT, "Freight rose. The following table shows freight by port (in thousands):")
    lead = "The following table shows freight by port (in thousands):"

    assert _leads((HEADING, "Costs"), T, (TEXT, "Ports are paid."), below, *after) == [lead if is_of_table else ""]
    assert _leads((HEADING, "Costs"), T, below, T) == ["", lead]


def test_a_lead_in_that_speaks_of_no_table_is_of_the_one_above_at_the_end_of_its_section_only() -> None:
    lead = (TEXT, "Freight consisted of the following:")

    assert _leads(T, (TEXT, "Ports are paid."), lead, (HEADING, "Staff")) == [lead[1]]
    assert _leads(T, (TEXT, "Ports are paid."), lead, (TEXT, "Tugs, pilots and berths.")) == [""]


def test_the_head_of_a_page_says_in_what_its_tables_are() -> None:
    assert _leads(
        (HEADER, "Lindqvane 2031 (in thousands of euros)", 1), (*T, 1), (HEADER, "Lindqvane 2031", 2), (*T, 2)
    ) == ["(in thousands of euros)", ""]  # fmt: skip


@pytest.mark.parametrize("cells", [("Freight, $ millions", "412"), ("Freight", "412", "€m"), ("Freight", "USD 412k")])
def test_a_table_that_says_it_itself_needs_no_other_word_of_it(cells: tuple[str, ...]) -> None:
    title = (TEXT, "Notes to the accounts (in thousands)")
    text = (TEXT, "Freight is paid by the customer.")

    assert _leads(title, text, T, cells=cells) == [""]
    assert _leads(title, text, T) == ["(in thousands)"]


def test_the_caption_of_another_figure_says_nothing_of_a_table() -> None:
    text = (TEXT, "Freight is paid by the customer.")

    assert _leads((BlockKind.CAPTION, "Revenue by port (in thousands)"), text, T) == [""]
    assert _leads((TEXT, "Figure 3. Revenue by port (in thousands)"), text, T) == [""]


@pytest.mark.parametrize(
    "text",
    [
        "We bought a warehouse (a site of 3 million square feet) in June",
        "Freight (in thousands) is shown net of refunds, which are paid within a month.",
    ],
)
def test_sentences_and_amounts_are_no_scale(text: str) -> None:
    assert _leads((TEXT, text), (TEXT, "Freight is paid by the customer."), T) == [""]
