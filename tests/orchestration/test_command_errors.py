"""What a person sees when a setting is wrong: one line that names the variable, never what was given."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-c", "from orchestration.cli import main; main()", "status"]


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"BIZRAG_PARSING__WORKERS": "many"}, "BIZRAG_PARSING__WORKERS: Input should be a valid integer"),
        ({"BIZRAG_INDEXES__X__VARIANT": "best"}, "BIZRAG_INDEXES__X__VARIANT: Input should be 'tcte'"),
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
