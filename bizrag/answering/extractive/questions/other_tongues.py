"""What a question in German, French or Spanish asks of a table, as it is asked in English; its other words stay. Pure.

Names of rows and columns are compared as they stand. Only what asks for the largest, for a change, a sum or an average
is said otherwise: whatever reads tables knows these in English.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bizrag.answering.languages import language_of

_FORMS: dict[str, tuple[tuple[str, str], ...]] = {
    "german": (
        (r"(?:um|auf) (?:wie ?viel|welchen betrag)(?: prozent)?|wie stark|wie sehr", "by how much did"),
        (r"(?:höchste|größte|längste|teuerste|stärkste|häufigste)[nrms]?", "highest"),
        (r"(?:am )?meisten", "most"),
        (r"(?:niedrigste|kleinste|geringste|kürzeste|günstigste|schwächste)[nrms]?|(?:am )?wenigsten", "lowest"),
        (
            r"steigen|steigt|stiegen?|gestiegen|w[aä]chst|wachsen|wuchs(?:en)?|gewachsen|zugenommen|erhöht(?:e[nr]?)?",
            "grew",
        ),
        (r"sinken|sinkt|sank(?:en)?|gesunken|fallen|fällt|fiel(?:en)?|gefallen|abgenommen|zurückgegangen", "fell"),
        (r"von (?=(?:19|20)\d\d)", "from "),
        (r"(?:auf|bis) (?=(?:19|20)\d\d)", "to "),
        (r"zwischen", "between"),
        (r"und(?= )", "and"),
        (r"welche[rsmn]?", "which"),
        (r"jedes jahr|in jedem jahr|jährlich", "every year"),
        (r"jahr", "year"),
        (r"durchschnitt(?:lich(?:e[nrs]?)?)?", "average"),
        (r"zusammen|insgesamt", "together"),
        (r"unterschied|differenz", "difference"),
    ),
    "french": (
        (r"de combien(?: de points?)?", "by how much did"),
        (r"(?:(?:le|la|les) )?plus (?:élevée?s?|hauts?|hautes?|grande?s?|importante?s?|fort(?:e)?s?)", "highest"),
        (r"(?:(?:le|la|les) )?(?:plus (?:faibles?|bas(?:se)?s?|petite?s?)|moins élevée?s?)", "lowest"),
        (r"(?:le|la|les) plus", "most"),
        (r"le moins", "least"),
        (r"augmenté|augmente(?:nt)?|progressé|progresse(?:nt)?|crû|hausse", "grew"),
        (r"baissé|baisse(?:nt)?|diminué|diminue(?:nt)?|reculé|recule(?:nt)?|recul", "fell"),
        (r"entre", "between"),
        (r"de (?=(?:19|20)\d\d)", "from "),
        (r"(?<=\d\d\d\d )à (?=(?:19|20)\d\d)", "to "),
        (r"et(?= )", "and"),
        (r"quel(?:le)?s?", "which"),
        (r"chaque année|tous les ans", "every year"),
        (r"année", "year"),
        (r"(?:en )?moyenne", "average"),
        (r"ensemble|au total", "together"),
        (r"différence|écart", "difference"),
    ),
    "spanish": (
        (r"(?:en )?cuánto (?=(?:ha |han )?(?:aument|crec|sub|baj|dismin|ca))", "by how much did "),
        (r"(?:(?:el|la|los|las) )?(?:mayor(?:es)?|más alt[oa]s?|más grandes?|más elevad[oa]s?)", "highest"),
        (r"(?:(?:el|la|los|las) )?(?:menor(?:es)?|más baj[oa]s?|más pequeñ[oa]s?)", "lowest"),
        (r"más", "most"),
        (r"menos", "least"),
        (r"aument(?:ó|aron|ado|a|an)|crec(?:ió|ieron|ido|e|en)|sub(?:ió|ieron|ido|e|en)", "grew"),
        (r"baj(?:ó|aron|ado|a|an)|disminu(?:yó|yeron|ido|ye|yen)|ca(?:yó|yeron|ído|e|en)", "fell"),
        (r"entre", "between"),
        (r"de (?=(?:19|20)\d\d)", "from "),
        (r"(?<=\d\d\d\d )a (?=(?:19|20)\d\d)", "to "),
        (r"y(?= )", "and"),
        (r"qué|cuál(?:es)?", "which"),
        (r"(?:cada año|todos los años)", "every year"),
        (r"año", "year"),
        (r"(?:en )?promedio|media", "average"),
        (r"juntos|en total", "together"),
        (r"diferencia", "difference"),
    ),
}
_COMPILED = {
    language: tuple((re.compile(rf"(?<!\w)(?:{asked})(?!(?<=\w)\w)", re.IGNORECASE), said) for asked, said in forms)
    for language, forms in _FORMS.items()
}
_KEPT = 256


@lru_cache(maxsize=_KEPT)
def asked_in_english(question: str) -> str:
    """A question with what it asks of a table in English; as it is where it is English or of another language.

    >>> asked_in_english("Um wie viel ist der Umsatz von 2024 auf 2025 gestiegen?")
    'by how much did ist der Umsatz from 2024 to 2025 grew?'
    >>> asked_in_english("Quel secteur a la consommation la plus élevée ?")
    'which secteur a la consommation highest ?'
    >>> asked_in_english("¿Qué región tiene el menor gasto?"), asked_in_english("Which is the largest plus?")
    ('¿which región tiene lowest gasto?', 'Which is the largest plus?')
    """
    for asked, said in _COMPILED.get(language_of(question), ()):
        question = asked.sub(said, question)
    return question
