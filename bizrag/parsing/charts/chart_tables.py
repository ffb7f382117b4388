"""The values told in a picture, as one markdown table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import MEASURED
from bizrag.parsing.charts.labels import MIN_NAMES, Table, unit_of
from bizrag.parsing.charts.rows import TOTAL
from bizrag.parsing.charts.titles import title_in
from bizrag.parsing.tables.grids import rows_to_markdown


def _untitled(_: Table) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartValues:
    """The values told in a picture: those of each chart in it, and the series in the order of their legends."""

    tables: Sequence[Table] = ()
    series: Sequence[str] = ()
    # titles of the charts that they are read under, '' of those without; none where nothing is
    heads: Sequence[str] = ()

    @property
    def num_values(self) -> int:
        return sum(len(row) for table in self.tables for row in table.values())

    def where(self, is_kept: Callable[[Table], bool]) -> ChartValues:
        """The values of some of the charts."""
        heads = self.heads or [""] * len(self.tables)
        kept = [(table, head) for table, head in zip(self.tables, heads, strict=True) if is_kept(table)]
        return replace(self, tables=[table for table, _ in kept], heads=[head for _, head in kept])

    def markdown(self, titles: Callable[[Table], str] = _untitled) -> str:
        """A markdown table, a row for each name and a column for each series; empty without values.

        Where a chart has one series only, its column has the title that it is given. Of several charts each column has
        it, before the name of its series: panels of a figure have the same names and series.
        """
        merged: dict[str, dict[str, str]] = {}
        columns = [*self.series, TOTAL]
        of_charts = self._titles(titles)
        are_panels = len(set(of_charts) - {""}) > 1
        for table, of_chart in zip(self.tables, of_charts, strict=True):
            title = of_chart if _is_of_one_measure(table) else ""
            # a line over bars without a name has a unit of its own
            is_taken = any(title in merged.get(name, ()) for name, row in table.items() if "" in row)
            title = f"{title}, {_unit(table)}".strip(", ") if is_taken else title
            for name, row in table.items():
                for series, value in row.items():
                    column = (f"{of_chart}, {series}" if are_panels and of_chart else series) if series else title
                    columns.append(column)
                    merged.setdefault(name, {}).setdefault(column, value.text)
        used = {column for row in merged.values() for column in row}
        columns = [column for column in dict.fromkeys(columns) if column in used]
        rows = [[name, *(row.get(column, "") for column in columns)] for name, row in merged.items()]
        return rows_to_markdown([["", *columns], *rows]) if rows else ""

    def title(self, titles: Callable[[Table], str]) -> str:
        """The title of the only chart; empty of several."""
        return self._titles(titles)[0] if len(self.tables) == 1 else ""

    def _titles(self, titles: Callable[[Table], str]) -> list[str]:
        heads = self.heads or [""] * len(self.tables)
        found = [title_in(head) or titles(table) for head, table in zip(heads, self.tables, strict=True)]
        # names of the legend, or one of several small charts on one axis, are no title
        series = {*self.series, *(one for table in self.tables for row in table.values() for one in row)}
        said = {word for name in self.series for word in name.split()}
        return ["" if title in series or said.issuperset(title.split()) else title for title in found]


def box_of(table: Table) -> BoundingBox:
    """The smallest box around the values of a chart."""
    boxes = [value.bbox for row in table.values() for value in row.values()]
    return reduce(BoundingBox.union, boxes)


def _unit(table: Table) -> str:
    """The unit of the values without a series."""
    return next((unit_of(row[""].text.removeprefix(MEASURED)) for row in table.values() if "" in row), "")


def _is_of_one_measure(table: Table) -> bool:
    """Whether a chart has one series, without a name, and its values one unit: key figures have several."""
    values = [value for row in table.values() for series, value in row.items() if not series]
    units = [unit_of(value.text.removeprefix(MEASURED)) for value in values]
    # surveys write it beside the first share only
    is_share = units[:1] == ["%"] and set(units[1:]) == {""} and len(units) > MIN_NAMES
    return len(values) == sum(map(len, table.values())) and (len(set(units)) == 1 or is_share)
