"""Writing and reviewing questions (ViDoRAG, section 4.1): query reviewer, query refiner, multimodal reviewer.

A question is in the set when it stands alone and means one place of the corpus, its evidence stands on its page, its
page answers it, and none of the other pages that the search finds for it does. Whatever is left out is kept with the
reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.configuration.question import QuestionSettings
from bizrag.errors import BizragError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.questions.asking import Reader
from bizrag.evaluation.questions.candidates import Candidate, Rejection, Reviewed, has_evidence, make_case
from bizrag.evaluation.questions.outputs import PageOutput, RefinerOutput, UniqueOutput, WriterOutput
from bizrag.model.retrieval import Hit
from bizrag.store.question_pages import QuestionPage

#: hits that the reviewer of a question is shown at most
MAX_PASSAGES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """Makes and reviews questions. Safe for several threads."""

    reader: Reader
    # what the index finds for a question
    find: Callable[[str], Sequence[Hit]]
    # pages by document id and page
    load: Callable[[Sequence[tuple[str, int]]], Sequence[QuestionPage]]
    settings: QuestionSettings

    def write(self, page: QuestionPage) -> list[Candidate]:
        """Questions of a page. Raises what the model raises."""
        said = self.reader.about_pages("question_write", WriterOutput, [page], number=self.settings.per_page)
        return [
            Candidate(
                case=make_case(
                    page, question=one.question, answer=one.answer, evidence=one.evidence, source=one.source
                ),
                pages=(page,),
            )
            for one in said.questions[: self.settings.per_page]
        ]

    def review(self, candidate: Candidate) -> Reviewed:
        """The question as it goes into the set, or why it does not. A model's failure is a reason too."""
        case, pages = candidate.case, candidate.pages
        if not pages:
            named = ", ".join(map(str, case.pages or ())) or "named"
            detail = f"the index has no page {named} of {case.doc or 'any document'}"
            return Reviewed(case=case, rejection=Rejection.NO_PAGE, detail=detail)
        if not has_evidence(case, pages):
            detail = f"{case.evidence!r} does not stand on {pages[0].place}"
            return Reviewed(case=case, rejection=Rejection.NO_EVIDENCE, detail=detail)
        try:
            return self._review(case, pages)
        except BizragError as error:
            return Reviewed(case=case, rejection=Rejection.FAILED, detail=str(error))

    def _review(self, case: EvalCase, pages: Sequence[QuestionPage]) -> Reviewed:
        clear, others, doubt = self._made_unique(case, pages)
        original = case.question if clear.question != case.question else ""
        if doubt:
            return Reviewed(case=clear, original=original, rejection=Rejection.NOT_UNIQUE, detail=doubt)
        own = self._look(clear, pages)
        if not own.answers:
            return Reviewed(case=clear, original=original, rejection=Rejection.NOT_ANSWERED, detail=own.reason)
        for other in self._other_pages(others, pages):
            seen = self._look(clear, [other])
            if seen.answers:
                detail = f"{other.place}: {seen.reason}"
                return Reviewed(case=clear, original=original, rejection=Rejection.ANSWERED_ELSEWHERE, detail=detail)
        return Reviewed(case=clear, original=original)

    def _made_unique(self, case: EvalCase, pages: Sequence[QuestionPage]) -> tuple[EvalCase, Sequence[Hit], str]:
        """The question made as clear as need be, what else is found for it, and why it is not unique after all."""
        for refinement in range(self.settings.max_refinements + 1):
            others = [hit for hit in self.find(case.question) if not _is_on(hit, pages)]
            passages = [(_place(hit), hit.text) for hit in others[:MAX_PASSAGES]]
            verdict = self.reader.about_passages("question_unique", UniqueOutput, case.question, pages, passages)
            if verdict.verdict == "A":
                return case, others, ""
            if refinement == self.settings.max_refinements:
                return case, others, verdict.reason
            refined = self.reader.about_passages("question_refine", RefinerOutput, case.question, pages, passages)
            case = case.model_copy(update={"question": refined.question})
        raise AssertionError("the last refinement returns")

    def _other_pages(self, hits: Sequence[Hit], pages: Sequence[QuestionPage]) -> Sequence[QuestionPage]:
        """The pages of the best other hits."""
        keys = dict.fromkeys((hit.document_id, page_no) for hit in hits for page_no in hit.page_nos)
        own = {page.key for page in pages}
        wanted = [key for key in keys if key not in own][: self.settings.compared_pages]
        found = {one.key: one for one in self.load(wanted)} if wanted else {}
        return [found[key] for key in wanted if key in found]

    def _look(self, case: EvalCase, pages: Sequence[QuestionPage]) -> PageOutput:
        """The multimodal reviewer: whether pages answer the question, as they should or not."""
        return self.reader.about_pages("question_page", PageOutput, pages, question=case.question)


def _is_on(hit: Hit, pages: Sequence[QuestionPage]) -> bool:
    return any(hit.document_id == page.document_id and page.page_no in hit.page_nos for page in pages)


def _place(hit: Hit) -> str:
    pages = ", ".join(map(str, hit.page_nos))
    return f"{hit.title or hit.doc}, page {pages}" if pages else hit.title or hit.doc
