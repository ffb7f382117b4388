"""Evidence: how the forms that data sets use are cut into pieces."""

from __future__ import annotations

from pydantic import JsonValue

from bizrag.evaluation.evidence import evidence_pieces, piece_is_in
from bizrag.model.words import tokens


def test_words_left_out_separate_two_pieces() -> None:
    assert evidence_pieces("Moss Adams LLP ... We have served since 2020") == [
        (("moss", "adams", "llp"),),
        (("we", "have", "served", "since", "2020"),),
    ]


def test_a_decimal_point_ends_no_sentence() -> None:
    assert evidence_pieces("The average was 3.88 in May") == [(("the", "average", "was", "3.88", "in", "may"),)]


def test_references_to_a_place_are_no_evidence_text() -> None:
    assert evidence_pieces(["[table of Note 7]"]) == []


def test_an_evidence_table_gives_a_piece_for_each_row() -> None:
    table: JsonValue = {"table_array": [["Season", "Rank"], ["2", "113"]]}
    assert evidence_pieces(table) == [(("season",), ("rank",)), (("2",), ("113",))]


def test_only_highlighted_cells_count_when_there_are_any() -> None:
    table: JsonValue = {"table_array": [["Season", "Rank"], ["Two", "113"]], "highlighted_cell_ids": [[1, 1]]}
    assert evidence_pieces(table) == [(("113",),)]


def test_an_unknown_structure_gives_nothing() -> None:
    assert evidence_pieces({"bbox": [1, 2, 3, 4]}) == []
    assert evidence_pieces({"table_array": 7}) == []
    assert evidence_pieces(None) == []


def test_a_run_must_be_unbroken() -> None:
    piece = evidence_pieces("net sales rose")[0]
    assert piece_is_in(piece, tokens("In 2025 Net sales rose."))
    assert not piece_is_in(piece, tokens("net product sales rose"))
