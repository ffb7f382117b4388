"""What kind of thing a question asks for, and which cells of a row are of that kind. Pure.

"When does the certificate run out?" names the column of certificates, and asks for the date in the one beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from bizrag.model.periods import MONTHS
from bizrag.model.words import MONTH

# "31 October", "Oct 2025", "24/10/2025", "2025-10-24", "06/2027"
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? {MONTH}\b|\b{MONTH} \d{{1,4}}\b|\b\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}\b"
    r"|\b(?:0?[1-9]|1[0-2])/(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]|\b(?:eur|usd|gbp|chf|cad|aud|jpy|sek|nok|dkk|pln|prices?|costs?|fees?|amounts?|charges?|salary|pay"
    r"|preise?|kosten|gebühr(?:en)?|betrag|beträge|prix|coûts?|tarifs?|montants?|importes?|precios?|costes?|costos?|tarifas?"
    r"|montos?|importi?|importo|prezz[oi]|cost[oi]|tariff[ae]|prijs|prijzen|bedrag(?:en)?|preços?|valor(?:es)?)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:by|whom?|owners?|responsible|names?|contacts?|approvers?|managers?|leads?|leaders?|persons?|authors?|chair|officers?"
    r"|trainers?|speakers?|presenters?|lecturers?|instructors?|teachers?|coach(?:es)?|supervisors?|assignees?|hosts?"
    r"|verantwortliche?r?|zuständig|ansprechpartner(?:in)?|responsables?|nom)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
# "What should I do?", "How do we fix it?"
_ASKS_DO = re.compile(
    r"\bwhat (?:should|do|must|can|shall|could) (?:\w+ ){1,3}(?:(?:have|need) to )?do\b"
    r"|\bwhat to do\b|\bwhat (?:is|has) to be done\b"
    r"|\bhow (?:do|can|should|must) (?:\w+ ){1,2}(?:fix|solve|handle|react|respond|deal|remedy|clear|repair)\b",
    re.IGNORECASE,
)
_ACTION = re.compile(
    r"^(?:what (?:to|we) do|(?:possible |corrective |recommended |required )?(?:actions?|remed(?:y|ies)|measures?"
    r"|solutions?|mitigations?|responses?|treatments?|corrections?|countermeasures?|recommendations?|steps?))\b",
    re.IGNORECASE,
)
# what a question says, and what a cell with the answer holds: its column's name or its value
_KINDS: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        "date": (
            re.compile(
                r"\b(?:when|(?:what|which) (?:date|day|month)|deadline|expires?|due date"
                r"|wann|welche[mnrs]? (?:datum|tag|termin)|quand|quelle date|quel jour"
                r"|cuándo|qué (?:día|fecha)|quando|che giorno|wanneer|welke (?:dag|datum))\b",
                re.IGNORECASE,
            ),
            _DATE,
        ),
        "money": (
            re.compile(
                r"\b(?:costs?|prices?|priced|fees?|how (?:much|expensive|cheap)|charged?|salary|paid|pay"
                r"|kostet|kosten|wie teuer|preise?|gebühr(?:en)?|coûte(?:nt)?|prix|quel (?:tarif|montant)|dépenser"
                r"|cuánto|cuestan?|precios?|importe|quanto|costano?|prezz[oi]|importo|preço|kost|prijs)\b",
                re.IGNORECASE,
            ),
            _MONEY,
        ),
        "range": (
            re.compile(
                r"\b(?:too (?:high|low|much|many|long|short|hot|cold)|(?:ab)?normal|acceptable"
                r"|(?:within|in|out of|outside|above|below) (?:the |its )?(?:normal |reference )?(?:range|limits?))\b",
                re.IGNORECASE,
            ),
            re.compile(r"\b(?:reference|ranges?|limits?|normal|allowed|permitted)\b", re.IGNORECASE),
        ),
        "person": (
            re.compile(
                r"\bwho(?:m|se)?\b|^(?:(?:an|von) )?we[rm]\b|^(?:à |de )?qui\b"
                r"|\bquién(?:es)?\b|^(?:a |di )?chi\b|^quem\b",
                re.IGNORECASE,
            ),
            _PERSON,
        ),
        "action": (_ASKS_DO, _ACTION),
        "place": (
            re.compile(
                r"\bwhere\b|\b(?:in|at) (?:which|what) (?:room|place|town|city|country|building|hall)\b", re.IGNORECASE
            ),
            re.compile(
                r"^(?:where|places?|locations?|rooms?|venues?|address|sites?|town|city|country|building|hall)\b",
                re.IGNORECASE,
            ),
        ),
        "number": (
            re.compile(
                r"\bhow (?:many|much|long|often|old|high|large|far)\b"
                r"|\bwie (?:viele?|lange?|oft|alt|hoch|groß|weit|schwer)\b|\bcombien\b"
                r"|\bcuánt[oa]s?\b|\bquant[oaie]s?\b|\bhoe(?:veel| lang| vaak| oud| hoog| groot| ver)\b",
                re.IGNORECASE,
            ),
            _FIGURE,
        ),
    }
)


# "How much does it weigh?" asks for a column by another word than its name: how it is asked, what columns are called,
# and what documents call it
_MEASURES: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b(?:{asks})\b", re.IGNORECASE), re.compile(rf"\b(?:{column})\b", re.IGNORECASE), noun)
    for asks, column, noun in (
        (r"weigh(?:s|ed)?|how heavy|heaviest|lightest", r"weights?|mass|kg", "weight"),
        (
            r"how (?:long|far)",
            r"lengths?|durations?|lead times?|terms?|periods?|distances?|days|weeks|months|years",
            "duration period",
        ),
        (r"how (?:high|tall)", r"heights?", "height"),
        (r"how wide", r"widths?", "width"),
        (r"how deep", r"depths?", "depth"),
        (r"how thick", r"thickness", "thickness"),
        (r"how (?:loud|noisy)", r"noise|sound|db", "noise sound level"),
        (r"how (?:hot|warm|cold)", r"temperatures?", "temperature"),
        (r"how strong", r"strengths?", "strength"),
        (r"how powerful", r"power|kw|output", "power"),
        (r"how accurate", r"accuracy|precision", "accuracy"),
        (r"how (?:big|large)", r"sizes?|areas?|dimensions?", "size"),
        (r"how fast", r"speeds?|rpm|revolutions|velocity", "speed rpm"),
        (r"how old", r"ages?", "age"),
        (r"how much .*\b(?:contain|in it)", r"contents?|concentrations?|shares?|proportions?", "content"),
        (r"how often", r"frequenc(?:y|ies)|intervals?", "interval frequency"),
        (
            r"(?:pay|owe|cost|come to|bill|invoice)\b.*\b(?:in total|altogether|all in)|in total\b.*\bpay|total to pay"
            r"|(?:how much|how high|what) is the (?:bill|invoice)",
            r"(?:total|amount|balance)(?: amount)? (?:due|payable)|grand total|total",
            "total amount due",
        ),
        (r"value of (?:the |this )?(?:purchase )?order|order value", r"total", "total amount"),
        (r"how much notice", r"notice|notice period", "notice period terminate written notice"),
        (r"who (?:won|wins)", r"winner|elected|result", "elected defeated winner"),
        (r"where .*\b(?:fly|flying|going|headed|bound|travel\w*)", r"destination", "destination"),
        (
            r"how many (?:people|persons) (?:work|are employed|(?:do|does) (?:[\w-]+ ){1,4}(?:employ|have))",
            r"employees|headcount|staff|workforce",
            "employees headcount",
        ),
        (r"how many", r"qty|quantit(?:y|ies)|counts?|numbers?|nos?|pieces|pcs|units", ""),
    )
)


# how long each time is that a question asks for, and what columns call it
_COLUMN_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b(?:{asks})\b", re.IGNORECASE), words)
    for asks, words in (
        (r"max(?:imum|imal)?|highest|largest|at (?:the )?most", "maximum max"),
        (r"min(?:imum|imal)?|lowest|smallest|at least", "minimum min"),
        (r"typical(?:ly)?|usual(?:ly)?", "typical typ"),
        (r"(?:on )?average", "average avg mean"),
        (r"so far|to date|until now|up to now", "actual to date"),
        (r"(?:per|a|each) day", "daily"),
        (r"(?:per|a|each) week", "weekly"),
        (r"(?:per|a|each) month", "monthly"),
        (r"(?:per|a|each) (?:year|annum)|yearly|annual(?:ly)?", "yearly annual"),
    )
)


_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_YEAR_BEFORE = re.compile(
    r"\b(?:the|a|one) year (?:before|earlier|ago)\b|\bthe (?:previous|prior|preceding) year\b", re.IGNORECASE
)


def in_column_words(question: str) -> str:
    """A question followed by what columns call the limits, times and years that it asks for.

    >>> in_column_words("max dose per day?"), in_column_words("Which day is it?")
    ('max dose per day? maximum max daily', 'Which day is it?')
    >>> in_column_words("sales in 2024 and the year before?")
    'sales in 2024 and the year before? 2023'
    >>> in_column_words("What was spent in March?")
    'What was spent in March? Mar'
    """
    years = set(_YEAR.findall(question)) if _YEAR_BEFORE.search(question) else set[str]()
    before = [str(int(year) - 1) for year in years] if len(years) == 1 else []
    # columns have months in short
    months = [name[:3] for name in map(str.title, MONTHS) if re.search(rf"\b{name}\b", question) and name != "May"]
    return " ".join([question, *(words for asks, words in _COLUMN_WORDS if asks.search(question)), *before, *months])


def with_measures(question: str) -> str:
    """A question followed by what documents call the measure that it asks for.

    >>> with_measures("How loud is the pump?"), with_measures("What does it cost?")
    ('How loud is the pump? noise sound level', 'What does it cost?')
    """
    return " ".join([question, *(noun for asks, _, noun in _MEASURES if noun and asks.search(question))])


def measured_column(question: str) -> re.Pattern[str] | None:
    """What a column of the measure is called that a question asks for by another word: "weight" for "weighs"."""
    return next((column for asks, column, _ in _MEASURES if asks.search(question)), None)


def asks_to_do(question: str) -> bool:
    """Whether a question asks what is to be done.

    >>> asks_to_do("What should I do when it spills?"), asks_to_do("What does it cost?")
    (True, False)
    """
    return _ASKS_DO.search(question) is not None


def is_money(text: str) -> bool:
    """Whether a column's name or a value is about money."""
    return _MONEY.search(text) is not None


def wanted_cells(question: str, cells: list[str], kept: list[bool]) -> list[bool]:
    """Which cells to tell: those kept, and where none of them is of the kind that is asked for, those that are.

    >>> wanted_cells("When does it expire?", ["Certificate VT-0417", "Valid until 06/2027"], [True, False])
    [True, True]
    >>> wanted_cells("Which certificate has it?", ["Certificate VT-0417", "Valid until 06/2027"], [True, False])
    [True, False]
    >>> wanted_cells("¿Cuánto donó?", ["Nombre Hugo", "Fecha 09/10/2013", "Importe $ 20.000,00"], [True, False, False])
    [True, False, True]
    >>> wanted_cells("What do I do when it is full?", ["Cause The store is full", "Remedy Empty it."], [True, False])
    [True, True]
    >>> wanted_cells("Where is the hearing?", ["Where Hall A", "Subject Hearing"], [False, True])
    [True, True]
    >>> wanted_cells("Is it too high?", ["Result 5.6", "Unit mmol/L", "Reference range 3.5-5.1"], [True, False, False])
    [True, False, True]
    """
    if (measured := _measured(question, cells)) is not None:
        return [is_kept or fits for is_kept, fits in zip(kept, measured, strict=True)]
    for asks, holds in _KINDS.values():
        is_there = any(is_kept and holds.search(cell) for cell, is_kept in zip(cells, kept, strict=True))
        if asks.search(question) and not is_there:
            kept = [is_kept or holds.search(cell) is not None for cell, is_kept in zip(cells, kept, strict=True)]
    return kept


def asks_what_to_do(question: str) -> bool:
    """Whether a question is for what helps.

    >>> asks_what_to_do("What do I do when memory is full?"), asks_what_to_do("What does it do?")
    (True, False)
    """
    return _ASKS_DO.search(question) is not None


def _measured(question: str, cells: list[str]) -> list[bool] | None:
    """The cells of the measure that a question asks for by another word than their column; None without such."""
    for asks, column, _ in _MEASURES:
        if asks.search(question):
            # the column's name comes first, before a figure
            fitting = [column.search(re.split(r"\d", cell, maxsplit=1)[0]) is not None for cell in cells]
            if any(fitting):
                return fitting
    return None
