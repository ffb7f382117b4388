"""The query rewriter: a follow-up becomes a question that can be searched for (MM-BizRAG, appendix D).

It takes from the conversation and the background only. What it may not do, add a date that nobody gave, is also
checked here: such a question is set aside and the user's own is searched for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bizrag.errors import BizragError
from bizrag.model.conversation import Conversation, Turn
from bizrag.providers.chat import ChatModel, ChatRequest
from bizrag.providers.fence import fence_word
from bizrag.providers.prompts import messages

#: turns of the conversation that are read, the latest ones
MAX_TURNS = 10
#: a rewritten question of more characters than these beyond the given one has become something else
MAX_ADDED_CHARS = 600

_DATE = re.compile(
    r"""\b(?:
        (?:19|20)\d\d
        | \d{1,2}[./-]\d{1,2}[./-]\d{2,4}
        | (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ]\d{1,2}
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# words that speak of a time counted from today
_SPEAKS_OF_TODAY = re.compile(
    r"\b(?:today|yesterday|tomorrow|now|current(?:ly)?|recent(?:ly)?|latest|ago|so far"
    r"|(?:last|past|previous|this|next|coming) (?:\w+ )?(?:days?|weeks?|months?|quarters?|years?))\b",
    re.IGNORECASE,
)
# years counted from one that the conversation gave: "and the year before?", "five years earlier", "im Vorjahr"
_COUNTED = re.compile(
    r"\b(?:(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|a) )?"
    r"years? (?:before|earlier|after|later|on)\b"
    r"|\b(?:prior|preceding|following|subsequent|previous) years?\b|\byear[- ](?:on|over)[- ]year\b"
    r"|\b(?:im|zum|des|vom) (?:vor|folge)jahr(?:e?s)?\b|\bein jahr (?:davor|danach|später|zuvor)\b"
    r"|\bann[ée]e (?:précédente|suivante|d'avant|d'après)\b|\baño (?:anterior|siguiente|previo)\b",
    re.IGNORECASE,
)
_NUMBER_WORDS = ("a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# "FY24", "in 24", "'24": a year by its last two digits
_SHORT_YEAR = re.compile(r"(?:\bfy ?|\b(?:in|for|of|and|to|en|für) |['’])(\d\d)\b(?! ?%)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LABEL = re.compile(r"^(?:rewritten |latest )?question:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """The question to search for."""

    text: str
    # why the question was left as it is although the model was asked; else empty
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Rewrites with a chat model. Safe for several threads."""

    chat: ChatModel

    def rewrite(self, question: str, conversation: Conversation, *, today: date) -> Rewritten:
        """The question made to stand alone; itself, without a call, when there is neither history nor background.

        A model that fails costs the answer nothing but the rewriting: the question stays, and ``note`` says why.
        """
        if not conversation.history and not conversation.background.strip():
            return Rewritten(text=question)
        turns = conversation.history[-MAX_TURNS:]
        prompt = messages(
            "rewrite",
            question=question,
            history=[(turn.speaker.value, turn.text) for turn in turns],
            background=conversation.background.strip(),
            today=today.isoformat(),
            fence=fence_word([question, conversation.background, *(turn.text for turn in turns)]),
        )
        try:
            reply = self.chat.complete(ChatRequest(messages=prompt))
        except BizragError as error:
            return Rewritten(text=question, note=f"the question was not rewritten: {error}")
        text = read_question(reply.text)
        is_cut = reply.finish_reason == "length"
        reason = "it was cut" if is_cut else _objection(question, text, turns, conversation.background)
        if reason:
            return Rewritten(text=question, note=f"the rewritten question was set aside: {reason}")
        return Rewritten(text=text)


def read_question(reply: str) -> str:
    """The question in a reply: its last line that is not empty, without label and quotation marks.

    >>> read_question('Question: "What were the sales of Acme?"')
    'What were the sales of Acme?'
    """
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    return _LABEL.sub("", lines[-1]).strip(" \"'“”`*") if lines else ""


def added_dates(question: str, rewritten: str, given: Sequence[str]) -> list[str]:
    """Dates of the rewritten question that nobody gave; none where the question counts from today.

    A year may be given by its last two digits, or counted from one that was given.

    >>> added_dates("What were sales?", "What were sales in 2026?", ["We spoke of Acme."])
    ['2026']
    >>> added_dates("What were sales last year?", "What were sales in 2025?", [])
    []
    >>> added_dates("And the year before?", "What were sales in 2023?", ["What were sales in 2024?"])
    []
    >>> added_dates("And in FY24?", "What were sales in 2024?", ["What were sales in 2025?"])
    []
    """
    if _SPEAKS_OF_TODAY.search(question):
        return []
    known = "\n".join((question, *given)).casefold()
    led_to = {f"20{short}" for short in _SHORT_YEAR.findall(question)}
    if (counted := _COUNTED.search(question)) is not None:
        away = _count_of(counted["number"])
        led_to |= {str(int(year) + step) for year in _YEAR.findall(known) for step in (-away, away)}
    return [found for found in _DATE.findall(rewritten) if found.casefold() not in known and found not in led_to]


def _count_of(number: str | None) -> int:
    """How many years are counted; one where no number says it."""
    if number is None:
        return 1
    return int(number) if number.isdigit() else max(_NUMBER_WORDS.index(number.casefold()), 1)


def _objection(question: str, rewritten: str, turns: Sequence[Turn], background: str) -> str:
    """Why a rewritten question is not searched for; empty when it is."""
    if not rewritten:
        return "it is empty"
    if len(rewritten) > len(question) + MAX_ADDED_CHARS:
        return "it is much longer than the question"
    added = added_dates(question, rewritten, [background, *(turn.text for turn in turns)])
    return f"it adds the date {added[0]}, which nobody gave" if added else ""
