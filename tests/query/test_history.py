"""Conversations as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.model.conversation import Speaker, Turn
from query.history import read_history

LINES = [{"role": "user", "text": "Which pumps?"}, {"role": "assistant", "content": "PX-1 [1](#1)."}]
TURNS = (
    Turn(speaker=Speaker.USER, text="Which pumps?"),
    Turn(speaker=Speaker.ASSISTANT, text="PX-1 [1](#1)."),
)


def test_turns_are_lines_or_one_list(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n\n".join(json.dumps(line) for line in LINES))
    assert read_history(path) == TURNS
    path.write_text(json.dumps(LINES, indent=2))
    assert read_history(path) == TURNS
    path.write_text("")
    assert read_history(path) == ()


@pytest.mark.parametrize(
    "text", ["hello", '{"role": "system", "text": "x"}', '{"role": "user"}', "[1, 2]", '{"role": "user", "text": 5}']
)
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(text)
    with pytest.raises(BadInputError, match="is no conversation"):
        read_history(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"none\.jsonl"):
        read_history(tmp_path / "none.jsonl")
