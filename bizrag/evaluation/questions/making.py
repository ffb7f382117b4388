"""A question set from a corpus or from a file: pages side by side, resumable, within a number of calls."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bizrag.configuration.question import QuestionSettings
from bizrag.errors import BizragError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.questions.asking import LimitReachedError
from bizrag.evaluation.questions.candidates import Candidate, Reviewed, without_duplicates
from bizrag.evaluation.questions.review import Workshop
from bizrag.store.question_pages import QuestionPage

T = TypeVar("T")
# (done, total)
ProgressFn = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """What was made, in the order of the pages."""

    reviewed: tuple[Reviewed, ...]
    # pages or questions that were not worked on: no call was left
    num_left: int = 0
    # pages of which no question was written, with the reason; by their place
    unwritten: dict[str, str]

    @property
    def accepted(self) -> list[EvalCase]:
        return [one.case for one in self.reviewed if one.rejection is None]

    @property
    def rejected(self) -> list[Reviewed]:
        return [one for one in self.reviewed if one.rejection is not None]

    def counts(self) -> dict[str, Any]:
        """``{"accepted", "refined", "rejected": {reason: number}, "left", "unwritten"}``."""
        accepted = [one for one in self.reviewed if one.rejection is None]
        reasons = Counter(one.rejection.value for one in self.reviewed if one.rejection is not None)
        return {
            "accepted": len(accepted),
            "refined": sum(bool(one.original) for one in accepted),
            "rejected": dict(sorted(reasons.items())),
            "left": self.num_left,
            "unwritten": len(self.unwritten),
        }


def make_questions(
    workshop: Workshop, pages: Sequence[QuestionPage], progress: ProgressFn | None = None
) -> QuestionSet:
    """Write questions of pages and review them. A page on which the model fails has none, and is named."""

    def work(page: QuestionPage) -> tuple[list[Reviewed], str]:
        try:
            written = workshop.write(page)
        except BizragError as error:
            return [], f"{page.place}: {error}"
        unasked = "" if written else f"{page.place}: the model found nothing to ask"
        return [workshop.review(candidate) for candidate in written], unasked

    done = _side_by_side(work, pages, workshop.settings, progress)
    finished = [one for one in done if one is not None]
    unwritten = dict(line.split(": ", 1) for _, line in finished if line)
    return QuestionSet(
        reviewed=tuple(without_duplicates([one for found, _ in finished for one in found])),
        num_left=done.count(None),
        unwritten=unwritten,
    )


def review_questions(
    workshop: Workshop, candidates: Sequence[Candidate], progress: ProgressFn | None = None
) -> QuestionSet:
    """Review questions that were written elsewhere."""
    done = _side_by_side(workshop.review, candidates, workshop.settings, progress)
    reviewed = without_duplicates([one for one in done if one is not None])
    return QuestionSet(reviewed=tuple(reviewed), num_left=done.count(None), unwritten={})


def write_set(found: QuestionSet, output: Path, rejected: Path) -> None:
    """Both files whole, or none: they are written beside their places and moved there."""
    accepted = (one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in found.accepted)
    for path, lines in ((output, accepted), (rejected, (one.to_json() for one in found.rejected))):
        part = path.with_name(f"{path.name}.part")
        part.parent.mkdir(parents=True, exist_ok=True)
        part.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        part.replace(path)


def _side_by_side(
    work: Callable[[Any], T], items: Sequence[Any], settings: QuestionSettings, progress: ProgressFn | None
) -> list[T | None]:
    """What the work gives for each item, in order; None where no call was left for it."""

    def once(item: Any) -> T | None:
        try:
            return work(item)
        except LimitReachedError:
            return None

    results: list[T | None] = []
    with ThreadPoolExecutor(settings.concurrent_pages, thread_name_prefix="questions") as threads:
        try:
            for result in threads.map(once, items):
                results.append(result)
                if progress is not None:
                    progress(len(results), len(items))
        except BaseException:
            # Ctrl-C: calls under way are kept, no other begins
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    return results
