"""Numbers, codes, dates and addresses are found in every language, in the usual spellings, before near misses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bizrag.store.publish import publish

MakeLibrary = Callable[[Connection], Any]

FRAMES = {
    "english": "We report that {} is in the table of the annual report, and it was not so in the year before.",
    "german": "Wir berichten, dass {} in der Tabelle des Berichts steht, und das war im Jahr davor nicht so.",
    "french": "Nous avons noté que {} est dans le tableau de ce rapport, et ce ne fut pas le cas pour les autres.",
}
# name: (as it stands in the documents, what people ask, a near miss)
CODES = {
    "product": ("MFC-L8900CDW", ["MFC-L8900CDW", "mfc-l8900cdw", "MFC L8900CDW", "L8900CDW"], "MFC-L8905CDW"),
    "form": ("10-K", ["10-K", "10K", "10\u2011k", "Form 10-K"], "10-Q"),
    "quarter": ("Q3 2022", ["Q3 2022", "3Q22", "Q3-2022", "Q3'22"], "Q2 2021"),
    "percentage": ("3.88%", ["3.88%", "3.88 %", "3 .88%", "3.88"], "3.89%"),
    "dollars": ("$1,577", ["$1,577", "1577", "$ 1,577", "1'577"], "$1,578"),
    "date": ("12/31/2022", ["12/31/2022", "31.12.2022", "2022-12-31", "31/12/2022"], "11/30/2021"),
    "standard": ("ISO 27001:2013", ["ISO 27001:2013", "ISO 27001", "iso-27001:2013"], "ISO 9001:2015"),
    "ampersand": ("R&D", ["R&D", "R & D", "r&d", "R&amp;D"], "M&A"),
    "disease": ("COVID-19", ["COVID-19", "Covid 19", "COVID\u201119"], "SARS-1"),
    "abbreviation": ("U.S.", ["U.S.", "US", "u.s"], "U.K."),
    "address": ("jane.doe@example.com", ["jane.doe@example.com", "Jane.Doe@Example.com"], "john.doe@example.com"),
    "fraction": ("0.577", ["0.577", ".577"], "0.578"),
}
# spellings of the language itself, asked in that spelling and in the others
LOCAL = {
    "german": [
        ("€1.577,30", ["€1.577,30", "1577,30 €", "1,577.30", "1577.30", "1 577,30"], "€1.578,30"),
        ("1.577", ["1.577", "1577", "1,577", "1 577"], "1.578"),
        ("3,88 %", ["3,88 %", "3,88%", "3.88%"], "3,89 %"),
        ("2.345.678,9", ["2.345.678,9", "2345678,9", "2,345,678.9"], "2.345.679,9"),
        ("am 05.03.2022", ["5.3.2022", "05.03.2022", "2022-03-05"], "am 06.04.2021"),
    ],
    "french": [
        ("1\u202f577,30 €", ["1 577,30 €", "1577,30", "1.577,30", "1,577.30"], "1\u202f578,30 €"),
        ("1 577 300", ["1 577 300", "1577300", "1,577,300", "1.577.300"], "1 577 301"),
        ("3,88 %", ["3,88 %", "3.88%"], "3,89 %"),
    ],
    "english": [("€1,577.30", ["€1,577.30", "1577.30", "€1.577,30"], "€1,578.30")],
}


def publish_pairs(conn: Connection, shelf: Any, pairs: dict[str, tuple[str, str]]) -> None:
    """Documents that hold a code, and beside each a near miss, in the language of their name's first part."""
    index = shelf.index(text_config=None)
    for name, (right, near) in pairs.items():
        for kind, code in (("right", right), ("near", near)):
            document = shelf.document(f"{name}/{kind}")
            chunk_set = shelf.chunk_set(document, [FRAMES[name.split("/")[0]].format(code)])
            publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


def ranking(conn: Connection, question: str) -> list[tuple[str, float]]:
    rows = conn.execute(text("SELECT doc, score FROM bm25_search('main', :q, 1000)"), {"q": question})
    return [(row.doc, row.score) for row in rows]


def check(conn: Connection, question: str, right: str, near: str) -> None:
    scores = dict(ranking(conn, question))
    assert right in scores, question
    assert scores[right] > scores.get(near, 0.0), (question, scores[right], scores.get(near))


def test_codes_are_found_in_every_language_before_near_misses(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    pairs = {f"{config}/{name}": (code, near) for config in FRAMES for name, (code, _, near) in CODES.items()}
    publish_pairs(conn, shelf, pairs)
    told = conn.execute(
        text("SELECT source_uri, CAST(text_config AS text) FROM index_document JOIN document USING (document_no)")
    )
    assert all(name.startswith(f"{config}/") for name, config in told)
    for config in FRAMES:
        for name, (_, questions, _) in CODES.items():
            for question in questions:
                # the German and French spelling of 3.88 is another; the point is read all the same
                check(conn, question, f"{config}/{name}/right", f"{config}/{name}/near")


@pytest.mark.parametrize("config", list(LOCAL))
def test_a_languages_own_spelling_of_numbers_is_found_in_every_spelling(
    conn: Connection, library: MakeLibrary, config: str
) -> None:
    cases = LOCAL[config]
    publish_pairs(
        conn, library(conn), {f"{config}/{place}": (code, near) for place, (code, _, near) in enumerate(cases)}
    )
    for place, (_, questions, _) in enumerate(cases):
        for question in questions:
            check(conn, question, f"{config}/{place}/right", f"{config}/{place}/near")


def test_a_code_in_a_document_without_language_is_found(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index = shelf.index(text_config=None)
    for name, chunk in (("right", "MFC-L8900CDW 1,577 Q3 2022"), ("near", "MFC-L8905CDW 1,578 Q2 2021")):
        document = shelf.document(name)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=shelf.chunk_set(document, [chunk]))
    publish_pairs(conn, shelf, {"german/a": ("1.577", "1.578")})
    for question in ("MFC-L8900CDW", "what is 1,577", "3Q22"):
        check(conn, question, "right", "near")
