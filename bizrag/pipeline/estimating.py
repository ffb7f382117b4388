"""Count what the documents of an ingestion hold where they are parsed, and estimate it where they are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from bizrag.describing.formatting.windows import split_windows
from bizrag.describing.items import Item
from bizrag.model.descriptions import ArtifactKind
from bizrag.model.documents import Layout
from bizrag.pipeline.document_work import DocumentWork
from bizrag.pipeline.embedding_work import Embedded, Inputs, count_inputs, guess_inputs, without_vector
from bizrag.pipeline.estimate import Amount, Observed, Sample, observe, ratio_for
from bizrag.pipeline.rehearsing import Rehearsal, Rehearsed
from bizrag.pipeline.scan import Comparison
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.providers.chat import Job
from bizrag.store import catalog, parses
from sql import statement

if TYPE_CHECKING:
    from bizrag.model.parses import Parse

# Words on a page of a report.
_PAGE_WORDS = Amount(150, 400, 700)


@dataclass(slots=True, kw_only=True)
class Quantities:
    """What an ingestion will go through."""

    documents: int = 0
    # documents that must be parsed, and those of them that are new or changed but parsed already
    parses: int = 0
    pages: Amount = field(default_factory=Amount)
    tables: Amount = field(default_factory=Amount)
    pictures: Amount = field(default_factory=Amount)
    # those of them that are described by themselves: what stands on a slide is described with it
    described_tables: Amount = field(default_factory=Amount)
    described_pictures: Amount = field(default_factory=Amount)
    slides: Amount = field(default_factory=Amount)
    # by space
    embedded: dict[str, Embedded] = field(default_factory=dict[str, Embedded])
    # the calls that name documents, and those for what parsed documents hold and is not described, by job
    asked: Counter[str] = field(default_factory=Counter[str])
    # of what is asked for in words alone, by job: tokens of the questions, and of answers as long as local descriptions
    input_tokens: Counter[str] = field(default_factory=Counter[str])
    output_tokens: Counter[str] = field(default_factory=Counter[str])
    # the keys of what was counted there: copies are asked for once
    counted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    # what will be described of documents that are not parsed
    unknown_tables: Amount = field(default_factory=Amount)
    unknown_pictures: Amount = field(default_factory=Amount)
    unknown_slides: Amount = field(default_factory=Amount)
    # windows that a chat model formats, where it finds the sections
    windows: Amount = field(default_factory=Amount)
    # documents that cannot be read
    unreadable: list[str] = field(default_factory=list[str])
    # where ranges come from: kind -> documents observed, 0 for assumptions
    basis: dict[str, int] = field(default_factory=dict[str, int])


def count_quantities(services: Services, work: Sequence[DocumentWork], rehearsal: Rehearsal) -> Quantities:
    """Count what is parsed, estimate the rest."""
    total = Quantities(documents=len(work))
    new_contents = {item.parse_id for item in work if item.runs(StageName.PAGES) and not item.is_parsed}
    total.parses = len(new_contents)
    unparsed: dict[tuple[str, Layout], list[DocumentWork]] = {}
    inputs: Inputs = {}
    with services.engine.connect() as conn:
        for item in work:
            total.pages += Amount.exactly(item.num_pages or 0)
            _count_name(item, total)
            if item.is_parsed:
                inputs |= _count_parsed(services, conn, item, total, rehearsal)
                continue
            if item.layout is Layout.HORIZONTAL:
                total.unknown_slides += Amount.exactly(item.num_pages or 0)
            elif services.formatter is not None and item.runs(StageName.DESCRIPTIONS):
                words = _PAGE_WORDS.times(item.units / services.formatter.settings.window_words)
                total.windows += words + Amount(0, 0.5, 1)
            unparsed.setdefault((item.mime_type, item.layout), []).append(item)
        _add_embedded(total, without_vector(conn, inputs))
        _add_ranges(services, total, unparsed, observed_ratios(conn))
    total.described_tables += total.unknown_tables
    total.described_pictures += total.unknown_pictures
    total.slides += total.unknown_slides
    return total


def _count_parsed(
    services: Services, conn: Connection, item: DocumentWork, total: Quantities, rehearsal: Rehearsal
) -> Inputs:
    """Add what a stored parse holds; returns what of it is embedded."""
    parse = parses.load_parse(conn, item.parse_id)
    described = services.describers.describe(parse, layout=item.layout)
    if item.runs(StageName.DESCRIPTIONS):
        total.windows += Amount.exactly(_num_windows(services, parse, item.layout))
        _count_artifacts(parse, item.layout, total)
        asked = {entry.key: entry.kind for entry in described if isinstance(entry, Item)}
        known = catalog.find_described(conn, list(asked))
        _count_asked({key: kind for key, kind in asked.items() if key not in known}, rehearsal.tables(parse), total)
    if not item.runs(StageName.EMBEDDINGS):
        return {}
    # what a model will say of an item is not known: the local description is about as long
    descriptions = [entry.local if isinstance(entry, Item) else entry for entry in described]
    return count_inputs(services, item, parse, descriptions)


def _count_artifacts(parse: Parse, layout: Layout, total: Quantities) -> None:
    tables, pictures = Amount.exactly(len(parse.tables)), Amount.exactly(len(parse.pictures))
    total.tables += tables
    total.pictures += pictures
    if layout is Layout.HORIZONTAL and parse.pages:
        total.slides += Amount.exactly(len(parse.pages))
    else:
        total.described_tables += tables
        total.described_pictures += pictures


def _count_name(item: DocumentWork, total: Quantities) -> None:
    """Add the call that classifies or names a document: one for each content and file name."""
    key = (item.content_sha256, item.name)
    if item.classify_job is not None and key not in total.counted:
        total.counted.add(key)
        total.asked[item.classify_job] += 1
        total.input_tokens[item.classify_job] += item.classify_tokens


def _count_asked(
    asked: Mapping[tuple[str, str], ArtifactKind], tables: Mapping[tuple[str, str], Rehearsed], total: Quantities
) -> None:
    """Add the calls for what is not described yet."""
    for key, kind in asked.items():
        if key in total.counted:
            continue
        total.counted.add(key)
        table = tables.get(key)
        total.asked[kind.value] += table.calls if table else 1
        if table:
            total.input_tokens[Job.TABLE] += table.input_tokens
            total.output_tokens[Job.TABLE] += table.output_tokens


def _num_windows(services: Services, parse: Parse, layout: Layout) -> int:
    """Windows that the formatter reads of a report."""
    formatter = services.formatter
    if formatter is None or (layout is Layout.HORIZONTAL and parse.pages):
        return 0
    settings = formatter.settings
    return len(split_windows(parse, window_words=settings.window_words, padding_words=settings.padding_words))


def observed_ratios(conn: Connection) -> Observed:
    """What the documents that were parsed last show."""
    rows = conn.execute(statement("select_parsed_sizes")).mappings()
    return observe(
        Sample(
            mime_type=row["mime_type"],
            layout=Layout(row["layout"]),
            units=float(row["units"]),
            counts={name: float(row[name]) for name in ("tables", "pictures", "inputs", "tokens")},
        )
        for row in rows
    )


def _add_embedded(total: Quantities, found: Mapping[str, Embedded]) -> None:
    for space, embedded in found.items():
        total.embedded[space] = total.embedded.get(space, Embedded()) + embedded


def _add_ranges(
    services: Services,
    total: Quantities,
    unparsed: Mapping[tuple[str, Layout], Sequence[DocumentWork]],
    observed: Observed,
) -> None:
    for (mime_type, layout), items in unparsed.items():
        units = [item.units for item in items]
        ratios = {
            name: ratio_for(observed, mime_type, layout, name).amount(units)
            for name in ("tables", "pictures", "inputs", "tokens")
        }
        total.tables += ratios["tables"]
        total.pictures += ratios["pictures"]
        if layout is Layout.VERTICAL:
            total.unknown_tables += ratios["tables"]
            total.unknown_pictures += ratios["pictures"]
        pages = [item.num_pages or 0 for item in items]
        _add_embedded(total, guess_inputs(services.indexes.values(), layout, pages, ratios))
        total.basis[f"{mime_type} ({layout})"] = observed.num_documents.get((mime_type, layout), 0)


def summarise_listing(comparisons: Sequence[Comparison]) -> dict[str, int]:
    """How many files are new, changed, as they were, gone."""
    counts: Counter[str] = Counter()
    for found in comparisons:
        counts.update(
            added=len(found.added),
            changed=len(found.changed),
            unchanged=len(found.unchanged),
            deleted=len(found.gone),
        )
    return {name: counts[name] for name in ("added", "changed", "unchanged", "deleted")}
