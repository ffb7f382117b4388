"""docs/architecture.md names tables and packages that exist, and its picture is the graph of the stages."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from bizrag.pipeline.stages import STAGES
from samples.architecture_graph import PICTURE, boxes, draw, edges

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


def test_the_picture_is_drawn_from_the_stages() -> None:
    drawn = draw()
    assert PICTURE.read_text(encoding="utf-8") == drawn
    assert f"images/{PICTURE.name}" in PAGE
    ElementTree.fromstring(drawn)
    assert {stage.name.value for stage in STAGES} <= set(boxes())
    assert len(edges()) == drawn.count("marker-end")
    # nothing is drawn over another
    places = [(box.x, box.y) for box in boxes().values()]
    assert len(places) == len(set(places))


def test_the_page_names_packages_and_tables_that_exist() -> None:
    packages = re.findall(r"^\| `(\w+)` \| .* \| .* \|$", PAGE, re.MULTILINE)
    assert [name for name in packages if not (ROOT / name).is_dir()] == []
    assert len(packages) == 6
    schema = (ROOT / "sql/schema.sql").read_text(encoding="utf-8")
    section = PAGE.partition("## What lives where")[2].partition("## Processes")[0]
    tables = set(re.findall(r"`([a-z_]+)`", section)) - {"dagster"}
    assert len(tables) > 10
    assert [name for name in tables if not re.search(rf"CREATE TABLE (public\.)?{name} ", schema)] == []
