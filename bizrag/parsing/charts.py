"""Native charts of office files: DrawingML chart parts as markdown tables of their cached values."""

from __future__ import annotations

from typing import Any

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def chart_markdown(xml: bytes) -> tuple[str, str]:
    """Title and values of a chart part (``/word/charts/chart1.xml``, ``/ppt/charts/...``).

    Returns:
        The chart's title (empty without one) and a markdown table: one row per category, one column per series; an
        empty string when the part holds no values.
    """
    from lxml import etree

    root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, recover=True))
    if root is None:
        return "", ""
    title_node = root.find(f".//{_CHART}chart/{_CHART}title")
    title = _rich_text(title_node) if title_node is not None else ""
    names: list[str] = []
    columns: list[dict[str, str]] = []
    for number, series in enumerate(root.iter(f"{_CHART}ser"), 1):
        labels = _points(series, "cat") or _points(series, "xVal")
        values = _points(series, "val") or _points(series, "yVal")
        if values:
            name = " ".join(_points(series, "tx").values()) or f"Series {number}"
            names.append(name)
            columns.append({labels.get(index, str(index + 1)): value for index, value in values.items()})
    if not columns:
        return title, ""
    categories = list(dict.fromkeys(label for column in columns for label in column))
    rows = [["", *names], ["---"] * (len(names) + 1)]
    rows += [[label, *(column.get(label, "") for column in columns)] for label in categories]
    return title, "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def _points(series: Any, tag: str) -> dict[int, str]:
    """The cached points of one part of a series by index; categories of several levels are joined."""
    node = series.find(f"{_CHART}{tag}")
    if node is None:
        return {}
    points: dict[int, str] = {}
    for point in node.iter(f"{_CHART}pt"):
        text = " ".join("".join(value.itertext()) for value in point.iter(f"{_CHART}v")).strip()
        index = int(point.get("idx", len(points)))
        points[index] = _number(f"{text} {points[index]}" if index in points else text)
    if not points and (literal := node.find(f"{_CHART}v")) is not None:
        points[0] = "".join(literal.itertext()).strip()
    return points


def _number(text: str) -> str:
    """A value without the noise of binary fractions: 8.199999999999999 is 8.2."""
    try:
        return f"{float(text):.10g}" if "." in text and len(text) > 12 else text
    except ValueError:
        return text


def _rich_text(node: Any) -> str:
    return " ".join("".join(run.itertext()) for run in node.iter(f"{_DRAWING}t")).strip()
