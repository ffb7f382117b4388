"""Small sound files of every format with what their readers know, and ways to damage their inside."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from benchmarks.hostile_files import make_pdf
from tests.made import make_image

_TOKEN = re.compile(rb"<[^<>]{0,400}>|\"[^\"<>]{0,80}\"|\d+ 0 R|/\w+|-?\d+(?:\.\d+)?|[A-Za-z]+")
_ODD = (
    *(b"", b"0", b"-1", b"65536", b"4294967296", b"1e400", b"NaN", b"9" * 400, b"\x00", b"\xff\xfe", b"<<table_1>>"),
    *(
        b"3 0 R",
        b"4 0 R",
        b"6 0 R",
        b"[",
        b"]",
        b"<<",
        b">>",
        b"<w:p>",
        b"</w:tbl>",
        b"<table>",
        b"</div>",
        b"]]>",
        b"&#0;",
    ),
)

#: place of a token, what to do with it, place of another or of an odd value
Edit = tuple[int, int, int]

_HTML = b"""<!DOCTYPE html><html lang="en"><head><title>Pumps</title></head><body><h1>Pumps</h1><p>They <b>pump</b>
<a href="x">water</a>.</p><ul><li>one<ol><li>two</li></ol></li></ul><table><caption>Sales</caption><thead><tr>
<th rowspan="2">Region</th><th colspan="2">Year</th></tr><tr><th>2024</th><th>2025</th></tr></thead><tbody><tr>
<td>North</td><td>1</td><td>2</td></tr></tbody></table><pre>code</pre><figure><img alt="A pump"
src="data:image/png;base64,iVBORw0KGgo="><figcaption>Figure 1</figcaption></figure>
<dl><dt>a</dt><dd>b</dd></dl></body></html>"""
_MARKDOWN = b"""# Pumps

They *pump* [water](x.md) and ![a pump](x.png).

- one
  1. two

| Region | 2024 | 2025 |
|--------|-----:|-----:|
| North  |    1 |    2 |

> quoted

```python
code
```

## Sales

$$x^2$$ <b>bold</b> <!-- gone -->
"""
_TEXT = b"PUMPS\n=====\n\n1. Sales\n\nNorth      1     2\nSouth      3     4\n\nItem 1. Business\n  - one\n  - two\n"


def _pdf() -> bytes:
    page = (
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents {0} 0 R/Rotate 0"
        "/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R/I 7 0 R>>>>/Annots[8 0 R]>>"
    )
    content = (
        "BT /F 18 Tf 40 260 Td (Pumps) Tj 0 -30 Td /F 10 Tf (They pump water.) Tj ET "
        "40 60 m 360 60 l S 40 120 m 360 120 l S 40 60 m 40 120 l S 200 60 m 200 120 l S "
        "BT /F 10 Tf 50 100 Td (Region) Tj 160 0 Td (2025) Tj -160 -24 Td (North) Tj 160 0 Td (12) Tj ET "
        "q 50 0 0 50 300 200 cm /I Do Q /X Do"
    )
    form = "BT /F 9 Tf 40 20 Td (Page 1) Tj ET"
    return make_pdf(
        "<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page.format(4),
        f"<</Length {len(content)}>>\nstream\n{content}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        "<</Type/XObject/Subtype/Form/BBox[0 0 400 300]/Matrix[1 0 0 1 0 0]/Resources<</Font<</F 5 0 R>>>>"
        f"/Length {len(form)}>>\nstream\n{form}\nendstream",
        "<</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Length 4>>\n"
        "stream\nabcd\nendstream",
        "<</Type/Annot/Subtype/Link/Rect[40 220 200 240]/A<</S/URI/URI(http://203.0.113.7/)>>>>",
        "<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>",
        "<</Title(Pumps)/Parent 9 0 R/Dest[3 0 R/XYZ 0 280 0]>>",
    )


def _docx() -> bytes:
    import docx

    document = docx.Document()
    document.add_heading("Pumps", 1)
    document.add_paragraph("They pump water.").add_run(" Much of it.").bold = True
    document.add_paragraph("one", style="List Bullet")
    table = document.add_table(rows=3, cols=3)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {number}"
    table.cell(0, 0).merge(table.cell(0, 1))
    document.add_picture(io.BytesIO(make_image("green")))
    document.sections[0].header.paragraphs[0].text = "Company"
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _pptx() -> bytes:
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    shapes, notes = slide.shapes, slide.notes_slide.notes_text_frame
    assert shapes.title is not None
    assert notes is not None
    shapes.title.text = "Pumps"
    one, two, three, five = map(Inches, (1, 2, 3, 5))
    grid = shapes.add_table(2, 2, one, one, three, one).table
    for row in range(2):
        for column in range(2):
            grid.cell(row, column).text = f"{row} {column}"
    # the package's types ask for another class of its own
    values: Any = CategoryChartData()
    values.categories = ["2024", "2025"]
    values.add_series("Sales", (1.5, 2.5))
    shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, one, three, three, two, values)
    shapes.add_picture(io.BytesIO(make_image("blue")), five, one)
    group = shapes.add_group_shape()
    group.shapes.add_textbox(five, three, one, one).text_frame.text = "In a group"
    notes.text = "Said aloud."
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


#: name of a file: how it is made, and the parts that are worth damaging (of a package; others are one)
SEEDS: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "seed.pdf": (_pdf, ""),
    "seed.docx": (_docx, r"word/(document|styles|numbering|header\d*)\.xml|word/_rels/document\.xml\.rels"),
    "seed.pptx": (_pptx, r"ppt/(slides|charts|notesSlides)/(_rels/)?\w+\.xml(\.rels)?|ppt/presentation\.xml"),
    "seed.html": (lambda: _HTML, ""),
    "seed.md": (lambda: _MARKDOWN, ""),
    "seed.txt": (lambda: _TEXT, ""),
    "seed.png": (lambda: make_image("red", size=(60, 40)), ""),
}


@cache
def seed(name: str) -> bytes:
    """A sound file."""
    return SEEDS[name][0]()


def damaged(name: str, part: int, edits: Sequence[Edit]) -> bytes:
    """The file with tokens of one of its parts left out, doubled, swapped or made odd; packages stay packages."""
    pattern = SEEDS[name][1]
    if not pattern:
        return _edited(seed(name), edits)
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(seed(name))) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        members = [member for member in source.namelist() if re.fullmatch(pattern, member)]
        chosen = members[part % len(members)]
        for member in source.namelist():
            data = source.read(member)
            target.writestr(member, _edited(data, edits) if member == chosen else data)
    return buffer.getvalue()


def _edited(data: bytes, edits: Sequence[Edit]) -> bytes:
    for place, kind, other in edits:
        tokens = list(_TOKEN.finditer(data))
        if not tokens:
            break
        begin, end = tokens[place % len(tokens)].span()
        token = data[begin:end]
        new = (b"", token * 2, tokens[other % len(tokens)][0], _ODD[other % len(_ODD)])[kind % 4]
        data = data[:begin] + new + data[end:]
    return data
