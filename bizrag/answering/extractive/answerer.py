"""The local answerer: the best statements of the passages, word for word, cited; or an abstention.

It is no language model and says so in ``provider``: nothing is rewritten or joined, and nothing concluded but which row
of a table has the largest or smallest value, which rows meet a condition, in which row's range a number lies, whether
one value is above another, and what printed values add up to, change by, are on average and are as a share of others.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from bizrag.answering.citations import MarkerFilter, without_markers
from bizrag.answering.extractive.documents.asked_documents import (
    of_asked_documents,
    of_asked_periods,
    of_named_document,
)
from bizrag.answering.extractive.documents.asked_measure import find_asked_measure
from bizrag.answering.extractive.documents.each_document import of_named_documents, tell_documents, without_documents
from bizrag.answering.extractive.documents.each_measure import find_each_measure
from bizrag.answering.extractive.documents.each_member import find_each_member
from bizrag.answering.extractive.documents.each_period import choose_each, of_periods, tell_each
from bizrag.answering.extractive.documents.listed_documents import find_listed_documents
from bizrag.answering.extractive.documents.meant_documents import (
    of_documents_saying,
    of_meant_documents,
    unsaid_name,
)
from bizrag.answering.extractive.documents.numbered_documents import of_numbered_documents
from bizrag.answering.extractive.doubts import doubts_of
from bizrag.answering.extractive.lists.led_by_names import with_names_of_lists
from bizrag.answering.extractive.lists.lists import one_after_another
from bizrag.answering.extractive.questions.answer_types import lack_asked_type, of_asked_type
from bizrag.answering.extractive.questions.other_codes import (
    find_coded_entry,
    without_other_codes,
    without_other_numbers,
)
from bizrag.answering.extractive.questions.other_members import unmentioned_member
from bizrag.answering.extractive.questions.other_tongues import asked_in_english
from bizrag.answering.extractive.questions.two_questions import one_by_one, two_questions
from bizrag.answering.extractive.questions.two_steps import (
    Told,
    tell_in_steps,
    tell_of_one_row,
    tell_of_two_rows,
)
from bizrag.answering.extractive.questions.understood import plainly, understand
from bizrag.answering.extractive.questions.unmentioned import is_of_unmentioned
from bizrag.answering.extractive.questions.unmentioned_countries import unmentioned_countries
from bizrag.answering.extractive.scoring import (
    DEFAULT_WEIGHTS,
    NUM_EMBEDDED,
    Scored,
    Weights,
    asks_reason,
    best_first,
    merged,
    score_statements,
)
from bizrag.answering.extractive.sections.contents import without_contents
from bizrag.answering.extractive.sections.named_places import tell_of_place
from bizrag.answering.extractive.sections.numbered_figures import of_numbered_figure
from bizrag.answering.extractive.sections.overviews import find_overview
from bizrag.answering.extractive.sections.provisions import tell_of_provision
from bizrag.answering.extractive.sentences.drivers import asks_drivers, tells_driver
from bizrag.answering.extractive.sentences.formalities import without_formalities
from bizrag.answering.extractive.sentences.parties import without_parties
from bizrag.answering.extractive.tables.chosen_rows import (
    find_coded,
    find_meeting_rows,
)
from bizrag.answering.extractive.tables.named.meant_columns import with_meant_column
from bizrag.answering.extractive.tables.named.meant_rows import with_meant_row_first
from bizrag.answering.extractive.tables.named.named_rows import find_coded_row, names_whole_row
from bizrag.answering.extractive.tables.named.near_tables import tables_near
from bizrag.answering.extractive.tables.reading.units import with_unit
from bizrag.answering.extractive.told import SURE_FROM, found, found_by_name, whole_if_short, with_notes, written
from bizrag.answering.extractive.told_whole import find_first_told
from bizrag.answering.languages import ENGLISH, language_of
from bizrag.answering.ports import NO_ANSWER
from bizrag.answering.quoting import cite
from bizrag.answering.statements.abbreviations import with_defined
from bizrag.answering.statements.asked import with_measures
from bizrag.answering.statements.links import is_link
from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.answering.statements.roles import names_nobody, with_roles
from bizrag.model.abbreviations import with_abbreviations
from bizrag.model.answers import Answer, Passage, Trace
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import ALONE, Conversation
from bizrag.model.periods import without_periods
from bizrag.model.terms import terms
from bizrag.model.words import is_latin
from bizrag.providers.embedding import TextEmbedder

PROVIDER = "local/extractive-1"

#: An answer needs a statement with this score. Of 152 questions about 39 documents, asked of other documents, .94 have
#: none (166 with those that sound as if); of the same questions asked of these, .87 have one. Set on
#: questions in the documents' own words (0.53) it kept silent about .4 of these.
ABSTAIN_BELOW = 0.44
#: The same where the question names the statement's document, as most of 135 questions of readers do: .94 of them have
#: one in place of .82. Of 256 asked of other documents .79 have none in place of .81. Who asks one document alone names
#: it, too: of 648 such questions that it answers 4 get no answer in place of 24; of 34 that it does not, 5, not 7.
NAMED_BELOW = 0.34

# statements that are embedded for a question over several periods: in all, and of one document at least
_MOST_EMBEDDED, _LEAST_EMBEDDED = 96, 16


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
        question = plainly(meant or question)
        if (listed := find_listed_documents(question, passages)) is not None:
            return self._answer(*listed, passages, started)
        understood = understand(question, passages, count_tokens=self.embedder.count_tokens)
        question = understood.question
        statements = [one for one in read_statements(passages) if not names_nobody(question, one.said)]
        finds = (is_of_unmentioned, unmentioned_member, unmentioned_countries)
        if any(find(question, passages) for find in finds):
            chosen, said, is_sure = list[Statement](), list[str](), False
        else:
            told = tell_of_provision(question, statements) or tell_of_place(question, statements, self._told)
            chosen, said, is_sure = told or self._told(question, statements)
            if chosen and (name := unsaid_name(question, chosen, passages, is_sure=is_sure)):
                chosen, said, is_sure = self._told_where_said(name, question, statements, passages)
        told_of = {one.hit.document_id for one in chosen}
        doubts = doubts_of(question, passages, told=told_of) if not is_sure else ()
        notes = (*understood.notes(is_told=bool(chosen)), *doubts)
        return self._answer(chosen, one_after_another(said) or NO_ANSWER, passages, started, notes)

    def _answer(
        self,
        chosen: Sequence[Statement],
        text: str,
        passages: Sequence[Passage],
        started: float,
        notes: tuple[str, ...] = (),
    ) -> Answer:
        return Answer(
            text=text,
            citations=tuple(cite(group) for group in _by_passage(chosen)),
            is_abstention=not chosen,
            passages=tuple(passages),
            provider=self.provider,
            seconds=time.perf_counter() - started,
            trace=Trace(notes=notes),
        )

    def _told(self, question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str], bool]:
        """What answers a question, or each of the two that its sentence asks, where no row of a table answers both."""

        def ask(asked: str) -> Told:
            return self._told_once(asked, statements)

        def tables_of(first: str) -> tuple[list[list[Statement]], list[str]]:
            return self._tables(first, self._scored(first, statements), statements)

        if (stepped := tell_in_steps(question, tables_of, ask)) is not None:
            return stepped
        whole = ask(question)
        parts = two_questions(question)
        if parts is None or not whole[0]:
            return whole
        if (of_row := tell_of_one_row(parts, ask)) is not None:
            return of_row
        if any(one.is_row for one in whole[0]):
            return tell_of_two_rows(parts, ask) or self._with_second(parts, whole, statements)
        each = [self._told_once(part, of_named_document(question, part, whole[0], statements)) for part in parts]
        # rows of a table may be told in one
        if not all(chosen and len(chosen) == len(said) for chosen, said, _ in each):
            return whole
        told = one_by_one([list(zip(chosen, said, strict=True)) for chosen, said, _ in each])
        return [one for one, _ in told], [said for _, said in told], all(is_sure for _, _, is_sure in each)

    def _told_where_said(
        self, name: str, question: str, statements: Sequence[Statement], passages: Sequence[Passage]
    ) -> tuple[list[Statement], list[str], bool]:
        """What answers a question in those documents alone that say a name of it; nothing where the best of them says
        nothing else of the question.
        """
        own = of_documents_saying(name, statements, passages)
        chosen, said, is_sure = self._told(question, own) if own else ([], [], False)
        asked = set(terms(question)) - set(terms(name))
        if not chosen or asked.isdisjoint(terms(chosen[0].said)):
            return [], [], False
        if unsaid_name(question, chosen, passages, is_sure=is_sure):
            return [], [], False
        return chosen, said, is_sure

    def _with_second(
        self,
        parts: tuple[str, str],
        whole: tuple[list[Statement], list[str], bool],
        statements: Sequence[Statement],
    ) -> tuple[list[Statement], list[str], bool]:
        """What rows of a table tell; where that is the sum that is asked for first, with the sentence that answers what
        is asked beside it, if that is sure.
        """
        if find_asked_measure(parts[0], statements) is None:
            return whole
        chosen, said, is_sure = self._told_once(parts[1], statements)
        if not is_sure or any(one.is_row for one in chosen) or len(chosen) != len(said):
            return whole
        if asks_drivers(parts[1]) and not tells_driver(parts[1], chosen[0]):
            return whole
        return [*whole[0], chosen[0]], [*whole[1], said[0]], True

    def _told_once(self, question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str], bool]:
        statements = of_meant_documents(question, read := of_numbered_documents(question, statements))
        by_period = self._scored_by_period(question, statements)
        scored = best_first(by_period) if by_period else self._of_asked_documents(question, statements, read)
        scored = without_other_numbers(question, without_other_codes(question, scored))
        meant = with_meant_row_first(question, of_numbered_figure(question, scored))
        members = None if by_period else find_each_member(question, scored, statements)
        chosen, said, is_sure = (
            self._chosen(question, meant, by_period, statements) if members is None else (*members, True)
        )
        if lack_asked_type(question, chosen):
            of_type = of_asked_type(question, meant)
            chosen, said, is_sure = self._chosen(question, of_type, (), statements) if of_type else ([], [], False)
            if lack_asked_type(question, chosen):
                return [], [], False
        return *with_notes(question, chosen, with_names_of_lists(question, chosen, said)), is_sure

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
        is_of_named = bool(scored) and (scored[0].is_named or names_whole_row(question, scored[0].statement))
        is_named = is_of_one or is_of_named or language_of(question) != ENGLISH
        least = min(NAMED_BELOW, self.abstain_below) if is_named else self.abstain_below
        is_known = best >= least and bool(scored)
        is_sure = best >= SURE_FROM
        first = find_first_told(question, scored, statements, is_known=is_known, is_of_periods=bool(by_period))
        if first is not None:
            return *first, True
        each = self._of_each(question, by_period, statements, is_known=is_known, is_sure=is_sure)
        if each is not None:
            return each
        # what a question sets a condition for shares few words with the rows that meet it
        tables, meant = self._tables(question, scored, statements)
        if (meeting := find_meeting_rows(asked_in_english(question), tables, meant)) is not None:
            rows, text = meeting
            return rows, [written(rows[0], text)], True
        if (compared := self._compared(question, statements)) is not None:
            return *compared, is_sure
        coded = find_coded(question, tables, scored, statements) or find_coded_entry(question, statements)
        # another table may tell why
        if coded is not None and not (asks_reason(question) and is_known):
            return [coded], [written(coded, whole_if_short(coded, question))], is_sure
        if (near := found_by_name(question, scored, statements, is_known=is_known, is_sure=is_sure)) is not None:
            return [near], [written(near, readable(near, question))], True
        if is_known:
            return *found(question, scored, tables, meant, statements), is_sure
        return [], [], is_sure

    def _of_each(
        self,
        question: str,
        by_period: Sequence[Sequence[Scored]],
        statements: Sequence[Statement],
        *,
        is_known: bool,
        is_sure: bool,
    ) -> tuple[list[Statement], list[str], bool] | None:
        """What each part of a section says that a question asks for in all, each report tells of a measure, or says of
        what is asked over several periods.
        """
        if overview := find_overview(question, statements):
            return overview, [written(one, readable(one, question)) for one in overview], is_sure
        measured = find_each_measure(question, statements) or find_asked_measure(question, statements)
        if measured is not None:
            return *measured, True
        each = choose_each(question, by_period) if is_known else []
        return (each, tell_each(question, each), is_sure) if len(each) > 1 else None

    def _tables(
        self, question: str, scored: Sequence[Scored], statements: Sequence[Statement]
    ) -> tuple[list[list[Statement]], list[str]]:
        """The tables near a question, and the question for each, with the column of it that is meant."""
        question = asked_in_english(question)
        tables = tables_near(question, scored, statements)
        return tables, [with_meant_column(question, rows, self.embedder.embed) for rows in tables]

    def _compared(self, question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
        """What each of the documents says that a question names to compare them; None where one of them does not."""
        parts = of_named_documents(question, statements)
        asked = without_documents(question, parts)
        scored = [self._scored(asked, part) for part in parts]
        if len(parts) < 2 or any(not entries or entries[0].score < NAMED_BELOW for entries in scored):
            return None
        coded = [
            next((row for rows in tables_near(question, own, part) if (row := find_coded_row(question, rows))), None)
            for own, part in zip(scored, parts, strict=True)
        ]
        rows = [row for row in coded if row is not None]
        is_coded = len(rows) == len(parts)
        each = rows if is_coded else choose_each(asked, scored)
        if len({one.hit.document_id for one in each}) < len(parts):
            return None
        say = whole_if_short if is_coded else readable
        return each, tell_documents(question, each, lambda one: with_unit(without_markers(say(one, asked)), one))

    def stream(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Generator[str, None, Answer]:
        """The answer in one piece."""
        answer = self.answer(question, passages, conversation, meant=meant)
        numbered = MarkerFilter({passage.passage_id for passage in passages})
        yield numbered.feed(answer.text) + numbered.finish()
        return answer

    def score(self, question: str, passages: Sequence[Passage]) -> list[Scored]:
        """All statements with their scores, best first."""
        return self._scored(question, read_statements(passages))

    def _scored_by_period(self, question: str, statements: Sequence[Statement]) -> list[list[Scored]]:
        """The statements of each document of a series, for a question over several periods; else nothing."""
        parts = of_periods(question, statements)
        asked = without_periods(question)
        num_embedded = max(_LEAST_EMBEDDED, _MOST_EMBEDDED // max(len(parts), 1))
        return [scored for part in parts if (scored := self._scored(asked, part, num_embedded=num_embedded))]

    def _of_asked_documents(
        self, question: str, statements: Sequence[Statement], read: Sequence[Statement]
    ) -> Sequence[Scored]:
        """The scored statements of the documents that a question names, as many of these as of all others; how rare a
        word is, all that were read say.
        """
        scored = self._scored(question, statements, among=read)
        own = of_asked_periods(question, statements)
        if len(own) < len(statements):
            scored = merged(scored, self._scored(question, own, among=read))
        named = of_asked_documents(question, scored)
        kept = {entry.statement.hit.document_id for entry in named}
        own = [one for one in statements if one.hit.document_id in kept]
        if len(own) == len(statements) or len(named) >= min(len(own), NUM_EMBEDDED):
            return named
        return of_asked_documents(question, merged(named, self._scored(question, own, among=read)))

    def _scored(
        self,
        question: str,
        statements: Sequence[Statement],
        *,
        num_embedded: int = NUM_EMBEDDED,
        among: Sequence[Statement] = (),
    ) -> list[Scored]:
        # who hangs on whom on a slide is told where it is asked for; a picture may show nothing else
        others = [
            one
            for one in without_parties(question, without_formalities(question, without_contents(question, statements)))
            if one.hit.kind is ChunkKind.PICTURE or not is_link(one)
        ]
        texts = {one.hit.chunk_no: one.hit.text for one in (among or others)}.values()
        return score_statements(
            with_roles(with_defined(with_abbreviations(with_measures(question)), texts), texts),
            others,
            embed=self.embedder.embed if is_latin(question) else None,
            weights=self.weights,
            num_embedded=num_embedded,
            among=among,
        )


def _by_passage(chosen: Sequence[Statement]) -> list[list[Statement]]:
    groups: dict[int, list[Statement]] = {}
    for statement in chosen:
        groups.setdefault(statement.passage.passage_id, []).append(statement)
    return list(groups.values())
