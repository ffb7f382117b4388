"""Native charts of office files: DrawingML chart parts as markdown tables of their cached values, as they are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bizrag.parsing.office.number_formats import shown
from bizrag.parsing.tables.grids import rows_to_markdown

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_EXTENDED = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SHARE = "0.##%"
_ZERO = re.compile(r"[^\d]*0+(?:[.,]0+)?[^\d]*")
_CATEGORY_AXES = (f"{_CHART}catAx", f"{_CHART}dateAx")
_POINT_CHARTS = (f"{_CHART}scatterChart", f"{_CHART}bubbleChart")
_SIZE = "Bubble size"


def chart_markdown(xml: bytes) -> tuple[str, str]:
    """Title and values of a chart part (``/word/charts/chart1.xml``, ``/ppt/charts/chartEx1.xml``, ...).

    Returns:
        The chart's title (empty without one) and a markdown table: one row per category, one column per series, named
        with the titles of the axes; an empty string when the part holds no values.
    """
    from lxml import etree

    root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, recover=True))
    if root is None:
        return "", ""
    if root.tag.startswith(_EXTENDED):
        return _extended(root)
    title = _title(root.find(f"{_CHART}chart"))
    all_series = list(root.iter(f"{_CHART}ser"))
    are_points = bool(all_series) and all(series.getparent().tag in _POINT_CHARTS for series in all_series)
    if are_points and (plotted := _plotted(all_series, root)):
        return title, plotted
    names: list[str] = []
    columns: list[dict[int, str]] = []
    labels: dict[int, str] = {}
    unseen = [series for series in all_series if _is_unseen(series)]
    for number, series in enumerate(all_series, 1):
        if series in unseen and len(unseen) < len(all_series):
            continue
        values = _points(series, "val", root) or _points(series, "yVal", root)
        if values:
            names.append(_with_unit(_name(series) or f"Series {number}", _title(_value_axis(series, root))))
            columns.append(values)
            labels = {**(_points(series, "cat", root) or _points(series, "xVal", root)), **labels}
    across = [_axis(all_series[0], root, "bt")] if are_points else root.iter(*_CATEGORY_AXES)
    category = next(filter(None, map(_title, across)), "")
    return title, _table(category, names, _without_fillers(columns) if unseen else columns, labels)


def _plotted(all_series: Sequence[Any], root: Any) -> str:
    """Bubbles, and points of series with places of their own along the axis, as markdown: a row for each point.

    Empty for series at the same places, which say more in a table of these.
    """
    points = [[_points(series, tag, root) for tag in ("xVal", "yVal", "bubbleSize")] for series in all_series]
    seen = [(number, *parts) for number, parts in enumerate(points) if parts[1]]
    is_sized = any(sizes for *_, sizes in seen)
    if not is_sized and all(places == seen[0][1] for _, places, *_ in seen):
        return ""
    across, up = (_title(_axis(all_series[0], root, sides)) for sides in ("bt", "lr"))
    names = [_name(series) or f"Series {number}" for number, series in enumerate(all_series, 1)]
    rows = [
        [names[number], places.get(index, ""), values[index], *([sizes.get(index, "")] if is_sized else [])]
        for number, places, values, sizes in seen
        for index in sorted(values)
    ]
    return rows_to_markdown([["", across or "x", up or "y", *([_SIZE] if is_sized else [])], *rows])


def _axis(series: Any, root: Any, sides: str) -> Any:
    """The axis of a series that stands at one of two sides of its chart: (b)elow, on (t)op, (l)eft or (r)ight."""
    return next(
        (
            axis
            for axis in _axes(series, root)
            if (side := axis.find(f"{_CHART}axPos")) is not None and side.get("val") in tuple(sides)
        ),
        None,
    )


def _without_fillers(columns: Sequence[dict[int, str]]) -> list[dict[int, str]]:
    """The values of a bridge, whose every bar is of one series, without the zeros that its cells have in the others."""
    said = {index for column in columns for index, text in column.items() if not _ZERO.fullmatch(text)}
    return [
        {index: text for index, text in column.items() if index not in said or not _ZERO.fullmatch(text)}
        for column in columns
    ]


def _is_unseen(series: Any) -> bool:
    """Whether a series has no colour and only lifts what is stacked on it, as the bars of a bridge are lifted."""
    grouping = series.getparent().find(f"{_CHART}grouping")
    is_stacked = grouping is not None and "stacked" in str(grouping.get("val", "")).lower()
    return is_stacked and series.find(f"{_CHART}spPr/{_DRAWING}noFill") is not None


def _extended(root: Any) -> tuple[str, str]:
    """A chart of the newer kinds: waterfall, funnel, treemap, sunburst, histogram."""
    data = {node.get("id"): node for node in root.iter(f"{_EXTENDED}data")}
    names: list[str] = []
    columns: list[dict[int, str]] = []
    labels: dict[int, str] = {}
    for number, series in enumerate(root.iter(f"{_EXTENDED}series"), 1):
        link = series.find(f"{_EXTENDED}dataId")
        source = data.get(link.get("val")) if link is not None else None
        if source is not None and (values := _dimension(source.find(f"{_EXTENDED}numDim"))):
            name = series.find(f"{_EXTENDED}tx//{_EXTENDED}v")
            names.append(_joined(name) or f"Series {number}")
            columns.append(values)
            labels = {**_dimension(source.find(f"{_EXTENDED}strDim")), **labels}
    return _text(root.find(f"{_EXTENDED}chart/{_EXTENDED}title")), _table("", names, columns, labels)


def _table(category: str, names: Sequence[str], columns: Sequence[dict[int, str]], labels: dict[int, str]) -> str:
    """Markdown of values by the number of their category."""
    if not columns:
        return ""
    rows = [
        [labels.get(index, str(index + 1)), *(column.get(index, "") for column in columns)]
        for index in sorted({index for column in columns for index in column})
    ]
    return rows_to_markdown([[category, *names], *rows])


def _points(series: Any, tag: str, root: Any) -> dict[int, str]:
    """The cached points of one part of a series by index, as they are shown."""
    node = series.find(f"{_CHART}{tag}")
    if node is None:
        return {}
    levels = node.findall(f".//{_CHART}lvl")
    if levels:
        return _levels([_level(level, "") for level in levels])
    label_code = _label_code(series, root) if tag in ("val", "yVal") else ""
    old_days = root.find(f"{_CHART}date1904")
    return _level(node, label_code, from_1904=old_days is not None and old_days.get("val", "1") in ("1", "true"))


def _level(node: Any, label_code: str, *, from_1904: bool = False) -> dict[int, str]:
    code = node.findtext(f".//{_CHART}formatCode") or ""
    return {
        int(point.get("idx", number)): shown(
            _joined(point), label_code or point.get("formatCode") or code, from_1904=from_1904
        )
        for number, point in enumerate(node.iter(f"{_CHART}pt"))
    }


def _dimension(node: Any) -> dict[int, str]:
    """The points of a dimension of a chart of the newer kinds."""
    if node is None:
        return {}
    return _levels(
        [
            {
                int(point.get("idx", number)): shown(_joined(point), level.get("formatCode", ""))
                for number, point in enumerate(level.iter(f"{_EXTENDED}pt"))
            }
            for level in node.iter(f"{_EXTENDED}lvl")
        ]
    )


def _levels(levels: Sequence[dict[int, str]]) -> dict[int, str]:
    """Categories of several levels, innermost first, each with those that it stands under: '2024 Q3'.

    An outer label is written once, where it begins.
    """
    if not levels:
        return {}
    labels: dict[int, str] = {}
    for index in sorted(levels[0]):
        outer = [level[max(begins)] for level in levels[:0:-1] if (begins := [at for at in level if at <= index])]
        labels[index] = " ".join([*outer, levels[0][index]])
    return labels


def _label_code(series: Any, root: Any) -> str:
    """The format that data labels give to a series' values, or that its axis says they are shares; else empty."""
    for place in (series, series.getparent()):
        if code := _own_code(place.find(f"{_CHART}dLbls/{_CHART}numFmt")):
            return code
    axis = _value_axis(series, root)
    is_share = axis is not None and "%" in _own_code(axis.find(f"{_CHART}numFmt"))
    # an axis is marked in round numbers, the values are not
    return _SHARE if is_share else ""


def _own_code(found: Any) -> str:
    """A format that is not that of the cells; else empty."""
    if found is None or found.get("sourceLinked") not in ("0", "false"):
        return ""
    code = str(found.get("formatCode") or "")
    return "" if code.lower() == "general" else code


def _value_axis(series: Any, root: Any) -> Any:
    """The axis that a series' values are read at."""
    axes = _axes(series, root)
    return axes[-1] if axes else None


def _axes(series: Any, root: Any) -> list[Any]:
    """The axes with values of a series, in their order."""
    used = {node.get("val") for node in series.getparent().findall(f"{_CHART}axId")}
    return [axis for axis in root.iter(f"{_CHART}valAx") if _id(axis) in used]


def _id(axis: Any) -> str | None:
    node = axis.find(f"{_CHART}axId")
    return None if node is None else node.get("val")


def _with_unit(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit and unit.casefold() not in name.casefold() else name


def _name(series: Any) -> str:
    node = series.find(f"{_CHART}tx")
    return "" if node is None else " ".join(filter(None, (_joined(value) for value in node.iter(f"{_CHART}v"))))


def _title(node: Any) -> str:
    """The title of a chart or an axis; empty without one."""
    return "" if node is None else _text(node.find(f"{_CHART}title"))


def _text(node: Any) -> str:
    """The words of a title: typed in, or taken from a cell."""
    if node is None:
        return ""
    typed = " ".join("".join(run.itertext()) for run in node.iter(f"{_DRAWING}t"))
    cached = " ".join(_joined(value) for value in node.iter(f"{_CHART}v"))
    return " ".join((typed or cached).split())


def _joined(node: Any) -> str:
    return "" if node is None else " ".join("".join(node.itertext()).split())
