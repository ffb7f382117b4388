"""Of which period a document is by its name, and whether a question asks for the latest or over several. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

_LATEST = re.compile(r"\b(?:latest|most recent|newest|most current|last reported)\b", re.IGNORECASE)

_THE = r"(?:the|these|those|all|its|their|different|several)"
_WHICH = (
    r"(?:report(?:ed|ing)|past|last|previous|prior|earlier|historical|quarterly|annual|various|available|fiscal|of|the)"
)
_MANY = r"(?:quarters|periods|years|half[- ]years|reports|filings|10-?[qk]s)"
_OVER_TIME = re.compile(
    rf"\bover time\b|\bover the (?:\w+ )?(?:year|quarter|period|timeframe)\b|\bthroughout the \w+ (?:year|period)\b"
    rf"|\b(?:over|across|during|throughout|between)(?: {_THE})?(?: {_WHICH})* {_MANY}\b"
    rf"|\b(?:against|with|to|from|in|of|for)(?: {_THE}| {_WHICH})+ {_MANY}\b|\bto (?:the )?previous ones\b"
    rf"|\beach(?: {_WHICH})* (?:quarter|period|report|filing)\b|\b(?:quarterly|annual) reports\b|\b10-?[qk]s\b"
    rf"|\b(quarter|period|month|year)[- ](?:to|over|by|on|after)[- ]\1\b|\bwhich(?: of)?(?: {_THE})? quarters?\b"
    rf"|\b(?:trend\w*|fluctuat\w+|evolv\w+|evolution)\b",
    re.IGNORECASE,
)
_ASKS_CAUSE = re.compile(
    r"\b(?:factors?|reasons?|why|drivers?|drove|driving|caus\w+|led to|influenc\w+|contribut\w+)\b", re.IGNORECASE
)
_COMPARES = re.compile(
    r"\b(?:chang\w*|differ\w*|compar\w*|versus|vs|than|rise|rose|risen|increas\w*|decreas\w*|fell|fallen|drop\w*)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"\b(?:previous|prior|earlier|past|preceding)\b", re.IGNORECASE)
_ORDINALS = ("first", "second", "third", "fourth")
_QUARTER = re.compile(
    rf"\bq(?P<no>[1-4])\b|\b(?P<ordinal>{'|'.join(_ORDINALS)})\b(?=[\w ]{{0,30}}\bquarters?\b)", re.IGNORECASE
)
_FROM_TO = re.compile(r"\bfrom\b.*\bto\b", re.IGNORECASE)
_YEAR_ASKED = re.compile(r"\b(?:(?:fy|cy) ?)?((?:19|20)\d\d)\b|\b[fc]y ?['’]?(\d\d)\b", re.IGNORECASE)

# "2017/2018", "2017/18": the year that ends in the second one
_TWO_YEARS = re.compile(r"\b(19|20)(\d\d)\s?/\s?(?:(?:19|20))?(\d\d)\b(?!\s?/)")
_FISCAL_YEAR = re.compile(r"\bF['’]?(\d\d)\b")
_YEAR = re.compile(r"(?:[fc]y)?((?:19|20)\d\d)|[fc]y(\d\d)")
_QUARTER_NAMED = re.compile(r"q([1-4])|([1-4])q")
_HALF = re.compile(r"h[12]")
_NUMBER = re.compile(r"0[1-9]|[12]\d|3[01]")
#: in the order of the year
MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
#: one of them, whole or cut short, as part of an expression that ignores case
MONTH_NAME = f"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|sept)"
_YEAR_AND_QUARTER = re.compile(r"((?:[fc]y)?(?:19|20)?\d\d)(q[1-4])|(q[1-4]|[1-4]q)((?:[fc]y)?(?:19|20)\d\d)")

_TITLED_MONTH = "|".join(map(str.title, MONTHS))
_MONTH_ASKED = re.compile(
    rf"\b(?:(?i:in|for|during|of|by|since|until|from|last)(?: (?:early|late|mid))?[ -]|\d{{1,2}}(?:st|nd|rd|th)? )"
    rf"(?P<of>{_TITLED_MONTH})\b|\b(?P<dated>{_TITLED_MONTH}) (?:19|20)\d\d\b"
)


def asks_latest(question: str) -> bool:
    """Whether a question is about the last of several documents.

    >>> asks_latest("What is in the most recent 10-Q?"), asks_latest("What came last?")
    (True, False)
    """
    return _LATEST.search(question) is not None


def asks_over_time(question: str) -> bool:
    """Whether a question is about several periods, without saying which.

    >>> asks_over_time("How have sales changed over the reported quarters?"), asks_over_time("What is in these 10-Qs?")
    (True, True)
    >>> asks_over_time("What were sales in 2019?"), asks_over_time("How many years of service does it take?")
    (False, False)
    """
    return _OVER_TIME.search(question) is not None


def without_periods(question: str) -> str:
    """A question over time without the words that say so: each report is about itself, and "quarterly reports" are
    spoken of everywhere.

    >>> without_periods("How have sales changed over the reported quarters?")
    'How have sales changed ?'
    """
    rest = " ".join(_OVER_TIME.sub(" ", question).split())
    return rest if any(map(str.isalnum, rest)) else question


def asks_several(question: str) -> bool:
    """Whether a question is about several periods: over time, or of quarters that it names. Why the latest is another
    than the ones before, the latest tells.

    >>> asks_several("Was the margin higher in Q3 2024 than in Q1?"), asks_several("the margin in Q3 2024")
    (True, False)
    >>> asks_several("Which factors changed the margin in the latest 10-Q compared to previous quarters?")
    False
    """
    if asks_latest(question) and asks_cause(question):
        return False
    return asks_over_time(question) or len(quarters_of(question)) > 1


def compares_years(question: str) -> bool:
    """Whether a question is for what became other from one year to another.

    >>> compares_years("What changed in the limit between 2022 and 2023?"), compares_years("sales in 2022 and 2023")
    (True, False)
    """
    return len(years_of(question)) > 1 and _COMPARES.search(question) is not None


def asks_cause(question: str) -> bool:
    """Whether a question is for what made something so.

    >>> asks_cause("What drove the rise in costs?"), asks_cause("What were costs?")
    (True, False)
    """
    return _ASKS_CAUSE.search(question) is not None


def asks_earlier(question: str) -> bool:
    """Whether a question compares with what was before.

    >>> asks_earlier("How does it compare to previous quarters?")
    True
    """
    return _EARLIER.search(question) is not None


def quarters_of(question: str) -> frozenset[str]:
    """Quarters that a question names; with those between where it asks from one to the other.

    >>> sorted(quarters_of("from the first to the third quarter of 2024")), sorted(quarters_of("Q3 against Q1 2024"))
    (['q1', 'q2', 'q3'], ['q1', 'q3'])
    """
    found = {
        int(match["no"]) if match["no"] else _ORDINALS.index(match["ordinal"].casefold()) + 1
        for match in _QUARTER.finditer(question)
    }
    if len(found) > 1 and _FROM_TO.search(question):
        found = set(range(min(found), max(found) + 1))
    return frozenset(f"q{number}" for number in found)


def months_of(question: str) -> frozenset[int]:
    """The months that a question asks for by name, from 1: "may" and "march" are verbs, too.

    >>> sorted(months_of("What was paid in June 2024, and on 31 May?")), sorted(months_of("May I march in line?"))
    ([5, 6], [])
    """
    names = (found["of"] or found["dated"] for found in _MONTH_ASKED.finditer(question))
    numbers = {name: number for number, name in enumerate(MONTHS, start=1)}
    return frozenset(numbers[name.casefold()] for name in names)


def with_plain_years(text: str) -> str:
    """Text with a year that two years are named for, or that is written in short, as the one in which it ends.

    >>> with_plain_years("from 2017/2018 to 2018/19, F19"), with_plain_years("12/2018, 2018/2025")
    ('from 2018 to 2019, 2019', '12/2018, 2018/2025')
    """
    return _FISCAL_YEAR.sub(r"20\1", _TWO_YEARS.sub(_last_year, text))


def _last_year(found: re.Match[str]) -> str:
    is_next = (int(found[2]) + 1) % 100 == int(found[3])
    century = int(found[1]) + (found[2] == "99")
    return f"{century}{found[3]}" if is_next else found[0]


def years_of(question: str) -> frozenset[str]:
    """Years that a question names, with four digits.

    >>> sorted(years_of("FY25 against fiscal 2024"))
    ['2024', '2025']
    """
    return frozenset(match[1] or f"20{match[2]}" for match in _YEAR_ASKED.finditer(question))


def latest_of(source_uris: Collection[str]) -> set[str]:
    """Of files the ones of the latest period; all of them where the name of one says no year.

    >>> sorted(latest_of(["a/2022 Q3.pdf", "a/2023 Q1.pdf", "b/2023 Q1.pdf"])), len(latest_of(["2023.pdf", "b.pdf"]))
    (['a/2023 Q1.pdf', 'b/2023 Q1.pdf'], 2)
    """
    periods = {uri: period_of(uri) for uri in source_uris}
    if not all(year for year, _ in periods.values()):
        return set(source_uris)
    return {uri for uri, period in periods.items() if period == max(periods.values())}


def period_of(source_uri: str) -> tuple[str, str]:
    """Year, and quarter, half, month or day, that the name of a file says; empty where it says no year. Later ones
    compare as larger.

    >>> period_of("/reports/2023 Q3 AAPL.pdf"), period_of("a/OPM_FY2022_APR.pdf"), period_of("notes-2024-07.txt")
    (('2023', 'q3'), ('2022', '04'), ('2024', '07'))
    >>> period_of("ACME_10Q_FY25_Q2.pdf"), period_of("minutes March 2024.docx"), period_of("/2023/handbook.pdf")
    (('2025', 'q2'), ('2024', '03'), ('', ''))
    """
    dated = [token for token, is_dated in _tokens(source_uri) if is_dated]
    years = [found[1] or f"20{found[2]}" for token in dated if (found := _YEAR.fullmatch(token))]
    if not years:
        return "", ""
    return max(years), " ".join(filter(None, map(_part, dated)))


def period_label(source_uri: str) -> str:
    """The period of a file as its name writes it.

    >>> period_label("/reports/ACME_10-Q_2024-Q3.pdf"), period_label("FY25 q1.pdf")
    ('2024 Q3', 'FY25 Q1')
    """
    return " ".join(token.upper() for token, is_dated in _tokens(source_uri) if is_dated)


def series_of(source_uri: str) -> tuple[str, ...]:
    """What the names of files have in common that differ in their period only: folder, words, ending. Empty for a name
    without a year.

    >>> series_of("/r/2023 Q1 AAPL.pdf") == series_of("/r/2022 Q3 AAPL.pdf") == ("/r", "aapl", "pdf")
    True
    """
    folder, _, name = source_uri.rpartition("/")
    if not period_of(source_uri)[0]:
        return ()
    return (folder, *(token for token, is_dated in _tokens(source_uri) if not is_dated), name.rpartition(".")[2])


def series_by_weight(source_uris: Sequence[str]) -> list[tuple[str, ...]]:
    """The series that files in their order are of, the heaviest first: each file adds the reciprocal of its place.

    >>> series_by_weight(["a 2023.pdf", "b 2023.pdf", "c.pdf", "b 2022.pdf", "b 2021.pdf", "b 2020.pdf"])
    [('', 'b', 'pdf'), ('', 'a', 'pdf')]
    """
    weights: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for place, uri in enumerate(source_uris, start=1):
        if series := series_of(uri):
            weights[series] += 1 / place
    return sorted(weights, key=lambda series: -weights[series])


def _tokens(source_uri: str) -> list[tuple[str, bool]]:
    """The words of a file's name without its ending, in lower case, and whether each says when it is of."""
    name = source_uri.rpartition("/")[2].rpartition(".")[0].casefold()
    words = re.findall(r"[^\W_]+", _YEAR_AND_QUARTER.sub(r"\1\4 \2\3 ", name))
    found: list[tuple[str, bool]] = []
    for word in words:
        is_year = _YEAR.fullmatch(word) is not None
        # "2024-07-30", but not the version in "guide 02"
        is_number = _NUMBER.fullmatch(word) is not None and bool(found) and found[-1][1]
        found.append((word, is_year or is_number or bool(_part(word) and not _NUMBER.fullmatch(word))))
    return found


def _part(token: str) -> str:
    """A quarter, half, month or day of a year, so that later ones compare as larger; empty for a year."""
    if quarter := _QUARTER_NAMED.fullmatch(token):
        return f"q{quarter[1] or quarter[2]}"
    if _HALF.fullmatch(token) or _NUMBER.fullmatch(token):
        return token
    number = next((number for number, month in enumerate(MONTHS, 1) if token in (month, month[:3])), 0)
    return f"{number:02d}" if number else ""
