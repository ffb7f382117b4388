"""Countries by their names, and what is of them by its words: "Italian suppliers" are in Italy. Pure data.

The words are those of goods and of people; "American" is of more than one country, as names of states and cities tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

# names, what is of it and who is from there, the code of ISO 3166, and its largest cities, which stand for it in texts
_TABLE = """
    Argentina | Argentine, Argentinian | AR | Buenos Aires, Córdoba
    Australia | Australian | AU | Sydney, Melbourne, Brisbane, Perth
    Austria | Austrian | AT | Vienna, Graz, Linz, Salzburg
    Belgium | Belgian | BE | Brussels, Antwerp, Ghent
    Brazil | Brazilian | BR | São Paulo, Rio de Janeiro, Brasília
    Bulgaria | Bulgarian | BG | Sofia, Plovdiv
    Canada | Canadian | CA | Toronto, Montreal, Vancouver, Ottawa, Calgary
    Chile | Chilean | CL | Santiago
    China, People's Republic of China, PRC | Chinese | CN | Beijing, Shanghai, Shenzhen, Guangzhou
    Colombia | Colombian | CO | Bogotá, Medellín
    Croatia | Croatian, Croat | HR | Zagreb, Split
    Cyprus | Cypriot | CY | Nicosia, Limassol
    Czech Republic, Czechia | Czech | CZ | Prague, Brno, Ostrava
    Denmark | Danish, Dane | DK | Copenhagen, Aarhus, Odense
    Egypt | Egyptian | EG | Cairo, Alexandria
    England | English | GB | London, Manchester, Birmingham, Leeds, Liverpool, Bristol
    Estonia | Estonian | EE | Tallinn, Tartu
    Finland | Finnish, Finn | FI | Helsinki, Espoo, Tampere, Turku
    France | French | FR | Paris, Lyon, Marseille, Toulouse, Lille
    Germany | German | DE | Berlin, Hamburg, Munich, Cologne, Frankfurt, Stuttgart, Düsseldorf
    Greece | Greek | GR | Athens, Thessaloniki
    Hungary | Hungarian | HU | Budapest, Debrecen
    Iceland | Icelandic, Icelander | IS | Reykjavik
    India | Indian | IN | Mumbai, Delhi, Bangalore, Bengaluru, Chennai
    Indonesia | Indonesian | ID | Jakarta, Surabaya
    Ireland | Irish | IE | Dublin, Cork
    Israel | Israeli | IL | Tel Aviv, Jerusalem, Haifa
    Italy | Italian | IT | Rome, Milan, Turin, Naples, Bologna
    Japan | Japanese | JP | Tokyo, Osaka, Nagoya, Yokohama
    Kenya | Kenyan | KE | Nairobi, Mombasa
    South Korea, Korea, Republic of Korea | Korean | KR | Seoul, Busan
    Latvia | Latvian | LV | Riga
    Lithuania | Lithuanian | LT | Vilnius, Kaunas
    Luxembourg | Luxembourger | LU | Luxembourg
    Malaysia | Malaysian | MY | Kuala Lumpur, Penang
    Malta | Maltese | MT | Valletta
    Mexico | Mexican | MX | Mexico City, Monterrey, Guadalajara
    Morocco | Moroccan | MA | Casablanca, Rabat
    Netherlands, The Netherlands, Holland | Dutch | NL | Amsterdam, Rotterdam, The Hague, Utrecht, Eindhoven
    New Zealand | New Zealander | NZ | Auckland, Wellington
    Nigeria | Nigerian | NG | Lagos, Abuja
    Norway | Norwegian | NO | Oslo, Bergen, Trondheim, Stavanger
    Pakistan | Pakistani | PK | Karachi, Lahore
    Peru | Peruvian | PE | Lima
    Philippines | Philippine, Filipino | PH | Manila, Cebu
    Poland | Polish, Pole | PL | Warsaw, Kraków, Wrocław, Gdańsk, Gdynia, Poznań
    Portugal | Portuguese | PT | Lisbon, Porto
    Romania | Romanian | RO | Bucharest, Cluj
    Russia, Russian Federation | Russian | RU | Moscow, Saint Petersburg
    Saudi Arabia | Saudi | SA | Riyadh, Jeddah
    Scotland | Scottish, Scot | GB | Edinburgh, Glasgow, Aberdeen
    Serbia | Serbian, Serb | RS | Belgrade, Novi Sad
    Singapore | Singaporean | SG | Singapore
    Slovakia | Slovak | SK | Bratislava, Košice
    Slovenia | Slovenian | SI | Ljubljana, Maribor
    South Africa | South African | ZA | Johannesburg, Cape Town, Durban
    Spain | Spanish, Spaniard | ES | Madrid, Barcelona, Valencia, Seville, Bilbao
    Sweden | Swedish, Swede | SE | Stockholm, Gothenburg, Malmö
    Switzerland | Swiss | CH | Zurich, Zürich, Geneva, Basel, Bern, Lausanne
    Taiwan | Taiwanese | TW | Taipei, Kaohsiung
    Thailand | Thai | TH | Bangkok
    Tunisia | Tunisian | TN | Tunis
    Turkey, Türkiye | Turkish, Turk | TR | Istanbul, Ankara, Izmir
    Ukraine | Ukrainian | UA | Kyiv, Kiev, Lviv
    United Kingdom, UK, Great Britain, Britain | British, Briton | GB | London, Belfast
    United States, USA | American | US | New York, Chicago, Boston, San Francisco
    Vietnam, Viet Nam | Vietnamese | VN | Hanoi, Ho Chi Minh City
    Wales | Welsh | GB | Cardiff, Swansea
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country: its names, the words of what is of it, its code of two letters, and its largest cities."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    code: str
    cities: tuple[str, ...]


def _read(line: str) -> Country:
    names, words, code, cities = line.strip().split(" | ")
    return Country(
        names=tuple(names.split(", ")), words=tuple(words.split(", ")), code=code, cities=tuple(cities.split(", "))
    )


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
