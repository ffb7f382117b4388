"""What making a question set may take, before anything is asked. Pure but for the price file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bizrag.configuration.question import QuestionSettings
from bizrag.providers.prices import price_of

# Tokens in and out of one call, assumed: a page image with its text, or passages; a sentence or two come back.
_INPUT_TOKENS, _OUTPUT_TOKENS = 3500, 150
_MILLION = 1_000_000


def estimate_calls(settings: QuestionSettings, *, num_pages: int, num_questions: int) -> tuple[int, int]:
    """Fewest and most calls: each page is written once, each question reviewed, and at most refined and compared.

    Pages are 0 where the questions are there already. Second tries of replies that cannot be read come on top.

    >>> estimate_calls(QuestionSettings(max_refinements=1, compared_pages=2), num_pages=10, num_questions=10)
    (10, 70)
    """
    most = 1 + 2 * settings.max_refinements + 1 + settings.compared_pages
    # a question without evidence is rejected without a call
    return num_pages or 0, num_pages + num_questions * most


def estimate_json(
    settings: QuestionSettings, *, model: str, num_pages: int, num_questions: int, prices_path: Path | None
) -> dict[str, Any]:
    """``{"pages", "questions", "model", "calls", "tokens", "cost_usd"}``; ranges are {low, high}.

    ``cost_usd`` is None where the model has no price. Kept replies are not known here: a second run takes less.
    """
    low, high = (
        min(number, settings.max_calls)
        for number in estimate_calls(settings, num_pages=num_pages, num_questions=num_questions)
    )
    price = price_of(model, prices_path)
    a_call = None
    if price is not None:
        a_call = float(price.input * _INPUT_TOKENS + price.output * _OUTPUT_TOKENS) / _MILLION
    tokens = _INPUT_TOKENS + _OUTPUT_TOKENS
    return {
        "pages": num_pages,
        "questions": num_questions,
        "model": model,
        "calls": {"low": low, "high": high},
        "tokens": {"low": low * tokens, "high": high * tokens},
        "cost_usd": None if a_call is None else {"low": round(low * a_call, 4), "high": round(high * a_call, 4)},
    }
