"""Estimates: amounts worked out by hand, and folders that are looked at, parsed and ingested."""

from __future__ import annotations

import io
import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import text
from typer.testing import CliRunner

from bizrag.model.documents import Layout
from bizrag.pipeline.embedding_work import guess_inputs
from bizrag.pipeline.estimate import DEFAULTS, Amount, Sample, observe, ratio_for
from bizrag.pipeline.services import Services
from bizrag.providers.token_counting import token_counter
from bizrag.settings import Settings
from bizrag.store.records import IndexRow
from orchestration.cli import app
from orchestration.estimating import Estimate, estimate
from orchestration.ingest import ingest
from tests.scripted_server import Received, Reply, ScriptedServer, say

SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
PDF = "application/pdf"


def sample(units: float, tables: float) -> Sample:
    return Sample(mime_type=PDF, layout=Layout.VERTICAL, units=units, counts={"tables": tables})


def test_a_few_documents_are_no_evidence_and_many_are() -> None:
    few = observe([sample(10, 5)] * 4)
    assert ratio_for(few, PDF, Layout.VERTICAL, "tables") == DEFAULTS[Layout.VERTICAL]["tables"]
    enough = observe([sample(10, 5)] * 5)
    assert ratio_for(enough, PDF, Layout.VERTICAL, "tables").amount([10, 30]) == Amount(20, 20, 20)


def test_plain_text_has_no_pictures_whatever_its_layout() -> None:
    nothing = observe([])
    for layout in Layout:
        assert ratio_for(nothing, "text/plain", layout, "pictures").amount([900]) == Amount(0, 0, 0)
        assert ratio_for(nothing, "text/plain", layout, "tables").high < DEFAULTS[Layout.VERTICAL]["tables"].high
        assert ratio_for(nothing, "text/plain", layout, "tokens") == DEFAULTS[layout]["tokens"]


def test_a_place_that_is_not_there_is_one_line_and_no_table(settings: Settings) -> None:
    environment = {"BIZRAG_DATABASE_URL": settings.database_url, "BIZRAG_HOME": str(settings.home)}
    result = CliRunner(env=environment).invoke(app, ["estimate", "/nonexist"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: /nonexist: no such file or folder\n"


def test_the_range_of_a_sum_follows_from_the_scatter_of_documents() -> None:
    # 4 documents of 10 pages with 4 tables and 4 with 6: half a table a page; residuals of 1 each over 10 pages
    found = observe([sample(10, 4)] * 4 + [sample(10, 6)] * 4)
    ratio = ratio_for(found, PDF, Layout.VERTICAL, "tables")
    assert ratio.likely == 0.5
    assert ratio.scatter == pytest.approx(math.sqrt(8 * 1 / 10 / 7))
    assert ratio.error == pytest.approx(ratio.scatter / math.sqrt(80))
    spread = 2 * math.sqrt(ratio.scatter**2 * 100 + (ratio.error * 100) ** 2)
    assert ratio.amount([100]) == Amount(50 - spread, 50, 50 + spread)
    # relatively narrower for more documents
    wide, narrow = ratio.amount([10]), ratio.amount([10] * 50)
    assert (narrow.high - narrow.low) / narrow.likely < (wide.high - wide.low) / wide.likely


@pytest.mark.parametrize(
    ("variant", "layout", "inputs", "images"),
    [
        ("tcte", Layout.VERTICAL, Amount(3, 4, 5), Amount()),
        ("tcmie", Layout.VERTICAL, Amount(3, 4, 5), Amount(1, 2, 3)),
        # of a slide its image
        ("tcmie", Layout.HORIZONTAL, Amount(3, 4, 5), Amount(0, 7, 7)),
        # a text and an image of every page, where there are images
        ("pcmhe", Layout.VERTICAL, Amount(0, 14, 14), Amount(0, 7, 7)),
        ("colpali", Layout.VERTICAL, Amount(0, 7, 7), Amount(0, 7, 7)),
    ],
)
def test_what_is_not_parsed_is_guessed_by_the_variant(
    variant: str, layout: Layout, inputs: Amount, images: Amount
) -> None:
    ratios = {"inputs": Amount(3, 4, 5), "tokens": Amount(30, 40, 50), "pictures": Amount(1, 2, 3)}
    index = IndexRow(
        index_no=1,
        index_name="a",
        variant=variant,
        chunk_params={},
        space="s",
        dimensions=8,
        text_config=None,
        k1=1.2,
        b=0.75,
    )
    (found,) = guess_inputs([index], layout, [3, 4], ratios).values()
    assert (found.inputs, found.images) == (inputs, images)
    # two indexes of one space both embed there
    (both,) = guess_inputs([index, index], layout, [3, 4], ratios).values()
    assert both.inputs == inputs + inputs


def calls(found: Estimate, name: str) -> Amount:
    return next(stage.calls for stage in found.stages if stage.call == name)


@pytest.mark.slow
def test_an_estimate_holds_what_the_run_then_did_and_is_exact_once_parsed(services: Services, corpus: Path) -> None:
    shutil.copy(SAMPLES / "delivery_note.pdf", corpus)
    before = estimate(services, [str(corpus)], collection="c")
    assert before.listing == {"added": 5, "changed": 0, "unchanged": 0, "deleted": 0}
    with services.engine.connect() as conn:
        assert conn.execute(text("SELECT count(*) FROM document")).scalar_one() == 0
    parsed = estimate(services, [str(corpus)], collection="c", parse=True)
    assert (before.quantities.parses, parsed.quantities.parses) == (5, 0)
    assert before.to_json()["is_exact"] is False
    assert parsed.to_json()["is_exact"] is True
    report = ingest(services, [str(corpus)], collection="c")
    assert report.calls["parse"] == 0  # what the estimate parsed is used
    assert calls(before, "embed").holds(report.calls["embed_texts"])
    assert calls(parsed, "embed") == Amount.exactly(report.calls["embed_texts"])
    assert parsed.cost_usd == Amount()
    nothing = estimate(services, [str(corpus)], collection="c")
    assert nothing.quantities.documents == 0
    assert all(stage.calls.high == 0 for stage in nothing.stages)


def parses(services: Services) -> int:
    with services.engine.connect() as conn:
        return conn.execute(text("SELECT count(*) FROM parse")).scalar_one()


@pytest.mark.slow
def test_what_an_estimate_parsed_outlives_the_ingestion_of_something_else(services: Services, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("asked_about", "ingested")]
    for folder in folders:
        folder.mkdir()
        (folder / f"{folder.name}.txt").write_text(f"Hall {folder.name}\n\nThe pump was serviced in May.\n")
    asked_about, ingested = map(str, folders)
    estimate(services, [asked_about], collection="c", parse=True)
    assert ingest(services, [ingested], collection="c").calls["parse"] == 1
    assert parses(services) == 2
    assert ingest(services, [asked_about], collection="c").calls["parse"] == 0


@pytest.mark.slow
def test_what_an_estimate_parsed_with_other_settings_stays_too(services: Services, tmp_path: Path) -> None:
    for name in ("note", "other"):
        (tmp_path / "docs" / name).mkdir(parents=True)
        (tmp_path / "docs" / name / f"{name}.txt").write_text(f"Hall {name}\n\nThe pump was serviced in May.\n")
    note, other = (str(tmp_path / "docs" / name) for name in ("note", "other"))
    ingest(services, [note], collection="c")
    with services.engine.begin() as conn:
        # as an estimate with other settings leaves it
        conn.execute(
            text(
                "INSERT INTO parse (parse_id, content_sha256, parser_fingerprint, output_sha256, num_pages) "
                "SELECT 'ahead', content_sha256, 'others', output_sha256, num_pages FROM parse"
            )
        )
    ingest(services, [other], collection="c")
    assert parses(services) == 3


@pytest.mark.slow
def test_what_an_estimate_parsed_goes_after_a_week(services: Services, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Hall 1\n\nThe pump was serviced in May.\n")
    estimate(services, [str(tmp_path / "note.txt")], collection="c", parse=True)
    with services.engine.begin() as conn:
        conn.execute(text("UPDATE parse SET created_at = now() - interval '8 days'"))
    (tmp_path / "other.txt").write_text("Hall 2\n\nThe pump was serviced in June.\n")
    ingest(services, [str(tmp_path / "other.txt")], collection="c")
    assert parses(services) == 1


@pytest.mark.slow
def test_a_run_says_what_was_expected_and_what_was_there(services: Services, corpus: Path) -> None:
    """Tables and pictures on slides count as in the index, though the slide is described and not they."""
    shutil.copy(SAMPLES / "strategy_deck.pptx", corpus)
    expected = estimate(services, [str(corpus)], collection="c")
    found = ingest(services, [str(corpus)], collection="c").to_json()["estimate"]
    with services.engine.connect() as conn:
        sums = conn.execute(
            text("SELECT sum(num_tables) AS tables, sum(num_pictures) AS pictures FROM document_overview")
        )
        in_index = dict(sums.mappings().one())
    assert in_index["tables"] > 1
    assert in_index["pictures"] > 0
    for name in ("tables", "pictures"):
        number = in_index[name]
        assert found[name]["actual"] == number
        assert found[name]["low"] <= number <= found[name]["high"]
        assert {key: found[name][key] for key in ("low", "likely", "high")} == expected.to_json()[name]
    assert calls(expected, "table").high < found["tables"]["high"]


@pytest.mark.slow
def test_remote_models_have_their_price_and_an_unknown_model_an_unknown_one(
    settings: Settings, services: Services, corpus: Path, scripted: ScriptedServer
) -> None:
    remote = scripted.configure(settings)
    with Services(remote, parsers=services.parsers, embedders=[services.embedders.packaged()]) as paid:
        found = estimate(paid, [str(corpus)], collection="c")
        assert (calls(found, "classify"), calls(found, "title")) == (Amount(), Amount.exactly(4))
        assert found.cost_usd is not None
        assert 0 < found.cost_usd.low < found.cost_usd.likely < found.cost_usd.high
    unknown = scripted.configure(settings, title={"model": "a-model-of-ours"})
    with Services(unknown, parsers=services.parsers, embedders=[services.embedders.packaged()]) as paid:
        found = estimate(paid, [str(corpus)], collection="c")
    assert found.cost_usd is None
    assert {item["call"]: item["counted"] for item in found.to_json()["stages"]} == {
        name: "texts" if name == "embed" else "calls"
        for name in ("classify", "title", "parse", "table", "picture", "slide", "embed")
    }
    assert scripted.chats == []


@pytest.mark.slow
def test_once_parsed_calls_are_exact_and_tokens_and_price_within_a_fifth_of_what_is_spent(
    settings: Settings, services: Services, corpus: Path, scripted: ScriptedServer
) -> None:
    for number, rows in enumerate((3, 12, 40, 130)):  # the last in parts
        lines = [
            f"| Hall {row} | {row * 37 % 991}.{row % 10} | {row * 53 % 877} | pump {row % 7} |" for row in range(rows)
        ]
        table = "\n".join(["| place | hours | costs | part |", "| --- | --- | --- | --- |", *lines])
        (corpus / f"halls_{number}.md").write_text(f"# Halls {number}\n\nWhat was done in the halls.\n\n{table}\n")
    shutil.copy(corpus / "halls_1.md", corpus / "halls_copy.md")  # its table is asked for once, its title twice
    shutil.copy(SAMPLES / "delivery_note.pdf", corpus)
    scripted.reply(answering_as_a_model_does(settings), stays=True)
    with Services(
        scripted.configure(settings), parsers=services.parsers, embedders=[services.embedders.packaged()]
    ) as paid:
        found = estimate(paid, [str(corpus)], collection="c", parse=True)
        assert scripted.chats == []
        report = ingest(paid, [str(corpus)], collection="c")
    assert report.failed == []
    spent: dict[str, tuple[int, int, float]] = {}
    with services.engine.connect() as conn:
        for row in conn.execute(text(SPENT)):
            spent[row.job] = (row.calls, row.tokens, row.cost_usd)
    assert spent["table"][0] >= 7
    for stage in found.stages:
        if stage.model != "local":
            assert stage.calls == Amount.exactly(spent.get(stage.call, (0, 0, 0))[0]), stage
    tokens = sum(stage.tokens.likely for stage in found.stages if stage.model != "local")
    assert tokens == pytest.approx(sum(row[1] for row in spent.values()), rel=0.2)
    assert found.cost_usd is not None
    assert found.cost_usd.likely == pytest.approx(sum(row[2] for row in spent.values()), rel=0.2)


SPENT = """SELECT job, count(*) AS calls, sum(input_tokens + output_tokens)::int AS tokens,
                  sum(cost_usd)::float8 AS cost_usd
           FROM model_call GROUP BY job"""


def answering_as_a_model_does(settings: Settings) -> Callable[[Received], Reply]:
    """Titles, and tables told row by row; usage as OpenAI counts it: its vocabulary, images by patches of 32 pixels."""
    count = token_counter("o200k_base", settings).count

    def answer(received: Received) -> Reply:
        if "TABLE DESCRIPTION" in str(received.body):
            rows = [line.strip("| ").split(" | ") for line in received.text.splitlines() if line.startswith("| ")]
            told = " ".join(
                f"{row[0]}: "
                + "; ".join(f"{name} {value}" for name, value in zip(rows[0][1:], row[1:], strict=False))
                + "."
                for row in rows[2:]
            )
            said = {"TABLE DESCRIPTION": told or "A table."}
        elif "DOCUMENT TYPE REASONING" in str(received.body):
            reasoning = "Upright pages of running text with a table and signatures, as delivery notes have them."
            said = {
                "DOCUMENT TYPE REASONING": reasoning,
                "DOCUMENT TYPE": "standard",
                "LLM WRITTEN FILE NAME": "Delivery note.pdf",
            }
        else:
            said = {"LLM WRITTEN FILE NAME": "Halls and what was done in them.md"}
        reply = json.dumps(said)
        asked = sum(count(part) + 4 for part in received.texts) + sum(map(image_tokens, received.images))
        return say(reply, usage=(asked, 0, count(reply)))

    return answer


def image_tokens(data: bytes) -> int:
    with Image.open(io.BytesIO(data)) as image:
        return min(1536, -(-image.width // 32) * -(-image.height // 32))
