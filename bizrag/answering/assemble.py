"""Assembly: hits become the passages that an answerer reads (MM-BizRAG: the operator Phi of TCTE). Pure.

A table or picture is read where it stands: its text chunk comes along, and table, picture and descriptions are put
back at their placeholders. Text chunks of one document stand in document order. What does not fit is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

_PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A table or picture whose description is a chunk."""

    # where its description stands; the number is that of the described chunk
    chunk_no: int
    kind: ChunkKind
    # <<table_3>>
    placeholder: str
    # the cells of a table, or the values of a native chart; empty when there are none
    markdown: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands around hits, as the store knows it."""

    # chunk number of a table or picture hit -> the text chunk that holds its placeholder, as a hit of the same rank
    parents: Mapping[int, Hit]
    # chunk number of a text chunk -> tables and pictures whose placeholders it holds, in reading order;
    # chunk number of a table or picture that no text chunk holds -> itself
    artifacts: Mapping[int, Sequence[Artifact]]


class DropReason(StrEnum):
    """Why a hit is in no passage."""

    BUDGET = "budget"
    # the same text of the same document is there already
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A hit that is in no passage."""

    chunk_id: str
    doc: str
    reason: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The passages for an answerer; ``num_tokens`` never exceeds the budget."""

    passages: tuple[Passage, ...]
    num_tokens: int
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """A text chunk with the hits that stand in it, or a hit that stands alone. Becomes one passage."""

    # the text chunk, slide, or table without a text chunk
    main: Hit
    # hits on tables and pictures of ``main``, best first
    inside: tuple[Hit, ...]
    text: str = ""
    num_tokens: int = 0


def assemble(
    hits: Sequence[Hit], surroundings: Surroundings, *, max_tokens: int, count_tokens: Callable[[str], int]
) -> Context:
    """Passages for the hits, best first within the budget of ``max_tokens``, numbered from 1 in reading order.

    Documents stand in the order of their best hit, their passages in document order. A passage too long for what is
    left of the budget first loses tables and pictures that are no hits, then its surroundings; then it is dropped.
    """
    units, dropped = _without_repeats(_units(hits, surroundings))
    left = max_tokens
    chosen: list[_Unit] = []
    for unit in units:
        fitted = _fit(unit, surroundings, left, count_tokens)
        if fitted is None:
            dropped += [_drop(hit, DropReason.BUDGET) for hit in (unit.main, *unit.inside)]
            continue
        chosen.append(fitted)
        left -= fitted.num_tokens
    passages = [_passage(number, unit) for number, unit in enumerate(_in_reading_order(chosen), start=1)]
    return Context(passages=tuple(passages), num_tokens=max_tokens - left, dropped=tuple(dropped))


def _units(hits: Sequence[Hit], surroundings: Surroundings) -> list[_Unit]:
    """Hits grouped around their text chunks, in the order of their best hit; a chunk is in one unit only."""
    groups: dict[int, _Unit] = {}
    for hit in _distinct(hits):
        main = surroundings.parents.get(hit.chunk_no)
        if main is None:
            # found itself, not only fetched for its table
            inside = groups[hit.chunk_no].inside if hit.chunk_no in groups else ()
            groups[hit.chunk_no] = _Unit(main=hit, inside=inside)
        else:
            group = groups.get(main.chunk_no, _Unit(main=main, inside=()))
            groups[main.chunk_no] = replace(group, inside=(*group.inside, hit))
    return sorted(groups.values(), key=_best_rank)


def _distinct(hits: Sequence[Hit]) -> list[Hit]:
    """Every chunk once, at its best place."""
    first: dict[int, Hit] = {}
    for hit in hits:
        first.setdefault(hit.chunk_no, hit)
    return list(first.values())


def _best_rank(unit: _Unit) -> int:
    return min(hit.rank for hit in (unit.main, *unit.inside))


def _without_repeats(units: Sequence[_Unit]) -> tuple[list[_Unit], list[Dropped]]:
    seen: set[tuple[str, str]] = set()
    kept: list[_Unit] = []
    dropped: list[Dropped] = []
    for unit in units:
        key = (unit.main.document_id, " ".join(unit.main.text.split()))
        # Equal text around different tables is no repeat.
        if key in seen and not _PLACEHOLDER.search(unit.main.text):
            dropped += [_drop(hit, DropReason.DUPLICATE) for hit in (unit.main, *unit.inside)]
            continue
        seen.add(key)
        kept.append(unit)
    return kept, dropped


def _drop(hit: Hit, reason: DropReason) -> Dropped:
    return Dropped(chunk_id=hit.chunk_id, doc=hit.doc, reason=reason)


def _fit(unit: _Unit, surroundings: Surroundings, budget: int, count_tokens: Callable[[str], int]) -> _Unit | None:
    """The unit in the fullest form that fits the budget; None when none does."""
    artifacts = surroundings.artifacts.get(unit.main.chunk_no, ())
    found = {hit.chunk_no for hit in unit.inside}
    # A table that stands alone is its own text.
    frame = artifacts[0].placeholder if artifacts and artifacts[0].chunk_no == unit.main.chunk_no else unit.main.text
    forms = [
        _inject(frame, artifacts),
        _inject(unit.main.text, [artifact for artifact in artifacts if artifact.chunk_no in found]),
        "\n\n".join(_inject(hit.text, ()) for hit in (unit.inside or (unit.main,))),
    ]
    for form in dict.fromkeys(forms):
        num_tokens = count_tokens(form)
        if num_tokens <= budget:
            return replace(unit, text=form, num_tokens=num_tokens)
    return None


def _inject(text: str, artifacts: Sequence[Artifact]) -> str:
    """Text with tables and pictures at their placeholders; placeholders of others (logos, blank pictures) vanish."""
    contents = {artifact.placeholder: _artifact_text(artifact) for artifact in artifacts}
    # A function, because descriptions may hold backslashes.
    filled = _PLACEHOLDER.sub(lambda match: contents.get(match[0], ""), text)
    return _BLANK_LINES.sub("\n\n", filled).strip()


def _artifact_text(artifact: Artifact) -> str:
    tag = "table" if artifact.kind is ChunkKind.TABLE else "picture"
    parts = [part for part in (artifact.markdown.strip(), artifact.description.strip()) if part]
    return "\n".join((f"<{tag}>", "\n\n".join(parts), f"</{tag}>"))


def _in_reading_order(units: Sequence[_Unit]) -> list[_Unit]:
    """Documents by their best hit, then document order: chunk numbers are contiguous and in reading order in a set."""
    best: dict[str, int] = {}
    for unit in units:
        best[unit.main.document_id] = min(best.get(unit.main.document_id, _best_rank(unit)), _best_rank(unit))
    return sorted(units, key=lambda unit: (best[unit.main.document_id], unit.main.document_id, unit.main.chunk_no))


def _passage(number: int, unit: _Unit) -> Passage:
    return Passage(
        passage_id=number,
        document_id=unit.main.document_id,
        doc=unit.main.doc,
        title=unit.main.title,
        text=unit.text,
        hits=tuple(sorted((unit.main, *unit.inside), key=lambda hit: hit.chunk_no)),
    )
