"""A question in the words of the texts that were read: without what introduces it, spelled, its names as they are.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.questions.names_in_capitals import with_names
from bizrag.answering.extractive.questions.negated import in_one_word
from bizrag.answering.extractive.questions.spelling import respelled, spelled
from bizrag.answering.extractive.questions.unmentioned import of_named, read_texts
from bizrag.answering.extractive.questions.unspaced_questions import framed
from bizrag.answering.extractive.questions.year_ranges import with_each_year
from bizrag.answering.languages import TRANSLATED, language_of
from bizrag.model.answers import Passage
from bizrag.model.periods import years_of
from bizrag.model.phrasing import plainly_asked
from bizrag.model.synonyms import in_written_words, written_words

READ_AS = "read as a slip of the keyboard: "
# "18-24 year olds", "the over-65s"
_YEAR_OLDS = re.compile(r"(?<=\d\d[-–]\d\d)(?:[- ]?year[- ]?olds?|s)\b", re.IGNORECASE)
# "Which FY", not "FY24"
# a quarter of a fiscal year is called by the year alone, too: "Q4 '25"
_PART = r"(?P<part>[QH][1-4]|(?:first|second|third|fourth|final|last|[1-4](?:st|nd|rd|th)) (?:quarter|half))"
_PART_OF_FISCAL = re.compile(
    rf"\b{_PART}(?P<of> of (?:the )?| )(?:FY|fiscal(?: year)?) ?['\u2019]?(?:20)?(?P<year>\d\d)\b", re.IGNORECASE
)
# that of the year before the only one that a question names
_PART_OF_LAST_YEAR = re.compile(rf"\b{_PART} (?:of )?(?:last|the (?:previous|prior|preceding)) year\b", re.IGNORECASE)
_YEAR_IN_SHORT = re.compile(r"\bFY(s?)\b(?! ?['\u2019]?\d)")
_BEYOND_AGE = re.compile(r"\b(over|under)-(\d\d)s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it is answered, and how that differs from what was typed."""

    question: str
    # words that were read as others
    slips: dict[str, str]
    # what was asked for, and what the documents say for it
    others: list[tuple[str, str]]

    def notes(self, *, is_told: bool) -> tuple[str, ...]:
        """What a reader should know of it; of other words only where something is told."""
        return (
            *(f"{READ_AS}{word}: {meant}" for word, meant in self.slips.items()),
            *(f"the documents say {said} for {word}" for word, said in self.others if is_told),
        )


def plainly(question: str) -> str:
    """What is asked, without what introduces it or stands around it; people of an age as tables name them, and each of
    the years that it asks one of.

    >>> plainly("In which FY did sales peak?")
    'In which year did sales peak?'
    >>> plainly("How many of the over-65s and of the 18-24 year olds own one?")
    'How many of the over 65 and of the 18-24 own one?'
    >>> plainly("What were sales in the final quarter of FY25 and in Q2 FY2026?")
    'What were sales in the final quarter of 2025 and in Q2 2026?'
    >>> plainly("By how much did sales grow from Q4 of last year to Q2 FY26?")
    'By how much did sales grow from Q4 of 2025 to Q2 2026?'
    """
    question = _with_years(_PART_OF_FISCAL.sub(r"\g<part>\g<of>20\g<year>", question))
    asked = with_each_year(_YEAR_IN_SHORT.sub(r"year\1", plainly_asked(framed(question))))
    return _BEYOND_AGE.sub(r"\1 \2", _YEAR_OLDS.sub("", asked))


def _with_years(question: str) -> str:
    years = years_of(question)
    if len(years) != 1:
        return question
    return _PART_OF_LAST_YEAR.sub(rf"\g<part> of {int(next(iter(years))) - 1}", question)


def understand(question: str, passages: Sequence[Passage], *, count_tokens: Callable[[str], int]) -> Understood:
    """A plain question (``plainly``) in the words of the passages."""
    if len({one.document_id for one in passages}) > 1:
        # names tell which document is meant
        question = with_names(question, read_texts(passages))
    question = in_one_word(question, (one.text for one in passages))
    is_foreign = language_of(question) in TRANSLATED
    written_so = written_words(question, read_texts(of_named(question, passages)), is_foreign=is_foreign)
    question = in_written_words(question, written_so)
    slips = spelled(question, passages, count_tokens=count_tokens)
    question = respelled(question, slips)
    return Understood(question, slips, [*written_so.items()])
