"""Questions in other languages: what is compared of them, and what the answerer makes of it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.scoring import capital_terms
from bizrag.answering.languages import language_of, without_function_words
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PRICES = """Preise 2026
Headers: Bestell-Nr.
H-240: Ausführung Laufrad 240 mm; Preis (EUR, netto) 17.950.
H-259: Ausführung Gehäuse; Preis (EUR, netto) 18.640."""
_LEASE = (
    "Das Mietverhältnis beginnt am 1. Oktober 2023 und endet am 30. September 2028. "
    "Die Schlüssel werden nach Eingang der Bürgschaft übergeben."
)
_ENGLISH = "The lease of the Leeds depot was signed in May. Pallets are stored in hall 7."


@pytest.mark.parametrize(
    ("question", "language", "content"),
    [
        ("Wie viele Tage habe ich für die Kündigung?", "german", "Tage Kündigung"),
        ("Quand faut-il prévenir l'assureur ?", "french", "prévenir assureur"),
        ("¿Cuánto cuesta el envío a las islas?", "spanish", "cuesta envío islas"),
        ("Entro quando si paga la fattura dell'ordine?", "italian", "paga fattura ordine"),
        ("When is the invoice due?", "english", "When is the invoice due?"),
        # two words of Spanish, and a number that is asked for
        ("UN no.?", "english", "UN no.?"),
        ("Hotel Zürich", "english", "Hotel Zürich"),
        # one word will do where the letters tell the language
        ("Кто согласует превышение лимита?", "russian", "согласует превышение лимита"),
        ("Πόσο διαρκεί η άδεια μητρότητας;", "greek", "διαρκεί άδεια μητρότητας;"),
        ("Kto zatwierdza urlop i do kiedy?", "polish", "zatwierdza urlop"),
        ("Vad kostar en biljett till Lund?", "swedish", "kostar biljett Lund"),
        ("Hvornår skal fakturaen betales?", "danish", "fakturaen betales"),
    ],
)
def test_words_that_ask_and_connect_are_left_out(question: str, language: str, content: str) -> None:
    assert language_of(question) == language
    assert without_function_words(question) == content


def test_german_nouns_are_no_names() -> None:
    assert capital_terms("Was kostet die Pumpe HX-100 mit dem Laufrad?") == {"hx", "100"}
    assert capital_terms("What does the pump of Kestrel cost?") == {"kestrel"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Was kostet die Ausführung mit dem Laufrad 240?", "Preis (EUR, netto) 17.950"),
        ("Wann beginnt das Mietverhältnis?", "am 1. Oktober 2023"),
        ("Wann werden die Schlüssel übergeben?", "nach Eingang der Bürgschaft"),
    ],
)
def test_german_questions_are_answered_among_english_documents(
    minilm: LocalEmbedder, question: str, expected: str
) -> None:
    passages = [
        make_passage(1, make_hit(1, _ENGLISH, doc="lease_leeds.pdf")),
        make_passage(2, make_hit(2, _LEASE, doc="mietvertrag.pdf")),
        make_passage(3, make_hit(3, _PRICES, doc="preise.pdf", kind=ChunkKind.TABLE)),
    ]
    answer = ExtractiveAnswerer(minilm).answer(question, passages)
    assert expected in answer.text.split("[", 1)[0]
    assert not any("Wann" in note or "kostet" in note or "slip" in note for note in answer.trace.notes)


_REPORT = (
    "公司在苏州新建的第三座工厂于2024年9月18日正式投产,预计年产能为12万台。为应对汇率风险,公司使用远期外汇合约,覆盖比例约为60%。"
    "公司共有员工5,230人,其中研发人员820人。"
)
_SEGMENTS = """分部业绩
Headers: 分部.
光学仪器: 2024年营业收入(亿元) 21.4; 毛利率 41.2%.
测量设备: 2024年营业收入(亿元) 15.7; 毛利率 35.0%.
医疗器械: 2024年营业收入(亿元) 8.3; 毛利率 38.4%."""
_TRAVEL = (
    "国内出張の日当は、一般社員が2,500円、管理職が3,500円とする。上限を超える場合は、事前に部長の承認を得なければならない。"
    "タクシーの利用は、深夜または公共交通機関がない場合に限る。"
)
_RESULTS = (
    "매출액은 1조 2,450억원으로 9.4% 증가했다. 대표이사는 김민수이며 다음 실적 발표는 2025년 2월 6일에 예정되어 있다."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("第三座工厂什么时候投产?", "2024年9月18日"),
        ("公司如何应对汇率风险?", "远期外汇合约"),
        ("公司有多少研发人员?", "820人"),
        ("医疗器械分部的毛利率是多少?", "医疗器械: 毛利率 38.4%"),
        ("哪个分部的毛利率最高?", "光学仪器: 毛利率 41.2%"),
        ("国内出張の日当はいくらですか？", "一般社員が2,500円"),
        ("上限を超える場合は誰の承認が必要ですか？", "部長の承認"),
        ("タクシーはいつ利用できますか？", "深夜または"),
        ("매출액은 얼마입니까?", "1조 2,450억원"),
        ("대표이사는 누구인가요?", "김민수"),
    ],
)
def test_questions_without_blanks_between_words_are_answered(
    minilm: LocalEmbedder, question: str, expected: str
) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, _unspaced())
    told = answer.text.split("[", 1)[0]
    assert expected in told
    # a sentence that ends with a stop of full width gets no other one
    assert "。." not in told


def test_what_is_not_there_is_not_answered_in_them_either(minilm: LocalEmbedder) -> None:
    # an embedder that has not read a script takes all texts in it for alike
    for question in ("公司的审计机构是哪家?", "通勤手当はいくらですか？", "본사 주소는 어디입니까?"):
        assert ExtractiveAnswerer(minilm).answer(question, _unspaced()).is_abstention, question


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Сколько возмещается за ночь в гостинице в Москве?", "6 000 рублей"),
        ("Какой класс перелёта у руководителей?", "Руководители: Класс перелёта Комфорт"),
        ("Кто является главным бухгалтером?", ""),
    ],
)
def test_russian_words_are_compared_without_their_endings(minilm: LocalEmbedder, question: str, expected: str) -> None:
    hotels = (
        "Стоимость гостиницы возмещается, но не более 6 000 рублей за ночь в Москве. Превышение лимита не возмещается."
    )
    classes = """Класс по категориям
Специалисты: Класс поезда Купе; Класс перелёта Эконом.
Руководители: Класс поезда СВ; Класс перелёта Комфорт."""
    passages = [
        make_passage(1, make_hit(1, hotels, doc="ru.pdf")),
        make_passage(2, make_hit(2, classes, doc="ru.pdf", kind=ChunkKind.TABLE)),
    ]
    answer = ExtractiveAnswerer(minilm).answer(question, passages)
    assert expected in answer.text
    assert answer.is_abstention == (not expected)
    # no ending is a slip of the keyboard, and no word that asks is missing
    assert not any("Сколько" in note or "slip" in note or "perhaps" in note for note in answer.trace.notes)


def _unspaced() -> list[Passage]:
    return [
        make_passage(1, make_hit(1, _REPORT, doc="zh.pdf")),
        make_passage(2, make_hit(2, _SEGMENTS, doc="zh.pdf", kind=ChunkKind.TABLE)),
        make_passage(3, make_hit(3, _TRAVEL, doc="ja.pdf")),
        make_passage(4, make_hit(4, _RESULTS, doc="ko.pdf")),
    ]
