"""Numbers as office programs show them, by their format codes (ECMA-376, part 1, section 18.8.31)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

# "text", \x, [$€-407] or [Red], a date's letters, the places of digits, single signs
_PIECE = re.compile(
    r'"(?P<text>[^"]*)"|\\(?P<sign>.)|\[\$(?P<money>[^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|(?P<other>.)', re.S
)
_PLACES = re.compile(r"[#0?][#0?,.]*")
_DATE = re.compile(r"[dmy]{1,5}", re.IGNORECASE)
# what a code without places of digits says to be shown as it is
_AS_IT_IS = ("", "general", "@")
# Excel counts days from here; its 29th of February 1900 does not matter after that
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - dates without a place have no zone
_LAST_DAY = 2_958_465
_DAYS_TO_1904 = 1_462
# office programs keep 15 digits
_MAX_NUMBER = 1e15


def shown(value: str, code: str, *, from_1904: bool = False) -> str:
    """A stored number as its format code shows it; other texts, and codes not known here, leave it as it is.

    ``from_1904``: days are counted from 1904, as old programs for the Macintosh did.

    >>> shown("0.3125", "0.0%"), shown("1234567", '[$€-407]#,##0.0,,"m"'), shown("43831", "mmm-yy")
    ('31.3%', '€1.2m', 'Jan 2020')
    >>> shown("8.199999999999999", "General"), shown("-5", "0;(0)"), shown("North", "0%")
    ('8.2', '(5)', 'North')
    """
    try:
        number = float(value)
    except ValueError:
        return value
    if not abs(number) < _MAX_NUMBER:
        return value
    sections = code.split(";")
    section = sections[0].strip()
    if section.lower() in _AS_IT_IS:
        return _plain(value, number)
    bare = "".join(piece["other"] or "" for piece in _PIECE.finditer(section))
    if not _PLACES.search(bare):
        return _date(number + _DAYS_TO_1904 * from_1904, bare) or _plain(value, number)
    if number < 0 and len(sections) > 1 and sections[1].strip():
        number, section = -number, sections[1]
    elif number == 0 and len(sections) > 2 and sections[2].strip():
        section = sections[2]
    written = _number(number, section)
    return _plain(value, float(value)) if written is None else written


def _plain(value: str, number: float) -> str:
    """A value without the noise of binary fractions."""
    return f"{number:.10g}" if "." in value and len(value) > 12 else value


def _number(number: float, section: str) -> str | None:
    """A number in one section of a code; None where the section cannot be followed (fractions, exponents)."""
    before, places, after, is_percent = "", "", "", False
    for piece in _PIECE.finditer(section):
        literal = piece["text"] or piece["sign"] or piece["money"] or ""
        other = piece["other"] or ""
        if other and other in "#0?,." and not after.strip():
            places += other
        elif other and other in "#0?/Ee":
            return None
        else:
            is_percent |= other == "%"
            before, after = (before, after + literal + other) if places else (before + literal + other, after)
    whole, _, fraction = places.rstrip(",").partition(".")
    scale = len(places) - len(places.rstrip(","))
    exact = Decimal(f"{abs(number):.12g}").scaleb((2 if is_percent else 0) - 3 * scale)
    rounded = exact.quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    digits = f"{rounded:{',' if ',' in whole else ''}f}" if places else ""
    optional = len(fraction) - len(fraction.rstrip("#"))
    if optional:
        kept = digits.rstrip("0") if digits.endswith("0") else digits
        digits = (kept if len(kept) >= len(digits) - optional else digits[: len(digits) - optional]).rstrip(".")
    sign = "-" if number < 0 and any(digit in "123456789" for digit in digits) else ""
    return f"{sign}{before}{digits}{after}".strip()


def _date(number: float, bare: str) -> str | None:
    """A day in the precision of the code: 2020, Jan 2020 or 2020-01-31."""
    letters = "".join(_DATE.findall(bare)).lower()
    if ("y" not in letters and not ("d" in letters and "m" in letters)) or not 0 < number <= _LAST_DAY:
        return None
    day = _FIRST_DAY + timedelta(days=int(number))
    return f"{day:%Y-%m-%d}" if "d" in letters else f"{day:%b %Y}" if "m" in letters else f"{day:%Y}"
