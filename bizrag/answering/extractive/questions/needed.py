"""What an answer must have, by how it is asked for: a figure, a time, a share. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.words import MONTH, NUMBER_WORDS

# "What is the order number?" is answered by no sentence without a figure
_NEEDS_FIGURE = re.compile(
    r"^\W*(?:what|which) (?:is|are|was|were) (?:\w+['’]?s? ){1,5}?"
    r"(?:number|no\.|code|id|phone|telephone|fax|extension|post ?code|zip code|price|fee|salary|premium)s?\b",
    re.I,
)
_HAS_FIGURE = re.compile(r"\d")
# "as described in Schedule 1"
_OF_A_PART = re.compile(
    r"\b(?:schedule|clause|section|annex|appendix|article|exhibit|part|paragraph|page|table|figure|chapter)"
    r" \d+(?:\.\d+)*\b",
    re.I,
)
# "G.4 The sum insured", "10.2 Rent"
_NUMBER_OF_CLAUSE = re.compile(r"^\W*(?:[A-Z]\.?\d+(?:\.\d+)*|\d+(?:\.\d+)+)[.)]?\s+(?=[A-Z])")
# nor is that of an account or a paper by one without a code
_NEEDS_CODE = re.compile(
    r"^\W*(?:what|which)\b[^?]*\b(?P<name>isin|iban|bic|wkn|cusip|sedol|lei|ean|gtin|isbn|(?:vat|tax) (?:no|number|id)"
    r"|registration (?:no|number)|serial (?:no|number)|account number|cas (?:no|number)?|sort code)\b",
    re.I,
)
_TELLS_CODE = re.compile(r"\b(?=\w*\d)[A-Z\d][\w./-]{4,}|\d{2,}(?:[ -]\d{2,})+")
# the time of a day is told by a clock
_NEEDS_CLOCK = re.compile(r"\b(?:at|by|until|from) what time\b|^\W*what time\b", re.I)
_TELLS_CLOCK = re.compile(
    r"\b\d{1,2}[:.h]\d\d\b|\b\d{1,2} ?(?:[ap]\.?m\b|o['’]clock|hrs?\b)|\b(?:noon|midnight)\b", re.I
)
# and when something is by none without a day or what it follows
_NEEDS_TIME = re.compile(r"^\W*(?:since |until |by )?when\b", re.I)
_A_TIME = (
    rf"\b(?:19|20)\d\d\b|\b\d{{1,2}}(?::\d\d|st|nd|rd|th)|\b[0-3]?\d[./][01]?\d[./]|\b[qh][1-4]\b|\bfy ?\d|\b{MONTH}\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|\b(?:after|before|until|once|as soon as|when(?:ever)?|if|upon|during|within|every|each|dai?ly|weekly|monthly"
    r"|quarterly|annual(?:ly)?|today|tomorrow|yesterday|summer|winter|spring|autumn|end of|start of|beginning of"
    r"|on signing)\b"
)
_TELLS_TIME = re.compile(rf"{_A_TIME}|\b(?:year|month|week|day)\b", re.I)
# in a row "3 months" may be the name of a column
_TELLS_TIME_IN_ROW = re.compile(rf"{_A_TIME}|\b\d+ (?:year|month|week|day)s?\b(?! [-+\u2212]?\d)", re.I)
# and a period that of a column with a figure in it: "Q3 2024 57.7"
_OF_PERIOD = re.compile(
    rf"(?:\b[QH][1-4] |\bFY ?|\b(?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}}, )?)?\b(?:19|20)\d\d"
    r"(?= [-+\u2212(]?[$\u20ac\u00a3]? ?\d[\d.,]*\)?%?(?:[;.]|$))",
    re.I,
)
# and a rate is by none without a share; daily rates are sums, and so are amounts at a rate
_NEEDS_SHARE = re.compile(
    r"^(?!.*\b(?:amounts?|why|impact\w*|affect\w*|influenc\w+|drove|driven|caus\w+|reasons?|factors?)\b)"
    r".*\b(?:interest|growth|tax|response|error|vacancy|occupancy|inflation|unemployment|default"
    r"|churn|turnover) rates?\b"
    r"|\b(?:what|which) (?:percentage|per ?cent|share)\b"
    r"(?! (?:change|difference|increase|decrease|growth|rise|decline|drop|fall|gain|loss)\b)",
    re.I | re.S,
)
# that tells one: the title of a chart, "% of adults who ...", has no figure but years
_FIGURE_NO_YEAR = (
    r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d"
    rf"|\b(?:{'|'.join(NUMBER_WORDS)}|half|thirds?|quarters?|twenty|thirty|forty|fifty)\b"
)
_TELLS_SHARE = re.compile(rf"(?=.*(?:{_FIGURE_NO_YEAR})).*(?:%|\bper ?cent|\bpercentage)", re.I | re.S)
# in a row of a chart, whose text says so once for all of them, figures stand without it
_OF_CHARTS = (ChunkKind.PICTURE, ChunkKind.SLIDE)
_SAYS_SHARES = re.compile(r"%|\bper ?cent|\bpercentages?\b|\bshares? of\b", re.I)
# a version that is required or was released by none with a plain number in it; of contracts one may be the German one
_NEEDS_VERSION = re.compile(
    r"^\W*(?:(?:since|from|in|with|for|as of) )?(?:what|which)\b(?=[^?]*\b(?:requir|need|recommend|support|minimum"
    r"|lowest|latest|newest|current|install|introduc|add|releas|compatib|run|start)\w*\b|\W*since\b)"
    r"(?:(?! (?:in|of)\b)[^?]){0,40}?\bversion\b",
    re.I,
)
_TELLS_VERSION = re.compile(r"\b\d+(?:\.[\dx]+)+|\bversions?\W+\d|\bv\d|\b[A-Z][\w.-]* \d+(?:\.\d+)*\b")
# and a period by none without its beginning or its end
_NEEDS_PERIOD = re.compile(
    r"\b(?:what|which) (?:time )?(?:periods?|spans?|time ?frames?|years|months|dates)\b[^?]*"
    r"\b(?:cover|span|run|analy[sz]|examin|includ|collect|studied|comprise)\w*\b",
    re.I,
)
_TELLS_PERIOD = re.compile(
    rf"(?:\b(?:19|20)\d\d\b|\b{MONTH}\b)[^.]*?(?:\b(?:and|to|until|till|through)\b|[-\u2013/])[^.]*?\d"
    rf"|\b(?:between|from|since|until)\b[^.]*?(?:\b(?:19|20)\d\d\b|\b{MONTH}\b)|\b(?:19|20)\d\d[-\u2013/]\d",
    re.I,
)
# how much something changed is told by no amount alone
_NEEDS_CHANGE = re.compile(r"^\W*by how much\b|^\W*how much (?:more|less|higher|lower)\b", re.I)
_TELLS_CHANGE = re.compile(
    r"%|\bper ?cent|\bpoints?\b|\b(?:up|down|by|from|more|less|higher|lower|than|against|compared|doubled|tripled"
    r"|halved)\b",
    re.I,
)
# and how much or how many there are by no sentence without a figure
_NEEDS_AMOUNT = re.compile(
    r"^\W*how (?:much|many)\b|^\W*(?:the )?(?:price|cost|fee|fare|weight) (?:of|for)\b"
    r"|\bwhat (?:does|do|did|will|would|must|should|can|could) [^?]{1,60}?"
    r" (?:costs?|weigh|pay(?! (?:for|towards)\W*$))\b"
    r"|\bwhat (?:\w+ )?(?:fine|penalty|fee|price|rent|salary|deposit|premium|discount) (?:is|was|were|do|does|did|will"
    r"|would|must|applies)\b|\b(?:up to|over|above|from) what (?:value|sum|amount|price|size|age|weight)\b",
    re.I,
)
_TELLS_AMOUNT = re.compile(
    rf"\d|\b(?:{'|'.join(NUMBER_WORDS)}|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|dozens?)\b(?! (?:thirds?|quarters?|fifths?)\b)"
    r"|\b(?:half|twice|double|none|nothing|free|no (?:charge|cost|fee|extra)|all|whole|full)\b",
    re.I,
)
#: how Chinese, Japanese and Korean ask for a number of something; an expression
ASKS_NUMBER_UNSPACED = (
    "多少|几[个家名人年天月次项種种]|幾[個家名人年天月次項種]|いくら|いくつ|何[%％円人日名年月回台個件社倍時週歳枚本割]|何パーセント"
    "|何か[月所国]|얼마|몇"
)
_NEEDS_NUMBER = re.compile(ASKS_NUMBER_UNSPACED)
_TELLS_NUMBER = re.compile(
    "\\d|[一二三四五六七八九十百千万两兩]+(?:分之|[个個名人年月日天次项項種种倍家条条件円元割か])"
)
# nor is what is earned, spent or owed by one whose figures are days, years or changes
_SUMS = (
    r"revenues?|sales|turnover|income|profits?|loss(?:es)?|earnings|ebitda|margins?|expenses?|expenditures?|costs?|spending"
    r"|cash(?: flows?)?|assets|liabilities|debt|equity|inventor(?:y|ies)|dividends?"
)
_NO_SUM = (
    r"reasons?|causes?|drivers?|driven|factors?|influences?|contributors?|sources?|basis|method|policy|meaning|definition"
    r"|main|major|primary|largest|biggest|highest|smallest|lowest|purpose|trends?|components?|types?|kinds?|increases?|decreases?|changes?|growth|declines?|impact|effect|rates?"
)
_OWNERS = r"(?:the |its |their |our |(?:[\w.&-]+ ){0,3}?[\w.&-]+['’]s? )"
_REPORT = r"(?:report|record|disclose|state|generate|earn|post|make)"
_NEEDS_SUM = re.compile(
    rf"^(?!.*\b(?:{_NO_SUM})\b).*\bwhat (?:(?:is|are|was|were) {_OWNERS}"
    rf"|did (?:[\w.&-]+ ){{1,4}}?{_REPORT} (?:as |for )?{_OWNERS})"
    rf"(?P<what>(?:[\w-]+ ){{0,4}}?(?:{_SUMS}))"
    r"(?=\W*$|,| (?:of|for|in|from|at|as|by|on|per|during|generated|reported|recorded|stated|before|after)\b)",
    re.I | re.S,
)
# "What revenue did Acme report?", "What cash flows from operations were disclosed?"
_NEEDS_SUM_REPORTED = re.compile(
    rf"^(?!.*\b(?:{_NO_SUM})\b).*\bwhat (?P<what>(?:[\w-]+ ){{0,3}}?(?:{_SUMS}))\b (?:[\w-]+ ){{0,4}}?"
    rf"(?:(?:is|are|was|were) (?:{_REPORT}e?d|made)\b|did (?:[\w.&-]+ ){{1,4}}?{_REPORT}\b)",
    re.I | re.S,
)
_TELLS_SUM = re.compile(
    r"[$€£¥₹]\s?\(?\d|\d(?:[.,]\d{3})+\b|\d\.\d|\d\s?(?:%|per ?cent|[mb]illion|thousand|bn\b|m\b|k\b)"
    r"|\b(?:no|nil|none|zero|nothing|half|twice|doubled?)\b",
    re.I,
)
_OR_SO_MUCH = r"[$€£¥₹]?\s?\d[\d.,]*(?:\s?(?:%|per ?cent|percentage|points?|[mb]illion|thousand|bn\b|m\b|k\b))*"
_CHANGED = re.compile(
    r"\b(?:increas|decreas|declin|grow|grew|rose|risen|fell|fall|dropp|improv|reduc|climb|jump|up|down|higher|lower)\w*"
    r"(?: (?:by|of|slightly|about|approximately|nearly|roughly|almost|some))*"
    rf" {_OR_SO_MUCH}(?:,? (?:or|and) {_OR_SO_MUCH})*",
    re.I,
)
# whom to turn to is told by an address, a number, or by who is to be asked
_NEEDS_CONTACT = re.compile(
    r"^\W*whom? (?:should|can|do|must|may|shall|could) (?:I|we|you|one|an? \w+|the \w+|\w+s) "
    r"(?:contact|ask|call|turn to|write to|reach|e-?mail|phone|speak|talk|go to)\b"
    r"|^\W*how (?:can|do|should|may|could) (?:I|we|you|one) (?:reach|contact|get in touch)\b",
    re.I,
)
_TELLS_CONTACT = re.compile(
    r"@|\bwww\.|\b(?:ext|tel|phone)\b|\bextension \d|\+?\d[\d ()-]{6,}\d"
    r"|\b(?:contact|call|ask|turn to|write to|speak|talk|report|inform|notify|tell|e-?mail|go to|reach)\b",
    re.I,
)
_NEEDED = (
    (_NEEDS_CONTACT, _TELLS_CONTACT),
    (_NEEDS_CODE, _TELLS_CODE),
    (_NEEDS_FIGURE, _HAS_FIGURE),
    (_NEEDS_VERSION, _TELLS_VERSION),
    (_NEEDS_PERIOD, _TELLS_PERIOD),
    (_NEEDS_CLOCK, _TELLS_CLOCK),
    (_NEEDS_TIME, _TELLS_TIME),
    (_NEEDS_SHARE, _TELLS_SHARE),
    (_NEEDS_CHANGE, _TELLS_CHANGE),
    (_NEEDS_AMOUNT, _TELLS_AMOUNT),
    (_NEEDS_NUMBER, _TELLS_NUMBER),
    (_NEEDS_SUM, _TELLS_SUM),
    (_NEEDS_SUM_REPORTED, _TELLS_SUM),
)
_TOLD_IN_FIGURES = (_TELLS_CODE, _HAS_FIGURE, _TELLS_CLOCK, _TELLS_AMOUNT, _TELLS_NUMBER)
# what tells it in a row, where names of columns may say something like it, no unit stands beside a figure, or two
# figures tell a change
_IN_ROWS = {_TELLS_TIME: _TELLS_TIME_IN_ROW, _TELLS_SUM: _HAS_FIGURE, _TELLS_CHANGE: _HAS_FIGURE}


def lacks_needed(question: str, statement: Statement) -> bool:
    """Whether a statement lacks what an answer must have: a figure, a code, a time, a share, a change or an amount.

    False where the question asks for none of them.
    """
    needed = _needed(question)
    if needed is None:
        return False
    if statement.is_row:
        hit = statement.hit
        if needed is _TELLS_SHARE and hit.kind in _OF_CHARTS and _SAYS_SHARES.search(hit.text):
            needed = _HAS_FIGURE
        said = _OF_PERIOD.sub(" ", statement.said) if needed is _TELLS_TIME else statement.said
        return _IN_ROWS.get(needed, needed).search(said) is None
    said = _NUMBER_OF_CLAUSE.sub("", statement.said)
    said = _CHANGED.sub(" ", said) if needed is _TELLS_SUM else said
    return needed.search(_OF_A_PART.sub(" ", said) if needed in (_HAS_FIGURE, _TELLS_AMOUNT) else said) is None


def tell_nothing_needed(question: str, statements: Iterable[Statement]) -> bool:
    """Whether a question is for a number, a code or a time of day, and none of the statements tells any.

    What is earned or spent, rates and periods may be told in words.
    """
    return _needed(question) in _TOLD_IN_FIGURES and all(lacks_needed(question, one) for one in statements)


@lru_cache(maxsize=64)
def _needed(question: str) -> re.Pattern[str] | None:
    """What tells that an answer to a question has what it must have; asked for each of its statements."""
    return next((tells for asks, tells in _NEEDED if asks.search(question)), None)


def named_code(question: str) -> str:
    """What a question calls the code that it asks for: "ISIN"; empty where it asks for none."""
    found = _NEEDS_CODE.search(question)
    return found["name"] if found else ""


def named_sum(question: str) -> str:
    """What is earned, spent or owed that a question asks for; empty where it asks for something else.

    >>> named_sum("What were Acme's total operating expenses in 2024?"), named_sum("What drove the rise in revenue?")
    ('total operating expenses', '')
    """
    found = _NEEDS_SUM.search(question) or _NEEDS_SUM_REPORTED.search(question)
    return found["what"] if found else ""
