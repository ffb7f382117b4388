"""Maps of a real index."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bizrag.errors import NotFoundError
from query import QueryService
from query.maps import draw, make_maps, to_html

pytestmark = pytest.mark.slow


def test_an_index_is_drawn_with_its_figures(service: QueryService) -> None:
    (one,) = maps = make_maps(service.engine, ["default"])

    assert set(one.docs) == {"2025/annual report.pdf", "travel policy.docx", "old/travel policy 2019.docx"}
    assert one.to_json()["chunks"] == len(one.docs) > 5
    # chunks of a document are nearer to each other than to those of others
    assert (one.cohesion.within_documents or 0) > (one.cohesion.between_documents or 1)
    with Image.open(io.BytesIO(draw(maps))) as image:
        assert image.size == (1040, 520)
        colours = image.getcolors(maxcolors=100_000) or []
    assert len([count for count, _ in colours if count > 10]) > 3
    page = to_html(maps)
    assert "data:image/png;base64," in page
    assert "<td>default</td>" in page
    assert make_maps(service.engine, ["default"], max_points=4)[0].docs == one.docs[:4]


def test_an_unknown_index_is_named(service: QueryService) -> None:
    with pytest.raises(NotFoundError, match="nowhere"):
        make_maps(service.engine, ["nowhere"])
