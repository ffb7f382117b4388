"""Parsing loads what it needs: no model library for office files, and none for a PDF."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.made import write_page

SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
# Parses files in a process of its own and says after each which heavy libraries are loaded; then all can be used.
PARSE = """
HEAVY = "docling scipy torch torchvision transformers"
import importlib, sys
from pathlib import Path
from bizrag.model.documents import Layout
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings
folder, weights, *paths = sys.argv[1:]
settings = Settings.model_validate({"home": folder, "weights_path": weights})
parser = DocumentParser(settings, FolderSink(Path(folder)))
for path in map(Path, paths):
    parse = parser.parse(path, content_sha256="a" * 64, layout=Layout.VERTICAL)
    assert parse.blocks
    print(path.suffix, *(name for name in HEAVY.split() if name in sys.modules))
assert importlib.import_module("transformers").__version__
"""


@pytest.mark.slow
def test_a_parse_loads_no_library_that_it_does_not_use(tmp_path: Path, weights_path: Path) -> None:
    page = tmp_path / "page.pdf"
    write_page(page)
    note = tmp_path / "note.txt"
    note.write_text("The boiler is serviced in May.")
    paths = [note, SAMPLES / "press_release.html", SAMPLES / "travel_policy.docx", page]
    arguments = [str(argument) for argument in (tmp_path, weights_path, *paths)]
    done = subprocess.run([sys.executable, "-c", PARSE, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [".txt", ".html docling", ".docx docling", ".pdf docling scipy"]
