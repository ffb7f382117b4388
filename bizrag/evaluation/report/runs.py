"""Rankings in the formats of trec_eval, so that other tools can score them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bizrag.evaluation.runner import CaseScores


def run_lines(scores: Sequence[CaseScores], *, name: str) -> Iterator[str]:
    """``question Q0 document#page rank score name`` for every distinct page found; the score falls with the rank."""
    for score in scores:
        for rank, page in enumerate(score.pages, start=1):
            yield f"{_token(score.case.id)} Q0 {_page(page)} {rank} {1 / rank:.6f} {name}"


def qrel_lines(scores: Iterable[CaseScores]) -> Iterator[str]:
    """``question 0 document#page 1`` for every gold page."""
    for score in scores:
        for page in sorted(score.gold_pages):
            yield f"{_token(score.case.id)} 0 {_page(page)} 1"


def _page(page: tuple[str, int]) -> str:
    return f"{_token(page[0])}#{page[1]}"


def _token(text: str) -> str:
    # blanks part the columns
    return "_".join(text.split())
