"""Whose people, goods or laws are of which country, or part of the world: "Dutch" is said for the Netherlands.

Pure data.
"""

from __future__ import annotations

from types import MappingProxyType

_OF_COUNTRIES = """
    Argentine: Argentina; Argentinian: Argentina; Australian: Australia; Austrian: Austria; Belgian: Belgium
    Brazilian: Brazil; British: United Kingdom, UK, Great Britain, Britain; Bulgarian: Bulgaria; Canadian: Canada
    Chilean: Chile; Chinese: China; Colombian: Colombia; Croatian: Croatia; Cypriot: Cyprus
    Czech: Czech Republic, Czechia; Danish: Denmark; Dutch: Netherlands, The Netherlands, Holland; Egyptian: Egypt
    English: England; Estonian: Estonia; Finnish: Finland; French: France; German: Germany; Greek: Greece
    Hungarian: Hungary; Icelandic: Iceland; Indian: India; Indonesian: Indonesia; Irish: Ireland; Israeli: Israel
    Italian: Italy; Japanese: Japan; Kenyan: Kenya; Korean: South Korea, Korea; Latvian: Latvia; Lithuanian: Lithuania
    Malaysian: Malaysia; Maltese: Malta; Mexican: Mexico; Moroccan: Morocco; Nigerian: Nigeria; Norwegian: Norway
    Peruvian: Peru; Philippine: Philippines; Polish: Poland; Portuguese: Portugal; Romanian: Romania; Russian: Russia
    Saudi: Saudi Arabia; Scottish: Scotland; Serbian: Serbia; Singaporean: Singapore; Slovak: Slovakia
    Slovenian: Slovenia; Spanish: Spain; Swedish: Sweden; Swiss: Switzerland; Taiwanese: Taiwan; Thai: Thailand
    European: Europe; Asian: Asia; African: Africa
    Tunisian: Tunisia; Turkish: Turkey, Türkiye; Ukrainian: Ukraine; Vietnamese: Vietnam, Viet Nam; Welsh: Wales
"""
_ENTRIES = (entry.partition(": ") for line in _OF_COUNTRIES.strip().splitlines() for entry in line.strip().split("; "))
#: what is of a country, by its word, with the names that the country has
DEMONYMS = MappingProxyType({word: tuple(names.split(", ")) for word, _, names in _ENTRIES})
