"""Terms: what of a question or sentence is compared, and how much each term weighs. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from bizrag.model.periods import MONTHS
from bizrag.model.unspaced import without_asking
from bizrag.model.words import is_number, tokens

# Words that ask or connect and name nothing. Rare words of other languages weigh little anyway where they are frequent.
_STOPWORDS = """
    a about above according after all also am an and any are as at be because been before being below between both
    but by can could did do does doing during each either for from further had has have having he her here his how
    i if in into is it its itself just many may me might more most much must my no nor not now of off on once only
    or other our out over own per please same shall she should so some such than that the their them then there
    these they this those through to under until up upon us very was we were what when where whether which while
    who whom whose why will with would you your tell give show list state name find describe explain s t re ve ll
"""
STOPWORDS = frozenset(_STOPWORDS.split())

# what companies write for one thing, and what is asked for in short; before each what any text with it has in lower
# case: looking for that takes a tenth of the time
_ALIKE: tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...] = tuple(
    (parts, re.compile(rf"\b(?:{written})\b", re.IGNORECASE), compared)
    for parts, written, compared in (
        (("&",), r"r ?& ?d", "research and development"),
        (("&",), r"sg ?& ?a", "selling, general and administrative"),
        (("capex",), r"capex", "capital expenditures"),
        (("eps",), r"eps", "earnings per share"),
        (("buy", "bought"), r"buy[- ]?backs?|buy back|bought back", "repurchase"),
        # "ext. 777" is an extension
        (("ext",), r"ext(?=\.? ?\d)", "extension"),
        # "Order no." is asked for as the order number
        ((" no.", " nr."), r"(?<=\w )n[or](?=\.(?!\w))", "number"),
        (("n°", "nº"), r"n(?=[°º](?!\w))", "numéro"),
    )
)
_MONTHS = {name[:3]: name for name in MONTHS} | {"sept": "september"}
_ORDINALS = {"first": "1", "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4", "4th": "4"}
_DIGIT = re.compile(r"\d")
# what any text has in which days or short years are written in digits
_IN_DAYS = (".19", ".20")
_IN_SHORT_YEARS = ("q1", "q2", "q3", "q4", "h1", "h2", "fy")
_PART = re.compile(rf"\b({'|'.join(_ORDINALS)})[ -](quarter|half)s?\b", re.IGNORECASE)
# "the second and third quarters"
_PARTS = re.compile(
    rf"\b({'|'.join(_ORDINALS)})(?=(?:(?:,? (?:and|or|to|through|versus|vs\.?)|,) (?:the )?(?:{'|'.join(_ORDINALS)}))+"
    r"[ -](quarter|half)s?\b)",
    re.IGNORECASE,
)
_LAST_QUARTER = re.compile(r"\b(?:last|final) quarter (?=of )", re.IGNORECASE)
# "Q4 23", "Q3'24", "FY25", "H1 25"; "4Q23"; "2027f", "2026P"
_SHORT_YEAR = re.compile(r"\b(q[1-4]|h[12]|fy) ?['’/-]? ?(\d\d)(?![\d%]|[.,]\d)", re.IGNORECASE)
_QUARTER_FIRST = re.compile(r"\b([1-4])q ?['’]?(?:20)?(\d\d)\b", re.IGNORECASE)
# with a small letter it is a time: "2h30"
_HALF_FIRST = re.compile(r"\b([12])H ?['’]?(?:20)?(\d\d)\b")
# "4Q", "2H"
_PART_ALONE = re.compile(r"\b([1-4](?=Q)|[12](?=H))([QH])\b(?! ?['’]?\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
# "31.12.2024" is of December and of 2024
_DAY_IN_DIGITS = re.compile(r"(?<![\d.])\d{1,2}\.(0?[1-9]|1[0-2])\.((?:19|20)\d\d)(?![\d.]\d|\d)")
_MARKED_YEAR = re.compile(r"\b((?:19|20)\d\d)[pefab]\b", re.IGNORECASE)
# statements of quarters and halves are headed so; of companies whose year is the calendar's
_MONTHS_ENDED = re.compile(
    r"\b(three|six)[ -]months?(?: period)? end(?:ed|ing)(?: \d{1,2}(?:st|th)?)? (mar|jun|sep|dec)[a-z]*\b\.?"
    r"(?: \d{1,2}\b)?",
    re.IGNORECASE,
)
_FIRST_MONTHS = re.compile(
    r"\bfirst (three|3|six|6) months of (?=(?:the (?:fiscal |financial )?year|fy|fiscal|20\d\d)\b)", re.IGNORECASE
)
_FIRST_PARTS = {"three": "q1 ", "3": "q1 ", "six": "h1 ", "6": "h1 "}
_ENDED = {
    ("three", "mar"): "q1",
    ("three", "jun"): "q2",
    ("three", "sep"): "q3",
    ("three", "dec"): "q4",
    ("six", "jun"): "h1",
    ("six", "dec"): "h2",
}
# "put" is "putting" before these
_DOUBLING = ("ing", "ed")
# what is recommended is a recommendation; a station is no st
_NOUNS, _MIN_NOUN_STEM = ("ations", "ation"), 5
# what was incorporated is an incorporation
_OF_VERBS = ("ing", "ed", "es", "e")
_ENDINGS = (*_NOUNS, "ingly", "edly", "ies", "ied", "ing", "ed", "es", "ly", "s", "e", "y")
# of nouns and adjectives in Russian, the longest first; four letters stay
_CYRILLIC_ENDING = re.compile(
    "(?<=[а-яё]{4})(?:ами|ями|ого|его|ому|ему|ыми|ими|ых|их|ой|ей|ый|ий|ая|яя|ое|ее|ые|ие|ов|ев|ам|ям|ах|ях|ом|ем|ую|юю|ию|ия|ии"
    "|[аяоеыиуюьй])$"
)
_VOWELS = frozenset("aeiouy")
# forms of verbs that no ending tells: what is asked for as written was written by someone who wrote it
_IRREGULAR_VERBS = """
    use used uses using; write wrote written writing; pay paid; buy bought; sell sold; build built; hold held
    lead led; keep kept; send sent; spend spent; lose lost; meet met; make made; take took taken
    grow grew grown; fall fell fallen; rise rose risen; choose chose chosen; begin began begun; run ran; win won
    know knew known; draw drew drawn; drive drove driven; break broke broken; speak spoke spoken; teach taught
    bring brought; think thought; feel felt; mean meant; lend lent; stand stood; understand understood
    withdraw withdrew withdrawn; undertake undertook undertaken; oversee oversaw overseen; shrink shrank shrunk
    arrive arrival arrivals; depart departure departures; fail failure failures; approve approval approvals
    propose proposal proposals; refuse refusal refusals; renew renewal renewals; remove removal removals
    deliver delivery deliveries; recover recovery; discover discovery discoveries; dispose disposal
    disclose disclosure disclosures; marry married marriage marriages; complain complaint complaints
    collide collision collisions; decide decision decisions; conclude conclusion conclusions
    respond response responses; comply compliance; reimburse reimbursement reimbursements; retire retirement
    revise revised revising revision revisions; submit submission submissions; expand expansion expansions
    publish publication publications; expire expiry expiration; amend amendment amendments
    mature matured matures maturing maturity; throw threw thrown; wear wore worn; seek sought; deal dealt; lay laid
"""
_BASES = {
    form: forms[0]
    for line in _IRREGULAR_VERBS.splitlines()
    for forms in (part.split() for part in line.split(";"))
    for form in forms[1:]
}
# a vocabulary's frequent words; sources are read again and again
_KEPT_STEMS = 20_000
# one question reads the same sentences and passages many times; longer texts would take too much memory
_KEPT_TEXTS, _KEPT_CHARS = 2_048, 4_000


def is_year(term: str) -> bool:
    """Whether a term is a year of the calendar, as documents name them: 1900 to 2099."""
    return _YEAR.fullmatch(term) is not None


def terms(text: str) -> list[str]:
    """Content words by their stem, and numbers; periods in one form.

    >>> terms("How many employees were hired in FY2025?")
    ['employe', 'hir', 'fy', '2025']
    >>> terms("公司2024年的营业收入是多少?")
    ['公司', '2024', '年', '营业', '业收', '收入']
    >>> terms("in the fourth quarter of 2023") == terms("Q4 23") == terms("4Q23") == ["q4", "2023"]
    True
    >>> terms("in the second half of 2024") == terms("2H24") == terms("H2 2024") == ["h2", "2024"]
    True
    """
    return list(_kept_terms(text) if len(text) <= _KEPT_CHARS else _terms(text))


def _terms(text: str) -> tuple[str, ...]:
    said = tokens(without_asking(_with_periods(in_full(text))))
    return tuple(stem(_MONTHS.get(token, token)) for token in said if token not in STOPWORDS)


_kept_terms = lru_cache(maxsize=_KEPT_TEXTS)(_terms)


def in_full(text: str) -> str:
    """Text with what is written in several ways in one of them.

    >>> in_full("R&D and capex"), in_full("How many shares were bought back?")
    ('research and development and capital expenditures', 'How many shares were repurchase?')
    >>> in_full("Order no. PO-77120"), in_full("ext. 777")
    ('Order number. PO-77120', 'extension. 777')
    """
    lower = text.lower()
    for parts, written, compared in _ALIKE:
        if any(part in lower for part in parts):
            text = written.sub(compared, text)
    return text


def _with_periods(text: str) -> str:
    """Quarters, halves and short years as they are compared: charts abbreviate what questions spell out.

    >>> _with_periods("first half of FY25, 2027f"), _with_periods("the last quarter of 2022")
    ('h1 of FY 2025, 2027', 'the q4 of 2022')
    >>> _with_periods("the first, second and third quarters of 2022")
    'the q1, q2 and q3 of 2022'
    >>> _with_periods("Three Months Ended June 30, 2025")
    'Three Months Ended June 30 q2, 2025'
    >>> _with_periods("Six months ended 30 June 2025, the first six months of 2024")
    'Six months ended 30 June h1 2025, the h1 2024'
    >>> _with_periods("as at 31.12.2024")
    'as at 31.12.2024 december 2024'
    """
    has_digits = _DIGIT.search(text) is not None
    lower = text.lower()
    if has_digits and any(part in text for part in _IN_DAYS):
        text = _DAY_IN_DIGITS.sub(lambda day: f"{day[0]} {MONTHS[int(day[1]) - 1]} {day[2]}", text)
    if "month" in lower:
        text = _FIRST_MONTHS.sub(lambda found: _FIRST_PARTS[found[1].casefold()], text)
        text = _MONTHS_ENDED.sub(_with_part, text) if has_digits else text
    if "quarter" in lower or "half" in lower:
        text = _PARTS.sub(r"\1 \2", text)
        text = _PART.sub(lambda found: found[2][0].casefold() + _ORDINALS[found[1].casefold()], text)
        text = _LAST_QUARTER.sub("q4 ", text)
    if not has_digits:
        return text
    # a row of a chart may be the quarter of several years
    text = _PART_ALONE.sub(lambda found: f"{found[2].lower()}{found[1]}", text)
    text = _HALF_FIRST.sub(r"h\1 20\2", _QUARTER_FIRST.sub(r"q\1 20\2", text))
    lower = text.lower()
    if any(part in lower for part in _IN_SHORT_YEARS):
        text = _SHORT_YEAR.sub(r"\1 20\2", text)
    return _MARKED_YEAR.sub(r"\1", text)


def _with_part(ended: re.Match[str]) -> str:
    """ "Three months ended June 30", and "q2" after it."""
    return f"{ended[0]} {_ENDED.get((ended[1].casefold(), ended[2].casefold()), '')}".rstrip()


@lru_cache(maxsize=_KEPT_STEMS)
def stem(word: str) -> str:
    """A word without its most frequent English endings; short words and numbers stay.

    Light on purpose: question and source pass the same function, so only their agreement matters.

    >>> [stem(word) for word in ("policies", "policy", "reported", "reporting", "putting", "billing", "sales", "2025")]
    ['polic', 'polic', 'report', 'report', 'put', 'bill', 'sal', '2025']
    >>> stem("recommendations") == stem("recommended"), stem("wrote") == stem("writing")
    (True, True)
    >>> stem("гостинице") == stem("гостиницы"), stem("руководителей") == stem("руководители")
    (True, True)
    >>> stem("incorporation") == stem("incorporated"), stem("calculates") == stem("calculation")
    (True, True)
    """
    word = _BASES.get(word, word)
    if not word.isascii():
        word = _CYRILLIC_ENDING.sub("", word)
    if is_number(word) or len(word) < 4:
        return word
    for ending in _ENDINGS:
        rest = word.removesuffix(ending)
        least = _MIN_NOUN_STEM if ending in _NOUNS else 3
        if rest != word and len(rest) >= least and not _VOWELS.isdisjoint(rest) and not word.endswith("ss"):
            is_doubled = ending in _DOUBLING and rest[-1] == rest[-2] and rest[-1] not in "lsz"
            verb = rest.removesuffix("at") if ending in _OF_VERBS else rest
            return rest[:-1] if is_doubled else verb if len(verb) >= _MIN_NOUN_STEM else rest
    return word


def term_weights(question_terms: Collection[str], texts: Iterable[Collection[str]]) -> dict[str, float]:
    """``idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5))`` of each question term over N texts (sets of terms).

    The weight of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009), over the passages at
    hand. A term that no text holds weighs most: without it nothing is answered.
    """
    found: Counter[str] = Counter()
    num_texts = 0
    for text in texts:
        num_texts += 1
        found.update(set(question_terms) & set(text))
    return {term: math.log1p((num_texts - found[term] + 0.5) / (found[term] + 0.5)) for term in set(question_terms)}


def weighted_share(weights: dict[str, float], present: Collection[str]) -> float:
    """Share of the weight of the terms that are present, 0 to 1; 0 without terms.

    >>> weighted_share({"fee": 3.0, "year": 1.0}, {"fee"})
    0.75
    """
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in present) / total if total else 0.0
