"""Letters that a PDF knows by their number in a font only, as TeX's bitmap fonts have them. Pure.

pdfTeX calls the glyphs of such a font "a70", "a105": the number is the letter's code, "F" and "i". Adobe's font of
dingbats has glyphs of the same names, so docling-parse reads dingbats, and what those lack as it is called ("a114").
pdfium gives the code itself, which below 32 is a ligature or a quotation mark and no letter of Unicode.
"""

from __future__ import annotations

import re

# glyphs "a0" to "a206" of Adobe's ZapfDingbats; a blank where it has none
_DINGBATS = (
    " ✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ "
    "◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇"
    "①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→➣↔↕➙➛➜➝➞➟➠➡➢➤➥➦➧➨➩➫➭➯➲➳➵➸➺➻➼➽➾➚➪➶➹➘➴➷➬➮➱✃❐❒❮❰"
)
_CODES = {letter: code for code, letter in enumerate(_DINGBATS) if letter != " "}
# what TeX's fonts have below 32 beside their letters: ligatures in the old encoding, and in that of Cork, with quotes
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_LOW = {
    **dict(enumerate(_LIGATURES, start=11)),
    **dict(enumerate(_LIGATURES, start=27)),
    **dict(zip(range(16, 23), "\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014", strict=True)),
}
# those of them that Python and others take for blanks: tabs and ends of pages, and separators of files and records
_BLANK_LIGATURES = (11, 12, 13, 28, 29, 30, 31)
#: what pdfium writes for a hyphen at a line's end: STX, FFFE
LINE_END_HYPHENS = (0x02, 0xFFFE)
_QUOTES = {39: "\u2019", 96: "\u2018"}
_GLYPH = re.compile(rf"a(\d{{1,3}})|([{re.escape(''.join(_CODES))}])")
_GLYPHS = re.compile(rf"(?:{_GLYPH.pattern})+")
# so many words have several glyphs, and so many glyphs are different: stars and ticks are few, and mostly alone
_MIN_WORDS, _MIN_GLYPHS = 5, 8


def are_numbered(words: list[str]) -> bool:
    """Whether the words of a page that are dingbats only are written in a font with numbers for names.

    >>> are_numbered(["❋✐❣✉a114❡", "✶✿", "❙✉a114✈✐✈❛❧", "♦❢", "✼✽✼✹"]), are_numbered(["✓", "★★★✩✩", "➔"] * 5)
    (True, False)
    """
    found = [glyphs for word in words if _GLYPHS.fullmatch(word) and len(glyphs := _glyphs_of(word)) > 1]
    mixed = [glyphs for glyphs in found if len(set(glyphs)) > 1]
    return len(mixed) >= _MIN_WORDS and len({one for glyphs in mixed for one in glyphs}) >= _MIN_GLYPHS


def spell(text: str) -> str:
    """A text with its letters for their glyphs.

    >>> spell("x ❢♦a114 ✇✐a116❤")
    'x for with'
    """
    return _GLYPHS.sub(lambda run: "".join(map(_letter_of, _glyphs_of(run.group()))), text)


def spell_low_codes(word: str) -> str:
    """A word with its ligatures and quotation marks, where it has letters of its own beside them.

    >>> spell_low_codes("di\\x1ber"), spell_low_codes("\\x10balance"), spell_low_codes("\\x10\\x11\\x1b")
    ('differ', '\u201cbalance', '\\x10\\x11\\x1b')
    """
    codes = [ord(letter) for letter in word if letter < " "]
    is_told = bool(codes) and 2 * len(codes) <= len(word) and all(code in _LOW for code in codes)
    return "".join(_LOW.get(ord(letter), letter) for letter in word) if is_told else word


def is_low_letter(code: int, following: int) -> bool:
    """Whether a code that is a blank otherwise is a ligature: a letter or hyphen follows, and no end of a line.

    >>> is_low_letter(12, ord("x")), is_low_letter(13, 10), is_low_letter(32, ord("x"))
    (True, False, False)
    >>> is_low_letter(28, ord("x")), is_low_letter(30, 2), is_low_letter(31, 32)
    (True, True, False)
    """
    return code in _BLANK_LIGATURES and (following > ord(" ") or following in LINE_END_HYPHENS)


def _glyphs_of(run: str) -> list[int]:
    return [int(number) if number else _CODES[dingbat] for number, dingbat in _GLYPH.findall(run)]


def _letter_of(code: int) -> str:
    return _LOW.get(code) or _QUOTES.get(code) or chr(code)
