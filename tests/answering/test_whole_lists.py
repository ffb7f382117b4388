"""Lists are told whole where several of their items answer."""

from __future__ import annotations

from bizrag.answering.extractive.lists.whole_lists import with_whole_lists
from bizrag.answering.statements.reading import read_statements
from tests.made import make_hit, make_passage

_TEXT = "The plan covers:\n\n- X-rays\n\n- Foot surgery\n\n- Plaster casts\n\nIt began in 2019."


def test_two_items_of_a_list_mean_the_list_and_one_means_itself() -> None:
    statements = read_statements([make_passage(1, make_hit(1, _TEXT))])
    by_text = {one.text.strip(): one for one in statements}
    whole = next(one for one in statements if one.text.startswith("The plan covers:"))
    xrays, casts, began = (by_text[text] for text in ("- X-rays", "- Plaster casts", "It began in 2019."))

    assert with_whole_lists([casts, began, xrays], statements) == [whole, began]
    assert with_whole_lists([casts, began], statements) == [casts, began]
    assert with_whole_lists([whole, casts], statements) == [whole]


def test_items_that_nothing_leads_to_are_told_by_themselves() -> None:
    statements = read_statements([make_passage(1, make_hit(1, "Diagnoses\n\n- Heart failure\n\n- Hypertension"))])
    items = [one for one in statements if one.is_item]
    assert with_whole_lists(items, statements) == items
