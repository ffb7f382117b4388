"""A country that a question is about and nothing read speaks of, by its name, people, cities or code. Pure.

"What is the share in Switzerland?" is answered by no value of another country, however alike the rest is. What is of a
country is told without it: "which Latvian insurer" is one in Riga, or one that the reader knows to be from there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.unmentioned import read_texts
from bizrag.answering.languages import ENGLISH, language_of
from bizrag.model.answers import Passage
from bizrag.model.countries import COUNTRIES, Country

# their states and cities stand for them
_BY_OTHER_NAMES = frozenset({"US"})
# of a text that is in another language, which calls countries otherwise
_READ_CHARS = 4000


def unmentioned_countries(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The countries that a question names, as it names them, where nothing that was read speaks of any; else none."""
    asked = {one.code: found[0] for one in COUNTRIES if (found := _named(one).search(question))}
    if not asked or asked.keys() & _BY_OTHER_NAMES or language_of(question) != ENGLISH:
        return ()
    texts = " ".join(read_texts(passages))
    if language_of(texts[:_READ_CHARS]) != ENGLISH:
        return ()
    said = (one for one in COUNTRIES if one.code in asked and _said(one).search(texts))
    return () if any(said) else tuple(asked.values())


def _named(country: Country) -> re.Pattern[str]:
    """The country itself, or its people: "Switzerland", "Poles", and not "Polish"."""
    return _any_of([*country.names, *(f"{word}s" for word in country.words)])


def _said(country: Country) -> re.Pattern[str]:
    """Anything that speaks of a country; "BE 52 %" stands beside a bar."""
    return _any_of([*country.names, *country.words, *country.cities, country.code], end="s?")


def _any_of(forms: Sequence[str], *, end: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))}){end}(?:['’]s?)?(?!\w)")
