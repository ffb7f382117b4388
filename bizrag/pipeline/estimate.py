"""What an ingestion will take, before it runs: pages, tables, pictures, slides, calls, tokens and price, by stage.

What is parsed already is counted; the rest is a range. Ratios (tables a page, texts a page, ...) come from the
documents that this database has parsed, where there are enough of a kind, else from the defaults below. The range of a
sum over documents is two standard deviations either way (ratio estimator: Cochran, Sampling Techniques, chapter 6).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bizrag.model.documents import Layout
from bizrag.parsing.files.formats import TEXT

__all__ = ["DEFAULTS", "DEFAULTS_BY_TYPE", "Amount", "Ratio", "Sample", "observe", "ratio_for"]

# Documents of a kind from which its ratios are told.
_ENOUGH = 5
_TWO_SIDES = 2.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its range; the three are equal where it is counted."""

    low: float = 0.0
    likely: float = 0.0
    high: float = 0.0

    @classmethod
    def exactly(cls, number: float) -> Amount:
        """A number that was counted."""
        return cls(number, number, number)

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def times(self, factor: float) -> Amount:
        """The amount so many times."""
        return Amount(self.low * factor, self.likely * factor, self.high * factor)

    def by(self, other: Amount) -> Amount:
        """Both together: calls by tokens a call."""
        return Amount(self.low * other.low, self.likely * other.likely, self.high * other.high)

    def holds(self, number: float, *, share: float = 0.0) -> bool:
        """Whether a number lies in the range, widened by a share of itself.

        >>> Amount(8, 10, 12).holds(13), Amount(8, 10, 12).holds(13, share=0.2)
        (False, True)
        """
        return self.low - share * number <= number <= self.high + share * number

    def to_json(self) -> dict[str, float]:
        """Rounded; ``low`` is rounded down and ``high`` up."""
        return {"low": math.floor(self.low), "likely": round(self.likely), "high": math.ceil(self.high)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A document that was parsed: its size in pages (3,000 bytes where the format has none) and what was in it."""

    mime_type: str
    layout: Layout
    units: float
    # by name: tables, pictures, inputs, tokens
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many of something there are a page, and how much documents scatter around that."""

    low: float
    likely: float
    high: float
    # standard deviation of a document's count around its expectation, over the root of its pages; 0 for defaults
    scatter: float = 0.0
    # standard error of ``likely``
    error: float = 0.0

    def amount(self, units: Sequence[float]) -> Amount:
        """The sum over documents of these sizes."""
        total = sum(units)
        if not self.scatter and not self.error:
            return Amount(self.low * total, self.likely * total, self.high * total)
        # scatter of the new documents, and what is not known about the ratio itself
        spread = _TWO_SIDES * math.sqrt(self.scatter**2 * total + (self.error * total) ** 2)
        return Amount(max(0.0, self.likely * total - spread), self.likely * total, self.likely * total + spread)


def _default(low: float, likely: float, high: float) -> Ratio:
    return Ratio(low, likely, high)


#: assumed a page while a database has not parsed enough of a kind: annual reports, papers, letters; slide decks
DEFAULTS: Mapping[Layout, Mapping[str, Ratio]] = {
    Layout.VERTICAL: {
        "tables": _default(0.0, 0.3, 1.0),
        "pictures": _default(0.0, 0.3, 1.0),
        "inputs": _default(1.0, 3.5, 8.0),
        "tokens": _default(200.0, 550.0, 1200.0),
    },
    Layout.HORIZONTAL: {
        "tables": _default(0.0, 0.1, 0.5),
        "pictures": _default(0.0, 0.5, 2.0),
        "inputs": _default(1.0, 1.5, 4.0),
        "tokens": _default(40.0, 150.0, 500.0),
    },
}

#: what is assumed otherwise of a type whatever the layout: plain text holds no pictures, and few tables
DEFAULTS_BY_TYPE: Mapping[str, Mapping[str, Ratio]] = {
    TEXT: {"tables": _default(0.0, 0.1, 0.5), "pictures": _default(0.0, 0.0, 0.0)},
}


@dataclass(frozen=True, slots=True)
class Observed:
    """Ratios by kind of document, and how many documents each comes from."""

    ratios: Mapping[tuple[str, Layout], Mapping[str, Ratio]] = field(
        default_factory=dict[tuple[str, Layout], Mapping[str, Ratio]]
    )
    num_documents: Mapping[tuple[str, Layout], int] = field(default_factory=dict[tuple[str, Layout], int])


def observe(samples: Iterable[Sample]) -> Observed:
    """The ratios that parsed documents show, for kinds with enough of them."""
    kinds: dict[tuple[str, Layout], list[Sample]] = {}
    for sample in samples:
        kinds.setdefault((sample.mime_type, sample.layout), []).append(sample)
    enough = {kind: found for kind, found in kinds.items() if len(found) >= _ENOUGH}
    return Observed(
        ratios={
            kind: {name: _fit([(item.units, item.counts[name]) for item in found]) for name in found[0].counts}
            for kind, found in enough.items()
        },
        num_documents={kind: len(found) for kind, found in enough.items()},
    )


def ratio_for(observed: Observed, mime_type: str, layout: Layout, name: str) -> Ratio:
    """The ratio of a kind: observed, else assumed."""
    found = observed.ratios.get((mime_type, layout))
    if found is not None:
        return found[name]
    return DEFAULTS_BY_TYPE.get(mime_type, {}).get(name) or DEFAULTS[layout][name]


def _fit(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """Count over size, with a variance that grows with size.

    >>> _fit([(1, 2), (2, 4), (3, 6)])
    Ratio(low=2.0, likely=2.0, high=2.0, scatter=0.0, error=0.0)
    """
    units = sum(size for size, _ in pairs)
    mean = sum(count for _, count in pairs) / units
    residuals = sum((count - mean * size) ** 2 / size for size, count in pairs)
    scatter = math.sqrt(residuals / max(1, len(pairs) - 1))
    return Ratio(mean, mean, mean, scatter, scatter / math.sqrt(units))
