"""Assembly: hits become the passages that an answerer reads (MM-BizRAG 2.2 and appendix D: the operator Phi). Pure.

What a variant takes part in is said by its ``Phi`` (``phi.py``). In TCTE a table or picture is read where it stands:
its text chunk comes along, and table, picture and descriptions are put back at their placeholders; a slide stands
beside its image. Text chunks of one document stand in document order. What does not fit is named.

Passages carry images by their hash and their place in the text; who sends them to a model reads the bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bizrag.answering.assembly.inject import Artifact, Injected, has_placeholder, inject
from bizrag.answering.assembly.phi import Phi
from bizrag.model.answers import Dropped, DropReason, Figure, FigureKind, Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

_NOTHING = Injected(text="", figures=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """The image of the page on which a chunk stands."""

    page_no: int
    # blob
    image_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands around hits, as the store knows it."""

    # number of a hit -> the text chunk inside which it is read, as a hit of the same rank
    parents: Mapping[int, Hit]
    # chunk number of a text chunk -> tables and pictures whose placeholders it holds, in reading order;
    # chunk number of a table or picture that no text chunk holds -> itself
    artifacts: Mapping[int, Sequence[Artifact]]
    # chunk number -> the image of its page, for the kinds of chunks that a variant shows so
    pages: Mapping[int, PageImage] = field(default_factory=dict[int, PageImage])
    # text of a chunk -> its tokens, counted when it was made
    num_tokens: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What an answerer reads at most."""

    # of text
    max_tokens: int
    # 0: descriptions only
    max_images: int = 0
    # so long at most is a passage with what surrounds its hits; longer ones are read without. None: as long as it fits
    max_passage_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The passages for an answerer; tokens and shown images never exceed the budget."""

    passages: tuple[Passage, ...]
    dropped: tuple[Dropped, ...]
    num_images: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """A text chunk with the hits that stand in it, or a hit that stands alone. Becomes one passage."""

    # the text chunk, slide, or table without a text chunk
    main: Hit
    # hits on tables and pictures of ``main``, best first
    inside: tuple[Hit, ...]
    content: Injected = _NOTHING


def assemble(
    hits: Sequence[Hit],
    surroundings: Surroundings,
    *,
    phi: Phi,
    budget: Budget,
    count_tokens: Callable[[str], int],
) -> Context:
    """Passages for the hits, best first within the budget, numbered from 1 in reading order.

    Documents stand in the order of their best hit, their passages in document order. A passage too long for what is
    left of the budget first loses tables and pictures that are no hits, then its surroundings, then its hits, the last
    one first; then it is dropped. Images beyond the budget leave their descriptions.
    """
    units, dropped = _without_repeats(_units(hits, surroundings.parents if phi.brings_parents else {}))
    room = _Room(budget.max_tokens, surroundings.num_tokens, count_tokens)
    images = _Images(left=budget.max_images)
    chosen: list[_Unit] = []
    for unit in units:
        fitted = _fit(unit, surroundings, phi, room, budget.max_passage_tokens)
        shown = fitted and _show_images(fitted, images, dropped)
        if shown is None or not (shown.content.text or any(figure.is_shown for figure in shown.content.figures)):
            dropped += [_drop(hit, DropReason.BUDGET) for hit in (unit.main, *unit.inside)]
            continue
        kept = (shown.main, *shown.inside)
        dropped += [_drop(hit, DropReason.BUDGET) for hit in unit.inside if hit not in kept]
        chosen.append(shown)
        room.take(shown.content.text)
    passages = [_passage(number, unit) for number, unit in enumerate(_in_reading_order(chosen), start=1)]
    return Context(
        passages=tuple(passages),
        dropped=tuple(dropped),
        num_images=len(images.shown),
    )


# --- which hits are read together -------------------------------------------------------------------------------------


def _units(hits: Sequence[Hit], parents: Mapping[int, Hit]) -> list[_Unit]:
    """Hits grouped around their text chunks, in the order of their best hit; a chunk is in one unit only."""
    groups: dict[int, _Unit] = {}
    for hit in _distinct(hits):
        main = parents.get(hit.chunk_no)
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
        # Equal text around different tables is no repeat, nor is that of two page images.
        if key in seen and not has_placeholder(unit.main.text) and unit.main.kind is not ChunkKind.PAGE:
            dropped += [_drop(hit, DropReason.DUPLICATE) for hit in (unit.main, *unit.inside)]
            continue
        seen.add(key)
        kept.append(unit)
    return kept, dropped


def _drop(hit: Hit, reason: DropReason, image_sha256: str | None = None) -> Dropped:
    return Dropped(chunk_id=hit.chunk_id, doc=hit.doc, reason=reason, image_sha256=image_sha256)


# --- what of them is read ---------------------------------------------------------------------------------------------


class _Room:
    """What is left of the budget of tokens, exactly; texts are counted only once their bytes do not tell that they fit:
    no text has more tokens than bytes, and counting tables anew takes longer than the rest of assembly."""

    def __init__(self, max_tokens: int, known: Mapping[str, int], count: Callable[[str], int]) -> None:
        """``known`` are numbers of tokens by text."""
        self._known = known
        self._count = count
        # at least so many are left
        self._left = max_tokens
        # taken texts whose bytes were subtracted in place of their tokens
        self._uncounted: list[str] = []

    def fits(self, text: str) -> bool:
        """Whether the tokens of a text are within what is left."""
        if self._most(text) <= self._left:
            return True
        self._left += sum(self._most(taken) - self._count(taken) for taken in self._uncounted)
        self._uncounted.clear()
        return (self._known.get(text) or self._count(text)) <= self._left

    def tokens(self, text: str) -> int:
        """The tokens of a text."""
        return self._known.get(text) or self._count(text)

    def take(self, text: str) -> None:
        """Use room for a text that fits."""
        most = self._most(text)
        if most > self._left:
            self._left -= self._known.get(text) or self._count(text)
            return
        self._left -= most
        if text not in self._known:
            self._uncounted.append(text)

    def _most(self, text: str) -> int:
        return self._known.get(text) or len(text.encode())


def _fit(
    unit: _Unit, surroundings: Surroundings, phi: Phi, room: _Room, max_passage_tokens: int | None
) -> _Unit | None:
    """The unit in the fullest form whose text fits the budget, the least of those with all of its hits where the others
    are too long for one passage; None when none does.
    """
    fitted: _Unit | None = None
    for part, form in _forms(unit, surroundings.artifacts.get(unit.main.chunk_no, ()), phi):
        if fitted is not None and part is not unit:
            break
        if room.fits(form.text):
            fitted = replace(part, content=_beside_page(form, part, surroundings.pages))
            if max_passage_tokens is None or room.tokens(form.text) <= max_passage_tokens:
                break
    return fitted


def _forms(unit: _Unit, artifacts: Sequence[Artifact], phi: Phi) -> Iterator[tuple[_Unit, Injected]]:
    """How the unit may be read, fullest first; made one by one, because the first one mostly fits."""
    if not phi.shows_text:
        yield unit, _NOTHING
    elif not phi.injects_artifacts:
        yield unit, inject(unit.main.text, ())
    else:
        # A table that stands alone is its own text.
        is_alone = artifacts and artifacts[0].chunk_no == unit.main.chunk_no
        yield unit, inject(artifacts[0].placeholder if is_alone else unit.main.text, artifacts)
        found = {hit.chunk_no for hit in unit.inside}
        yield unit, inject(unit.main.text, [artifact for artifact in artifacts if artifact.chunk_no in found])
        yield unit, _only_hits(unit, artifacts)
        # long tables of one text chunk: the best of them
        for number in range(len(unit.inside) - 1, 0, -1):
            part = replace(unit, inside=unit.inside[:number])
            yield part, _only_hits(part, artifacts)


def _only_hits(unit: _Unit, artifacts: Sequence[Artifact]) -> Injected:
    """The hits without what surrounds them; a picture keeps its image, which costs no tokens of text."""
    by_chunk = {artifact.chunk_no: artifact for artifact in artifacts}
    parts: list[str] = []
    figures: list[Figure] = []
    at = 0
    for hit in unit.inside or (unit.main,):
        text = inject(hit.text, ()).text
        artifact = by_chunk.get(hit.chunk_no)
        if artifact is not None:
            figures.append(artifact.figure(at, at + len(text)))
        parts.append(text)
        at += len(text) + 2
    return Injected(text="\n\n".join(parts), figures=tuple(figures))


def _beside_page(form: Injected, unit: _Unit, pages: Mapping[int, PageImage]) -> Injected:
    """The form after the images of the pages on which its chunks stand, each once."""
    beside = [pages[hit.chunk_no] for hit in (unit.main, *unit.inside) if hit.chunk_no in pages]
    figures = [
        Figure(
            kind=FigureKind.PAGE,
            start=0,
            end=0,
            chunk=unit.main,
            image_sha256=page.image_sha256,
            page_no=page.page_no,
        )
        for page in dict.fromkeys(beside)
    ]
    return replace(form, figures=(*figures, *form.figures))


@dataclass(slots=True)
class _Images:
    """The images that are shown so far, and how many more may be."""

    left: int
    shown: set[str] = field(default_factory=set[str])


def _show_images(unit: _Unit, images: _Images, dropped: list[Dropped]) -> _Unit:
    """The unit with its images marked as shown while the budget lasts: hits first, then what stands around them."""
    found = {hit.chunk_no for hit in (unit.main, *unit.inside)}
    figures = list(unit.content.figures)
    for at in sorted(range(len(figures)), key=lambda at: not _is_of(figures[at], found)):
        sha256 = figures[at].image_sha256
        if sha256 is None:
            continue
        if sha256 in images.shown:
            dropped.append(_drop(unit.main, DropReason.DUPLICATE, sha256))
        elif images.left == 0:
            dropped.append(_drop(unit.main, DropReason.IMAGE_BUDGET, sha256))
        else:
            figures[at] = replace(figures[at], is_shown=True)
            images.shown.add(sha256)
            images.left -= 1
    return replace(unit, content=replace(unit.content, figures=tuple(figures)))


def _is_of(figure: Figure, chunk_nos: Collection[int]) -> bool:
    return figure.chunk is not None and figure.chunk.chunk_no in chunk_nos


# --- in which order ---------------------------------------------------------------------------------------------------


def _in_reading_order(units: Iterable[_Unit]) -> list[_Unit]:
    """Documents by their best hit, then document order: chunk numbers are contiguous and in reading order in a set."""
    units = list(units)
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
        text=unit.content.text,
        hits=tuple(sorted((unit.main, *unit.inside), key=lambda hit: hit.chunk_no)),
        figures=unit.content.figures,
    )
