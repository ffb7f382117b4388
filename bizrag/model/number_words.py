"""Numbers in words, in English, German, French and Spanish: contracts say "thirty (30) days". Pure."""

from __future__ import annotations

import re

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen",
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn",
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
    " dix-neuf",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve",
)
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
)
_VALUES = {
    **{word: value for words in _UNITS for value, word in enumerate(words.split(), 1)},
    **{word: 10 * value for words in _TENS for value, word in enumerate(words.split(), 2)},
    **dict.fromkeys(("hundred", "hundert", "cent", "cien"), 100),
    **dict.fromkeys(("eine", "einen", "einem", "einer", "une", "una"), 1),
    "quatre-vingts": 80,
}
_GERMAN = re.compile(r"(?P<unit>\w+?)und(?P<ten>\w+)$")


def value_of(word: str) -> int | None:
    """What a number in words says; None for another word, and for more than a hundred.

    >>> [value_of(word) for word in ("three", "Forty-five", "dreißig", "fünfundvierzig", "trente", "months")]
    [3, 45, 30, 45, 30, None]
    """
    said = word.casefold()
    if (known := _VALUES.get(said)) is not None:
        return known
    parts = said.split("-") if "-" in said else []
    if (german := _GERMAN.match(said)) is not None:
        parts = [german["ten"], german["unit"]]
    values = [_VALUES.get(part) for part in parts]
    if len(values) != 2 or values[0] is None or values[1] is None:
        return None
    return values[0] + values[1] if values[0] in range(20, 100, 10) and values[1] < 10 else None
