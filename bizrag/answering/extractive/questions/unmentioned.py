"""What a question speaks of and nothing that was read does: it shows a person why there may be no answer. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.scoring import capital_terms
from bizrag.answering.languages import function_words
from bizrag.model.answers import Passage
from bizrag.model.captions import named_caption
from bizrag.model.periods import MONTH_NAME, MONTHS, years_of
from bizrag.model.seasons import month_number, seasons_in
from bizrag.model.terms import terms

_WORD = re.compile(r"[^\W_][\w'’.,/&-]*[^\W_]|[^\W_]")
# words that ask, compare and connect: documents say what they are asked for without them
_PLAIN_WORDS = """
    across against along among around away back best better bring brought came come comes currently done down early
    earlier else end ends ever every far fastest fewer fewest first gave get gets getting give given go goes going gone
    got had happen happened happens help high higher highest hit hold holds keep kept kind largest last late later
    least left less like likely long longer longest look low lower lowest made make makes making mean means mention
    mentioned missed need needed needs never number one people put quickly rather right roughly say says see set short
    shorter shortest show shown since sit slowest smaller smallest sort stand start still stop take taken takes thing
    things time times together took turn type typical typically use used uses using versus want way went whole without
    work worse worst
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
# "2018-19", "12/31/19", "'19": a year by its last two digits
_SHORT_YEAR = re.compile(r"(?<=['’/.–-])\d\d(?!\d)")
# "over $2,000" and "2,000 units" are no years
# "PX600", "E09", "VX-220", "M4"; no "Q3", "FY25", "4Q23", "H1", "1st", "8hr"
_CODE = re.compile(r"(?!(?:[QH]\d|[FC]Y\W?\d+)\b)(?=\D*\d)[A-Z]{1,6}[-/]?\d[\w./-]*")
# "in July", "for May 2024", "by September", "from July to September": asked for, and no verb or name
_A_MONTH = "|".join(map(str.title, MONTHS))
_ASKED_MONTH = re.compile(
    rf"\b(?:in|for|from|during|of|by|since|until)(?: (?:early|late|mid))?[ -](?P<month>{_A_MONTH})\b"
    rf"(?:(?: ?[-\u2013] ?| to | through | until | and )(?P<last>{_A_MONTH})\b)?"
)
_MONTH = re.compile(rf"\b{MONTH_NAME}\b", re.IGNORECASE)
_DATE_IN_FIGURES = re.compile(r"\b(?:\d{4}-\d\d(?:-\d\d)?|\d\d?([./-])\d\d?\1(?:\d\d){1,2}|\d\d?/\d{4})\b")
# "31 July", "31st of July", "July 31"
_DAY_OF_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?(?P<month>{MONTH_NAME})\b|\b{MONTH_NAME}\.? \d{{1,2}}\b(?!\d)",
    re.IGNORECASE,
)
# entries of so many days are told day by day
_MIN_DAYS = 5
# so many months are named, at least, where things are told month by month
_MIN_MONTHS = 4
# of the missing words of a question that is a whole text
_SHOWN_WORDS, _SHOWN_CHARS = 12, 40
# what figures and tables are called in captions
_CAPTION_KINDS = (
    r"fig(?:ure|\.)?|figura|abb(?:ildung|\.)?|kuva|figuur|afbeelding|rys(?:unek|\.)?|рис(?:унок|\.)?",
    r"table|tab(?:elle|leau|la|ela|ell|\.)|tabel|taulukko|таблица",
)
# "4", "4.1", "A.2", "S3", "2a"
_BETWEEN = r",|&|[-\u2013\u2014]|and|or|to|und|bis|et|à|y|e"
_LABEL = r"(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})*[a-h]?(?![\w])"
_AMOUNT = re.compile(r"[$€£¥] ?\d[\d,.]*|\d{1,3}(?:,\d{3})+")


def unmentioned_words(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The words of a question, as it writes them, that no passage has in any form."""
    read = {term for text in read_texts(passages) for term in terms(text)}
    plain = _PLAIN | function_words(question)
    asked = (word for word in _WORD.findall(question) if word.casefold() not in plain)
    missing = (word for word in asked if (said := terms(word)) and read.isdisjoint(said))
    return tuple(dict.fromkeys(missing))


def listed_words(words: Sequence[str]) -> str:
    """Words on one line that a person can take in, however many and however long they are.

    >>> listed_words(["Brazil", "x" * 60])
    'Brazil, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    >>> listed_words(list("abcdefghijklmno"))
    'a, b, c, d, e, f, g, h, i, j, k, l and 3 more'
    """
    shown = [word if len(word) <= _SHOWN_CHARS else f"{word[:_SHOWN_CHARS]}…" for word in words[:_SHOWN_WORDS]]
    return ", ".join(shown) + (f" and {len(words) - _SHOWN_WORDS} more" if len(words) > _SHOWN_WORDS else "")


def is_of_unmentioned(question: str, passages: Sequence[Passage]) -> bool:
    """Whether a question is about years, months, days, codes, or a figure or table, that nothing read speaks of."""
    finds = (unmentioned_years, unmentioned_months, unmentioned_days, unmentioned_codes, unmentioned_captions)
    return any(find(question, passages) for find in finds)


def unmentioned_years(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The years that a question names, where no passage, or none of the one document that it names, speaks of any of
    them; else none.

    Among 976 questions that their documents answer there is one such year, a price; among 44 that they do not, three.
    """
    asked = years_of(_AMOUNT.sub(" ", question))
    if not asked:
        return ()
    own = of_named(question, passages)
    read = {term for text in read_texts(own) for term in (*terms(text), *_in_full(text))}
    return tuple(sorted(asked)) if asked.isdisjoint(read) else ()


def unmentioned_months(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The months that a question asks for, where passages name others month by month and none of these; else none.

    A chart or table from October to March says nothing of July. Dates in figures may be of any month.
    """
    named = (found.group("month", "last") for found in _ASKED_MONTH.finditer(question))
    # of a quarter tables name the last month alone
    asked = {month.casefold() for months in named for month in months if month}
    texts = [" ".join(read_texts(of_named(question, passages)))]
    if not asked or any(_DATE_IN_FIGURES.search(text) for text in texts):
        return ()
    read = {found.group().casefold()[:3] for text in texts for found in _MONTH.finditer(text)}
    is_said = len(read) < _MIN_MONTHS or read & {month[:3] for month in asked}
    # "April to September" speaks of July
    seasons = [season for text in texts for season in seasons_in(text)]
    is_between = any(season.holds(month_number(month)) for season in seasons for month in asked)
    return () if is_said or is_between else tuple(sorted(asked))


def unmentioned_days(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The day that a question asks for, where passages are dated day by day, and none of these days is of its month;
    else none. The entries of a statement of May say nothing of 31 July.
    """
    asked = [found for found in _DAY_OF_MONTH.finditer(question) if found["day"]]
    texts = list(read_texts(of_named(question, passages)))
    days = {found.group().casefold() for text in texts for found in _DAY_OF_MONTH.finditer(text)}
    in_figures = {found.group() for text in texts for found in _DATE_IN_FIGURES.finditer(text)}
    # a few numbers look like days, as sort codes of banks do
    if len(asked) != 1 or 2 * len(in_figures) > len(days):
        return ()
    months = {found.group().casefold()[:3] for text in texts for found in _MONTH.finditer(text)}
    is_said = len(days) < _MIN_DAYS or asked[0]["month"].casefold()[:3] in months
    is_between = any(
        season.holds(month_number(asked[0]["month"]), int(asked[0]["day"]))
        for text in texts
        for season in seasons_in(text)
    )
    return () if is_said or is_between else (asked[0].group(),)


def of_named(question: str, passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages of the one document whose name or title has a word with a capital that the question has, and those
    of others that say that word; else all.
    """
    asked = capital_terms(question)
    names = {
        passage.document_id: asked & set(terms(f"{passage.doc} {passage.title}".replace("_", " ")))
        for passage in passages
    }
    named = [document_id for document_id, name in names.items() if name]
    if len(named) != 1:
        return passages
    said = names[named[0]]
    return [
        one
        for one in passages
        if one.document_id == named[0] or any(said & set(terms(text)) for text in read_texts([one]))
    ]


def unmentioned_codes(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The codes that a question names ("PX600", "E09"), where no passage has any of them; else none.

    Among 1,084 questions that their documents answer there is none; among 56 that they do not, four.
    """
    asked = [word for word in _WORD.findall(_AMOUNT.sub(" ", question)) if _CODE.fullmatch(word)]
    names = {passage.document_id: f"{passage.doc} {passage.title}" for passage in passages}
    naming = [code for code in asked if any(_has_code(name, code) for name in names.values())]
    # of a document that a code names the others are asked
    own = [one for one in passages if any(_has_code(names[one.document_id], code) for code in naming)]
    # in "CO₂" the number is written lower
    read = unicodedata.normalize("NFKC", " ".join(read_texts(own or passages)))
    others = [code for code in asked if code not in naming]
    return () if any(_has_code(read, code) for code in others) else tuple(dict.fromkeys(others))


def unmentioned_captions(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The figure or table that a question names by its number, where the one document that was read names none of that
    number, in its text or in a caption, in any of the common languages; else none.

    What has the caption is read wherever it stands, so a number that nothing has is none of the document's.
    """
    named = named_caption(question)
    if named is None or not passages or len({one.document_id for one in passages}) != 1:
        return ()
    kinds = next((kinds for kinds in _CAPTION_KINDS if re.fullmatch(kinds, named["kind"], re.IGNORECASE)), "")
    if not kinds:
        return ()
    said = re.compile(
        rf"\b(?:{kinds})[sn]?(?:\W|no\b){{0,5}}(?P<numbers>{_LABEL}(?:\s?(?:{_BETWEEN})\s?{_LABEL})*)",
        re.IGNORECASE,
    )
    unspaced = re.compile(rf"[表図图圖]\W{{0,2}}{re.escape(named['number'])}(?!\d)")
    if any(unspaced.search(text) for text in read_texts(passages)):
        return ()
    mentioned = (found["numbers"] for text in read_texts(passages) for found in said.finditer(text))
    return () if any(_has_number(numbers, named["number"]) for numbers in mentioned) else (named.group(),)


def _has_number(numbers: str, asked: str) -> bool:
    """Whether some numbers in a row have one, or reach from below it to above it: "3-5" has 4."""
    listed = [number.casefold() for number in re.findall(_LABEL, numbers, re.IGNORECASE)]
    if asked.casefold() in (*listed, *(number.rstrip("abcdefgh") for number in listed)):
        return True
    whole = [int(number) for number in listed if number.isdigit()]
    is_between = len(whole) > 1 and asked.isdigit() and whole[0] <= int(asked) <= whole[-1]
    return is_between and re.search(r"\d\W+\d|\d \w+ \d", numbers) is not None


def _has_code(text: str, code: str) -> bool:
    """Whether a text has a code, however it parts letters and digits: "PX 250", "px-250", "PX250X"."""
    spelled = r"[\W_]?".join(map(re.escape, filter(str.isalnum, code)))
    return re.search(rf"(?<![^\W_]){spelled}(?!\d)", text, re.IGNORECASE) is not None


def _in_full(text: str) -> Iterator[str]:
    for short in _SHORT_YEAR.findall(text):
        yield from (f"19{short}", f"20{short}")


def read_texts(passages: Sequence[Passage]) -> Iterator[str]:
    """All that was read: names, titles, headings and texts of passages and of their hits."""
    for passage in passages:
        # names of files have words between underscores
        yield " ".join((passage.doc.replace("_", " "), passage.title, passage.text))
        for hit in passage.hits:
            yield " ".join((*hit.headings, hit.text))
