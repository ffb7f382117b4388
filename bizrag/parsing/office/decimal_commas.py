"""How a file writes numbers: charts keep them without signs of a language, and are read in that of the text around."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.parsing.key_figures import is_key_figure

# one or two digits behind the sign: three may be thousands
_COMMA = re.compile(r"(?<![\d.,])\d+(?:[. \u00a0\u202f]\d{3})*,\d{1,2}(?!\d|[.,]\d)")
_POINT = re.compile(r"(?<![\d.,])\d+(?:,\d{3})*\.\d{1,2}(?!\d|[.,]\d)")
_GROUPS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}([. \u00a0\u202f])\d{3}(?!\d)")
_SIGN = re.compile(r"(?<=\d)[.,](?=\d)")


def group_sign(texts: Sequence[str]) -> str | None:
    """What parts thousands where most fractions of some texts stand behind commas; None where they do not.

    >>> group_sign(["148,3 Mio. €", "1.240 Befragte"]), group_sign(["4 815 clients, 12,5 %"]), group_sign(["2,5 km"])
    ('.', ' ', '.')
    >>> group_sign(["1,204.5", "3.2 %"]), group_sign(["1,240 people"])
    (None, None)
    """
    num_commas, num_points = (sum(len(sign.findall(text)) for text in texts) for sign in (_COMMA, _POINT))
    if num_commas <= num_points:
        return None
    return next((found[1] for text in texts if (found := _GROUPS.search(text))), ".")


def with_decimal_commas(markdown: str, group: str) -> str:
    """The values of a chart (a markdown table) with commas for points, and ``group`` for commas.

    >>> print(with_decimal_commas("|  | Sold |\\n| --- | --- |\\n| 2.5 t | 1,204.5 |\\n", "."))
    |  | Sold |
    | --- | --- |
    | 2.5 t | 1.204,5 |
    <BLANKLINE>
    """
    head, rule, *rows = markdown.split("\n")
    return "\n".join([head, rule, *("|".join(_turned(cells, group)) for cells in (row.split("|") for row in rows))])


def _turned(cells: Sequence[str], group: str) -> list[str]:
    """Cells of a row with the numbers behind its name as they are written with commas."""
    name, values = cells[:2], cells[2:]
    signs = {",": group, ".": ","}
    return [*name, *(_SIGN.sub(lambda sign: signs[sign[0]], x) if is_key_figure(x.strip()) else x for x in values)]
