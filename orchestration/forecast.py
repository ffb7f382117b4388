"""What was to be expected of the documents of a run before they were parsed, against what they held."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bizrag.model.documents import Layout
from bizrag.pipeline.document_work import units_of
from bizrag.pipeline.estimate import Amount, Observed, ratio_for
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.stages import StageName


@dataclass(slots=True)
class Forecast:
    """Hears the events of a run. Documents that were parsed already do not count."""

    observed: Observed = field(default_factory=Observed)
    _units: dict[int, tuple[str, float]] = field(default_factory=dict[int, tuple[str, float]])
    _kinds: dict[int, tuple[str, Layout]] = field(default_factory=dict[int, tuple[str, Layout]])
    # sizes of the parsed documents by kind, and what was in them
    _parsed: dict[tuple[str, Layout], list[float]] = field(default_factory=dict[tuple[str, Layout], list[float]])
    _actual: Counter[str] = field(default_factory=Counter[str])

    def hear(self, event: StageEvent) -> None:
        """Take in one event."""
        if event.status is not EventStatus.DONE:
            return
        number = event.document.document_no
        if event.stage is StageName.DOCUMENTS:
            units = units_of(event.metadata["pages"], event.document.size_bytes)
            self._units[number] = (event.metadata["format"], units)
        elif event.stage is StageName.CLASSIFICATIONS and number in self._units:
            self._kinds[number] = (self._units[number][0], Layout(event.outputs["layout"]))
        elif event.stage is StageName.PAGES and number in self._kinds and event.calls.get("parse"):
            self._parsed.setdefault(self._kinds[number], []).append(self._units[number][1])
            self._actual.update({name: event.metadata[name] for name in ("tables", "pictures")})

    def to_json(self) -> dict[str, Any]:
        """``{"tables": {"low", "likely", "high", "actual"}, "pictures": {...}}``; empty when nothing was parsed."""
        found: dict[str, Any] = {}
        for name in ("tables", "pictures") if self._parsed else ():
            amounts = [ratio_for(self.observed, *kind, name).amount(units) for kind, units in self._parsed.items()]
            found[name] = sum(amounts, Amount()).to_json() | {"actual": self._actual[name]}
        return found
