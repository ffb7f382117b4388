"""Countries by their names, and what is of them by its words: "Italian suppliers" are in Italy. Pure data.

The words are those of goods and of people; "American" is of more than one country, as names of states and cities tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

# names, what is of it and who is from there, the code of ISO 3166
_TABLE = """
    Argentina | Argentine, Argentinian | AR
    Australia | Australian | AU
    Austria | Austrian | AT
    Belgium | Belgian | BE
    Brazil | Brazilian | BR
    Bulgaria | Bulgarian | BG
    Canada | Canadian | CA
    Chile | Chilean | CL
    China, People's Republic of China, PRC | Chinese | CN
    Colombia | Colombian | CO
    Croatia | Croatian, Croat | HR
    Cyprus | Cypriot | CY
    Czech Republic, Czechia | Czech | CZ
    Denmark | Danish, Dane | DK
    Egypt | Egyptian | EG
    England | English | GB
    Estonia | Estonian | EE
    Finland | Finnish, Finn | FI
    France | French | FR
    Germany | German | DE
    Greece | Greek | GR
    Hungary | Hungarian | HU
    Iceland | Icelandic, Icelander | IS
    India | Indian | IN
    Indonesia | Indonesian | ID
    Ireland | Irish | IE
    Israel | Israeli | IL
    Italy | Italian | IT
    Japan | Japanese | JP
    Kenya | Kenyan | KE
    South Korea, Korea, Republic of Korea | Korean | KR
    Latvia | Latvian | LV
    Lithuania | Lithuanian | LT
    Luxembourg | Luxembourger | LU
    Malaysia | Malaysian | MY
    Malta | Maltese | MT
    Mexico | Mexican | MX
    Morocco | Moroccan | MA
    Netherlands, The Netherlands, Holland | Dutch | NL
    New Zealand | New Zealander | NZ
    Nigeria | Nigerian | NG
    Norway | Norwegian | NO
    Pakistan | Pakistani | PK
    Peru | Peruvian | PE
    Philippines | Philippine, Filipino | PH
    Poland | Polish, Pole | PL
    Portugal | Portuguese | PT
    Romania | Romanian | RO
    Russia, Russian Federation | Russian | RU
    Saudi Arabia | Saudi | SA
    Scotland | Scottish, Scot | GB
    Serbia | Serbian, Serb | RS
    Singapore | Singaporean | SG
    Slovakia | Slovak | SK
    Slovenia | Slovenian | SI
    South Africa | South African | ZA
    Spain | Spanish, Spaniard | ES
    Sweden | Swedish, Swede | SE
    Switzerland | Swiss | CH
    Taiwan | Taiwanese | TW
    Thailand | Thai | TH
    Tunisia | Tunisian | TN
    Turkey, Türkiye | Turkish, Turk | TR
    Ukraine | Ukrainian | UA
    United Kingdom, UK, Great Britain, Britain | British, Briton | GB
    United States, USA | American | US
    Vietnam, Viet Nam | Vietnamese | VN
    Wales | Welsh | GB
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country: its names, the words of what is of it, and its code of two letters."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    code: str


def _read(line: str) -> Country:
    names, words, code = line.strip().split(" | ")
    return Country(names=tuple(names.split(", ")), words=tuple(words.split(", ")), code=code)


COUNTRIES = tuple(map(_read, _TABLE.strip().splitlines()))
_CONTINENTS = {"European": ("Europe",), "Asian": ("Asia",), "African": ("Africa",)}
#: what is of a country or continent, by its word, with the names of that: "Dutch" is said for the Netherlands
DEMONYMS = MappingProxyType({word: one.names for one in COUNTRIES for word in one.words} | _CONTINENTS)
# in small letters "pole" and "dane" are no people
_COUNTRY_OF = {one.words[0].casefold(): one for one in COUNTRIES}
_OF_ONE = re.compile(rf"\b(?:{'|'.join(_COUNTRY_OF)})\b", re.IGNORECASE)


def named_countries(text: str) -> dict[str, str]:
    """The names of the countries that a text names by what is of them; languages, too, are called so.

    >>> named_countries("Which Italian and Swiss suppliers are late?")
    {'Italian': 'Italy', 'Swiss': 'Switzerland'}
    """
    return {found[0]: " ".join(_COUNTRY_OF[found[0].casefold()].names) for found in _OF_ONE.finditer(text)}
