"""Hits as the page shows them."""

from __future__ import annotations

from bizrag.retrieval.captioned import BY_CAPTION, BY_COUNT, BY_PART
from bizrag.retrieval.dated import BY_DATE
from bizrag.retrieval.measured import BY_ROW
from query.web.hits import ROUTES


def test_routes_that_need_no_search_are_named_on_the_page_too() -> None:
    assert {BY_ROW, BY_CAPTION, BY_PART, BY_COUNT, BY_DATE} <= set(ROUTES)
