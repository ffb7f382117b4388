"""What a person sees when a setting is wrong: one line that names the variable, never what was given."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from bizrag.unknown_settings import unknown_names
from orchestration.cli import app
from orchestration.cli.settings import walk
from orchestration.instance import write_dagster_home

COMMAND = [sys.executable, "-c", "from orchestration.cli import main; main()", "status"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"BIZRAG_PARSING__WORKERS": "many"}, "BIZRAG_PARSING__WORKERS: Input should be a valid integer"),
        ({"BIZRAG_INDEXES__X__VARIANT": "best"}, "BIZRAG_INDEXES__X__VARIANT: Input should be 'tcte'"),
        ({"BIZRAG_SOURCES": "sk-not"}, 'BIZRAG_SOURCES: not JSON; write {"name": "/folder"}'),
        ({"BIZRAG_WATCH__RESCAN_CRON": "sometimes"}, "BIZRAG_WATCH__RESCAN_CRON: no schedule; write minute, hour"),
        ({"BIZRAG_WATCH__INSPECT_CRON": "0 25 * * *"}, "BIZRAG_WATCH__INSPECT_CRON: no schedule"),
        ({"BIZRAG_EVALUATION__CRON": "0 6 * *"}, "BIZRAG_EVALUATION__CRON: no schedule"),
        (
            {"BIZRAG_PARSING": "x"},
            "BIZRAG_PARSING: not JSON; set its parts instead, such as BIZRAG_PARSING__WORKERS",
        ),
        (
            {"BIZRAG_PARSING__OCR_LANGUAGES": '["de'},
            "BIZRAG_PARSING__OCR_LANGUAGES: not JSON; write words with commas between them",
        ),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(variables: dict[str, str], line: str) -> None:
    given = {**variables, "BIZRAG_PROVIDERS__OPENAI__API_KEY": "sk-not-to-be-shown"}
    found = subprocess.run(COMMAND, env=os.environ | given, capture_output=True, text=True, timeout=60, check=False)
    said = " ".join(found.stderr.split())
    assert found.returncode == 1
    assert f"error: {line}" in said
    assert "Traceback" not in said
    assert "sk-not" not in said + found.stdout


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux alone has a device that is always full")
def test_an_output_that_goes_to_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        found = subprocess.run(
            [*COMMAND[:-1], "settings", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert found.returncode == 1
    assert found.stderr == "error: the output cannot be written, the disk is full: make room there\n"


def test_a_home_for_dagster_that_cannot_be_made_is_one_line(settings: Settings) -> None:
    settings.home_path.write_text("A file.")
    with pytest.raises(ConfigurationError, match=r"home/dagster cannot be made or written \(Not a directory\)"):
        write_dagster_home(settings)


@pytest.mark.slow
def test_the_page_of_dagster_does_not_start_where_its_port_is_taken(tmp_path: Path) -> None:
    """Dagster's daemon would run on without it, and the address that was told is another program's."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = subprocess.run(
            [*COMMAND[:-1], "dev", "--port", port],
            env=os.environ | {"BIZRAG_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert found.returncode == 1
    assert " ".join(found.stderr.split()).startswith(f"error: cannot listen on 127.0.0.1 port {port}: ")


@pytest.mark.slow
def test_failures_are_not_told_without_a_database(tmp_path: Path) -> None:
    """Who watches over them would take an empty list for good news."""
    environment = os.environ | {"BIZRAG_HOME": str(tmp_path / "home")}
    command = [*COMMAND, "--failed", "--json"]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith("error: the database is not running")


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    given = tmp_path / "samples.json"
    meta = {"file_name": "a.pdf", "reference_page": [1], "source_type": "text", "query_type": "Single-Hop"}
    question = {"uid": "1", "query": "Who?", "reference_answer": "A.", "meta_info": meta}
    given.write_text(json.dumps({"examples": [question]}))
    target = tmp_path / "no" / "folder" / "questions.jsonl"
    command = [*COMMAND[:-1], "questions", "import", "vidoseek", str(given), "-o", str(target)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (1, f"error: {target}: No such file or directory\n")


@pytest.mark.parametrize("given", ["de,en", " de, en,", '["de", "en"]'])
def test_words_are_taken_with_commas_and_as_json(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_PARSING__OCR_LANGUAGES", given)
    (tmp_path / "settings").write_text(f"BIZRAG_EVALUATION__JUDGES={given}\n")
    settings = Settings(_env_file=tmp_path / "settings")
    assert settings.parsing.ocr_languages == ("de", "en")
    assert settings.evaluation.judges == ("de", "en")


def test_every_setting_of_several_values_tells_its_form() -> None:
    """The line about a wrong one quotes it; those whose parts are settings of their own need none."""
    described = {
        name: field.description or "" for name, field, value in walk(Settings.model_construct()) if type(value) is dict
    }
    described.pop("BIZRAG_PROVIDERS__EMBEDDINGS")
    assert [name for name, text in described.items() if "as JSON: {" not in text] == []


def test_the_version_is_that_of_the_package() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"bizrag {version('bizrag')}\n")


@pytest.mark.slow
def test_a_misspelt_setting_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    """It would be passed over: the file would be parsed by one worker, and nobody would know why."""
    (tmp_path / ".env").write_text("BIZRAG_SERCH__RRF_K=10\n")
    given = {"BIZRAG_PARSING__WRKERS": "2", "BIZRAG_BOGUS": "1", "BIZRAG_INDEXES__X__VARIANT": "text_only"}
    environment = os.environ | given | {"PYTHONPATH": os.pathsep.join(sys.path), "BIZRAG_HOME": str(tmp_path)}
    found = subprocess.run(
        COMMAND, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stderr.splitlines() == [
        "warning: BIZRAG_BOGUS is no setting and has no effect; 'bizrag settings' lists what there is",
        "warning: BIZRAG_PARSING__WRKERS is no setting and has no effect; did you mean BIZRAG_PARSING__WORKERS?",
        "warning: BIZRAG_SERCH__RRF_K is no setting and has no effect; did you mean BIZRAG_SEARCH__RRF_K?",
    ]


def test_every_setting_is_known_by_its_name() -> None:
    assert unknown_names(name for name, _, _ in walk(Settings.model_construct())) == []
    entries = ["BIZRAG_PROVIDERS__EMBEDDINGS__MINE__MODEL", "BIZRAG_PROVIDERS__JOBS__ANSWER__MODEL", "bizrag_home"]
    assert unknown_names(entries) == []
    assert unknown_names(["BIZRAG_INDEXES__X__VARIENT"]) == ["BIZRAG_INDEXES__X__VARIENT"]
