"""``bizrag estimate``: what an ingestion of some folders would take, by stage, and what it would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bizrag.configuration.embedding import EmbeddingSettings, LocalEmbedding, MultimodalEndpoint, TextEndpoint
from bizrag.errors import BadInputError, BizragError, SourceUnavailableError
from bizrag.pipeline.document_work import DocumentWork, find_work
from bizrag.pipeline.embedding_work import Embedded
from bizrag.pipeline.estimate import Amount
from bizrag.pipeline.estimating import Quantities, count_quantities, summarise_listing
from bizrag.pipeline.rehearsing import Rehearsal
from bizrag.pipeline.scan import Comparison, compare
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.providers.chat import Job
from bizrag.providers.embedders import embedding_of, embedding_space
from bizrag.providers.factory import job_settings
from bizrag.providers.prices import price_of
from bizrag.sources.listing import list_source
from bizrag.sources.reading import check_unchanged, local_copy
from bizrag.store import parses
from sql import statement

_MILLION = 1_000_000
# Calls of a job from which its tokens are told.
_ENOUGH_CALLS = 10
# What a page or picture takes of an embedding model, assumed: providers count patches of 28 pixels or so.
_IMAGE_TOKENS = Amount(300, 1500, 3100)
# Jobs whose questions are words alone: those of parsed documents are counted.
_COUNTED = frozenset({Job.TITLE, Job.TABLE})
# What a model says against what the local rules say of the same table.
_SAID = Amount(0.5, 1.0, 1.5)
# Tokens in and out of one call, assumed: prompt, image and text of what is described; what comes back.
_CALL_TOKENS: dict[Job, tuple[Amount, Amount]] = {
    Job.CLASSIFY: (Amount(1200, 2500, 5000), Amount(30, 80, 200)),
    Job.TITLE: (Amount(1200, 2500, 5000), Amount(8, 15, 40)),
    Job.TABLE: (Amount(500, 1300, 4000), Amount(80, 250, 800)),
    Job.PICTURE: (Amount(600, 1500, 4000), Amount(80, 250, 800)),
    Job.SLIDE: (Amount(900, 2000, 5000), Amount(120, 400, 1200)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCost:
    """What one kind of call takes."""

    stage: StageName
    # parse, classify, title, table, picture, slide, embed
    call: str
    # who computes; "local" costs nothing
    model: str
    calls: Amount
    # what they are: one request may hold many texts
    counted: str = "calls"
    tokens: Amount
    # None where the model's price is not known
    cost_usd: Amount | None

    def to_json(self) -> dict[str, Any]:
        """Public form."""
        return {
            "stage": self.stage.value,
            "call": self.call,
            "model": self.model,
            "calls": self.calls.to_json(),
            "counted": self.counted,
            "tokens": self.tokens.to_json(),
            "cost_usd": _money(self.cost_usd),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What an ingestion would go through, and what that takes."""

    listing: dict[str, int]
    quantities: Quantities
    stages: tuple[StageCost, ...]
    # a line for each place that is none: not there, or our own
    missing: tuple[str, ...] = ()
    # files of types that are not read
    skipped: tuple[str, ...] = ()
    # folders in which bizrag keeps its own files
    left_out: tuple[str, ...] = ()

    @property
    def cost_usd(self) -> Amount | None:
        """All stages together; None when one of them has no known price."""
        total = Amount()
        for stage in self.stages:
            if stage.cost_usd is None:
                return None
            total += stage.cost_usd
        return total

    def to_json(self) -> dict[str, Any]:
        """The public form of ``bizrag estimate --json``; ranges are {low, likely, high}."""
        found = self.quantities
        return {
            "documents": {**self.listing, "to_do": found.documents, "unreadable": len(found.unreadable)},
            "parses": found.parses,
            **{name: getattr(found, name).to_json() for name in ("pages", "tables", "pictures", "slides")},
            "stages": [stage.to_json() for stage in self.stages],
            "cost_usd": _money(self.cost_usd),
            "is_exact": not found.basis,
            "ranges_from": {
                kind: f"{number} documents" if number else "assumptions" for kind, number in found.basis.items()
            },
            "unreadable": found.unreadable,
            "missing": list(self.missing),
            "skipped": list(self.skipped),
            "left_out": list(self.left_out),
        }


def estimate(services: Services, places: Sequence[str], *, collection: str, parse: bool = False) -> Estimate:
    """Look at folders and at what is stored; nothing is ingested.

    With ``parse`` what is not parsed yet is parsed first (that is free, and the ingestion uses it): then tables,
    pictures and texts are counted, not guessed.
    """
    comparisons: list[Comparison] = []
    missing: list[str] = []
    left_out: list[str] = []
    for place in places:
        try:
            listing = list_source(place, collection=collection, own=services.settings.own_places)
        except (BadInputError, SourceUnavailableError) as error:
            missing.append(str(error))
            continue
        left_out += listing.left_out
        with services.engine.connect() as conn:
            comparisons.append(compare(conn, listing, collection=collection))
    rehearsal = Rehearsal(services)
    found = [find_work(services, comparison, rehearsal) for comparison in comparisons]
    work = [item for items, _ in found for item in items]
    if parse:
        _parse(services, work)
        work = [item for comparison in comparisons for item in find_work(services, comparison, rehearsal)[0]]
    quantities = count_quantities(services, work, rehearsal)
    quantities.unreadable = [name for _, names in found for name in names]
    return Estimate(
        listing=summarise_listing(comparisons),
        quantities=quantities,
        stages=tuple(_stages(services, quantities)),
        missing=tuple(missing),
        skipped=tuple(name for comparison in comparisons for name in comparison.skipped),
        left_out=tuple(left_out),
    )


def _parse(services: Services, work: Sequence[DocumentWork]) -> None:
    """Parse and store what is not parsed; a document that fails is left to the ingestion, which says why."""
    for item in {item.parse_id: item for item in work if not item.is_parsed}.values():
        try:
            with local_copy(item.source_root, item.source_uri) as path:
                parse = services.parsers.submit(path, content_sha256=item.content_sha256, layout=item.layout).result()
                check_unchanged(path, item.content_sha256, name=item.name)
        except BizragError:
            continue
        with services.engine.begin() as conn:
            parses.save_parse(conn, parse, output_sha256=parses.parse_output_sha256(parse))


def _stages(services: Services, found: Quantities) -> list[StageCost]:
    stages = [
        *(_chat(services, StageName.CLASSIFICATIONS, job, found, Amount()) for job in (Job.CLASSIFY, Job.TITLE)),
        StageCost(
            stage=StageName.PAGES,
            call="parse",
            model="local",
            calls=Amount.exactly(found.parses),
            tokens=Amount(),
            cost_usd=Amount(),
        ),
        *_formatting(services, found),
        *_descriptions(services, found),
    ]
    return [*stages, *_embedding(services, found)]


def _formatting(services: Services, found: Quantities) -> list[StageCost]:
    """What a chat model reads to find the sections; nothing where the parser's are used."""
    if services.formatter is None:
        return []
    return [_chat(services, StageName.DESCRIPTIONS, Job.FORMAT, found, found.windows)]


def _descriptions(services: Services, found: Quantities) -> list[StageCost]:
    """What is asked for tables, pictures and slides; the local rules describe all of them."""
    every = {Job.TABLE: found.described_tables, Job.PICTURE: found.described_pictures, Job.SLIDE: found.slides}
    unknown = {
        Job.TABLE: found.unknown_tables,
        Job.PICTURE: found.unknown_pictures,
        Job.SLIDE: found.unknown_slides,
    }
    return [
        _chat(services, StageName.DESCRIPTIONS, job, found, every[job] if services.chat(job) is None else unknown[job])
        for job in every
    ]


def _chat(services: Services, stage: StageName, job: Job, found: Quantities, guessed: Amount) -> StageCost:
    """The calls of a job: those that are counted, and a guess at others."""
    number = guessed + Amount.exactly(found.asked[job])
    if services.chat(job) is None:
        return StageCost(stage=stage, call=job.value, model="local", calls=number, tokens=Amount(), cost_usd=Amount())
    model = job_settings(services.settings, job).model
    (given_each, said_each), is_seen = _tokens_of_a_call(services, job, model)
    given, said = number.by(given_each), number.by(said_each)
    if job in _COUNTED:
        given = guessed.by(given_each) + Amount.exactly(found.input_tokens[job])
    if job is Job.TABLE and not is_seen:
        said = guessed.by(said_each) + _SAID.times(found.output_tokens[job])
    price = price_of(model, services.settings.providers.calls.prices_path)
    cost = None
    if price is not None:
        cost = given.times(float(price.input) / _MILLION) + said.times(float(price.output) / _MILLION)
    return StageCost(stage=stage, call=job.value, model=model, calls=number, tokens=given + said, cost_usd=cost)


def _tokens_of_a_call(services: Services, job: Job, model: str) -> tuple[tuple[Amount, Amount], bool]:
    """Tokens in and out: what such calls took so far, where there were enough of them (True), else assumed."""
    with services.engine.connect() as conn:
        seen = conn.execute(statement("select_call_sizes"), {"job": job.value, "model": model}).mappings().one()
    if seen["calls"] < _ENOUGH_CALLS:
        return (_window_tokens(services) if job is Job.FORMAT else _CALL_TOKENS[job]), False
    return (Amount.exactly(float(seen["input_tokens"])), Amount.exactly(float(seen["output_tokens"]))), True


def _window_tokens(services: Services) -> tuple[Amount, Amount]:
    """Assumed: a window, its padding, the window before and what was made of it go in; the window comes back."""
    settings = services.settings.formatting
    written = Amount(1.2, 1.4, 2.0).times(settings.window_words)
    return written.times(3) + Amount.exactly(600 + 3 * settings.padding_words), written


def _embedding(services: Services, found: Quantities) -> list[StageCost]:
    named = (embedding_of(services.settings, name) for name in services.settings.indexes)
    spaces = {embedding_space(embedding).name: embedding for embedding in named}
    return [
        _embedding_in(services, embedding, found.embedded.get(space, Embedded())) for space, embedding in spaces.items()
    ]


def _embedding_in(services: Services, embedding: EmbeddingSettings, found: Embedded) -> StageCost:
    """One space. A model in this process costs nothing, whatever it is called."""
    tokens = found.tokens + found.images.by(_IMAGE_TOKENS)
    cost: Amount | None = Amount()
    if isinstance(embedding, TextEndpoint | MultimodalEndpoint):
        price = price_of(embedding.model, services.settings.providers.calls.prices_path)
        cost = None if price is None else tokens.times(float(price.input) / _MILLION)
    return StageCost(
        stage=StageName.EMBEDDINGS,
        call="embed",
        model="local" if isinstance(embedding, LocalEmbedding) else embedding.model,
        calls=found.inputs,
        counted="inputs" if found.images.high else "texts",
        tokens=tokens,
        cost_usd=cost,
    )


def _money(amount: Amount | None) -> dict[str, float] | None:
    if amount is None:
        return None
    return {"low": round(amount.low, 4), "likely": round(amount.likely, 4), "high": round(amount.high, 4)}
