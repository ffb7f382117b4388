"""The numbers that a row of a table or chart prints, with what its label and columns say of each. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from bizrag.answering.extractive.tables.reading.number_formats import NumberFormat, number_format
from bizrag.answering.statements.reading import Statement
from bizrag.model.parses import MEASURED
from bizrag.model.terms import terms

# "2024 Margin 10.1%", "beds, 2024 24,300 beds", "Service 1,100 operating hours": what a cell says of its column, its
# number and the unit
_TWO_WORDS = r"\s(?!and\b|the\b|for\b|per\b|from\b|with\b|than\b|out\b)[a-z-]{3,12} [a-z]{3,10}s"
_CELL = re.compile(rf"(?P<column>.*?)\s*(?P<value>[^\w\s]{{0,3}}\d(?:[\d.,]*\d)?(?:\s?[^\s\d.,;]{{0,8}}|{_TWO_WORDS}))")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
# "68.1±1.3"
_ERROR = re.compile(r"(?<=[\d%])\s?(?:\u00b1|\+/[-\u2212])\s?\d[\d.,]*")
_NOT_UNIT = re.compile(r"[\d.,\s()+\-\u2212\u2013\u2248]")
# two amounts in one cell
_TWO = re.compile(r"[$€£¥]\s?\d[^$€£¥]*[$€£¥]\s?\(?\d")
# filings set the currency apart from its amount, in some rows only: "2019 $ 27,573"
_SET_APART = re.compile(r"\s+[$€£¥]$")
_CURRENCY = re.compile(r"[$€£¥]")
# "Pallet box U3": a type, and no amount of 3
_TYPE = re.compile(r"(?:^|[^A-Za-z])[A-Za-z]{1,2}$")
# "Huawei Technologies Co., Ltd. (“Huawei”)"
_ALIAS = re.compile(r".*\((?:the )?[\"“„](?P<name>[^()\"“”]{2,})[\"”“]\)$")
_NOTES = re.compile(r"(?:\s?\([\da-z]{1,2}\)|\s?\[[\da-z]{1,2}\]|[*†‡])+$")
# "Total", "All terminals", "Group average", "Summe Erträge"
_SUM = re.compile(
    r"^(?:all|both)\b|\b(?:summe|gesamt|insgesamt|durchschnitt|moyenne|promedio)\b|^ensemble$"
    r"|\b(?:sub-?totals?|totals?|sum|overall|averages?|avg|mean|median)\b|^(?:the )?group$"
    # surveys add some of the answers: "A lot + Some"
    r"|\w \+ [A-Z]",
    re.IGNORECASE,
)
# "HM-211", "IN-601", "T-01": says nothing of its row
_CODE = re.compile(r"(?=\S*\d)[A-Z]{0,4}(?:[-/.][A-Z]{1,4}){0,2}[-/.]?\d[\w./-]*")
# with fewer words a number is a value: "Top speed 40"
_NAME_WORDS = 4
# of a row without a label the cell that names it is of so many words
_NAMING_WORDS = 2
# "2018 -", "Level 1 $—": nothing is printed
_NIL = re.compile(r"(?:^|\s)[$€£¥]?\s?[-\u2013\u2014\u2212]$")
# thousands with a dash behind them, and dates
_NO_NUMBER = re.compile(r"['’]0{3}s?\b|\b\d{1,2}([/.-])\d{1,2}\1(?:\d\d){1,2}\b")
# "Current $'000", "2019 €m", "RMB’Million": in what the values of a column are
_IN_UNIT = re.compile(r"[$€£¥`]\S*|\b[A-Z]{2,3}['’]\S*|['’]0{3}s?\b|%")
_PERIOD_CODE = re.compile(r"(?:19|20)\d\d|[QH][1-4]|[FC]YE?\d|[1-4]Q|[12]H|\d{1,2}M\d")
_PERIOD = re.compile(r"(?:19|20)\d\d|[qh][1-4]|fy")
_BRACKETS = re.compile(r"\([^()]*\)")
_SET_IN_THREES = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_SWAPPED = str.maketrans(",.", ".,")
# "12,5" and "1.234" are other numbers in other countries; "0.722" is no thousands
_AMBIGUOUS = re.compile(r"\d,(?!\d{3}(?!\d))\d|(?<!\d)[1-9]\d{0,2}\.\d{3}(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowValue:
    """A number of a row: ``2024 24,300 beds`` of ``Playa Larga: 2024 24,300 beds.``"""

    statement: Statement
    # "Playa Larga"; empty where the row has none
    label: str
    # "2024 24,300 beds", and of it "2024", "24,300 beds" and "beds"
    cell: str
    column: str
    printed: str
    unit: str
    # brackets and minus signs make it negative
    number: float
    # "33.480,5" in place of "33,480.5", as its table shows
    has_decimal_comma: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether it is no printed value but nearly so: measured in a chart."""
        return MEASURED in self.printed

    @property
    def is_ambiguous(self) -> bool:
        """Whether it is another number where commas and points are used the other way round; no share is thousands."""
        if self.has_decimal_comma:
            return False
        found = _AMBIGUOUS.search(self.printed)
        return found is not None and not (self.unit == "%" and "." in found[0])


#: says by what values are told apart: the label of their row or of their column
Key = Callable[[RowValue], str]


def label_of(value: RowValue) -> str:
    """The label of a value's row."""
    return value.label


def column_of(value: RowValue) -> str:
    """The label of a value's column."""
    return value.column


def dateless_column_of(value: RowValue) -> str:
    """The label of a value's column without its year or quarter: "Water" of "Water 2024"."""
    return " ".join(word for word in value.column.split() if not periods_in(word))


def column_period_of(value: RowValue) -> str:
    """The year or quarter of the label of a value's column: "2024" of "Water 2024"."""
    return " ".join(word for word in value.column.split() if periods_in(word))


def is_sum(label: str) -> bool:
    """Whether a row or column sums up the others, and is none of them.

    >>> is_sum("All terminals"), is_sum("Total > Staff"), is_sum("Sales > Group"), is_sum("Overalls")
    (True, True, True, False)
    >>> is_sum("A lot + Some"), is_sum("Age 65+")
    (True, False)
    """
    return any(map(_SUM.search, (label, label.rpartition(" > ")[2])))


def is_code(label: str) -> bool:
    """Whether a label says nothing of its row: "HM-211", "T-04", but no period.

    >>> is_code("HM-211"), is_code("E05"), is_code("PO-BK-3961"), is_code("2025"), is_code("FY25"), is_code("1H25")
    (True, True, True, False, False, False)
    """
    return _CODE.fullmatch(label) is not None and not _PERIOD_CODE.match(label)


def naming_cell(row: Statement, asked: Set[str]) -> str:
    """The cell that says what a row is, where its label does not: "Project Data centre exit" of "T-04", or of "2019".

    The first without a number whose column is asked for, or of a code the first one, else the longest; empty without
    such.
    """
    label, _, cells = " ".join(row.said.split()).removesuffix(".").partition(": ")
    words = [cell.split() for cell in cells.split("; ")]
    if is_code(label) or not any(map(str.isalpha, label)):
        if _is_text(words[0]) or _is_told(words[0]):
            return " ".join(words[0])
        # a date or a number comes first: what is told in most words says what the row is
        return " ".join(max(filter(_is_told, words), key=len, default=[]))
    texts = [" ".join(cell) for cell in words if _is_text(cell) and set(terms(cell[0])) & asked]
    return next(iter(texts), "")


def _is_told(words: Sequence[str]) -> bool:
    """Whether a cell is of several words, most of them no number."""
    return sum(map(str.isalpha, words)) >= _NAME_WORDS


def _is_text(words: Sequence[str]) -> bool:
    """Whether a cell says words of its column, and no amount or date."""
    return len(words) > 1 and not any(map(str.isdigit, "".join(words)))


def row_values(row: Statement) -> list[RowValue]:
    """The numbers of a row, in its order; cells without one, or with several, are left out."""
    label, cells = _parted(row)
    written = number_format(row.hit.text, row.columns)
    return [value for cell in cells.split("; ") if (value := _value_of(row, label, cell, written)) is not None]


def _value_of(row: Statement, label: str, cell: str, written: NumberFormat) -> RowValue | None:
    """The number of a cell, without its error; None without one, or with several."""
    exact = _ERROR.sub("", cell)
    spaced = written.spaced_cell(exact)
    if spaced is not None:
        column, value = spaced
    else:
        number = _CELL.fullmatch(exact)
        if (
            number is None
            or _NIL.search(exact)
            or _is_type(exact, number)
            or _is_no_number(exact, number.start("value"))
        ):
            return None
        column, value = number["column"], number["value"]
    parsed = parsed_number(value, has_decimal_comma=written.has_decimal_commas)
    if _TWO.search(cell) or parsed is None:
        return None
    return RowValue(
        statement=row,
        label=label,
        cell=cell,
        column=_SET_APART.sub("", column),
        printed=value.strip(),
        unit=unit_of(value),
        number=parsed,
        has_decimal_comma=written.has_decimal_commas,
    )


def _parted(row: Statement) -> tuple[str, str]:
    """The label of a row and its cells; of one whose first cell is a number the label is the cell that names it."""
    said = " ".join(row.said.split()).removesuffix(".")
    # a label may have a colon of its own: "Current: Federal: 2019 5; 2018 4"
    first, semicolon, others = said.partition("; ")
    label, colon, cell = first.rpartition(": ")
    cells = f"{cell}{semicolon}{others}"
    if colon:
        return label, cells
    if not said[:1].isalpha() or not any(map(str.isdigit, said.partition("; ")[0])):
        return (label, cells) if colon else ("", said)
    # and no cell that begins as the first one does
    beside = (cell for cell in said.split("; ")[1:] if cell.split()[0] != said.split()[0])
    return next(filter(_is_naming, beside), ""), said


def _is_naming(cell: str) -> bool:
    """Whether a cell says what its row is: of several words, and no number or code behind a short name.

    >>> _is_naming("Sampling point House B, ward 4, shower 412"), _is_naming("Copper mg/L 0.74")
    (True, False)
    """
    return sum(map(str.isalpha, cell.split())) >= _NAMING_WORDS


def _is_no_number(cell: str, start: int) -> bool:
    """Whether what begins there is part of a date, or says that values are in thousands."""
    return any(found.end() > start for found in _NO_NUMBER.finditer(cell))


def _is_type(cell: str, number: re.Match[str]) -> bool:
    """Whether the digits of a cell stand right behind a letter or two: "U3", but not "EUR3" or "R 3"."""
    start = number.start("value")
    return cell[start].isdigit() and start == number.end("column") and _TYPE.search(number["column"]) is not None


def by_row(values: Sequence[RowValue]) -> list[list[RowValue]]:
    """The values of each row, in their order."""
    rows: dict[int, list[RowValue]] = {}
    for value in values:
        rows.setdefault(id(value.statement), []).append(value)
    return list(rows.values())


def are_comparable(values: Sequence[RowValue]) -> bool:
    """Whether all are of one unit, and no number is ambiguous; filings print a currency in the first row only."""
    units = {value.unit for value in values}
    if any(map(_CURRENCY.fullmatch, units)):
        units.discard("")
    return len(units) <= 1 and not any(value.is_ambiguous for value in values)


def row_label(row: Statement) -> str:
    """What stands before the cells of a row, on one line: its label with those above it."""
    return " ".join(row.said.split()).partition(": ")[0]


def names_row_with(word: str, rows: Sequence[Statement], question: str) -> bool:
    """Whether a word of a question is of the name of a row that it asks for: "peak" where a row is "Peak load"."""
    asked, own = set(terms(question)), set(terms(word))
    labels = (set(terms(row_name(row_label(row)))) for row in rows)
    return bool(own) and any(own < (label & asked) for label in labels)


def row_name(label: str) -> str:
    """What a label says of its row alone, without the labels above it, marks of notes and that it is one.

    >>> row_name("Liabilities > Deferred revenue (2)"), row_name("Revenue(1)(2)"), row_name("1 pair of jeans")
    ('Deferred revenue', 'Revenue', 'pair of jeans')
    >>> row_name("Velmar Lighting Co., Ltd. (“Velmar”)")
    'Velmar'
    """
    name = _NOTES.sub("", label.rpartition(" > ")[2]).strip().removeprefix("1 ")
    alias = _ALIAS.fullmatch(name)
    return alias["name"] if alias else name


def named_terms(label: str) -> set[str]:
    """The terms of what a label says of its row or column alone, without its unit."""
    return set(terms(_BRACKETS.sub("", row_name(label))))


def column_terms(column: str) -> set[str]:
    """The terms of what the label of a column says, without the unit of its values.

    >>> sorted(column_terms("Fair value (in millions) $'000"))
    ['fair', 'valu']
    """
    return set(terms(without_unit(column)))


def without_unit(column: str) -> str:
    """The label of a column without the unit of its values.

    >>> without_unit("December 31, 2019 $'000"), without_unit("2019 (in millions)")
    ('December 31, 2019', '2019')
    """
    return " ".join(_IN_UNIT.sub(" ", _BRACKETS.sub(" ", column)).split())


def periods_in(label: str) -> set[str]:
    """The years, quarters and halves among the terms of a label.

    >>> sorted(periods_in("Net sales, Q1 FY25"))
    ['2025', 'fy', 'q1']
    """
    return {term for term in terms(label) if _PERIOD.fullmatch(term)}


def without_groups(values: Sequence[RowValue]) -> list[RowValue]:
    """Values whose columns are called by their own name alone, where that tells them apart: "Men" of "Sex Men" beside
    "Sex Women" and "Age 16-29"; not "2024" of "Pumps 2024".
    """
    columns = list(dict.fromkeys(value.column for value in values))
    groups = Counter(column.partition(" ")[0] for column in columns)
    names = {
        column: name
        for column in columns
        if groups[(parts := column.partition(" "))[0]] > 1 and (name := parts[2])[:1].isalpha() and not periods_in(name)
    }
    counts = Counter(names.get(column, column) for column in columns)
    return [
        replace(value, column=name) if counts[name := names.get(value.column, value.column)] == 1 else value
        for value in values
    ]


def unit_of(value: str) -> str:
    """What a printed value has beside its number: its currency, and what is counted."""
    return _NOT_UNIT.sub("", value)


def parsed_number(value: str, *, has_decimal_comma: bool = False) -> float | None:
    """The number that a value prints; None where it prints none.

    >>> [parsed_number(text) for text in ("€1,204.5m", "(31)", "-0.5%", "24,300 beds", "1.2.3")]
    [1204.5, -31.0, -0.5, 24300.0, None]
    >>> [parsed_number(text, has_decimal_comma=True) for text in ("33.480,5", "1 240", "-0,7 %")]
    [33480.5, 1240.0, -0.7]
    """
    value = _SET_IN_THREES.sub("", value)
    found = _NUMBER.search(value)
    assert found is not None, "values are matched by their number"
    digits = found[0].translate(_SWAPPED) if has_decimal_comma else found[0]
    try:
        number = float(digits.replace(",", ""))
    except ValueError:
        return None
    return -number if set(value[: found.start()]) & set("(-\u2212\u2013") else number
