"""In what the figures of a table are: its heading says so once, and a row told alone would not. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.describing.tables import CELL_JOINER
from bizrag.model.chunks import ChunkKind

_WORD = (
    r"(?:thousands?|millions?|billions?|crores?|lakhs?|mio\b\.?|mrd\b\.?|mill\b\.?|tsd\b\.?|tausend|milliers|milliards"
    r"|millones|miles|millionen|milliarden)"
)
_CURRENCY = r"(?-i:[A-Z]{1,2}[$]|[$€£¥₹]|\bRs\.?|\b[A-Z]{3}\b|\bEuros?\b|\beuros\b)"
_SHORT = r"(?:mn?|bn|k|['’‘]?000s?|cr)"
# what is no amount of money: "(GWh)", "(en TWh)", "(in tonnes)"
_MEASURE = (
    r"(?:(?-i:[TGMk]?W(?:h|p|e)?\b|[GPT]J\b|k?t\b(?: ?CO2e?)?|Mt\b(?: ?CO2e?)?|km[²2]?|ha|m[²³]|FTEs?)|tonnes|hectares"
    r"|litres|hours|minutes|days|weeks|months|years|%|per ?cent|pour cent|por ciento|prozent"
    r"|percentage of [\w -]{3,40})"
)
# "(In millions, except per share amounts)", "amounts in thousands of US dollars", "EUR thousand", "SEK bn", "$m", "k€",
# "TEUR", "Mio. EUR", "Beträge in Tausend Euro", "by region, thousands, June 2025"
_SCALE = re.compile(
    rf"\((?P<bracket>[^()]{{0,40}}\b{_WORD}(?!\w)[^()]{{0,60}})\)"
    rf"|\((?P<measure>(?:(?:in|en) )?(?:{_CURRENCY}|(?-i:T|k|M)?(?-i:€|£|\$|EUR\b)|{_MEASURE})(?:/\w+)?)\)"
    rf"|\b(?P<in>(?:(?:all )?(?:amounts|figures|dollars|values|beträge|angaben|montants|importes) )?(?:in|en) "
    rf"(?:{_CURRENCY}|(?-i:[A-Z])|[^\w\s])? ?{_WORD}(?!\w)"
    rf"(?: (?:of|de|d['’]) ?[A-Z]?[\w.]*(?: dollars)?| {_CURRENCY})?)"
    rf"|(?P<currency>{_CURRENCY} ?(?:{_WORD}|{_SHORT})|(?-i:\b[A-Z]{{3}}(?:mn?|bn|k))"
    rf"|(?:{_WORD} ?|(?<!\w)(?-i:[TkM]))(?:(?-i:[$€£]|EUR\b)|{_CURRENCY}))"
    r"(?![\w.])"
    rf"|, (?P<apart>{_WORD}|%|per ?cent|tonnes|(?-i:[TGMk]Wh))(?=,|$)",
    re.IGNORECASE,
)
_TELLS_SCALE = re.compile(rf"\b{_WORD}(?!\w)|\d ?(?:mn?|bn|k)\b", re.IGNORECASE)
_SAYS_AMOUNTS = ("amounts", "figures", "values", "dollars", "all ", "betr", "angaben", "montants", "importes")
_PERCENT = re.compile(r"(?:in |en )?(?:%|per ?cent|prozent|pour cent|por ciento)", re.IGNORECASE)
_NAMES_UNIT = re.compile(
    rf"%|\((?:{_CURRENCY}|{_MEASURE}|x|times)[^()]*\)|\bper (?:share|cent)\b"
    r"|^(?:(?:average )?number of )?(?:employees|headcount|FTEs?)\b(?!['’]? (?:cost|expense|benefit|pay))",
    re.IGNORECASE,
)
_SIGN = re.compile(r"(?:[A-Z]{0,2}[$€£¥₹])?")
_IS_SCALE = re.compile(
    rf"{_WORD}(?!\w)|(?<!\w)(?-i:[TkM])(?=[€£$]|EUR)|(?:[$€£¥₹]|[A-Z]{{3}}) ?{_SHORT}\b", re.IGNORECASE
)
_WITHIN = re.compile(r"\S (?:in|en) \w", re.IGNORECASE)
# "in millions, except per share amounts"
_EXCEPTS = re.compile(r"\bexcept\b.*\bper\b", re.IGNORECASE)
_CENTS = re.compile(r"(?<![\d,])\d{1,3}\.\d\d\b")
_FOR_ONE = re.compile(r"\bper [a-z]", re.IGNORECASE)
# of a table's text the caption, the sentence before it and its headers
_HEAD_LINES = 4
_HEADERS = "Headers: "
# what is measured along an axis of a chart
_AXIS = re.compile(r"[xy] axis \(")


def with_unit(said: str, row: Statement) -> str:
    """What is said of a row, and in brackets in what its figures are: ``Net sales: 2023 $94,836 (in millions).``

    As it is where its figures or its label say so themselves ("Operating margin (%)"), are shares or people, or where
    nothing says in what the table is.
    """
    label, colon, _ = said.partition(": ")
    if not row.is_row or _TELLS_SCALE.search(said) or (colon and _NAMES_UNIT.search(label)):
        return said
    told = [value for value in row_values(row) if value.cell in said]
    # what the name of a column says is of its cells, and told with them
    bare = [value for value in told if _SIGN.fullmatch(value.unit) and not _names_unit(value.column)]
    if not bare or not (unit := unit_of_row(row)) or _is_excepted(bare, unit):
        return said
    # the sign that stands before each of them says as much
    if all(value.unit for value in bare) and not _IS_SCALE.search(unit):
        return said
    text = said.rstrip().removesuffix(".")
    # beside a share it is said of what
    if not text.rstrip(")").endswith("%"):
        return f"{text} ({unit})."
    return said if _PERCENT.fullmatch(unit) else f"{text} ({_of_amounts(unit)})."


def _is_excepted(values: Sequence[RowValue], unit: str) -> bool:
    """Whether the amounts are those that the unit leaves out: with cents, or for one of something."""
    if not _EXCEPTS.search(unit):
        return False
    return all(_CENTS.search(value.printed) or _FOR_ONE.search(f"{value.label} {value.column}") for value in values)


def _names_unit(column: str) -> bool:
    return _SCALE.search(column) is not None or _NAMES_UNIT.search(column) is not None


def _of_amounts(unit: str) -> str:
    # "$ in thousands", "dollars in millions" too
    if unit.casefold().startswith(_SAYS_AMOUNTS) or _WITHIN.search(unit):
        return unit
    return f"amounts {unit}" if unit.casefold().startswith(("in ", "en ")) else f"amounts in {unit}"


def unit_of_row(row: Statement) -> str:
    """What the heads of a table say of the unit of a row's amounts; empty where they say nothing."""
    for text in _heads(row):
        if (found := _SCALE.search(text)) is not None:
            return " ".join(next(filter(None, found.groups())).split())
    return ""


def _heads(row: Statement) -> Iterator[str]:
    """What stands above the rows of a table, the nearest first; of the names of columns what the rows are, and that
    of all of them.
    """
    names = [name.strip() for name in row.columns.split(CELL_JOINER.strip())]
    scaled = [name for name in names[1:] if _SCALE.search(name)]
    yield names[0] if scaled and len(scaled) < len(names) - 1 else row.columns
    lines = row.hit.text.split("\n")
    if row.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE):
        heads = (line for line in lines[:_HEAD_LINES] if "; " not in line or line.startswith(_HEADERS))
        # the mark at the end of a line is not of its unit
        yield from (line.removesuffix(".") for line in heads)
    if row.hit.kind is ChunkKind.PICTURE:
        yield from (line.removesuffix(".") for line in lines if _AXIS.match(line))
    yield from (line for line in lines if line.startswith("#"))
    yield from reversed(row.hit.headings)
