"""Drawings that a web page holds as SVG: they are pictures, with the texts and the values that are in them."""

from __future__ import annotations

import base64
import urllib.parse
from pathlib import Path

import pytest

from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import Parse
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.images.vector_drawings import draw_svg
from bizrag.parsing.parser import DocumentParser
from bizrag.parsing.web_pages.html_clean import clean_html
from bizrag.settings import Settings

RANGES = {"Haulier": (74, 38), "Longtail": (96, 55), "Trike": (58, 27)}


def _bars() -> str:
    """Two bars for each name, told by a class and a variable of the page's styles."""
    drawn = ""
    for row, (name, values) in enumerate(RANGES.items()):
        top = 40 + 60 * row
        drawn += f'<text x="120" y="{top + 24}" text-anchor="end" font-size="13">{name}</text>'
        for at, (kind, value) in enumerate(zip(("eco", "load"), values, strict=True)):
            y = top + 20 * at
            drawn += f'<rect class="{kind}" x="130" y="{y}" width="{3 * value}" height="16"/>'
            drawn += f'<text x="{136 + 3 * value}" y="{y + 12}" font-size="11">{value}</text>'
    for at, (kind, label) in enumerate((("eco", "empty, eco mode"), ("load", "80 kg load"))):
        drawn += f'<rect class="{kind}" x="{130 + 150 * at}" y="8" width="12" height="12"/>'
        drawn += f'<text x="{148 + 150 * at}" y="18" font-size="12">{label}</text>'
    return f'<svg viewBox="0 0 480 240" width="480" height="240">{drawn}</svg>'


STYLE = "<style>:root{--own:#0b6e4f} .eco{fill:var(--own)} .load{fill:#f26430} p{color:red}</style>"


def _parse(body: str, folder: Path) -> Parse:
    path = folder / "guide.html"
    path.write_text(f"<html><head>{STYLE}</head><body><h1>Guide</h1>{body}</body></html>", encoding="utf-8")
    parser = DocumentParser(Settings(home=folder / "home"), FolderSink(folder / "images"))
    return parser.parse(path, content_sha256=sha256_bytes(path.read_bytes()), layout=Layout.VERTICAL)


def test_a_drawing_is_a_picture_with_its_caption_and_the_values_in_it(tmp_path: Path) -> None:
    told = _parse(f"<figure>{_bars()}<figcaption>Chart 4. Range in km.</figcaption></figure>", tmp_path)
    (picture,) = told.pictures
    assert picture.caption == "Chart 4. Range in km."
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in picture.chart_markdown.splitlines()]
    assert rows[0] == ["", "empty, eco mode", "80 kg load"]
    assert rows[2:] == [[name, *map(str, values)] for name, values in RANGES.items()]
    assert (tmp_path / "images" / f"{picture.image_sha256}.jpg").exists()
    # in two pixels for each
    assert (picture.width_px, picture.height_px) == (960, 480)


@pytest.mark.parametrize("way", ["base64", "percent"])
def test_a_drawing_may_be_the_address_of_an_image(tmp_path: Path, way: str) -> None:
    drawing = '<?xml version="1.0"?>\n<!DOCTYPE svg>\n' + _bars().replace('class="eco"', 'fill="#0b6e4f"').replace(
        'class="load"', 'fill="#f26430"'
    ).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    data = base64.b64encode(drawing.encode()).decode() if way == "base64" else urllib.parse.quote(drawing)
    option = ";base64" if way == "base64" else ";charset=utf-8"
    told = _parse(f'<p><img alt="Range in km" src="data:image/svg+xml{option},{data}"></p><p>After.</p>', tmp_path)
    (picture,) = told.pictures
    assert picture.caption == "Range in km"
    assert picture.chart_markdown.splitlines()[2] == "| Haulier | 74 | 38 |"
    # what is none stays an image
    told = _parse('<p>Text.</p><img alt="A pump" src="data:image/svg+xml;base64,@@">', tmp_path)
    assert [picture.caption for picture in told.pictures] == ["A pump"]


def test_icons_are_left_out_and_what_cannot_be_drawn_is_a_paragraph(tmp_path: Path) -> None:
    icon = '<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'
    broken = '<svg width="0" height="0"><text x="1" y="9">Sales by region</text></svg>'
    told = _parse(f"<p>Before{icon}</p>{broken}<p>After.</p>", tmp_path)
    assert told.pictures == ()
    assert [block.text for block in told.blocks] == ["Guide", "Before", "Sales by region", "After."]


def test_html_in_a_drawing_is_text_and_nothing_outside_of_it_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"none")
    drawing = (
        '<svg viewBox="0 0 300 120" width="300" height="120" aria-label="Steps">'
        '<script>alert("x")</script><rect width="300" height="120" fill="#fff"/>'
        f'<image href="file://{secret}" width="10" height="10"/><use xlink:href="http://example.org/a.svg#b"/>'
        '<g transform="translate(10,30)"><foreignObject width="120" height="30"><div>Check credit</div>'
        "</foreignObject></g>"
        "</svg>"
    )
    seen: list[bytes] = []

    def draw(svg: bytes) -> bytes | None:
        seen.append(svg)
        found = draw_svg(svg)
        assert found is not None
        assert found.text == "Check credit"
        return b"image"

    cleaned = clean_html(f"<html><body>{drawing}</body></html>".encode(), draw=draw).decode()
    assert 'alt="Steps"' in cleaned
    assert "<svg" not in cleaned
    (svg,) = (one.decode() for one in seen)
    assert 'viewBox="0 0 300 120"' in svg
    assert all(word not in svg for word in ("secret", "example.org", "alert"))


@pytest.mark.parametrize("svg", [b"", b"<svg", b"no drawing", b'<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'])
def test_what_is_no_drawing_is_not_drawn(svg: bytes) -> None:
    assert draw_svg(svg) is None


def test_copies_of_copies_are_not_drawn() -> None:
    levels = "".join(f'<g id="l{level}">{f"""<use xlink:href="#l{level - 1}"/>""" * 10}</g>' for level in range(1, 8))
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99">'
        f'<defs><g id="l0"><rect width="1" height="1"/></g>{levels}</defs><use xlink:href="#l7"/></svg>'
    )
    assert draw_svg(svg.encode()) is None


def test_what_no_xml_can_hold_costs_no_page(tmp_path: Path) -> None:
    """Frameworks write attributes that are no names in XML; a page was lost for one of them."""
    odd = _bars().replace("<svg ", '<svg @click="x" :key="y" [class]="z" ')
    nested = f'<svg width="9" height="9">{"<g>" * 90}<text>Deep down</text>{"</g>" * 90}</svg>'
    told = _parse(f"<p>Before.</p>{odd}{nested}<p>After.</p>", tmp_path)
    assert [picture.text.split("\n")[0] for picture in told.pictures if "Haulier" in picture.text]
    assert [block.text for block in told.blocks][:2] == ["Guide", "Before."]
    assert "Deep down" in told.text + "".join(picture.text for picture in told.pictures)


def test_of_more_drawings_than_are_drawn_the_words_are_told() -> None:
    drawings = "".join(f'<svg width="9" height="9"><text>Badge {number}</text></svg>' for number in range(203))
    cleaned = clean_html(f"<html><body>{drawings}</body></html>".encode(), draw=lambda _: b"image").decode()
    assert cleaned.count("<img") == 200
    assert "Badge 202" in cleaned


@pytest.mark.parametrize("style", ["-" * 300_000, "a{b:var(--c," + " " * 100_000, "--a" * 100_000])
def test_long_styles_are_read_once(style: str) -> None:
    page = f"<html><head><style>{style}</style></head><body>{_bars()}</body></html>"
    assert "<img" in clean_html(page.encode(), draw=lambda _: b"image").decode()


def test_letters_that_no_font_has_are_kept() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40"><text x="9" y="30">销售额 2024</text></svg>'
    drawing = draw_svg(svg.encode())
    assert drawing is not None
    assert "销售额 2024" in drawing.text
