"""Whoever changes the code of a stage decides whether its outputs may differ: then its version is raised.

The versions are part of the fingerprints that decide what runs again. This test compares the code (without lines of
comment) with what was recorded beside the version. Raise the version where the same input may give another output,
leave it where it cannot, then record with ``make golden``.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from bizrag.chunking import CHUNKER
from bizrag.describing.asking import CHAT_DESCRIBER
from bizrag.describing.classify import CLASSIFIER
from bizrag.describing.describe import DESCRIBER
from bizrag.model.variants import Variant
from bizrag.parsing.parser import PARSER_VERSION
from bizrag.parsing.preview import PREVIEWER

ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).with_name("code_versions.json")
VERSIONS: dict[str, tuple[str | dict[Variant, str], list[str]]] = {
    "PARSER_VERSION": (PARSER_VERSION, ["bizrag/parsing/**/*.py"]),
    "PREVIEWER": (PREVIEWER, ["bizrag/parsing/preview.py", "bizrag/parsing/images/seen_letters.py"]),
    "CLASSIFIER": (CLASSIFIER, ["bizrag/describing/classify.py", "bizrag/describing/titles.py"]),
    # all that is not another one's
    "DESCRIBER": (DESCRIBER, ["bizrag/describing/*.py"]),
    "CHAT_DESCRIBER": (
        str(CHAT_DESCRIBER),
        [
            "bizrag/describing/chat_*.py",
            "bizrag/describing/formatting/*.py",
            *(f"bizrag/describing/{name}.py" for name in ("asking", "items", "outputs")),
        ],
    ),
    "CHUNKER": (dict(CHUNKER), ["bizrag/chunking/*.py"]),
}


def files_of(name: str) -> set[Path]:
    found = {path for pattern in VERSIONS[name][1] for path in ROOT.glob(pattern)}
    if name == "DESCRIBER":
        found -= files_of("CLASSIFIER") | files_of("CHAT_DESCRIBER")
    return found


def code_sha256(name: str) -> str:
    digest = hashlib.sha256()
    for path in sorted(files_of(name)):
        lines = (line.rstrip() for line in path.read_text(encoding="utf-8").splitlines())
        code = "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))
        digest.update(f"{path.relative_to(ROOT)}\n{code}\n".encode())
    return digest.hexdigest()


@pytest.mark.parametrize("name", list(VERSIONS))
def test_changed_code_has_a_decision_on_its_version(name: str) -> None:
    version, _ = VERSIONS[name]
    found = {"version": version, "code_sha256": code_sha256(name)}
    recorded = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    if os.environ.get("UPDATE_GOLDEN"):
        RECORDED.write_text(json.dumps(recorded | {name: found}, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        return
    assert found == recorded.get(name), (
        f"the code behind {name} changed: raise it if the same input may give another output, then 'make golden'"
    )
