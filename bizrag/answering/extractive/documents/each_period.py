"""Questions over several periods are answered from each document of a series, the earliest first. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from bizrag.answering.citations import ended, marker, without_markers
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.reading.row_values import RowValue, row_name, row_values
from bizrag.answering.extractive.tables.reading.units import with_unit
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_change
from bizrag.answering.extractive.tables.reckoned.computed import change_between
from bizrag.answering.quoting import is_quotable
from bizrag.answering.statements.reading import Statement, overlap, readable
from bizrag.model.periods import asks_several, period_label, period_of, series_by_weight, series_of
from bizrag.model.terms import terms

# what a document says counts if it scores this share of what the best one says
_LEAST_SHARE = 0.6
# a row of each document goes before better statements if it scores this share of them
_ROW_SHARE = 0.75
# the same for a row whose label the question names whole
_NAMED_SHARE = 0.5
# a second statement of a document scores this share of its first
_SECOND_SHARE = 0.85
_SAME_SHARE = 0.6
# asks for amounts, which are in rows of tables
_ASKS_AMOUNTS = re.compile(
    r"\bhow (?:has|have|did|do|does|had|much|many|high)\b|\b(?:trend|fluctuat|compar|grow|shift)\w*"
    r"|\blevels?\b|\b(?:high|low|larg|small)(?:er|est)\b|\bpatterns?\b|\bgrew\b",
    re.IGNORECASE,
)
#: what is expected is told in sentences
ASKS_OUTLOOK = re.compile(r"\b(?:guidance|outlook|forecasts?|expect\w*|plan(?:s|ned)|target\w*)\b", re.IGNORECASE)
# and for more than these
_ASKS_MORE = re.compile(r"\band (?:what|how|why|which|who|describe)\b|\bif so\b|\bwhy\b|\?.*\?", re.IGNORECASE)
# labels of rows in every table, by their stems
_GENERIC = frozenset(terms("total totals subtotal sum net other others change amount number average"))
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DURATION = re.compile(r"[\w-]+[ -](?:months?|weeks?|quarters?)\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")


def of_periods(question: str, statements: Sequence[Statement]) -> list[list[Statement]]:
    """The statements of each document of the series that the passages are of most, the earliest document first; for a
    question over several periods, else nothing.
    """
    if not asks_several(question):
        return []
    hits = {statement.hit.chunk_no: statement.hit for statement in statements}.values()
    by_weight = series_by_weight([hit.doc for hit in sorted(hits, key=lambda hit: hit.rank)])
    documents: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        if [series_of(statement.hit.doc)] == by_weight[:1]:
            documents[statement.hit.doc].append(statement)
    return [documents[doc] for doc in sorted(documents, key=period_of)] if len(documents) > 1 else []


def choose_each(question: str, scored: Sequence[Sequence[Scored]]) -> list[Statement]:
    """One or two statements of each document, each best first, that has one which nearly matches the best of all.

    Where amounts are asked for, rows of one label are taken from all documents if these are nearly as good.
    """
    best = max((entries[0].score for entries in scored if entries), default=0.0)
    kept = [entries for entries in scored if entries and entries[0].score >= _LEAST_SHARE * best]
    asked = set(terms(question))
    asks_amounts = _ASKS_AMOUNTS.search(question) is not None and ASKS_OUTLOOK.search(question) is None
    label = _common_label(kept, asked) if asks_amounts else ""
    wants_more = not label or _ASKS_MORE.search(question) is not None
    return [statement for entries in kept for statement in _choose(entries, label, asked, wants_more=wants_more)]


def tell_each(question: str, chosen: Sequence[Statement]) -> list[str]:
    """What is said of each period, with its marker; what several periods have in common is said once."""

    def say(statement: Statement) -> str:
        return with_unit(_of_its_period(without_markers(readable(statement, question)), statement), statement)

    told = tell_apart(chosen, say, lambda statement: period_label(statement.hit.doc))
    change = change_over(chosen) if asks_change(question) else ""
    return [*told, change] if change else told


def tell_apart(
    chosen: Sequence[Statement], say: Callable[[Statement], str], label_of: Callable[[Statement], str]
) -> list[str]:
    """What is said of each document under its label, with its marker; what several have in common is said once."""
    said: dict[str, list[Statement]] = {}
    for statement in chosen:
        said.setdefault(say(statement), []).append(statement)
    told: list[str] = []
    before = ""
    for text, alike in said.items():
        label = ", ".join(dict.fromkeys(map(label_of, alike)))
        told.append(f"{'' if label == before else f'{label}: '}{ended(text)} {markers(alike)}")
        before = label
    return told


def change_over(chosen: Sequence[Statement]) -> str:
    """From the first document's row to the last one's, if all have one of one name."""
    firsts = list({statement.hit.doc: statement for statement in reversed(chosen)}.values())[::-1]
    values = [_value_of_its_period(statement) for statement in firsts if statement.is_row]
    names = {row_name(value.label) for value in values if value}
    before, after = (values[0], values[-1]) if values else (None, None)
    if len(values) < len(firsts) or len(names) > 1 or before is None or after is None:
        return ""
    ends = firsts[0], firsts[-1]
    change = change_between(before, after)
    if not change or _duration(before) != _duration(after):
        return ""
    return f"{period_label(ends[0].hit.doc)} to {period_label(ends[1].hit.doc)}: {change}. {markers(ends)}"


def _duration(value: RowValue) -> str:
    """What a value is counted over, as its column or its table says: three months, a day."""
    found = _DURATION.search(value.column) or _DURATION.search(value.statement.hit.text.split("\n", 1)[0])
    return found[0].casefold() if found else ""


def _value_of_its_period(row: Statement) -> RowValue | None:
    """The first value of the last year that a row's columns name."""
    values = row_values(row)
    years = [max(_YEAR.findall(value.column), default="") for value in values]
    return next((value for value, year in zip(values, years, strict=True) if year == max(years)), None)


def markers(statements: Iterable[Statement]) -> str:
    """The markers of the passages that statements stand in."""
    return " ".join(marker(one.passage.passage_id) for one in statements)


def _common_label(scored: Sequence[Sequence[Scored]], asked: Set[str]) -> str:
    """The label under which the documents have the best rows, all but one of them at least; empty without one."""
    found: defaultdict[str, dict[int, float]] = defaultdict(dict)
    for document, entries in enumerate(scored):
        for entry in _near(entries, asked):
            for label in _labels(entry.statement):
                is_named = set(label.split()) <= asked
                found[label].setdefault(document, entry.score / entries[0].score + is_named)
    shared = {label: by for label, by in found.items() if len(by) >= max(2, len(scored) - 1)}
    # the whole label before its last part, which tables of other things have too
    return max(shared, key=lambda label: (sum(shared[label].values()), len(label)), default="")


def _choose(entries: Sequence[Scored], label: str, asked: Set[str], *, wants_more: bool) -> list[Statement]:
    """The row of a label or the best statement, and where more is wanted the next that is nearly as good."""
    rows = [entry for entry in _near(entries, asked) if label and label in _labels(entry.statement)]
    first = (rows or entries)[0].statement
    if not wants_more:
        return [first]
    others = (
        entry.statement
        for entry in entries
        if entry.score >= _SECOND_SHARE * entries[0].score and not (label and entry.statement.is_row)
    )
    second = next((one for one in others if overlap(one, first) < _SAME_SHARE and is_quotable(one, [first])), None)
    return [first] if second is None else [first, second]


def _near(entries: Sequence[Scored], asked: Set[str]) -> Iterator[Scored]:
    """Of the statements of a document, best first, those that may go before better ones as rows."""
    for entry in entries:
        is_named = any(set(label.split()) <= asked for label in _labels(entry.statement))
        if entry.score >= (_NAMED_SHARE if is_named else _ROW_SHARE) * entries[0].score:
            yield entry


def _labels(statement: Statement) -> Iterator[str]:
    """The label of a row with figures, whole and without the labels above it, as they compare."""
    label, colon, cells = statement.said.partition(": ")
    if statement.is_row and colon and _DIGIT.search(cells):
        for part in (label, row_name(label)):
            said = terms(part)
            if not _GENERIC.issuperset(said):
                yield " ".join(said)


def _of_its_period(text: str, statement: Statement) -> str:
    """A row with the cells of its last year only, if all that print a figure say which year they are of: a report
    compares with the years before, which have reports of their own.
    """
    label, colon, cells = text.partition(": ")
    parts = cells.removesuffix(".").split("; ")
    years = [max(_YEAR.findall(part), default="") for part in parts]
    if not (statement.is_row and colon and len(parts) > 1 and any(years)):
        return text
    return f"{label}: {'; '.join(part for part, year in zip(parts, years, strict=True) if year == max(years))}."
