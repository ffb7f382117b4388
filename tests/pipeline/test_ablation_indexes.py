"""Ablations of the cascade as indexes beside the default one: other chunks and vectors, the same parses."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.chunking import Cascade
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.pipeline.versions import chunk_params, code_version
from bizrag.settings import IndexSettings, Settings
from orchestration.ingest import ingest

ABLATIONS = {
    "own": IndexSettings(cascade=Cascade.HEADING),
    "bare": IndexSettings(cascade=Cascade.NONE),
    "fixed": IndexSettings(cascade=Cascade.NONE, fixed_chunks=True),
}


@pytest.mark.slow
def test_ablations_are_chunked_and_embedded_beside_the_default_and_nothing_is_parsed(
    services: Services, corpus: Path
) -> None:
    harvest, roads = "The harvest was good in every valley. " * 40, "No road is closed. " * 20
    (corpus / "long.md").write_text(f"# Annual report\n\n## Harvest\n\n{harvest}\n\n## Roads\n\n{roads}All open.\n")
    ingest(services, [str(corpus)], collection="c")
    before = code_version(StageName.CHUNKS, "default", services.settings)
    wanted = services.settings.model_copy(update={"indexes": {"default": IndexSettings(), **ABLATIONS}})
    with Services(wanted, parsers=services.parsers, embedders=[services.embedders.packaged()]) as beside:
        report = ingest(beside, [str(corpus)], collection="c")
        inputs = _inputs(beside)
        again = ingest(beside, [str(corpus)], collection="c")

    assert {name for name, number in report.calls.items() if number} == {"embed_texts"}
    assert not any(again.calls.values())
    assert code_version(StageName.CHUNKS, "default", wanted) == before
    # the last chunk of the section does not hold its heading: what stands in front of it is the ablation
    assert inputs["default"].startswith("long - Annual report > Harvest\nThe harvest")
    assert inputs["own"].startswith("Harvest\nThe harvest")
    assert inputs["bare"].startswith("The harvest")
    assert inputs["fixed"].endswith("All open.")


def test_the_fingerprint_of_chunks_follows_the_ablation(settings: Settings) -> None:
    wanted = settings.model_copy(update={"indexes": {"default": IndexSettings(), **ABLATIONS}})

    assert len({code_version(StageName.CHUNKS, name, wanted) for name in wanted.indexes}) == 1 + len(ABLATIONS)
    # as it was before there were ablations: nobody's chunks are made again
    assert chunk_params(wanted, "default").to_json() == {
        "max_tokens": 256,
        "special_tokens": 2,
        "heading_share": 0.25,
        "merge_share": 0.25,
        "cascade": "title_and_heading",
        "table_data": False,
    }


def _inputs(services: Services) -> dict[str, str]:
    """By index what is embedded of the second chunk of the long document."""
    statement = """
        SELECT c.index_name, i.text FROM live_chunk c JOIN chunk_input i USING (chunk_no)
        WHERE c.source_uri = 'long.md' AND c.ordinal = 1 AND i.part = 0
    """
    with services.engine.connect() as conn:
        return {row.index_name: row.text for row in conn.execute(text(statement))}
