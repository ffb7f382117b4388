"""Which of several statements that are like a question answers it, by names, labels and what an answer must have. Pure.

"What was net income?" is answered by the row "Net income", however much "Other income (expense), net" is like it, and
"When was the fund launched?" by "Launch date" and not by a row of figures since its launch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bizrag.answering.extractive.questions.needed import lacks_needed, named_code, named_sum
from bizrag.answering.extractive.scoring import Scored, asks_number, asks_reason, capital_terms
from bizrag.answering.extractive.tables.reading.row_values import periods_in, row_name, row_values
from bizrag.answering.extractive.tables.reckoned.asked_periods import PART
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

#: statements this near to the best one are as good; where that cannot answer, less near ones are better, and nothing in
#: a code is like a question
_NEAR_SHARE, _ANSWERING_SHARE, _CODE_SHARE = 0.94, 0.85, 0.5
# a figure of another year is wrong, however much its sentence is like the question
_YEAR_SHARE = 0.75
# a row whose name is of so many words, and most of the question
_SAID_SHARE, _LONG_NAME, _SAID_OF_QUESTION = 0.6, 4, 0.6

# "Which services are not covered?" is answered by what says so
_ASKS_WHAT_NOT = re.compile(
    r"^(?:what|which)\b.*\b(?:(?:is|are|was|were|does|do|did) (?:[\w-]+ ){0,4}?not|exclusions?|excluded|exceptions?)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|no|never|neither|cannot|exclu\w+|except\w*|unless)\b", re.IGNORECASE)
# "uterine atony: no; A 635; B 402." is the row of those who do not have what is counted
_ANSWERED = re.compile(r"(?P<label>[^:\n]+): (?:[^;:\d]+ )?(?P<answer>yes|no); ", re.IGNORECASE)
_ASKS_THOSE = re.compile(r"\b(?:how many|number|share|percent\w*|proportion|cases)\b", re.IGNORECASE)
_ASKS_OTHERS = re.compile(r"\b(?:no|not|none|never|without|lack\w*|free of)\b|n['’]t\b", re.IGNORECASE)
# a sum is called so or not
_OF_ALL = frozenset(terms("total overall net reported consolidated"))
# a question of fewer words may be any
_MIN_ASKED = 3

# whether a statement is meant rather than the best one, and the share of its score that it must have
_Rule = tuple[Callable[[Scored], bool], float]


def with_meant_row_first(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """The scored statements, first of them the one of the best one's document that is meant rather than that."""
    if not scored:
        return []
    for rules, is_of_period in ((_rules_of_names, False), (_rules_of_periods, True), (_rules, False)):
        at = _first_meant(question, scored, rules(question, scored[0]))
        if at is not None:
            # what is of the period is as good as what is not
            first = replace(scored[at], score=scored[0].score) if is_of_period else scored[at]
            return [first, *scored[:at], *scored[at + 1 :]]
    return list(scored)


def _first_meant(question: str, scored: Sequence[Scored], rules: Iterator[_Rule]) -> int | None:
    """Where the first statement is that a rule means rather than the best one, by the first such rule."""
    for is_meant, share in rules:
        for at, entry in enumerate(scored[1:], 1):
            if entry.score < share * scored[0].score:
                break
            is_of_one = entry.statement.hit.document_id == scored[0].statement.hit.document_id
            if is_of_one and not lacks_needed(question, entry.statement) and is_meant(entry):
                return at
    return None


def _rules_of_names(question: str, best: Scored) -> Iterator[_Rule]:
    names = capital_terms(question)
    if _label_of(best.statement) and not names <= set(terms(best.statement.said)):
        # who or what the question names with a capital
        yield lambda entry: entry.statement.is_row and names <= set(terms(entry.statement.said)), _ANSWERING_SHARE


def _rules(question: str, best: Scored) -> Iterator[_Rule]:
    asked, label = set(terms(question)), _label_of(best.statement)
    code = set(terms(named_code(question)))
    wanted = set(terms(named_sum(question))) - _OF_ALL
    yield from _rules_of_answers(question, best.statement)
    if lacks_needed(question, best.statement):
        if code:
            yield lambda entry: code <= set(terms(entry.statement.said)), _CODE_SHARE
        yield (
            lambda entry: (
                bool(_label_of(entry.statement) & asked or wanted & set(terms(entry.statement.said)))
                or entry.signs.words > best.signs.words
            ),
            _ANSWERING_SHARE,
        )
    if wanted and not (label and label <= asked):
        # the sum itself, however much is said about it
        yield (
            lambda entry: wanted <= (own := _label_of(entry.statement)) and own - _OF_ALL <= asked,
            _ANSWERING_SHARE,
        )
    if not label and not _is_asked_so(best, asked):
        # what stands below the question itself
        yield lambda entry: _is_asked_so(entry, asked), _NEAR_SHARE
    if _ASKS_WHAT_NOT.search(question) and not _DENIES.search(best.statement.said):
        yield lambda entry: _DENIES.search(entry.statement.said) is not None, _ANSWERING_SHARE
    if label and not label <= asked and not asks_reason(question):
        # what a question says in many words is the name of a row, however much another is like the rest of it
        yield lambda entry: _is_said_at_length(entry, asked), _SAID_SHARE
    if label and not _name_of(best.statement) <= asked:
        # a name of its own, whatever stands above it
        yield lambda entry: _is_most_said(_name_of(entry.statement), asked), _ANSWERING_SHARE
    if label and not label <= asked:
        yield lambda entry: _is_said(_label_of(entry.statement), asked, label), _NEAR_SHARE
    if label and label.isdisjoint(asked):
        yield lambda entry: _names_cell(entry.statement, asked), _NEAR_SHARE
    if label:
        yield lambda entry: says_more_of_same(entry, best), _NEAR_SHARE


def _rules_of_periods(question: str, best: Scored) -> Iterator[_Rule]:
    """Of what was so in another year, quarter or half than the question asks for, the same of that one."""
    asked, said = set(terms(question)), set(terms(best.statement.said))
    years, parts = set(filter(is_year, asked)), set(filter(PART.fullmatch, asked))
    if len(years) == 1 and any(map(is_year, said)) and not years & said:
        yield lambda entry: years <= set(terms(entry.statement.said)), _ANSWERING_SHARE
        if asks_number(question):
            least = _YEAR_SHARE * best.signs.meaning
            yield (
                lambda entry: (
                    entry.statement.is_row
                    and entry.signs.meaning >= least
                    and years <= set(terms(entry.statement.said))
                ),
                _YEAR_SHARE,
            )
    if len(years) == 1 and len(parts) == 1 and not parts <= said and asks_number(question):
        yield (
            lambda entry: years | parts <= set(terms(_label_before_colon(entry.statement))),
            _ANSWERING_SHARE,
        )
    if (own := _period_of(best.statement)) and not own <= asked:
        # of a chart over time
        yield (
            lambda entry: (
                entry.statement.hit.chunk_no == best.statement.hit.chunk_no
                and bool(period := _period_of(entry.statement))
                and period <= asked
            ),
            _ANSWERING_SHARE,
        )


def _rules_of_answers(question: str, row: Statement) -> Iterator[_Rule]:
    """Of a row that counts those without something, the one of those that have it, where a question counts these."""
    answered = _ANSWERED.match(row.said) if row.is_row else None
    if answered is None or answered["answer"].casefold() != "no" or _ASKS_OTHERS.search(question):
        return
    if _ASKS_THOSE.search(question):
        yield lambda entry: _is_yes(entry.statement, answered["label"]), _SAID_SHARE


def _is_yes(row: Statement, label: str) -> bool:
    answered = _ANSWERED.match(row.said) if row.is_row else None
    return answered is not None and answered["label"] == label and answered["answer"].casefold() == "yes"


def _is_asked_so(entry: Scored, asked: set[str]) -> bool:
    """Whether a statement stands below a question that has no other words than this one."""
    own = set(terms(entry.statement.asked))
    return len(own) >= _MIN_ASKED and own <= asked


def _is_said(own: set[str], asked: set[str], label: set[str]) -> bool:
    """Whether a question says a row's own label whole, and no more words of the ``label`` of another."""
    return bool(own) and own <= asked and len(own) >= len(label & asked)


def _names_cell(row: Statement, asked: set[str]) -> bool:
    """Whether a question says the whole name of a row and that of one of its columns: "2021" and "Electric"."""
    name = set(terms(_label_before_colon(row)))
    if not name or not name <= asked:
        return False
    columns = [set(terms(value.column)) for value in row_values(row)]
    return any(column and column <= asked - name for column in columns)


def says_more_of_same(entry: Scored, other: Scored) -> bool:
    """Whether a row has the label of another, and more words of the question: "Pumps: Share 22" beside a price."""
    label = _label_before_colon(entry.statement)
    is_same = bool(label) and label == _label_before_colon(other.statement)
    return is_same and entry.signs.words > other.signs.words


def _name_of(statement: Statement) -> set[str]:
    """The terms of a row's name alone, without the labels above it."""
    return set(terms(row_name(_label_before_colon(statement))))


def _is_most_said(name: set[str], asked: set[str]) -> bool:
    """Whether a question says a whole name of several words, and little else but a period."""
    rest = {term for term in asked if not term.isdigit()}
    return len(name) > 1 and name <= asked and len(name) >= _SAID_OF_QUESTION * len(rest)


def _is_said_at_length(entry: Scored, asked: set[str]) -> bool:
    """Whether a question says the whole name of a row, which has most of its words."""
    name = set(terms(row_name(_label_before_colon(entry.statement))))
    rest = {term for term in asked if not term.isdigit()}
    return len(name) >= _LONG_NAME and name <= asked and len(name) >= _SAID_OF_QUESTION * len(rest)


def _period_of(statement: Statement) -> set[str]:
    """The terms of a row's label that is a period and nothing else: "2025", "Q3 2025"; none of other rows."""
    label = _label_before_colon(statement)
    own = set(terms(label))
    return own if own <= periods_in(label) else set()


def _label_of(statement: Statement) -> set[str]:
    """The terms of a row's label; none where it is a period."""
    label = _label_before_colon(statement)
    return set(terms(label)) - periods_in(label)


def _label_before_colon(statement: Statement) -> str:
    label, colon, _ = " ".join(statement.said.split()).partition(": ")
    return label if colon and statement.is_row else ""
