"""A country that a question is about and nothing read speaks of, by its name, its people or its code. Pure.

"What is the share in Switzerland?" is answered by no value of another country, however alike the rest is.
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
    asked = {one.code: found[0] for one in COUNTRIES if (found := _forms(one).search(question))}
    if not asked or asked.keys() & _BY_OTHER_NAMES or language_of(question) != ENGLISH:
        return ()
    texts = " ".join(read_texts(passages))
    if language_of(texts[:_READ_CHARS]) != ENGLISH:
        return ()
    # "BE 52 %" stands beside a bar
    said = (one for one in COUNTRIES if one.code in asked and _forms(one, one.code).search(texts))
    return () if any(said) else tuple(asked.values())


def _forms(country: Country, *others: str) -> re.Pattern[str]:
    forms = "|".join(map(re.escape, (*country.names, *country.words, *others)))
    return re.compile(rf"(?<!\w)(?:{forms})(?:s|['’]s?)?(?!\w)")
