"""Prompts are files whose header names their variables; a prompt's version is its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bizrag.providers import prompts
from bizrag.providers.chat import ImagePart, Message, TextPart


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Prompts of the test instead of ours."""
    (tmp_path / "prompts").mkdir()
    monkeypatch.setattr(prompts, "files", lambda _package: tmp_path)
    clear()
    yield tmp_path / "prompts"
    clear()


def clear() -> None:
    for cached in ("_source", "_template", "_with_parts", "declared_variables"):
        getattr(prompts, cached).cache_clear()


@pytest.mark.parametrize("name", prompts.prompt_names())
def test_the_header_of_every_prompt_names_what_it_uses(name: str) -> None:
    assert prompts.declared_variables(name) == prompts.used_variables(name)


def test_a_text_is_rendered_with_exactly_its_variables() -> None:
    assert prompts.render("json_output", json_schema='{"type": "object"}').endswith('{"type": "object"}')
    with pytest.raises(TypeError, match=r"prompt json_output takes \['json_schema'\], got \[\]"):
        prompts.render("json_output")
    with pytest.raises(TypeError, match="got"):
        prompts.render("json_output", json_schema="", other="")


def test_blocks_become_messages_with_the_images_first(folder: Path) -> None:
    (folder / "look.j2").write_text(
        "{# variables: word\nAn explanation. #}\n{% block system %}\nBe {{ word }}.\n{% endblock %}\n"
        "{% block user %}\nLook, {{ word }}.\n{% endblock %}\n"
    )
    image = ImagePart(sha256="x", data=b"x")
    assert prompts.messages("look", image, word="short") == (
        Message(role="system", parts=(TextPart(text="Be short."),)),
        Message(role="user", parts=(image, TextPart(text="Look, short."))),
    )


def test_a_prompt_without_blocks_is_one_message(folder: Path) -> None:
    (folder / "plain.j2").write_text("{# variables: #}\nSay yes.\n")
    assert prompts.messages("plain") == (Message(role="user", parts=(TextPart(text="Say yes."),)),)


def test_texts_of_documents_are_no_templates(folder: Path) -> None:
    (folder / "echo.j2").write_text("{# variables: text #}{{ text }}")
    assert prompts.render("echo", text="{{ 7 * 7 }} <b>") == "{{ 7 * 7 }} <b>"


def test_the_version_is_the_text_of_a_prompt_and_of_what_it_includes(folder: Path) -> None:
    (folder / "part.j2").write_text("{# variables: #}one")
    (folder / "whole.j2").write_text("{# variables: #}{% include 'part' %}")
    (folder / "other.j2").write_text("{# variables: #}other")
    before = {name: prompts.prompt_sha256(name) for name in ("whole", "other")}
    (folder / "part.j2").write_text("{# variables: #}two")
    clear()
    assert prompts.prompt_sha256("whole") != before["whole"]
    assert prompts.prompt_sha256("other") == before["other"]
    assert prompts.render("whole") == "two"


def test_a_prompt_without_a_header_is_refused(folder: Path) -> None:
    (folder / "bare.j2").write_text("Say yes.")
    with pytest.raises(ValueError, match="does not begin with"):
        prompts.render("bare")
