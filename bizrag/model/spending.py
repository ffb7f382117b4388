"""What model calls of an answer cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """Model calls and what they took. Adds up; what one of them does not know is unknown for all."""

    num_calls: int = 0
    # of these, answered from earlier equal calls
    num_cached: int = 0
    # None where a provider does not count
    input_tokens: int | None = 0
    output_tokens: int | None = 0
    # None where the price of a model is not known
    cost_usd: float | None = 0.0

    def __add__(self, other: Spending) -> Spending:
        return Spending(
            num_calls=self.num_calls + other.num_calls,
            num_cached=self.num_cached + other.num_cached,
            input_tokens=_sum(self.input_tokens, other.input_tokens),
            output_tokens=_sum(self.output_tokens, other.output_tokens),
            cost_usd=_sum(self.cost_usd, other.cost_usd),
        )


#: no call
NOTHING_SPENT = Spending()


def _sum(one: _Number | None, other: _Number | None) -> _Number | None:
    return None if one is None or other is None else one + other
