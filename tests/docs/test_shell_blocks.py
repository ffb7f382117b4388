"""Every block of commands in the manual runs: in a real shell, its `bizrag` commands on a small index.

The shell has no other program: what a block calls is written down with its settings and then run in this process, or
stands below with the reason why not. docs/api.md and docs/transcript.md have tests of their own; Python and SQL blocks
too.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from bizrag.settings import Settings
from orchestration.cli import app
from tests.store.cloned import cloned

if TYPE_CHECKING:
    from bizrag.providers.local_embedding import LocalEmbedder
    from bizrag.store.server import EmbeddedServer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
#: their blocks are run by tests of their own
_TESTED = {"api.md", "transcript.md"}
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n)+", re.MULTILINE)
#: begins as a command or a setting does; trees of folders do not
_COMMAND = re.compile(r"(?!\w+/ )[\w./-]+[ =]")
#: beginning of a command: why it does not run here, and which file runs it or stands for it
LEFT_OUT = {
    "make": ("sets up and tests everything", "Makefile"),
    "python3 -c": ("reads a key out of JSON", "tests/docs/test_transcript_page.py"),
    "python -c": ("names the folder of Postgres' programs", "tests/store/test_dump_restore.py"),
    "python3 -m venv": ("installs", "Makefile"),
    "pip": ("installs", "Makefile"),
    "docker": ("no images are built here", "tests/deploy/test_deployment.py"),
    "helm": ("there is no cluster here", "tests/deploy/test_deployment.py"),
    "kubectl": ("there is no cluster here", "tests/deploy/test_deployment.py"),
    "openssl": ("makes a password for the compose file", "tests/deploy/test_deployment.py"),
    "pg_dump": ("needs Postgres' programs", "tests/store/test_dump_restore.py"),
    "pg_restore": ("needs Postgres' programs", "tests/store/test_dump_restore.py"),
    "grep": ("filters the list of a dump", "tests/store/test_dump_restore.py"),
    "createdb": ("needs Postgres' programs", "tests/store/test_dump_restore.py"),
    "psql": ("needs Postgres' programs", "tests/store/test_dump_restore.py"),
    "vllm": ("a server of models", "tests/scripted_server.py"),
    "llama-server": ("a server of models", "tests/scripted_server.py"),
    "bizrag serve": ("runs until it is stopped", "tests/query/http/test_serve_command.py"),
    "bizrag dev": ("runs until it is stopped", "tests/orchestration/test_daemon.py"),
    "bizrag ingest": ("parses folders, in processes of its own", "tests/orchestration/test_runs.py"),
    "bizrag eval": ("needs questions and judges of one's own", "tests/orchestration/test_evaluation_commands.py"),
    "bizrag judges": ("needs labels of people", "tests/orchestration/test_evaluation_commands.py"),
    "bizrag questions": ("needs questions of one's own and a chat model", "tests/query/test_question_sets.py"),
    "bizrag sql --reader": ("makes a login of the whole server", "tests/store/test_roles.py"),
    "bizrag sql --read-only": ("makes a login of the whole server", "tests/store/test_roles.py"),
}
_SHELL = r"""
write() {
  # in one piece: both ends of a pipe write at the same time
  local name written=("$@" --)
  for name in ${!BIZRAG_@}; do written+=("$name=${!name}"); done
  printf '%s\0' "${written[@]}" == >> "$CALLS"
}
command_not_found_handle() { write "$@"; }
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A program that a block calls, with the settings of that moment."""

    words: tuple[str, ...]
    settings: dict[str, str]


def blocks() -> list[tuple[str, str]]:
    """Page and text of every block that is commands."""
    found: list[tuple[str, str]] = []
    for name, page in PAGES.items():
        fenced = [match[2] for match in _FENCE.finditer(page) if match[1] == "bash" and name not in _TESTED]
        indented = [re.sub("^ {4}", "", text, flags=re.MULTILINE) for text in _INDENTED.findall(_FENCE.sub("\n", page))]
        found += [(name, block) for block in (*fenced, *indented) if _COMMAND.match(block)]
    return found


def called(block: str, folder: Path) -> list[Call]:
    """What a block calls, run by bash; the last call is the shell's end."""
    shell, log = shutil.which("bash"), folder / "calls"
    assert shell is not None
    log.unlink(missing_ok=True)
    (folder / "deploy").mkdir(exist_ok=True)
    script = f"{_SHELL}\n{block.replace('.venv/bin/', '')}\nwrite end\n"
    environment = {"PATH": "/nowhere", "HOME": str(folder), "CALLS": str(log), "BIZRAG_DATABASE_URL": "postgresql:///x"}
    done = subprocess.run(
        [shell, "-euc", script], capture_output=True, text=True, timeout=30, check=False, env=environment, cwd=folder
    )
    assert done.returncode == 0, f"{block}\n{done.stderr}"
    return [_call(part) for part in log.read_text().split("==\0")[:-1]]


def _call(written: str) -> Call:
    words, _, settings = written.partition("--\0") if "\0--\0" in written else (written, "", "")
    return Call(tuple(words.split("\0")[:-1]), dict(one.split("=", 1) for one in settings.split("\0") if one))


@pytest.fixture(scope="module")
def small_index(server: EmbeddedServer, template_with_dagster: str, minilm: LocalEmbedder) -> Iterator[str]:
    """The address of a database with a report and a policy, and two indexes more."""
    from bizrag.store.indexes import IndexSpec, ensure_index
    from tests.query.conftest import POLICY_BLOCKS, REPORT_BLOCKS, add, parsed

    def spec(name: str) -> IndexSpec:
        return IndexSpec(
            index_name=name, variant="tcte", chunk_params={}, space=minilm.space, dimensions=minilm.dimensions
        )

    with cloned(server, template_with_dagster, "manual") as engine:
        with engine.begin() as conn:
            index = ensure_index(conn, spec("default"))
            for name in ("old", "new", "bare"):
                ensure_index(conn, spec(name))
            add(conn, index, minilm, "report.pdf", "finance", "Report", parsed("report", REPORT_BLOCKS, 2, tables=1))
            add(conn, index, minilm, "travel_policy.docx", "hr", "Travel policy", parsed("policy", POLICY_BLOCKS, 0))
        yield engine.url.render_as_string(hide_password=False)


@pytest.fixture
def bizrag(
    small_index: str, minilm: LocalEmbedder, weights_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Call], None]:
    """Runs a command as the console script does; the index and the home are of this test."""
    monkeypatch.setattr("bizrag.providers.embedders.local_embedder", lambda _: minilm)
    ours = {"BIZRAG_DATABASE_URL": small_index, "BIZRAG_HOME": str(tmp_path), "BIZRAG_WEIGHTS_PATH": str(weights_path)}
    reports = tmp_path / "Documents" / "reports"
    reports.mkdir(parents=True)
    (reports / "note.txt").write_text("Net sales grew.")

    def run(call: Call) -> None:
        # what stops the embedded server wants no other one
        server = {"BIZRAG_DATABASE_URL": None} if call.words[1] == "down" else {}
        result = CliRunner().invoke(app, list(call.words[1:]), env={**call.settings, **ours, **server})
        assert result.exit_code == 0, f"{' '.join(call.words)}\n{result.output}{result.exception or ''}"

    return run


def reason(call: Call) -> str | None:
    """The line of ``LEFT_OUT`` that a call falls under."""
    line = " ".join(call.words)
    return next((start for start in LEFT_OUT if f"{line} ".startswith(f"{start} ")), None)


def test_every_block_runs_or_is_left_out_for_a_reason(
    bizrag: Callable[[Call], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran, left_out, pages = 0, set[str](), set[str]()
    for page, block in blocks():
        pages.add(page)
        for call in called(block, tmp_path):
            match call.words[:3]:
                case ("end",):
                    with monkeypatch.context() as context:
                        for name, value in call.settings.items():
                            context.setenv(name, value)
                        # what is exported is a setting with a fitting value
                        Settings.model_validate({})
                case ("python", "-m", module):
                    assert importlib.util.find_spec(module), f"{page}: {module}"
                case _ if why := reason(call):
                    left_out.add(why)
                case ("bizrag", *_):
                    bizrag(call)
                    ran += 1
                case _:
                    pytest.fail(f"{page}: nothing is known of {call.words}")
    assert left_out == set(LEFT_OUT), "every reason is needed"
    assert ran > 15
    assert {"README.md", "providers.md", "deploy.md", "operate.md"} <= pages


def test_every_reason_names_what_stands_for_it() -> None:
    for why, where in LEFT_OUT.values():
        assert why
        assert (ROOT / where).is_file(), where
