"""What is of a country, by the name of the country: "Italian suppliers" are in Italy. Pure."""

from __future__ import annotations

import re

_COUNTRIES = {
    "american": "United States USA", "argentine": "Argentina", "australian": "Australia", "austrian": "Austria",
    "belgian": "Belgium", "brazilian": "Brazil", "british": "United Kingdom UK", "bulgarian": "Bulgaria",
    "canadian": "Canada", "chilean": "Chile", "chinese": "China", "croatian": "Croatia", "czech": "Czechia",
    "danish": "Denmark", "dutch": "Netherlands", "egyptian": "Egypt", "english": "England", "estonian": "Estonia",
    "finnish": "Finland", "french": "France", "german": "Germany", "greek": "Greece", "hungarian": "Hungary",
    "icelandic": "Iceland", "indian": "India", "indonesian": "Indonesia", "irish": "Ireland", "israeli": "Israel",
    "italian": "Italy", "japanese": "Japan", "kenyan": "Kenya", "korean": "Korea", "latvian": "Latvia",
    "lithuanian": "Lithuania", "malaysian": "Malaysia", "mexican": "Mexico", "moroccan": "Morocco",
    "nigerian": "Nigeria", "norwegian": "Norway", "pakistani": "Pakistan", "peruvian": "Peru", "polish": "Poland",
    "portuguese": "Portugal", "romanian": "Romania", "russian": "Russia", "scottish": "Scotland", "serbian": "Serbia",
    "slovak": "Slovakia", "slovenian": "Slovenia", "spanish": "Spain", "swedish": "Sweden", "swiss": "Switzerland",
    "thai": "Thailand", "turkish": "Turkey", "ukrainian": "Ukraine", "vietnamese": "Vietnam", "welsh": "Wales",
}  # fmt: skip
_OF_ONE = re.compile(rf"\b(?:{'|'.join(_COUNTRIES)})\b", re.IGNORECASE)


def named_countries(text: str) -> dict[str, str]:
    """The countries that a text names by what is of them; languages, too, are called so.

    >>> named_countries("Which Italian and Swiss suppliers are late?")
    {'Italian': 'Italy', 'Swiss': 'Switzerland'}
    """
    return {found[0]: _COUNTRIES[found[0].casefold()] for found in _OF_ONE.finditer(text)}
