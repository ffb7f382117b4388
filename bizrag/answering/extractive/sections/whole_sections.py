"""The short section that a question asks about, told whole: "How do I file a claim?", "Is physical therapy covered?"

Rule, exception and what to do stand side by side below one heading, and share few words with the question. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bizrag.answering.extractive.scoring import Scored, gives_reason
from bizrag.answering.extractive.sections.sections import is_negated
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.list_items import BULLETS, is_list_item
from bizrag.answering.statements.local_headings import name_above, question_at
from bizrag.answering.statements.reading import Statement
from bizrag.answering.statements.spans import MARK
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import stem, terms
from bizrag.model.words import tokens

# what asks for more than a fact, without the words that name what it is about
_ASKS_WHOLE = re.compile(
    r"^\W*(?:please )?(?:"
    r"how (?:do|can|should|must|may|to|is|are|does|did|will|would|has|have)\b"
    r"|what happens\b|what rights\b"
    r"|what (?:steps|measures|precautions)\b(?: (?:are|do|does|must|should|have|has|to|be|I|we|you|one|necessary"
    r"|needed|required|taken|take|follow|followed)\b)*"
    r"|what (?:do|does|did) (?:[^?]{0,60}? )?(?:say|state|require|provide|specify)s? (?:about|on|regarding|for)\b"
    r"|what (?:do|does|did|should|must|can|may|shall|will) (?:(?:I|we|you|one) (?:do|try)\b)?"
    r"|what (?:is|are|was|were) (?:the |our |my |your )?(?:\w+ )?"
    r"(?:process|procedure|polic(?:y|ies)|rules?|differences?|conditions|requirements|steps|objectives|consequences)\b"
    r"|under (?:what|which) (?:conditions?|circumstances)\b"
    r"|(?:describe|explain|outline|summari[sz]e)\b"
    r"|why\b)",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\b(?:differences? between|compar(?:e|ison)|differs?|distinguish)\b", re.IGNORECASE)
_ASKS_WHY = re.compile(r"^\W*why\b", re.IGNORECASE)
# asks for what there is: the list below the heading that names it
_ASKS_LIST = re.compile(r"^\W*(?:what (?:are|were)|list|name) (?:all |the |our |my |your |some )", re.IGNORECASE)
_ASKS_WHETHER = re.compile(r"^\W*(?:does|do|is|are|may|can|must|should|will|am)\b", re.IGNORECASE)
_ASKS_FIGURE = re.compile(
    r"^\W*(?:how|what) (?:many|much|long|often|far|old|high|large|big|late|soon|early)\b"
    r"|^\W*what (?:do|does|did) [^?]+ (?:amount to|cost|weigh|measure|earn|total|add up to)\W*$",
    re.IGNORECASE,
)
# "... and how does it work?", "the requirements and exceptions for coverage"
_TWO_QUESTIONS = re.compile(r"\band (?:how|what|when|who|whom|whose|which|where|why)\b", re.IGNORECASE)
_TWO_THINGS = re.compile(r"\b([a-z]{4,}s) and ([a-z]{4,}s)\b", re.IGNORECASE)
# parts of a heading of which each names what stands below it: "Assignment and Subletting"
_PARTS = re.compile(r"[,;/&]|\b(?:and|or)\b", re.IGNORECASE)
# of the words of a heading a question has so many
_NAMED_SHARE = 0.5
# a section that does not hold the best statement holds one with this share of its score
_NEAR_SHARE = 0.6
# and of the terms of the question it says so many, where its heading names them by several words; else all
_SAID_SHARE, _NAME_WORDS = 0.6, 2
# of the best statements so many stand in the section that is told, though it is called something else
_NUM_NEAR, _MIN_AROUND = 5, 3
# what is told at most of a section that is asked for by its name, of one that is asked about, and where a yes or a no
# with what belongs to it is asked for
_MAX_NAMED, _MAX_ABOUT, _MAX_WHETHER = 900, 600, 500
_FIRST_STEP = re.compile(r"\s*(?:step )?\(?1[.):]\s", re.IGNORECASE)
_ONE_WORD_ITEM = re.compile(rf"\s*\n[ \t]*(?:{BULLETS}|\d{{1,2}}[.)])[ \t]+\S+(?=[ \t]*(?:\n|$))")
# a numbered heading at the end, below sentences: what it heads stands in no text
_NEXT_HEADING = re.compile(r"(?<=[.!?])\n\n\d{1,2}(?:\.\d{1,2})*[.)]? [A-Z][^\n.;:]{2,60}$")
_PURPOSE = re.compile(r"\W*(?:in order )?to \w+", re.IGNORECASE)
# how a statement ends that goes on in the next one
_GOES_ON = (":", ",", ";")


@dataclass(frozen=True, slots=True)
class _Section:
    """What stands below one heading, in its order."""

    heading: str
    # where that ends in the text; -1 where it stands in another chunk
    heading_end: int
    statements: tuple[Statement, ...]

    @property
    def start(self) -> int:
        first = self.statements[0]
        # the number of the first item stands before it, and what it is called: "- Care. We look after each other."
        start = first.hit.text.rfind("\n", 0, first.start) + 1
        # items of one word are no statements
        begin = max(self.heading_end, 0)
        above = first.hit.text[begin:start]
        if above.strip() and all(map(is_list_item, filter(str.strip, above.split("\n")))):
            start = begin + len(above) - len(above.lstrip())
        return start if start >= self.heading_end else first.start

    @property
    def told_from(self) -> int:
        """Where it begins as it is told: a procedure with its name."""
        is_procedure = self.heading_end >= 0 and _FIRST_STEP.match(self.text) is not None
        return self.statements[0].hit.text.rfind("\n", 0, self.heading_end) + 1 if is_procedure else self.start

    @property
    def end(self) -> int:
        end = max(one.end for one in self.statements)
        while (item := _ONE_WORD_ITEM.match(self.statements[0].hit.text, end)) is not None:
            end = item.end()
        return end

    @property
    def text(self) -> str:
        return self.statements[0].hit.text[self.start : self.end]

    @property
    def named(self) -> str:
        """All that says what it is about: its text, the headings above it and the title of its document."""
        hit = self.statements[0].hit
        return " ".join((hit.doc, hit.title, *hit.headings, self.heading, self.text))


def find_whole_section(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The sentences and items below the heading that a question names, in their order, where it asks for more than one
    fact: the section of the best statement, else one whose heading has no other words than the question.

    ``scored`` is best first. None where the question asks for a fact, the best is a row of a table, no heading is
    named, or the section is too long to be told.
    """
    is_whether, is_list = _ASKS_WHETHER.match(question) is not None, _ASKS_LIST.match(question) is not None
    if _ASKS_FIGURE.match(question) or not (is_whether or is_list or _ASKS_WHOLE.match(question)):
        return None
    if not scored or scored[0].statement.is_row:
        return None
    if _ASKS_WHY.match(question) and gives_reason(scored[0].statement.said):
        return None
    scores = {(one.statement.hit.chunk_no, one.statement.start): one.score for one in scored}
    meant = [one for one in _sections_of(statements) if _is_meant(one, question, scores, scored[0])]
    if _COMPARES.search(question):
        # the section of one of the two says nothing of the other
        meant = [one for one in meant if _holds(one, scored[0].statement)]
    if not meant and not is_whether and (around := _around_best(statements, scored)) is not None:
        meant = [around]
    section = max(meant, key=lambda one: (*_names(one.heading, question), _score(one, scores)), default=None)
    if section is not None and _tells_purpose(scored[0].statement, section.heading, question):
        return None
    if section is None or MARK.search(section.text) or not _has_both(section, question):
        return None
    is_named = _share(section.heading, question) == 1
    if is_list and not (_ASKS_WHOLE.match(question) or (is_named and any(map(is_list_item, section.text.split("\n"))))):
        return None
    most = _MAX_NAMED if is_named else _MAX_ABOUT
    if len(section.text) > (_MAX_WHETHER if is_whether else most):
        return None
    if (listed := _named_list(section, question)) is not None:
        return listed
    return replace(section.statements[0], start=section.start if is_list else section.told_from, end=section.end)


def _tells_purpose(best: Statement, heading: str, question: str) -> bool:
    """Whether the best statement says by itself what to do for what a question asks beyond a heading: "To upgrade by
    hand, run ..." below "How do I upgrade?"
    """
    extra = set(terms(without_function_words(question))) - set(terms(heading))
    return len(extra) >= _NAME_WORDS and _PURPOSE.match(best.text) is not None and extra <= set(terms(best.said))


def _has_both(section: _Section, question: str) -> bool:
    """Whether a section says both things that a question asks for: "requirements and tips"; of two questions it has the
    answer to one.
    """
    if _TWO_QUESTIONS.search(question):
        return False
    both = _TWO_THINGS.search(question)
    return both is None or set(terms(" ".join(both.groups()))) <= set(terms(section.named))


def section_below(
    heading: re.Pattern[str], statements: Sequence[Statement], *, most: int = _MAX_NAMED
) -> Iterator[tuple[str, Statement]]:
    """Each heading of a form, with what stands below it, where that has at most so many letters."""
    for section in _sections_of(statements):
        if heading.match(section.heading) and len(section.text) <= most and not MARK.search(section.text):
            text = _NEXT_HEADING.sub("", section.text)
            yield section.heading, replace(section.statements[0], start=section.start, end=section.start + len(text))


def _around_best(statements: Sequence[Statement], scored: Sequence[Scored]) -> _Section | None:
    """The section of the best statement, where it is a list and most of the next best stand in it, too: its heading may
    say the same in other words. Of sentences those that matter are told with their paragraph.
    """
    section = next((one for one in _sections_of(statements) if _holds(one, scored[0].statement)), None)
    if section is None or sum(one.is_item for one in section.statements) < _MIN_AROUND:
        return None
    near = [entry.statement for entry in scored[:_NUM_NEAR] if not _is_name(entry.statement)]
    return section if sum(_holds(section, one) for one in near) >= _MIN_AROUND else None


def _is_name(statement: Statement) -> bool:
    return not statement.is_whole and not statement.text.rstrip().endswith(_GOES_ON)


def _named_list(section: _Section, question: str) -> Statement | None:
    """The list of a section whose lead-in is all named: "Responsibilities:" of one that has "Qualifications:", too."""
    leads = [(one, one.text.partition("\n")[0].rstrip()) for one in section.statements if "\n" in one.text.strip()]
    return next((one for one, lead in leads if lead.endswith(":") and _share(lead, question) == 1), None)


def _sections_of(statements: Sequence[Statement]) -> Iterator[_Section]:
    """The sections of the texts that were read, each with what stands right below its heading."""
    told = [one for one in statements if one.hit.kind is ChunkKind.TEXT and not one.is_field and not one.label]
    for _, of_chunk in groupby(told, key=lambda one: one.hit.chunk_no):
        named = [
            (name_above(one.hit.text, one.start), one) for one in of_chunk if not question_at(one.hit.text, one.start)
        ]
        for (end, name), below in groupby(named, key=lambda pair: pair[0]):
            body = tuple(one for _, one in below if one.is_whole or one.text.rstrip().endswith(_GOES_ON))
            heading = name or next(reversed(body[0].hit.headings[1:]), "") if body else ""
            if heading:
                yield _Section(heading=heading, heading_end=end, statements=body)


def _is_meant(section: _Section, question: str, scores: Mapping[tuple[int, int], float], best: Scored) -> bool:
    """Whether a section is asked about: it holds the best statement and its heading is named, or no word of that is
    missing in the question and none of the question in the section.
    """
    if is_negated(section.heading) != is_negated(question) and is_negated(section.heading):
        return False
    holds_best = _holds(section, best.statement)
    if holds_best:
        if section.heading.rstrip().endswith("?"):
            # of a question that asks something else of the same thing half of the words are the same
            return _share(section.heading, question) > _NAMED_SHARE
        parts = _PARTS.split(without_number(section.heading))
        return max(_share(part, question) for part in (section.heading, *parts)) >= _NAMED_SHARE
    if _share(section.heading, question) < 1 or _score(section, scores) < _NEAR_SHARE * best.score:
        return False
    asked = set(terms(without_function_words(_ASKS_WHOLE.sub("", question))))
    own = set(terms(without_number(section.heading)))
    least = _SAID_SHARE if len(own) >= _NAME_WORDS else 1
    return len(asked & set(terms(section.named))) >= least * len(asked)


def _holds(section: _Section, statement: Statement) -> bool:
    is_of_one = section.statements[0].hit.chunk_no == statement.hit.chunk_no
    return is_of_one and section.start <= statement.start < section.end


def _score(section: _Section, scores: Mapping[tuple[int, int], float]) -> float:
    """The score of the best statement of a section."""
    return max(scores.get((one.hit.chunk_no, one.start), 0.0) for one in section.statements)


def _names(heading: str, question: str) -> tuple[int, float]:
    """How many terms of a question a heading has, and how many of all its words the question has: "out of network" is
    not "in network".
    """
    own, asked = set(terms(without_number(heading))), set(terms(without_function_words(question)))
    words = {stem(word) for word in tokens(without_number(heading))}
    said = {stem(word) for word in tokens(question)}
    return len(own & asked), len(words & said) / max(len(words), 1)


def _share(heading: str, question: str) -> float:
    """How many of the terms of a heading a question has; 0 for none."""
    own = set(terms(without_function_words(without_number(heading))))
    return len(own & set(terms(without_function_words(question)))) / len(own) if own else 0.0
