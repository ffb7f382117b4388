"""The local answerer: the best statements of the passages, word for word, cited; or an abstention.

It is no language model and says so in ``provider``: nothing is rewritten or joined, and nothing concluded but which row
of a table has the largest or smallest value, which rows meet a condition, in which row's range a number lies, and what
printed values add up to, change by, are on average and are as a share of others.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from bizrag.answering.assembly.long_tables import is_whole
from bizrag.answering.citations import MarkerFilter, ended, marker, without_markers
from bizrag.answering.extractive.announcements import with_following
from bizrag.answering.extractive.asked_documents import of_asked_documents
from bizrag.answering.extractive.each_document import of_named_documents, tell_documents, without_documents
from bizrag.answering.extractive.each_period import choose_each, of_periods, tell_each
from bizrag.answering.extractive.references import without_references
from bizrag.answering.extractive.restated import find_restated
from bizrag.answering.extractive.scoring import (
    DEFAULT_WEIGHTS,
    NUM_EMBEDDED,
    Scored,
    Weights,
    asks_reason,
    score_statements,
)
from bizrag.answering.extractive.spelling import respelled, spelled
from bizrag.answering.extractive.steps import find_next, find_steps
from bizrag.answering.extractive.tables.arithmetic import Computed, find_computed, tells_change
from bizrag.answering.extractive.tables.cell_matches import find_matching
from bizrag.answering.extractive.tables.column_sums import find_column_sum
from bizrag.answering.extractive.tables.conditions import find_meeting
from bizrag.answering.extractive.tables.extremes import Extreme, find_extreme, tells_extreme
from bizrag.answering.extractive.tables.movers import find_mover
from bizrag.answering.extractive.tables.named_rows import find_coded_row, find_named_row, find_named_rows
from bizrag.answering.extractive.tables.near_tables import is_read_in_picture, of_years_first, tables_near
from bizrag.answering.extractive.tables.ranges import find_in_range
from bizrag.answering.extractive.tables.ruled_out import without_ruled_out
from bizrag.answering.extractive.tables.shares import find_share
from bizrag.answering.extractive.tables.targets import find_off_target
from bizrag.answering.extractive.tables.tasks import find_tasks
from bizrag.answering.extractive.tables.ticked_rows import find_ticked
from bizrag.answering.extractive.tables.units import with_unit
from bizrag.answering.extractive.totals import find_total
from bizrag.answering.extractive.unmentioned import unmentioned_codes, unmentioned_words, unmentioned_years
from bizrag.answering.languages import language_of
from bizrag.answering.ports import NO_ANSWER
from bizrag.answering.quoting import cite, is_quotable
from bizrag.answering.statements.asked import with_measures
from bizrag.answering.statements.links import find_link, is_link
from bizrag.answering.statements.reading import Statement, overlap, read_statements, readable
from bizrag.answering.terms import terms
from bizrag.model.answers import Answer, Passage, Trace
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import ALONE, Conversation
from bizrag.model.periods import without_periods
from bizrag.providers.embedding import TextEmbedder

PROVIDER = "local/extractive-1"

#: An answer needs a statement with this score. Of 152 questions about 39 documents, asked of other documents, .94 have
#: none (166 with those that sound as if); of the same questions asked of these, .87 have one. Setting it by
#: ``best_threshold`` on questions in the documents' own words (0.53) kept silent about .4 of these.
ABSTAIN_BELOW = 0.44
#: The same where the question names the statement's document, as most of 135 questions of readers do: .94 of them have
#: one in place of .82. Of 256 asked of other documents .79 have none in place of .81. Who asks one document alone names
#: it, too: of 648 such questions that it answers 4 get no answer in place of 24; of 34 that it does not, 5, not 7.
NAMED_BELOW = 0.34
#: Below this the statements only come closest, and the answer says so. It answers .93 of the questions in documents'
#: own words, .5 of those in a reader's.
SURE_FROM = 0.53
READ_AS = "read as a slip of the keyboard: "
UNMENTIONED = "nothing that was read says: "
NOT_SURE = "perhaps no answer: these statements come closest to the question"

MAX_STATEMENTS = 3
#: Further statements score at least this share of the best one. On samples/ 0.85 says 1.8 statements an answer, 0.9
#: says 1.6 with the same words of the reference in them, 0.96 loses some.
FURTHER_SHARE = 0.9
#: Of 48 answers that are not sure, 32 hold the statement asked for, with 43 words; at 0.9 30.
UNSURE_SHARE = 0.85
#: two statements with more of their words in common say the same
SAME_SHARE = 0.6
#: Rows of tables share their labels and say different things. Where the question's words tell them no better from the
#: best one, they are told side by side: of 285 questions of the development set that one statement answers, .793 of the
#: answers hold it in place of .772, with 2 % more words.
SAME_ROW_SHARE = 0.95
# statements that are embedded for a question over several periods: in all, and of one document at least
_MOST_EMBEDDED, _LEAST_EMBEDDED = 96, 16
_FEW_CELLS = 4


@dataclass(slots=True)
class ExtractiveAnswerer:
    """Answers with one to three statements of the passages (implements ``Answerer``)."""

    embedder: TextEmbedder
    abstain_below: float = ABSTAIN_BELOW
    weights: Weights = DEFAULT_WEIGHTS
    provider: str = PROVIDER

    def answer(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Answer:
        """The best statements, best first, each with a marker ``[id](#id)``; "No answer found" below the threshold."""
        del conversation  # statements are taken as they are, whatever is wished
        started = time.perf_counter()
        question = meant or question
        slips = spelled(question, passages, count_tokens=self.embedder.count_tokens)
        question = respelled(question, slips)
        statements = read_statements(passages)
        by_period = self._scored_by_period(question, statements)
        scored = (
            _best_first(by_period) if by_period else of_asked_documents(question, self._scored(question, statements))
        )
        if unmentioned_years(question, passages) or unmentioned_codes(question, passages):
            chosen, said, is_sure = list[Statement](), list[str](), False
        else:
            chosen, said, is_sure = self._chosen(question, scored, by_period, statements)
        return Answer(
            text=" ".join(said) or NO_ANSWER,
            citations=tuple(cite(group) for group in _by_passage(chosen)),
            is_abstention=not chosen,
            passages=tuple(passages),
            provider=self.provider,
            seconds=time.perf_counter() - started,
            trace=Trace(
                notes=(
                    *(f"{READ_AS}{word}: {meant}" for word, meant in slips.items()),
                    *(_doubts(question, passages, is_told=bool(chosen)) if not is_sure else ()),
                )
            ),
        )

    def _chosen(
        self,
        question: str,
        scored: Sequence[Scored],
        by_period: Sequence[Sequence[Scored]],
        statements: Sequence[Statement],
    ) -> tuple[list[Statement], list[str], bool]:
        """The statements that answer, how each is said, and whether that is sure; none where nothing comes close."""
        best = scored[0].score if scored else 0.0
        is_of_one = len({statement.hit.document_id for statement in statements}) == 1
        # who asks in another language means the documents that are in it
        is_named = is_of_one or (bool(scored) and scored[0].is_named) or language_of(question) != "english"
        least = min(NAMED_BELOW, self.abstain_below) if is_named else self.abstain_below
        is_known = best >= least and bool(scored)
        is_sure = best >= SURE_FROM
        told = (
            find_next(question, statements)
            or find_link(question, statements)
            or find_restated(question, statements)
            or (find_total(question, scored, statements) if is_known else None)
        )
        if told is not None:
            return [told], [_written(told, readable(told, question))], True
        if is_known and len(each := choose_each(question, by_period)) > 1:
            return each, tell_each(question, each), is_sure
        # what a question sets a condition for shares few words with the rows that meet it
        if (meeting := _meeting(question, scored, statements)) is not None:
            return *meeting, True
        scored = without_ruled_out(question, scored, tables_near(scored, statements))
        is_known = is_known and bool(scored) and scored[0].score >= least
        if (compared := self._compared(question, statements)) is not None:
            return *compared, is_sure
        if (coded := _coded_row(question, scored, statements)) is not None:
            return [coded], [_written(coded, _whole_if_short(coded, question))], is_sure
        if is_known:
            return *self._found(question, scored, statements), is_sure
        if (extreme := _named_extreme(question, scored, statements)) is not None:
            return [extreme.statement], [_written(extreme.statement, extreme.text)], is_sure
        return [], [], is_sure

    def _compared(self, question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
        """What each of the documents says that a question names to compare them; None where one of them does not."""
        parts = of_named_documents(question, statements)
        asked = without_documents(question, parts)
        scored = [self._scored(asked, part) for part in parts]
        if len(parts) < 2 or any(not entries or entries[0].score < NAMED_BELOW for entries in scored):
            return None
        coded = [
            next((row for rows in tables_near(own, part) if (row := find_coded_row(question, rows))), None)
            for own, part in zip(scored, parts, strict=True)
        ]
        rows = [row for row in coded if row is not None]
        is_coded = len(rows) == len(parts)
        each = rows if is_coded else choose_each(asked, scored)
        if len({one.hit.document_id for one in each}) < len(parts):
            return None
        say = _whole_if_short if is_coded else readable
        return each, tell_documents(question, each, lambda one: with_unit(without_markers(say(one, asked)), one))

    def _found(
        self, question: str, scored: Sequence[Scored], statements: Sequence[Statement]
    ) -> tuple[list[Statement], list[str]]:
        """The statements that answer, and how each is said."""
        if (steps := find_steps(question, scored, statements)) is not None:
            return [steps], [_written(steps, readable(steps, question))]
        tables = of_years_first(question, list(tables_near(scored, statements)))
        if (mover := next(filter(None, (find_mover(question, rows) for rows in tables)), None)) is not None:
            return [mover.statement], [_written(mover.statement, mover.text)]
        extreme = next(filter(None, (find_extreme(question, rows) for rows in tables)), None)
        if extreme is not None and not tells_extreme(question, scored[0].statement):
            return [extreme.statement], [_written(extreme.statement, extreme.text)]
        computed = _best_computed(question, tables)
        if computed is not None:
            told = _told_with(computed, scored[0].statement)
            said = [_written(one, readable(one, question)) for one in told]
            quoted = [*told, *_within_quote(computed.statements)]
            return quoted, [*said, _written(computed.statements[0], computed.text)]
        named = next(filter(None, (find_named_rows(question, rows) for rows in tables)), None)
        if named is not None:
            quoted = _within_quote(named)
            return quoted, [_written(row, readable(row, question)) for row in quoted]
        if (row := _named_row(question, scored, tables) or _row_below(scored)) is not None:
            return [row], [_written(row, readable(row, question))]
        in_range = find_in_range(question, _best_rows(scored, statements))
        is_sure = scored[0].score >= SURE_FROM
        chosen = [in_range] if in_range else _choose(scored, set(terms(question)), is_sure=is_sure)
        chosen = with_following(question, chosen, statements)
        return chosen, [_written(statement, readable(statement, question)) for statement in chosen]

    def stream(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Generator[str, None, Answer]:
        """The answer in one piece."""
        answer = self.answer(question, passages, conversation, meant=meant)
        numbered = MarkerFilter({passage.passage_id for passage in passages})
        yield numbered.feed(answer.text) + numbered.finish()
        return answer

    def score(self, question: str, passages: Sequence[Passage]) -> list[Scored]:
        """All statements with their scores, best first: what the threshold is set on."""
        return self._scored(question, read_statements(passages))

    def _scored_by_period(self, question: str, statements: Sequence[Statement]) -> list[list[Scored]]:
        """The statements of each document of a series, for a question over several periods; else nothing."""
        parts = of_periods(question, statements)
        asked = without_periods(question)
        num_embedded = max(_LEAST_EMBEDDED, _MOST_EMBEDDED // max(len(parts), 1))
        return [scored for part in parts if (scored := self._scored(asked, part, num_embedded=num_embedded))]

    def _scored(
        self, question: str, statements: Sequence[Statement], *, num_embedded: int = NUM_EMBEDDED
    ) -> list[Scored]:
        # who hangs on whom is told where it is asked for
        others = [one for one in without_references(question, statements) if not is_link(one)]
        return score_statements(
            with_measures(question), others, embed=self.embedder.embed, weights=self.weights, num_embedded=num_embedded
        )


def _doubts(question: str, passages: Sequence[Passage], *, is_told: bool) -> tuple[str, ...]:
    """What a person should know of an answer that is not sure, or of there being none."""
    missing = unmentioned_words(question, passages)
    unread = (f"{UNMENTIONED}{', '.join(missing)}",) if missing else ()
    return (NOT_SURE, *unread) if is_told else unread


def _meeting(
    question: str, scored: Sequence[Scored], statements: Sequence[Statement]
) -> tuple[list[Statement], list[str]] | None:
    """The rows that meet a condition of the question, and how they are said."""
    tables = of_years_first(question, list(tables_near(scored, statements)))
    ways = (find_tasks, find_ticked, find_off_target, find_meeting, find_matching, find_column_sum)
    met = [found for find in ways for rows in tables if (found := find(question, rows))]
    if not met:
        return None
    meeting = next((found for found in met if found.is_named), met[0])
    return _within_quote(meeting.statements), [_written(meeting.statements[0], meeting.text)]


def _coded_row(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The row whose label is a code that the question names: of the tables near it, else the only one of all, where the
    best statement does not speak of the code.
    """
    near = next((row for rows in tables_near(scored, statements) if (row := find_coded_row(question, rows))), None)
    if near is not None or not scored:
        return near
    row = find_coded_row(question, [one for one in statements if one.is_row and is_whole(one.hit)])
    label = set(terms(row.said.partition(": ")[0])) if row is not None else set[str]()
    return None if label <= set(terms(scored[0].statement.said)) else row


def _named_extreme(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Extreme | None:
    """The largest or smallest value of a table whose rows and column the question names, whatever its rows say."""
    found = (find_extreme(question, rows) for rows in tables_near(scored, statements))
    return next((extreme for extreme in found if extreme is not None and extreme.is_named), None)


def _best_first(parts: Sequence[Sequence[Scored]]) -> list[Scored]:
    return sorted((entry for part in parts for entry in part), key=lambda entry: -entry.score)


def _choose(scored: Sequence[Scored], asked: set[str], *, is_sure: bool) -> list[Statement]:
    """The best statement and up to two more that are nearly as good, say something else and can be quoted.

    Where none is sure they may be less good, but stand in the document of the best. A row is not told beside one that
    has the terms asked for of it and more.
    """
    chosen: list[Statement] = [scored[0].statement]
    least = (FURTHER_SHARE if is_sure else UNSURE_SHARE) * scored[0].score
    for candidate in scored[1:]:
        if len(chosen) == MAX_STATEMENTS or candidate.score < least:
            break
        statement = candidate.statement
        if is_read_in_picture(statement):
            continue
        if not is_sure and statement.hit.document_id != chosen[0].hit.document_id:
            continue
        if statement.is_row and any(_is_asked_less(statement, other, asked) for other in chosen):
            continue
        is_meant_too = statement.is_row and candidate.signs.words >= scored[0].signs.words
        same_share = SAME_ROW_SHARE if is_meant_too else SAME_SHARE
        if all(overlap(statement, other) < same_share for other in chosen) and is_quotable(statement, chosen):
            chosen.append(statement)
    return chosen


def _is_asked_less(one: Statement, other: Statement, asked: set[str]) -> bool:
    """Whether a row has some of the terms that are asked for in another row, and no others of them."""
    return other.is_row and asked & set(terms(one.said)) < asked & set(terms(other.said))


def _by_passage(chosen: Sequence[Statement]) -> list[list[Statement]]:
    groups: dict[int, list[Statement]] = {}
    for statement in chosen:
        groups.setdefault(statement.passage.passage_id, []).append(statement)
    return list(groups.values())


def _best_rows(scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Statement]:
    """The rows of the table or chart that a row among the best statements is of, if all of them are known."""
    for candidate in scored:
        if candidate.score < FURTHER_SHARE * scored[0].score:
            return []
        best = candidate.statement
        if best.is_row:
            if not is_whole(best.hit):
                return []
            rows = [one for one in statements if one.hit.chunk_no == best.hit.chunk_no and one.is_row]
            return [one for one in rows if one.columns == best.columns]
    return []


def _named_row(question: str, scored: Sequence[Scored], tables: Sequence[Sequence[Statement]]) -> Statement | None:
    """The row that a question names, where it is nearly as good as the best statement."""
    if asks_reason(question):
        return None
    best = scored[0]
    near = {
        id(entry.statement)
        for entry in scored
        if entry.score >= UNSURE_SHARE * best.score and entry.signs.words > best.signs.words
    }
    by_name = (find_named_row(question, rows, best.statement) for rows in tables)
    return next((row for row in by_name if row is not None and id(row) in near), None)


def _row_below(scored: Sequence[Scored]) -> Statement | None:
    """The best row of the table or chart whose caption is the best statement: a caption names what is asked for, and
    answers nothing.
    """
    best = scored[0].statement
    said = " ".join(best.said.split()).rstrip(".")
    for entry in scored[1:]:
        row = entry.statement
        caption = " ".join(row.hit.text.split("\n", 1)[0].split()).rstrip(".")
        is_first = row.hit.chunk_no == best.hit.chunk_no and best.start == 0
        if row.is_row and row.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE) and (said == caption or is_first):
            return None if best.is_row else row
    return None


def _best_computed(question: str, tables: Sequence[Sequence[Statement]]) -> Computed | None:
    """What is reckoned of the first table whose rows the question names whole, else of the first that it can be."""
    found = [computed for rows in tables for find in (find_computed, find_share) if (computed := find(question, rows))]
    return next((computed for computed in found if computed.is_named), found[0] if found else None)


def _whole_if_short(row: Statement, question: str) -> str:
    """A row of few cells as it stands, as what a code means and what to do; of more those that are asked for."""
    said = " ".join(row.said.split())
    return said if said.count("; ") < _FEW_CELLS else readable(row, question)


def _within_quote(rows: Sequence[Statement]) -> list[Statement]:
    """Rows of a table down to the last that one quote still holds: those of a long one lie apart."""
    kept: list[Statement] = []
    for statement in rows:
        if is_quotable(statement, kept):
            kept.append(statement)
    return kept


def _told_with(computed: Computed, best: Statement) -> list[Statement]:
    """The best statement, where it is a sentence that may tell what was reckoned from a table: it says more of it."""
    if best.is_row or not tells_change(best.said) or not is_quotable(best, computed.statements):
        return []
    return [best]


def _written(statement: Statement, said: str) -> str:
    return f"{ended(with_unit(without_markers(said), statement))} {marker(statement.passage.passage_id)}"
