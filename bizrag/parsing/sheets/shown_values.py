"""What a spreadsheet shows of a value: a number by its format, a day as a day. Pure."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, time, timedelta

# "[$€-407]", "[$EUR]": a currency with the language that writes it; other brackets are colours and conditions
_CURRENCY_CODE = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_BRACKETS = re.compile(r"\[[^\]]*\]")
# "_-" leaves the room of a sign, "*-" fills with it, "\x" writes it
_ROOM, _ESCAPED = re.compile(r"[_*]."), re.compile(r"\\(.)")
_QUOTED = re.compile(r'"([^"]*)"')
_DIGITS = re.compile(r"[#0?](?:[#0?.,]*[#0?.,])?")
# exponents and fractions: the number itself says it
_OTHERWISE = re.compile(r"E[+-]|\?/", re.IGNORECASE)
_EXACT = 10
_SECONDS_AN_HOUR, _SECONDS_A_MINUTE = 3600, 60


def shown(value: object, number_format: str) -> str:
    """The text of a cell as its sheet shows it; days in the order of ISO 8601, months and years where the format has no
    day.

    >>> shown(0.125, "0.0%"), shown(1204.5, '#,##0.00 "€"'), shown(-31, "#,##0;(#,##0)"), shown(2.50, "General")
    ('12.5%', '1,204.50 €', '(31)', '2.5')
    >>> shown(1200, "[$£-809]#,##0"), shown(0, '#,##0;-#,##0;"-"'), shown(True, "General"), shown(None, "General")
    ('£1,200', '-', 'TRUE', '')
    >>> shown(1234, "00000"), shown(1200, "0.00E+00"), shown(0.5, "# ?/?"), shown(1234567, "000-0000")
    ('01234', '1200', '0.5', '1234567')
    >>> shown(datetime(2026, 3, 1), "mm-dd-yy"), shown(datetime(2026, 3, 1), "mmm yy"), shown(time(9, 5), "h:mm")
    ('2026-03-01', 'March 2026', '09:05')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime | date):
        return _day(value, number_format)
    if isinstance(value, time):
        return value.isoformat("minutes" if value.second == 0 else "seconds")
    if isinstance(value, timedelta):
        return _span(value)
    if isinstance(value, int | float) and math.isfinite(value):
        return _number(value, number_format)
    return str(value)


def _day(value: datetime | date, number_format: str) -> str:
    letters = _ESCAPED.sub("", _BRACKETS.sub("", _QUOTED.sub("", number_format))).casefold()
    if "d" not in letters and "y" in letters:
        return value.strftime("%B %Y" if "m" in letters else "%Y")
    if not isinstance(value, datetime) or value.time() == time():
        return value.strftime("%Y-%m-%d")
    return value.isoformat(" ", "minutes" if value.second == 0 else "seconds")


def _span(value: timedelta) -> str:
    """Hours and minutes, as "26:30"."""
    hours, rest = divmod(int(value.total_seconds()), _SECONDS_AN_HOUR)
    minutes, seconds = divmod(rest, _SECONDS_A_MINUTE)
    return f"{hours}:{minutes:02}" + (f":{seconds:02}" if seconds else "")


def _number(value: float, number_format: str) -> str:
    sections = number_format.split(";")
    is_of_own = (value < 0 and len(sections) > 1) or (value == 0 and len(sections) > 2)
    section = sections[2] if value == 0 and is_of_own else sections[1] if is_of_own else sections[0]
    written = _CURRENCY_CODE.sub(lambda found: f'"{found[1]}"', section)
    written = _ROOM.sub("", _BRACKETS.sub("", written))
    bare = _QUOTED.sub(lambda found: "\0" * len(found[0]), written)
    if _OTHERWISE.search(bare):
        return _general(value)
    digits = _DIGITS.search(bare)
    if digits is not None and _DIGITS.search(bare, digits.end()):
        # a mask, as of telephone numbers
        return _general(value)
    if digits is None:
        literal = _literal(written)
        return (
            literal if literal and section.strip().casefold() != "general" and "@" not in section else _general(value)
        )
    before, after = _literal(written[: digits.start()]), _literal(written[digits.end() :])
    number = abs(value) if is_of_own else value
    number *= 100 if "%" in after else 1
    # commas behind the last digit divide by thousands
    number /= 1000 ** (len(digits[0]) - len(digits[0].rstrip(",")))
    decimals = len(digits[0].rpartition(".")[2].rstrip(",")) if "." in digits[0] else 0
    grouped = "," if "," in digits[0].rstrip(",") else ""
    sign = "-" if number < 0 else ""
    written_number = f"{abs(number):{grouped}.{decimals}f}"
    # "00000" keeps the zeros of a postcode
    places = digits[0].partition(".")[0].count("0") + (decimals + 1 if decimals else 0)
    return f"{sign}{before}{written_number if grouped else written_number.zfill(places)}{after}".strip()


def _literal(text: str) -> str:
    """What a part of a format writes as it stands."""
    return _ESCAPED.sub(r"\1", _QUOTED.sub(r"\1", text))


def _general(value: float) -> str:
    """A number without a format: as many digits as it has, at most ten.

    >>> _general(1234567.0), _general(0.1 + 0.2), _general(1e-7)
    ('1234567', '0.3', '0.0000001')
    """
    if not math.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) < 10**15:
        return str(int(value))
    return f"{value:.{_EXACT}f}".rstrip("0").rstrip(".") or "0"
