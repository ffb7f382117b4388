"""A sentence that announces a table is answered with the row of it that the question names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Figure, FigureKind, Passage
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_ANNOUNCED = "The following table shows revenue by the location of the customer's headquarters:"
_TABLE = "Norway: 2018 17,116; 2017 11,359.\nTaiwan: 2018 3,918; 2017 2,892.\nJapan: 2018 1,265; 2017 1,042."
_MORE = "Customers may have their headquarters in one country and buy in another."


def _passage(*, is_below: bool) -> Passage:
    text, table = make_hit(1, f"{_ANNOUNCED}\n\n{_MORE}"), make_hit(2, _TABLE, kind=ChunkKind.TABLE)
    drawn = f"<table>\n{_TABLE}\n</table>"
    whole = "\n\n".join((_ANNOUNCED, drawn, _MORE) if is_below else (drawn, _ANNOUNCED, _MORE))
    start = whole.index(drawn)
    figure = Figure(kind=FigureKind.TABLE, start=start, end=start + len(drawn), chunk=table, markdown="")
    return replace(make_passage(1, text, table), text=whole, figures=(figure,))


@pytest.mark.parametrize("is_below", [True, False])
def test_the_row_of_the_announced_table_answers(minilm: LocalEmbedder, *, is_below: bool) -> None:
    question = "What is the revenue from Norway in 2018 by the location of the customer's headquarters?"
    answer = ExtractiveAnswerer(minilm).answer(question, [_passage(is_below=is_below)])
    assert answer.text == "Norway: 2018 17,116. [1](#1)"


def test_what_no_row_is_called_is_told_by_the_sentence(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer(
        "Where may customers have their headquarters?", [_passage(is_below=True)]
    )
    assert answer.text.startswith(_MORE)
