"""Question sets made of an index: what the workshop of questions works with, put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bizrag.configuration.question import QuestionSettings
from bizrag.errors import BadInputError, ConfigurationError
from bizrag.evaluation.questions.asking import LimitedChat, Reader
from bizrag.evaluation.questions.candidates import Candidate
from bizrag.evaluation.questions.estimate import estimate_json
from bizrag.evaluation.questions.making import ProgressFn, QuestionSet, make_questions, review_questions
from bizrag.evaluation.questions.review import MAX_PASSAGES, Workshop
from bizrag.evaluation.questions.sampling import sample_pages
from bizrag.model.retrieval import Hit
from bizrag.store.question_pages import QuestionPage, load_question_pages

if TYPE_CHECKING:
    from bizrag.evaluation.cases import EvalCase
    from query.service import QueryService


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionMaker:
    """Makes and reviews question sets of one index, or of one of its collections."""

    service: QueryService
    settings: QuestionSettings
    index: str = "default"
    collection: str | None = None

    def pages(self) -> list[QuestionPage]:
        """The pages that questions are made of. Raises BadInputError where the index has none."""
        settings = self.settings
        found = sample_pages(
            self._load(None), number=settings.pages, seed=settings.seed, min_chars=settings.min_page_chars
        )
        if not found:
            where = f"collection {self.collection!r} of index {self.index!r}" if self.collection else f"{self.index!r}"
            raise BadInputError(
                f"no page of {where} has {settings.min_page_chars} characters: ingest documents with pages, or set "
                "BIZRAG_QUESTIONS__MIN_PAGE_CHARS"
            )
        return found

    def make(
        self, pages: Sequence[QuestionPage], progress: ProgressFn | None = None
    ) -> tuple[QuestionSet, dict[str, Any]]:
        """Questions of pages, reviewed; and what the calls took."""
        chat = self._chat()
        return make_questions(self._workshop(chat), pages, progress), _usage(chat)

    def review(
        self, cases: Sequence[EvalCase], progress: ProgressFn | None = None
    ) -> tuple[QuestionSet, dict[str, Any]]:
        """Questions that were written elsewhere, reviewed; and what the calls took."""
        chat = self._chat()
        return review_questions(self._workshop(chat), self._candidates(cases), progress), _usage(chat)

    def estimate(self, *, num_pages: int, num_questions: int) -> dict[str, Any]:
        """What it may take at most, nothing asked. Raises ConfigurationError without a chat model."""
        from bizrag.providers.chat import Job
        from bizrag.providers.factory import job_settings

        self._chat()
        return estimate_json(
            self.settings,
            model=job_settings(self.service.settings, Job.AGENT).model,
            num_pages=num_pages,
            num_questions=num_questions,
            prices_path=self.service.settings.providers.calls.prices_path,
        )

    def _chat(self) -> LimitedChat:
        from bizrag.providers.chat import Job
        from bizrag.providers.factory import chat_model

        chat = chat_model(self.service.settings, Job.AGENT, self.service.engine)
        if chat is None:
            raise ConfigurationError(
                "making and reviewing questions needs a chat model: set BIZRAG_PROVIDERS__OPENAI__API_KEY or "
                "__BASE_URL (docs/providers.md)"
            )
        return LimitedChat(chat, self.settings.max_calls)

    def _workshop(self, chat: LimitedChat) -> Workshop:
        from bizrag.store.blobs import BlobStore

        blobs = BlobStore(self.service.settings.blobs)
        reader = Reader(chat=chat, read_image=blobs.get, image_max_px=self.settings.image_max_px)
        return Workshop(reader=reader, find=self._find, load=self._load, settings=self.settings)

    def _find(self, question: str) -> list[Hit]:
        top_k = max(MAX_PASSAGES, self.settings.compared_pages) + self.settings.compared_pages
        return self.service.search(question, index=self.index, collection=self.collection, top_k=top_k)

    def _load(self, keys: Sequence[tuple[str, int]] | None) -> list[QuestionPage]:
        from bizrag.store.indexes import get_index
        from query.documents import check_collection

        with self.service.reading() as conn:
            index_no = get_index(conn, self.index).index_no
            check_collection(conn, index_no=index_no, collection=self.collection)
            return load_question_pages(conn, index_no=index_no, collection=self.collection, keys=keys)

    def _candidates(self, cases: Sequence[EvalCase]) -> list[Candidate]:
        """Questions with their pages, found as an evaluation finds them."""
        from bizrag.evaluation.gold import GoldFinder

        finder = GoldFinder(self.service.documents(index=self.index, collection=self.collection))
        wanted = [sorted(finder.find(case).pages) for case in cases]
        found = {page.key: page for page in self._load([key for keys in wanted for key in keys])}
        return [
            Candidate(case=case, pages=tuple(found[key] for key in keys) if all(key in found for key in keys) else ())
            for case, keys in zip(cases, wanted, strict=True)
        ]


def _usage(chat: LimitedChat) -> dict[str, Any]:
    spent = chat.meter.spending
    return {
        "calls": spent.num_calls - spent.num_cached,
        "kept": spent.num_cached,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_usd": spent.cost_usd,
    }
