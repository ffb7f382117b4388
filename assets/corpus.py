"""An asset per index that sums it up: tidied, counted, with numbers that the UI plots over time."""

import base64
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import dagster as dg

from assets.keys import asset_key, corpus_key
from bizrag.errors import BadInputError, BizragError
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.settings import Settings
from bizrag.store.forget import delete_unused
from bizrag.store.indexes import maintain_index
from bizrag.store.inspect import count_corpus
from query.maps import Aims, draw, make_maps
from resources.ingestion import IngestionSession

# The schedule inspects once a day; two missed ones are a failure.
_FRESHNESS = dg.FreshnessPolicy.time_window(warn_window=timedelta(hours=26), fail_window=timedelta(hours=50))
# chunks on the map: placing them takes seconds
_MAP_POINTS = 800


def build_corpus(settings: Settings) -> dg.AssetsDefinition:
    """``<index>/corpus`` for the indexes of the settings."""

    @dg.multi_asset(
        name="inspection",
        specs=[
            dg.AssetSpec(
                key=corpus_key(name),
                deps=[asset_key(StageName.SEARCH_INDEX, name)],
                description="one row per inspection of the index: what it holds, after its vectors were indexed and "
                "what nothing uses any more was removed",
                group_name="inspect",
                kinds={"postgres"},
                freshness_policy=_FRESHNESS,
            )
            for name in settings.indexes
        ],
        can_subset=True,
    )
    def inspection(
        context: dg.AssetExecutionContext, session: dg.ResourceParam[IngestionSession]
    ) -> Iterator[dg.MaterializeResult[Any]]:
        services = session.services
        removed = delete_unused(services.engine, services.blobs)
        for name, index in services.indexes.items():
            if corpus_key(name) not in context.selected_asset_keys:
                continue
            maintain_index(services.engine, index, services.settings.search)
            with services.engine.connect() as conn:
                numbers = count_corpus(conn, index.index_no)
            picture = _map(services, name)
            unused = {f"removed {what}": number for what, number in removed.items() if number}
            yield dg.MaterializeResult(asset_key=corpus_key(name), metadata={**numbers, **unused, **picture})

    return inspection


def _map(services: Services, index_name: str) -> dict[str, dg.MetadataValue[Any]]:
    """The vectors of an index on two planes, and how close it holds what belongs together; nothing of a few vectors."""
    try:
        maps = make_maps(services.engine, [index_name], max_points=_MAP_POINTS, aims=_aims(services))
    except BadInputError:
        return {}
    picture = base64.b64encode(draw(maps)).decode("ascii")
    similarities = {name: value for name, value in asdict(maps[0].cohesion).items() if value is not None}
    return {
        "embedding map": dg.MetadataValue.md(f"![chunks by document](data:image/png;base64,{picture})"),
        **{
            f"similarity {name.replace('_', ' ')}": dg.MetadataValue.float(value)
            for name, value in similarities.items()
        },
    }


def _aims(services: Services) -> Aims | None:
    """The questions of all sets that are evaluated; a file that cannot be read is told by the asset of its set."""
    cases: list[EvalCase] = []
    for path in services.settings.evaluation.questions.values():
        with suppress(BizragError, OSError):
            cases += read_cases(path)
    return Aims(cases=cases, embedders=services.embedders) if cases else None
