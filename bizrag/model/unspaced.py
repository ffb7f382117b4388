"""Chinese, Japanese and Korean: scripts that set no blanks between words, or none before particles. Pure.

Two letters that follow each other are compared as a word of their own, as full-text search does in SQL
(``bizrag_pair_letters``): no dictionary is needed, and no cut between words can be wrong.
"""

from __future__ import annotations

import re

#: ideographs with their repeat and zero, and kana: a blank is no part of their text. As part of a class of a pattern.
WITHOUT_BLANKS = "\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
#: with hangul: letters that fill their square
SQUARE_LETTERS = f"{WITHOUT_BLANKS}\uac00-\ud7a3"

_LETTER = re.compile(f"[{SQUARE_LETTERS}]")
_RUN = re.compile(f"[{SQUARE_LETTERS}]+")
_UNPARTED, _OTHER = re.compile(f"[{WITHOUT_BLANKS}]+"), re.compile(f"[^\\W{WITHOUT_BLANKS}]+")
# What asks or connects and names nothing. Japanese writes that in hiragana, which content words hardly are.
_ASKING = re.compile(
    "请问|請問|是多少|有多少|多少|什么时候|什麼時候|何时|何時|什么|什麼|哪些|哪个|哪個|哪家|哪里|哪裡|哪一|哪年|谁|誰|几个|几家|如何|怎么样|怎么|怎麼|怎样"
    "|为什么|為什麼|为何|為何|是否|有没有|有沒有|有哪|分别|分別|[的了吗嗎呢是在和与與及]"
    "|[\u3041-\u3096]+|何|教えて|場合"
    "|얼마나|얼마|언제|누구|무엇|어디|어떤|어떻게|입니까|인가요|인가|습니까|합니까|됩니까|입니다|습니다"
)


def is_without_blanks(letter: str) -> bool:
    """Whether a letter is of a script whose words no blanks part: han and kana, not hangul.

    >>> is_without_blanks("年"), is_without_blanks("년"), is_without_blanks("y")
    (True, False, False)
    """
    return _UNPARTED.match(letter) is not None


def count_words(text: str) -> int:
    """How many words a text has; where no blanks part them, two letters are one, as most words there have two.

    >>> count_words("net sales of 2024"), count_words("公司2024年的营业收入, net")
    (4, 6)
    """
    parts = text.split()
    if text.isascii() or not _UNPARTED.search(text):
        return len(parts)
    return sum(
        max(1, sum((len(run) + 1) // 2 for run in _UNPARTED.findall(part)) + len(_OTHER.findall(part)))
        for part in parts
    )


def in_pairs(text: str) -> str:
    """Text with every two letters that follow each other as a word, a letter alone as one, and other text as it is.

    >>> in_pairs("营业收入48亿元").split()
    ['营业', '业收', '收入', '48', '亿元']
    """
    return text if text.isascii() else _RUN.sub(_paired, text)


def without_asking(text: str) -> str:
    """Text without the words of these scripts that ask or connect; blanks stand in their place.

    >>> without_asking("公司的营业收入是多少?").split(), without_asking("グリーン車はいつ利用できますか").split()
    (['公司', '营业收入', '?'], ['グリーン車', '利用'])
    """
    return text if text.isascii() or not _LETTER.search(text) else _ASKING.sub(" ", text)


def _paired(run: re.Match[str]) -> str:
    letters = run[0]
    if len(letters) == 1:
        return f" {letters} "
    return f" {' '.join(letters[at : at + 2] for at in range(len(letters) - 1))} "
