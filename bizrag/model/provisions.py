"""Provisions of contracts, statutes and policies that questions name by their number: "clause 7.3", "section 5(3)",
"§ 5 Abs. 2", "paragraph 2 of Article 4". Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"\d{1,3}[a-z]?(?:\.\d{1,3}){0,4}|[A-Z](?:\.\d{1,3}){0,3}|[IVX]{1,5}"
_KIND = (
    r"(?:\b(?i:sub-?sections?|sections?|(?:sub-?)?clauses?|articles?|art\.|(?:sub-?)?paragraphs?|paras?\.?|rules?"
    r"|regulations?|recitals?|schedule|annex|appendix|artikel|ziffer|klausel|anlage|anhang|annexe|considérant"
    r"|artículo|cláusula|anexo)(?: no\.?| number| nr\.?)? ?|§§? ?)"
)
# "(3)(a)", " Abs. 2 Satz 1", ", alinéa 2"
_BRACKETED = r"\s?\((?:\d{1,2}|[a-z]{1,4})\)"
_WORDED = (
    r",? (?i:abs\.?|absatz|nr\.?|nummer|lit\.?|buchst\.?|buchstabe|unterabs\.?|satz|al\.|alinéa|apartado|para\.?"
    r"|paragraph|paragraphe) (?:\d{1,2}|[a-z])\)?(?!\w)"
)
_NAMED = re.compile(rf"{_KIND}(?P<number>{_NUMBER})(?P<inner>(?:{_BRACKETED}|{_WORDED})*)(?!\w|\.\d)")
# "paragraph 2 of Article 4"
_INNER_FIRST = re.compile(
    r"\b(?i:(?:sub-?)?(?:paragraph|section|clause)|point|item|letter|absatz|buchstabe) \(?(?P<inner>\d{1,2}|[a-z])\)?"
    rf" (?:of|in|von|des|der|to) (?:the )?{_KIND}(?P<number>{_NUMBER})(?!\w|\.\d)"
)
_INNER = re.compile(r"\((\w{1,4})\)|(\w{1,2})\)?(?=\s*(?:,|$|\(| \D))")
_INNER_WORD = re.compile(r"[^\W\d_]{2,}\.?|al\.")

# "Article 5 – Duties", "§ 5 Urlaub", "7.3 Subject to", "5.Obligations", "(3) A licence", "- (c) drill", "4. The leader"
_MARK = re.compile(
    rf"^[#*\s]*(?:- )?[*\s]*(?P<kind>{_KIND})?(?P<open>\()?(?P<mark>{_NUMBER}|[a-z]{{1,4}})(?P<close>[.):]*)\**"
    r"(?=\s|[A-ZÄÖÜÉ\"“‘]|$)"
)
_QUOTES = frozenset(("", '"', "“", "„", "‘", "'", "("))


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision by its number, and the numbers or letters inside it from the outermost."""

    number: str
    inner: tuple[str, ...] = ()


def named_provision(question: str) -> tuple[Provision, re.Match[str]] | None:
    """The provision that a question names, and where it does; None without.

    >>> [named_provision(one)[0] for one in ("What does section 5(3)(a) say?", "Was regelt § 5 Abs. 2?")]
    [Provision(number='5', inner=('3', 'a')), Provision(number='5', inner=('2',))]
    >>> named_provision("What does paragraph 2 of Article 14 require?")[0]
    Provision(number='14', inner=('2',))
    >>> named_provision("What does the section on fees say?") is None
    True
    """
    if (first := _INNER_FIRST.search(question)) is not None:
        return Provision(first["number"], (first["inner"],)), first
    if (named := _NAMED.search(question)) is None:
        return None
    inner = _INNER_WORD.sub(" ", named["inner"])
    marks = tuple(bracketed or bare for bracketed, bare in _INNER.findall(inner))
    return Provision(named["number"], marks), named


@dataclass(frozen=True, slots=True)
class Mark:
    """What a paragraph begins with that numbers it."""

    value: str
    # "Article", "§": what says that it is a provision, not the item of a list
    has_kind: bool

    @property
    def is_dotted(self) -> bool:
        return "." in self.value

    @property
    def style(self) -> str:
        """What marks of one list have in common: figures, letters, or figures with dots."""
        if self.has_kind:
            return "kind"
        return "dotted" if self.is_dotted else "figure" if self.value[0].isdigit() else "letter"


def mark_of(paragraph: str) -> Mark | None:
    """The number or letter that a paragraph begins with; None without.

    >>> [mark_of(one).value for one in ("7.3. Subject to", "(3) A licence", "- (c) drill", "5.Duties", "§ 5 Urlaub")]
    ['7.3', '3', 'c', '5', '5']
    >>> [mark_of(one) for one in ("A model", "4.1 pounds of salt", "(2) ")]
    [None, None, Mark(value='2', has_kind=False)]
    """
    found = _MARK.match(paragraph)
    if found is None:
        return None
    is_closed = bool(found["close"]) or bool(found["kind"])
    value = found["mark"]
    # "I agree", "A model", "to do", "12 members", "4.1 pounds": words, and figures of a sentence
    behind = paragraph[found.end() :].strip()[:1]
    if not is_closed and not (value[0].isdigit() and (behind.isupper() or ("." in value and behind in _QUOTES))):
        return None
    return Mark(value, bool(found["kind"]))
