"""Maps of a real index."""

from __future__ import annotations

import io
import re
from collections import Counter

import pytest
from PIL import Image, ImageColor

from bizrag.errors import NotFoundError
from bizrag.evaluation.cases import EvalCase
from query import QueryService
from query.maps import Aims, draw, make_maps, to_html

pytestmark = pytest.mark.slow


def test_an_index_is_drawn_with_its_figures(service: QueryService) -> None:
    (one,) = maps = make_maps(service.engine, ["default"])

    assert set(one.docs) == {"2025/annual report.pdf", "travel policy.docx", "old/travel policy 2019.docx"}
    assert one.to_json()["chunks"] == len(one.docs) > 5
    # chunks of a document are nearer to each other than to those of others
    assert (one.cohesion.within_documents or 0) > (one.cohesion.between_documents or 1)
    with Image.open(io.BytesIO(draw(maps))) as image:
        assert image.size == (1040, 520)
        assert image.mode == "RGB"
        colours = image.getcolors(maxcolors=100_000) or []
    assert len([count for count, _ in colours if count > 10]) > 3
    page = to_html(maps)
    assert "data:image/png;base64," in page
    assert "<td>default</td>" in page
    # what the colours mean, the document with most chunks first; no figures about questions that nobody gave
    legend = re.findall(r'<li><i style="background:(#\w{6})"></i>(.*?)</li>', page)
    assert [name for _, name in legend] == [doc for doc, _ in Counter(sorted(one.docs)).most_common()]
    assert {ImageColor.getrgb(colour) for colour, _ in legend} <= {colour for _, colour in colours}
    assert "question to" not in page
    assert make_maps(service.engine, ["default"], max_points=4)[0].docs == one.docs[:4]


def test_questions_are_nearer_to_what_answers_them_than_to_the_rest(service: QueryService) -> None:
    def case(question: str, doc: str, *pages: int) -> EvalCase:
        return EvalCase(id=question, question=question, doc=doc, pages=pages)

    cases = [
        case("What dividend does the board propose?", "annual report.pdf", 2),
        case("When was the maker of heat exchangers founded?", "annual report.pdf", 1),
        # no such page, no pages at all
        case("How large is the moon?", "annual report.pdf", 9),
        case("How much may a hotel cost?", "travel policy.docx"),
    ]
    aims = Aims(cases=cases[:2], embedders=service.embedders)
    (one,) = make_maps(service.engine, ["default"], aims=aims)
    assert one.cohesion.question_to_target is not None
    assert one.cohesion.question_to_chunks is not None
    assert one.cohesion.question_to_target > one.cohesion.question_to_chunks + 0.1
    # the nearest passage of the page is the target: a question that repeats it has hardly any distance
    (text,) = [hit.text for hit in service.search("dividend board proposes", top_k=1)]
    same = Aims(cases=[case(text, "annual report.pdf", 2)], embedders=service.embedders)
    assert (make_maps(service.engine, ["default"], aims=same)[0].cohesion.question_to_target or 0) > 0.8
    aimless = Aims(cases=cases[2:], embedders=service.embedders)
    assert make_maps(service.engine, ["default"], aims=aimless)[0].cohesion.question_to_target is None
    assert make_maps(service.engine, ["default"])[0].to_json()["question_to_target"] is None
    assert "question to target" in to_html([one])


def test_an_unknown_index_is_named(service: QueryService) -> None:
    with pytest.raises(NotFoundError, match="nowhere"):
        make_maps(service.engine, ["nowhere"])
