"""What a text recogniser saw between and in its letters: blanks that it nearly read, digits that it read as letters.

Both cost words: "Pellworthgo" and "I3%" are found by nobody, and no chart has a value of "I3%".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Where there is a blank the recogniser believes in it so much, summed over the steps between two letters, and so much
# between a letter and a figure. 24 pages of slides, reports and filings as JPEG of 75, 100 and 150 dpi: words found
# .991, .993, .993 by the likeliest letters alone, .994, .996, .994 so, no more of them wrong; .1 to .3 and .01 to .03
# are alike.
_BLANK, _BLANK_AT_FIGURE = 0.25, 0.02
_IN_NUMBERS = frozenset("0123456789.,")
_FIGURES = frozenset("0123456789%")
# that are words of European languages
_LONE_LETTERS = frozenset("aAIyYeEoOuUàÀ")
_FIRST_WITHOUT_BLANKS = "\u2e80"
# "I2.90", "1,86o", "±ı.5": what stands around a number, and what a digit is read as beside others
_NUMBER = re.compile(
    r"(?P<before>[(\[<>~≈±+$€£¥–—-]*)(?P<number>[0-9IlıOo]+(?:[.,:/–—-][0-9IlıOo]+)*)(?P<after>[)\]%‰°.,;:!?]*)"
)
_PART = re.compile(r"[0-9IlıOo.,:]+")
# a small letter that a capital was read as, "lzmir": no word begins so, but "llama" and the like
_CAPITAL = re.compile(r"(?<![^\s(\"'\u201c])l(?=[bcdfghjkmnpqrstvwxz][a-z]{2,})")
_WORD, _LATIN = re.compile(r"[^\W\d_]+"), re.compile(r"[a-zA-Z]")
_AS_LATIN = str.maketrans(
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425",
    "aikvoptuxaeopcyxiABEZHIKMNOPTYXABEKMHOPCTX",
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
# a dash that was read for the number one of Chinese, with none of its letters beside it
_DASH = re.compile("(?<![\u2e80-\u9fff])\u4e00(?![\u2e80-\u9fff])")
_AS_DIGITS = str.maketrans("IlıOo", "11100")


def read_steps(scores: NDArray[np.float32], characters: list[str]) -> tuple[str, float]:
    """A line as its recogniser's likeliest letters spell it (CTC), with the blanks that it nearly read.

    Args:
        scores: what each character is believed at each step, [steps, characters]; the first one is the CTC blank.
        characters: the vocabulary.

    Returns:
        The text and the mean belief in its letters, 0 to 1.
    """
    best = scores.argmax(axis=1)
    is_read = best != 0
    is_read[1:] &= best[1:] != best[:-1]
    steps = np.flatnonzero(is_read)
    if not len(steps):
        return "", 0.0
    blanks = np.concatenate([[0.0], np.cumsum(scores[:, characters.index(" ")], dtype=np.float64)])
    letters = [characters[best[step]] for step in steps]
    text = letters[0]
    for at in range(1, len(steps)):
        belief = float(blanks[steps[at] + 1] - blanks[steps[at - 1]])
        is_parted = belief >= _least_belief(letters[at - 1], letters[at]) and _may_part(text, letters[at:])
        text += f" {letters[at]}" if is_parted else letters[at]
    return text, float(scores[steps, best[steps]].mean())


def _least_belief(before: str, after: str) -> float:
    """In a blank between two letters; what no belief reaches where there can be none."""
    if " " in (before, after) or _IN_NUMBERS.issuperset((before, after)):
        return float("inf")
    is_at_figure = (before in _FIGURES and _is_letter(after)) or (_is_letter(before) and after.isdigit())
    return _BLANK_AT_FIGURE if is_at_figure else _BLANK


def _is_letter(character: str) -> bool:
    """Of a script that sets blanks: Chinese and Japanese figures stand close to their words."""
    return character.isalpha() and character < _FIRST_WITHOUT_BLANKS


def _may_part(before: str, after: Sequence[str]) -> bool:
    """Whether both words would have several letters, or be one that is a word: "kg" is no "k g", but "5 g" is."""
    words = before.rpartition(" ")[2], "".join(after).partition(" ")[0]
    if words[0][-1] in _FIGURES:
        return True
    return all(len(word) > 1 or word in _LONE_LETTERS or not word.isalpha() for word in words)


def keep_blanks(reader: Any) -> None:
    """Let a RapidOCR object read lines by ``read_steps``. Boxes of words, which nobody asks it for, are left out."""
    # its models are made with the first image that they read; the shorter side of one is made 736 pixels long before
    # lines are looked for, so a strip would take seconds
    reader(np.full((48, 48, 3), 255, dtype=np.uint8), use_det=True, use_cls=False, use_rec=False)
    reader(np.full((48, 320, 3), 255, dtype=np.uint8), use_det=False, use_cls=False, use_rec=True)
    characters: list[str] = reader.text_rec.postprocess_op.character

    def read_lines(scores: NDArray[np.float32], *_: Any, **__: Any) -> tuple[list[tuple[str, float]], list[Any]]:
        """A batch of lines, [lines, steps, characters]."""
        return [read_steps(line, characters) for line in scores], []

    reader.text_rec.postprocess_op = read_lines


def mend_letters(text: str) -> str:
    """A line with letters of other alphabets as the Latin ones that they were read for, and wide letters as usual ones.

    >>> mend_letters("\u03c1arishes of 55 \u03c1lus, ＬＶ and \u03b1 = 5%; \u041c\u043e\u0441\u043a\u0432\u0430")
    'parishes of 55 plus, LV and \u03b1 = 5%; \u041c\u043e\u0441\u043a\u0432\u0430'
    >>> mend_letters("5 \u4e00 7"), mend_letters("\u7b2c\u4e00") == "\u7b2c\u4e00"
    ('5 \u2013 7', True)
    >>> mend_letters("lzmir and lndia: 5 lbs of llama wool, low")
    'Izmir and India: 5 lbs of llama wool, low'
    """
    text = _CAPITAL.sub("I", _DASH.sub("\u2013", text.translate(_WIDE)))
    return _WORD.sub(lambda word: word[0].translate(_AS_LATIN) if _LATIN.search(word[0]) else word[0], text)


def mend_numbers(text: str) -> str:
    """A line with the digits that were read as letters in its numbers.

    >>> mend_numbers("I3% of 1,86o shops, I2.90 or ±ı.5 points; l00 under 3o.")
    '13% of 1,860 shops, 12.90 or ±1.5 points; 100 under 30.'
    >>> mend_numbers("I5, 5l of O2 in Oslo: II to IV, Q1")
    'I5, 5l of O2 in Oslo: II to IV, Q1'
    """
    return " ".join(_mended(word) for word in text.split(" "))


def _mended(word: str) -> str:
    found = _NUMBER.fullmatch(word)
    if found is None or found["number"].isdigit():
        return word
    is_amount = bool(found["before"].strip("([–—-")) or found["after"].startswith(("%", "‰", "°"))
    number = _PART.sub(
        lambda part: part[0].translate(_AS_DIGITS) if _is_number(part[0], is_amount) else part[0], found["number"]
    )
    return found["before"] + number + found["after"]


def _is_number(part: str, is_amount: bool) -> bool:
    """Whether a part of a word is rather a number: "I5" may be a road, "O2" is a gas, "5l" are litres."""
    num_digits = sum("0" <= letter <= "9" for letter in part)
    if not num_digits or (part.endswith("l") and num_digits == len(part) - 1):
        return False
    return is_amount or num_digits > 1 or "." in part or "," in part or ("0" <= part[0] <= "9")
