"""Plots as SVG inside a page: no library, no script; text takes the colour of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

__all__ = ["COLOURS", "bars", "dots", "lines"]

#: one for each pipeline, in order; told apart in light and in dark and by the colour-blind (Okabe and Ito)
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c8c8c", "#b8a500")
# of a character in 12 px, wide enough for the fonts that browsers have
_CHAR_PX = 7.0
_ROW_PX = 20


def colour(place: int) -> str:
    """The colour of the pipeline at a place; they repeat."""
    return COLOURS[place % len(COLOURS)]


def dots(title: str, groups: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Markup:
    """Means with their intervals: ``{metric: {pipeline: {"mean", "low", "high"}}}``, on one scale from 0 to 1."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    left, width = _label_px([*groups, *names]), 350
    parts: list[str] = []
    top = 34
    for metric, group in groups.items():
        parts.append(_text(0, top + 4, metric, weight=600))
        top += _ROW_PX
        for name, one in group.items():
            x = {key: left + one[key] * width for key in ("mean", "low", "high")}
            shade = colour(names.index(name))
            parts += [
                _text(12, top + 4, name),
                f'<line x1="{x["low"]:.1f}" x2="{x["high"]:.1f}" y1="{top}" y2="{top}" stroke="{shade}" '
                'stroke-width="2.5"/>',
                f'<circle cx="{x["mean"]:.1f}" cy="{top}" r="4.5" fill="{shade}"/>',
                _text(left + width + 8, top + 4, f"{one['mean']:.3f}"),
            ]
            top += _ROW_PX
        top += 8
    return _svg(title, left + width + 56, top, [*_grid(left, width, 22, top - 10), *parts])


def lines(title: str, xs: Sequence[int], series: Mapping[str, Sequence[float | None]]) -> Markup:
    """Curves over cut-offs, on a scale from 0 to 1; places without a value are left out."""
    left, width, top, height = 36, 330, 14, 240
    parts = [
        f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        + _text(left - 6, y + 4, f"{share:.1f}", anchor="end")
        for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        for y in [top + height * (1 - share)]
    ]
    at = {x: left + width * place / max(1, len(xs) - 1) for place, x in enumerate(xs)}
    parts += [_text(at[x], top + height + 18, f"@{x}", anchor="middle") for x in xs]
    for place, (name, values) in enumerate(series.items()):
        points = [(at[x], top + height * (1 - y)) for x, y in zip(xs, values, strict=True) if y is not None]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour(place)}" stroke-width="2.2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour(place)}"/>' for x, y in points]
        y = top + 8 + place * _ROW_PX
        parts.append(f'<rect x="{left + width + 18}" y="{y - 6}" width="12" height="12" fill="{colour(place)}"/>')
        parts.append(_text(left + width + 36, y + 5, name))
    return _svg(title, left + width + 40 + _label_px(list(series)), top + height + 28, parts)


def bars(title: str, rows: Mapping[str, Mapping[str, float]], *, unit: str) -> Markup:
    """Parts stacked in a bar for each row: ``{row: {part: value}}``; the total stands behind it.

    Rows of one part have the colours of their places, as in the other plots.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    largest = max((sum(row.values()) for row in rows.values()), default=0.0) or 1.0
    left, width = _label_px(list(rows)), 350
    parts: list[str] = []
    is_stacked = len(names) > 1
    legend, x = 32.0 if is_stacked else 12.0, 0.0
    for place, name in enumerate(names if is_stacked else []):
        parts.append(f'<rect x="{x:.0f}" y="4" width="12" height="12" fill="{colour(place)}"/>')
        parts.append(_text(x + 17, 15, name))
        x += 36 + _CHAR_PX * len(name)
    legend_width = x
    for number, (label, row) in enumerate(rows.items()):
        y, x = legend + number * 26, float(left)
        parts.append(_text(0, y + 13, label))
        for name, value in row.items():
            long = width * value / largest
            hint = escape(f"{name}: {value:.4g} {unit}")
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{max(long, 0.5):.1f}" height="18" '
                f'fill="{colour(names.index(name) if is_stacked else number)}"><title>{hint}</title></rect>'
            )
            x += long
        parts.append(_text(x + 6, y + 13, f"{sum(row.values()):.3g} {unit}"))
    return _svg(title, max(left + width + 90, legend_width), int(legend + 26 * len(rows) + 6), parts)


def _grid(left: float, width: float, top: float, bottom: float) -> list[str]:
    found: list[str] = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + share * width
        found.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" class="grid"/>')
        found.append(_text(x, top - 6, f"{share:g}", anchor="middle"))
    return found


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: int = 400) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def _label_px(names: Sequence[str]) -> int:
    return int(24 + _CHAR_PX * max((len(name) for name in names), default=0))


def _svg(title: str, width: float, height: float, parts: Sequence[str]) -> Markup:
    # every text inside was escaped where it was put in
    return Markup(  # noqa: S704
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" style="max-width:100%">{"".join(parts)}</svg>'
    )
