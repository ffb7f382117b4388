"""A language per document: told from its text, kept with its terms, and every question is asked in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index
from bizrag.store.publish import publish

MakeLibrary = Callable[[Connection], Any]

TEXTS = {
    "english": "Net sales rose in the third quarter because of higher prices in all of our segments.",
    "german": "Der Umsatz stieg im dritten Quartal, weil die Preise in allen Segmenten höher waren als im Vorjahr.",
    "french": "Le chiffre d'affaires a augmenté au troisième trimestre, et nous pensons que ce sera dans nos prix.",
    "spanish": "Las ventas aumentaron en el tercer trimestre por los precios de todos nuestros segmentos.",
    "italian": "I ricavi sono aumentati nel terzo trimestre grazie ai prezzi in tutti i nostri segmenti.",
    "dutch": "De omzet steeg in het derde kwartaal door hogere prijzen in al onze segmenten, en dat is van de vraag.",
    "portuguese": "As vendas aumentaram no terceiro trimestre com os preços de todos os nossos segmentos.",
    "swedish": "Omsättningen ökade under tredje kvartalet på grund av priser i alla våra segment, och det är bra.",
    "finnish": "Liikevaihto kasvoi, ja se oli enemmän kuin vuonna, mutta kysyntä ei ole varmaa, koska hinnat ovat.",
    "russian": "Выручка выросла в третьем квартале, потому что цены были выше, и мы не знаем, будет ли так и для нас.",
    "hungarian": "A bevétel nőtt, mert az árak magasabbak voltak, és ez nem csak egy szegmens, de minden, ami van.",
    "turkish": "Satışlar üçüncü çeyrekte arttı, çünkü fiyatlar daha yüksek, ama bu ve ile ilgili çok şey var.",
}
OTHERS = {
    "empty": "",
    "numbers": "1,577 1,433 322 299 1,998 1,819",
    "names": "Hannah Miller, Jennifer Brown, Ben Carter, Alice Example, Bob Sample, Manager, Berlin, Tokyo",
    "two words": "the revenue",
    "Polish": "Wzrost wynika z wyższych cen we wszystkich segmentach. To jest nasz cel i na tym nam zależy.",
    "Japanese": "第3四半期の純売上高は8%増の1577億円となりました。",
    "Greek": "Οι καθαρές πωλήσεις αυξήθηκαν κατά 8% στο τρίτο τρίμηνο.",
}


@pytest.fixture
def shared(shared_engine: Engine) -> Iterator[Connection]:
    with shared_engine.connect() as connection:
        yield connection


def told(conn: Connection, sample: str | None) -> str:
    return str(conn.scalar(text("SELECT CAST(bizrag_text_config(:sample) AS text)"), {"sample": sample}))


def put(conn: Connection, shelf: Any, index: IndexRow, name: str, chunks: list[str], version: int = 1) -> None:
    document = shelf.document(name)
    chunk_set = shelf.chunk_set(document, chunks, version=version)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


def configs(conn: Connection) -> dict[str, str]:
    rows = conn.execute(
        text("SELECT source_uri, CAST(text_config AS text) FROM index_document JOIN document USING (document_no)")
    )
    return {row[0]: row[1] for row in rows}


def found(conn: Connection, question: str, index: str = "main") -> list[str]:
    """Documents of the best chunks, in order."""
    docs = conn.scalars(text("SELECT doc FROM bm25_search(:index, :q, 50)"), {"index": index, "q": question})
    return list(dict.fromkeys(docs))


@pytest.mark.parametrize("config", list(TEXTS))
def test_a_sentence_tells_its_language(shared: Connection, config: str) -> None:
    assert told(shared, TEXTS[config]) == config
    assert told(shared, TEXTS[config].upper()) == config


@pytest.mark.parametrize("name", list(OTHERS))
def test_a_text_without_enough_stop_words_is_simple(shared: Connection, name: str) -> None:
    assert told(shared, OTHERS[name]) == "simple"


def test_a_table_with_a_few_english_words_is_english(shared: Connection) -> None:
    table = "Revenue by segment 2022 2021 Printing 1,577 Cost of sales 1,100 Selling, general and administrative 400 "
    assert told(shared, table + "Research and development 100 Provision for income tax 99 Net income 299") == "english"


def test_the_language_of_most_words_decides(shared: Connection) -> None:
    assert told(shared, f"{TEXTS['german']} {TEXTS['german']} {TEXTS['english']}") == "german"


def test_a_document_is_published_in_its_language(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index = shelf.index(text_config=None)
    for config in ("english", "german", "french"):
        # most of a document decides, not its first chunk
        put(conn, shelf, index, config, [OTHERS["names"], *[TEXTS[config]] * 5])
    put(conn, shelf, index, "numbers", [OTHERS["numbers"]])
    put(conn, shelf, index, "empty", [])
    assert configs(conn) == {
        "english": "english",
        "german": "german",
        "french": "french",
        "numbers": "simple",
        "empty": "simple",
    }
    # stop words and endings of each language
    assert found(conn, "die Preise für den Umsätzen")[0] == "german"
    assert found(conn, "les augmentations") == ["french"]
    assert found(conn, "price expectations")[0] == "english"
    assert found(conn, "the and weil nous") == []


def test_an_index_of_one_language_keeps_it_for_all(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    put(conn, shelf, shelf.index(text_config="simple"), "a", [TEXTS["german"]])
    assert configs(conn) == {"a": "simple"}
    assert found(conn, "der") == ["a"]


def test_a_document_follows_when_its_language_or_that_of_the_index_changes(
    conn: Connection, library: MakeLibrary
) -> None:
    shelf = library(conn)
    index = shelf.index(text_config="english")
    put(conn, shelf, index, "a", [TEXTS["german"]])
    assert configs(conn) == {"a": "english"}
    # the same chunks, under an index that no longer fixes the language
    index = shelf.index(text_config=None)
    put(conn, shelf, index, "a", [TEXTS["german"]])
    assert configs(conn) == {"a": "german"}
    put(conn, shelf, index, "a", [TEXTS["french"]], version=2)
    assert configs(conn) == {"a": "french"}
    assert found(conn, "Umsatz") == []


def test_what_was_published_before_there_were_languages_keeps_answering(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index = shelf.index(text_config="german")
    put(conn, shelf, index, "old", [TEXTS["german"]])
    # the settings say "auto" now; nothing was published again yet
    ensure_index(conn, _auto(index))
    put(conn, shelf, index, "new", [TEXTS["english"]])
    assert configs(conn) == {"old": "german", "new": "english"}
    assert found(conn, "Preisen") == ["old"]
    assert found(conn, "higher prices") == ["new"]


def _auto(index: IndexRow) -> IndexSpec:
    names = ("index_name", "variant", "chunk_params", "space", "dimensions", "k1", "b")
    return IndexSpec(**{name: getattr(index, name) for name in names}, text_config=None)
