"""Tables with a row of the asked name stand before what a search found."""

from __future__ import annotations

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from bizrag.retrieval.measured import BY_ROW, with_measured
from tests.made import make_hit


def table(number: int, doc: str, *rows: str) -> Hit:
    return make_hit(number, "\n".join(rows), doc=doc, kind=ChunkKind.TABLE)


SHEET = table(11, "a.pdf", "Assets > Inventories: 2024 40; 2023 38.", "Liabilities: 2024 9; 2023 8.")
FLOWS = table(12, "a.pdf", "Changes of the year in stocks and payables > Inventories: 2024 (2); 2023 5.")
OTHER = table(13, "b.pdf", "Total inventories, net: 2024 7; 2023 6.")
WAGES = table(14, "b.pdf", "Wages: 2024 7; 2023 6.")


def test_the_best_table_of_each_document_goes_first() -> None:
    found = [make_hit(1, "Inventories are counted in May."), WAGES]

    hits = with_measured("How did inventory levels change?", found, {"a": [FLOWS, SHEET], "b": [WAGES, OTHER]}, top_k=4)

    assert [hit.chunk_no for hit in hits] == [11, 13, 12, 1]
    assert [hit.rank for hit in hits] == [1, 2, 3, 4]
    assert [BY_ROW in hit.route_ranks for hit in hits] == [True, True, True, False]


def test_nothing_changes_where_no_row_has_the_name() -> None:
    found = [make_hit(1, "Goodwill is tested each year.")]

    assert with_measured("How did goodwill change?", found, {"a": [SHEET, FLOWS]}, top_k=4) == found


def test_who_asks_for_parts_gets_the_table_that_tells_them() -> None:
    rows = [
        f"Net sales > {name}: 2024 {value}; 2023 9." for value, name in enumerate(("Pumps", "Valves", "Service"), 20)
    ]
    statement = table(21, "a.pdf", "Net sales: 2024 63; 2023 27.")
    parts = table(22, "a.pdf", "Net sales by product:", *rows)

    hits = with_measured("What are net sales by product?", [], {"a": [statement, parts]}, top_k=4)

    assert [hit.chunk_no for hit in hits] == [22]
