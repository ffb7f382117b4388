"""The manual is complete: settings, commands and paths that it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from bizrag.settings import Settings
from orchestration.cli import app
from orchestration.cli.commands_page import commands, commands_page, parameters
from orchestration.cli.settings import settings_page, walk

ROOT = Path(__file__).parents[2]


def test_the_settings_page_is_what_the_command_writes() -> None:
    assert (ROOT / "docs/settings.md").read_text(encoding="utf-8") == settings_page() + "\n"


def test_every_setting_says_what_it_does() -> None:
    without = [name for name, field, _ in walk(Settings.model_construct()) if not field.description]
    assert without == []


def test_the_page_of_commands_is_what_they_say_of_themselves() -> None:
    assert (ROOT / "docs/commands.md").read_text(encoding="utf-8") == commands_page() + "\n"
    without = [
        (name, parameter.name)
        for name, command in commands()
        for parameter in parameters(command)
        if not parameter.help
    ]
    assert without == []
    assert all(command.help for _, command in commands())


def test_every_command_in_the_readme_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\.venv/bin/bizrag ([a-z]+)", readme))
    commands = set(get_command(app).commands)  # pyright: ignore[reportAttributeAccessIssue]
    assert named
    assert named <= commands


@pytest.mark.parametrize("target", ["demo", "test", "check", "setup", "dev"])
def test_the_makefile_has_the_target(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE)


def test_every_local_link_of_the_manual_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
