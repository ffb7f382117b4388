"""Lines with a point over each name: the point in the piece of a legend, and those of a broken line. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.plots import Mask, Plot

Floats = NDArray[np.float64]

# in heights of its line: what is higher is the point; in the length of its piece: how far that is from its middle, and
# how wide at most
_HIGHER, _OFF_MIDDLE, _MAX_POINT = 1.5, 0.15, 0.7
# pixels at each end of a piece that tell how thick its line is
_END_PX = 4
# in the size of the point of the legend: what is thinner is a dash; how large others are, and how far from their name
_THINNER, _SIZES, _ASIDE = 0.6, (0.6, 1.5), 0.5
# of its length a rule falls so far at most, on a scan that lies askew, and is so thick (pixels)
_FALL, _THICK_PX = 0.015, 6


def find_point(part: Mask) -> tuple[slice, int] | None:
    """The columns of the point in the middle of a piece of a line, and its height; None without one.

    Args:
        part: the piece, from its first column to its last.
    """
    rows = np.arange(part.shape[0])[:, None]
    drawn = part.any(axis=0)
    tops = np.where(part, rows, part.shape[0]).min(axis=0)
    heights = np.where(drawn, np.where(part, rows, -1).max(axis=0) + 1 - tops, 0)
    ends = heights[drawn][[*range(_END_PX), *range(-_END_PX, 0)]] if drawn.sum() > 2 * _END_PX else heights[:0]
    high = np.flatnonzero(heights > _HIGHER * np.median(ends) + 1) if len(ends) else ends
    if not len(high):
        return None
    first, last, length = int(high[0]), int(high[-1]), part.shape[1]
    off = abs(first + last + 1 - length) / 2
    if off > _OFF_MIDDLE * length or last + 1 - first > _MAX_POINT * length:
        return None
    return slice(first, last + 1), int(heights.max())


def without_rules(mask: Mask) -> Mask:
    """What is drawn but rules from one end to the other: the frame and the grid of a scan fall a little."""
    from scipy import ndimage

    pieces, _ = ndimage.label(mask, np.ones((3, 3)))
    columns = np.flatnonzero(mask.any(axis=0))
    if not len(columns):
        return mask
    heights = [rows.stop - 1 - rows.start for rows, _ in ndimage.find_objects(pieces)]
    across = set(pieces[:, columns[0]]) & set(pieces[:, columns[-1]]) - {0}
    rules = [number for number in across if heights[number - 1] <= _FALL * mask.shape[1] + _THICK_PX]
    return mask & ~np.isin(pieces, rules)


def heights_of_points(plot: Plot, mask: Mask, size: int) -> Floats | None:
    """The heights of the points of a line, one over each name of a plot; None where any is missing, or not alone.

    Args:
        plot: that of the line.
        mask: where it is drawn, in pixels inside the plot: points may be filled or not.
        size: of its point in the legend.
    """
    from scipy import ndimage

    filled = ndimage.binary_fill_holes(ndimage.binary_closing(mask, np.ones((3, 3))))
    side = max(int(_THINNER * size), 3)
    points, _ = ndimage.label(ndimage.binary_opening(filled, np.ones((side, side))))
    least, most = (share * size for share in _SIZES)
    found: list[tuple[float, float]] = []
    for rows, columns in ndimage.find_objects(points):
        if all(least <= part.stop - part.start <= most for part in (rows, columns)):
            found.append(((columns.start + columns.stop) / 2, (rows.start + rows.stop) / 2))
    over = [[y for x, y in found if abs(x - place + plot.across[0]) <= _ASIDE * size] for place in plot.places]
    return np.array(over).ravel() if all(len(some) == 1 for some in over) else None
