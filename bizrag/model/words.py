"""Words and numbers as they compare: one normal form for questions, sentences, table cells and evidence.

Only comparison belongs here; what a person reads is never changed.
"""

from __future__ import annotations

import re
import unicodedata

from bizrag.model.unspaced import in_pairs

#: a month, whole or cut short, in English, German, French, Dutch, Danish, Spanish, Italian or Portuguese, as part of an
#: expression that ignores case; no "margin", "decision" or "marketing"
MONTH = (
    r"(?:jan(?:uar[yi]?|v(?:ier)?)?|feb(?:ruar[yi]?|brero|braio)?|f[ée]v(?:r(?:ier)?)?|maart|mar(?:ch|ts|s|zo|ço)?|märz?"
    r"|mrt|apr(?:ile?)?|avr(?:il)?|ma[ijy]|mei|mayo|maggio|maio|jun(?:e|io?|ho)?|juin|jul(?:y|io?|ho)?|juil(?:let)?"
    r"|aug(?:ust(?:us)?)?|ao[uû]t|sep(?:t(?:ember|embre|iembre)?)?|o[kc]t(?:ober|obre|ubre)?"
    r"|nov(?:em(?:ber|bre|bro)|iembre)?|de[cz](?:em(?:ber|bro))?|d[ée]c(?:embre)?)(?![^\W\d_])\.?"
)

#: the numbers from one to twelve as texts spell them, in their order
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

#: words that no line ends with but one that goes on, in English and German
OPEN_ENDS = frozenset(
    re.findall(
        r"\S+",
        "a an the of in on at by for from to with and or per than as is are was were its their our between "
        "into over under about up after before until since without through during & – "
        "der die das des dem den ein eine einen einer im zum zur von vom für mit und oder auf bei nach über zwischen",
    )
)

#: letters without a shape, which nobody types in a question: zero-width spaces, word joiners, marks of direction and of
#: the order of bytes; joiners of letters stay, as some scripts spell with them
INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")

_DIGIT = re.compile(r"\d")
# "3 .88", "1 ,234", "1, 234", "3. 88": text layers of PDFs leave blanks inside numbers; "2025, 28,127" are two
_BROKEN_NUMBER = re.compile(r"(?<=\d) (?=[.,]\d)|(?<![\d.,])(\d{1,3}(?:,(?= \d{3}(?!\d))|\.(?= \d{2}))) ")
# what a text with one of the patterns has: looking for it takes a tenth of the time
_MAY_BE_BROKEN = re.compile(r"\d(?: [.,]|[.,] )\d")
_MAY_BE_THOUSANDS = re.compile(r"\d,\d{3}")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+)(?![\d,])")
_FISCAL_YEAR = re.compile(r"\b([cf]y)(?=\d)")
_TOKEN = re.compile(r"\d+(?:\.\d+)+|\w+")
_TRAILING_ZEROS = re.compile(r"^(\d+\.\d*?)0+$")


def tokens(text: str) -> list[str]:
    """Words in lower case and numbers without separators, signs, brackets, currency and closing zeros.

    >>> tokens("Net loss of $(1,234.50), FY2021: 3 .88 %")
    ['net', 'loss', 'of', '1234.5', 'fy', '2021', '3.88']
    >>> tokens("28,127 in 2025, 28 less; 1, 234")
    ['28127', 'in', '2025', '28', 'less', '1234']
    >>> tokens("毛利率36.80％")
    ['毛利', '利率', '36.8']
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    if _DIGIT.search(plain):
        if _MAY_BE_BROKEN.search(plain):
            plain = _BROKEN_NUMBER.sub(lambda match: match[1] or "", plain)
        if _MAY_BE_THOUSANDS.search(plain):
            plain = _THOUSANDS.sub(lambda match: match[1].replace(",", ""), plain)
        if "fy" in plain or "cy" in plain:
            plain = _FISCAL_YEAR.sub(r"\1 ", plain)
    return [_canonical(token) for token in _TOKEN.findall(in_pairs(plain))]


def is_number(token: str) -> bool:
    """Whether a token is a number.

    >>> is_number("1234.5"), is_number("q3")
    (True, False)
    """
    return token[0].isdigit() and token.replace(".", "").isdigit()


def is_latin(text: str) -> bool:
    """Whether most letters of a text are Latin, as all are that the packaged embedding model has read; so is no letter.

    >>> is_latin("Umsatz 2024"), is_latin("ERP系统的上线时间"), is_latin("Выручка"), is_latin("2024?")
    (True, False, False, True)
    """
    if text.isascii():
        return True
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters) >= len(letters)


def contains_run(haystack: list[str], run: tuple[str, ...]) -> bool:
    """Whether the tokens of ``run`` stand next to each other in ``haystack``, in order.

    >>> contains_run(["a", "b", "c"], ("b", "c")), contains_run(["a", "b", "c"], ("a", "c"))
    (True, False)
    """
    size = len(run)
    return any(tuple(haystack[at : at + size]) == run for at in range(len(haystack) - size + 1))


def _canonical(token: str) -> str:
    return _TRAILING_ZEROS.sub(r"\1", token).rstrip(".") if "." in token and is_number(token) else token
