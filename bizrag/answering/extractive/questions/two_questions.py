"""Two questions in one sentence: "What is balance billing and how does the plan protect against it?" Pure.

What answers the first seldom answers the second; both are asked one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import LEAST, MOST
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement, overlap
from bizrag.model.terms import STOPWORDS, terms

# "by how much" is asked of the first, "how many units does it have" is not
_SECOND = re.compile(
    r",? and (?=(?:what|how|why|when|who|where|which)\b"
    r"(?! (?:many|much|often|long|far|old)\b(?!(?: [\w-]+){1,6} (?:it|its|them|they|there)\b)))",
    re.IGNORECASE,
)
# "which services are covered and not covered"
_BOTH_WAYS = re.compile(r"\b(?P<verb>\w{3,}) and (?P<negated>not (?P=verb))\b", re.IGNORECASE)
# "highest and lowest", "recycles the least and which the most"
_BOTH_ENDS = re.compile(
    rf"\b(?P<one>{MOST}|{LEAST}) (?:and|or|&) (?:(?:which|what|who)(?: \w+)? )?(?:the )?(?P<other>{MOST}|{LEAST})\b",
    re.IGNORECASE,
)
_IS_MOST, _IS_END = re.compile(MOST, re.IGNORECASE), re.compile(rf"(?:{MOST}|{LEAST})\b", re.IGNORECASE)
# "how far behind the best is it": told with the one that is found
_DISTANCE = re.compile(
    r"\bhow far (?:is (?:it|he|she|that) |was (?:it|that) )?(?:(?:behind|from|below|above|ahead of|off|apart from)\b)"
    r"(?: is| was)? (?:the )?(?:(?P<next>next|second|runner)|best|worst|leader|leading|top|highest|lowest|largest"
    r"|smallest|first|last)\b",
    re.IGNORECASE,
)
# asks of the first question alone
_BARE = re.compile(r"(?:why|when|where)\W*", re.IGNORECASE)
# what is written behind the last cell: its unit, and where it stands
_BEHIND = re.compile(r"(?:\s*\([^()]*\))?[.\s]*(?:\[\d+\]\(#\d+\))?\s*$")
_FIRST = re.compile(r"^\s*(?:what|how|why|when|who|where|which)\b", re.IGNORECASE)
# "how does it work": what it is, the first question says
_STANDS_FOR = re.compile(r"\b(?:it|its|they|them|their|this|these|those|that|one|ones|he|she|his|her)\b", re.IGNORECASE)
_MIN_TERMS = 1
# with fewer words of its own the second question is about what the first one is about
_OWN_TERMS = 3
# statements that answer one of two questions; what is and what is not so is said in many of the same words
_MOST, _SAME_SHARE = 2, 0.9


def two_questions(question: str) -> tuple[str, str] | None:
    """The two questions of a sentence, the second with the words of the first where it stands for them.

    >>> two_questions("What is an appeal and when can you submit one?")
    ('What is an appeal?', 'when can you submit one? appeal')
    >>> two_questions("Which services are covered and not covered?")
    ('Which services are covered?', 'Which services are not covered?')
    >>> two_questions("Which month had the highest and lowest churn?")
    ('Which month had the highest churn?', 'Which month had the lowest churn?')
    >>> two_questions("Which district recycles the least and which the most?")
    ('Which district recycles the least?', 'Which district recycles the most?')
    >>> two_questions("How is a claim sent in and what happens if a claim is denied?")
    ('How is a claim sent in?', 'what happens if a claim is denied?')
    >>> two_questions("What is the rent?")
    """
    if (both := _BOTH_WAYS.search(question)) is not None:
        verb, negated = both["verb"], both["negated"]
        before, after = question[: both.start()], question[both.end() :]
        return f"{before}{verb}{after}", f"{before}{negated}{after}"
    if (ends := _BOTH_ENDS.search(question)) is not None:
        one, other = ends["one"], ends["other"]
        if bool(_IS_MOST.fullmatch(one)) != bool(_IS_MOST.fullmatch(other)):
            before, after = question[: ends.start()], question[ends.end() :]
            return f"{before}{one}{after}", f"{before}{other}{after}"
    parts = _SECOND.split(question.strip())
    if len(parts) != len(("first", "second")) or not _FIRST.match(parts[0]) or asks_distance(parts[1]):
        return None
    first, second = parts[0].rstrip(" ,.?") + "?", parts[1].strip()
    told = (first,) if _BARE.fullmatch(second) else (first, second)
    if not all(len(terms(without_function_words(part))) >= _MIN_TERMS for part in told):
        return None
    if _STANDS_FOR.search(second) or len(terms(without_function_words(second))) < _OWN_TERMS:
        named = (word for word in re.findall(r"[\w&'-]+", first) if word.casefold() not in STOPWORDS)
        second = f"{second} {' '.join(named)}"
    return first, second


def asks_distance(question: str) -> re.Match[str] | None:
    """How far the one that is found is from the best, worst or next one, where a question asks for that.

    >>> asks_distance("Who is last, and how far behind the leader?") is not None
    True
    >>> asks_distance("How far is the station from the port?")
    """
    return _DISTANCE.search(question)


def are_of_both_ends(parts: tuple[str, str]) -> bool:
    """Whether two questions ask for the largest and for the smallest of the same.

    >>> are_of_both_ends(("Which month had the highest churn?", "Which month had the lowest churn?"))
    True
    >>> are_of_both_ends(("What did a call cost?", "what did a chat?"))
    False
    """
    first, second = (part.split() for part in parts)
    others = [(one, other) for one, other in zip(first, second, strict=False) if one != other]
    return len(first) == len(second) and len(others) == 1 and all(_IS_END.match(word) for word in others[0])


def stands_for(second: str) -> bool:
    """Whether the second of two questions has a word for what the first one is about.

    >>> stands_for("what does it cost? dearest model"), stands_for("who sells the other? that model")
    (True, False)
    """
    return _STANDS_FOR.search(second.partition("?")[0]) is not None


def of_named(second: str, name: str) -> str:
    """The second of two questions, asked of the row that answers the first one.

    >>> of_named("what is its deadline? country largest budget", "Estonia")
    'what is its deadline of Estonia?'
    >>> of_named("why? district gained passengers", "Old Town")
    'why did Old Town gained passengers?'
    """
    own, _, added = second.partition("?")
    # of what the row is called the first word says nothing more: "district"
    return f"{own} did {name} {added.split(None, 1)[-1]}?" if _BARE.fullmatch(own) else f"{own} of {name}?"


def cells_of(said: str) -> list[str]:
    """The cells of a row as it is told, without what is written behind them.

    >>> cells_of("Fruit: Women 47%; Men 28%. [1](#1)")
    ['Women 47%', 'Men 28%']
    """
    return _BEHIND.sub("", said).partition(": ")[2].split("; ")


def one_by_one(answers: Sequence[Sequence[tuple[Statement, str]]]) -> list[tuple[Statement, str]]:
    """The statements that answer each question, with how each is said; of each answer those that say anything new."""
    told: list[tuple[Statement, str]] = []
    for answer in answers:
        kept = [one for one in answer if all(overlap(one[0], other) < _SAME_SHARE for other, _ in told)]
        told += kept[:_MOST]
    return told
