"""Sums at the ends of bars with parts: surveys add those of one side, "a lot" and "some". Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from bizrag.parsing.charts.labels import Label, is_sum

# so many parts are added, and the sums of so many bars tell it: those of more than half of them
_MIN_ADDED, _MIN_TOLD = 2, 2
# between what is added in the name of a sum
PLUS = " + "


@dataclass(frozen=True, slots=True, kw_only=True)
class NetTotals:
    """The sums at one end of the bars, by the number of the bar, and how many parts from that end each adds."""

    values: dict[int, Label]
    num_added: int
    is_left: bool

    def name(self, order: Sequence[str]) -> str:
        """What is added: the series in the order of the parts, from the left.

        >>> NetTotals(values={}, num_added=2, is_left=False).name(["A lot", "Some", "Not much", "None"])
        'Not much + None'
        """
        return PLUS.join(order[: self.num_added] if self.is_left else order[len(order) - self.num_added :])


def net_totals(slots: Sequence[Sequence[Label]], is_on_paper: Callable[[Label], bool]) -> list[NetTotals]:
    """The sums on the paper before and behind bars whose parts have values on them, of several parts but not of all."""
    bars = [sorted(slot, key=attrgetter("x")) for slot in slots]
    return [found for is_left in (True, False) if (found := _at_end(bars, is_on_paper, is_left=is_left)) is not None]


def with_nets(rows: Sequence[dict[str, Label] | None], nets: Sequence[NetTotals]) -> list[dict[str, Label] | None]:
    """The values of bars by their series, with the sums at their ends."""
    longest = max((row for row in rows if row), key=len, default=dict[str, Label]())
    order = sorted(longest, key=lambda series: longest[series].x)
    named = [(net.name(order), net.values) for net in nets]
    return [
        row and {**row, **{name: values[at] for name, values in named if at in values}} for at, row in enumerate(rows)
    ]


def _at_end(
    bars: Sequence[Sequence[Label]], is_on_paper: Callable[[Label], bool], *, is_left: bool
) -> NetTotals | None:
    values = dict[int, Label]()
    added = list[int]()
    for at, bar in enumerate(bars):
        end = (bar[0] if is_left else bar[-1]) if bar else None
        if end is None or not is_on_paper(end):
            continue
        values[at] = end
        parts = [value for value in (bar if is_left else bar[::-1]) if not is_on_paper(value)]
        added += [
            count
            for count in range(_MIN_ADDED, len(parts))
            if is_sum(end.text, [value.text for value in parts[:count]])
        ]
    counts = Counter(added)
    count, times = counts.most_common(1)[0] if counts else (0, 0)
    is_told = times >= _MIN_TOLD and 2 * times > len(values)
    return NetTotals(values=values, num_added=count, is_left=is_left) if is_told else None
