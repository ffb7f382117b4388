"""Which pages the agents choose from, and how they are numbered."""

from __future__ import annotations

from dataclasses import replace

from bizrag.answering.agents.pages import found_pages
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit
from tests.made import make_hit


def on_pages(rank: int, doc: str, *page_nos: int, text: str = "words") -> Hit:
    hit = make_hit(rank, f"{text} {rank}", doc=doc)
    return replace(hit, locators=tuple(Locator(page_no=page_no) for page_no in page_nos))


def test_the_best_pages_stay_and_stand_in_document_order() -> None:
    hits = [on_pages(1, "b", 9), on_pages(2, "a", 5), on_pages(3, "b", 2), on_pages(4, "a", 1)]
    pages = found_pages(hits, {("b", 9): "nine"}, max_pages=3)
    assert [(one.number, one.page.doc, one.page.page_no, one.page.image_sha256) for one in pages] == [
        (1, "b", 2, None),
        (2, "b", 9, "nine"),
        (3, "a", 5, None),
    ]


def test_a_page_holds_all_that_was_found_on_it_once() -> None:
    hits = [on_pages(1, "a", 2, 3), on_pages(2, "a", 3), replace(on_pages(3, "a", 3), text="words 2")]
    second, third = found_pages(hits, {}, max_pages=10)
    assert (second.page.page_no, second.passage.text) == (2, "words 1")
    assert (third.page.rank, third.passage.text) == (1, "words 1\n\nwords 2")
    assert third.passage.passage_id == third.number


def test_without_pages_each_chunk_is_one() -> None:
    hits = [replace(make_hit(number, f"text {number}"), locators=(Locator(char_start=0),)) for number in (7, 3)]
    assert [one.passage.text for one in found_pages(hits, {}, max_pages=10)] == ["text 3", "text 7"]


def test_placeholders_are_no_text() -> None:
    (page,) = found_pages([on_pages(1, "a", 1, text="before <<table_1>>\n\nafter")], {}, max_pages=1)
    assert "<<" not in page.passage.text


def test_nothing_found_is_no_page() -> None:
    assert found_pages([], {}, max_pages=5) == ()
