"""The command that lists all settings, and writes docs/settings.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from rich.table import Table

from bizrag.settings import Settings
from orchestration.cli.output import print_json, print_table

_INTRODUCTION = """# Settings

Environment variables, or lines of a `.env` file in the working folder. Written by `bizrag settings --markdown`.

| variable | default | meaning |
|---|---|---|"""

# of an address: scheme://user:password@host
_PASSWORD = re.compile(r"(?<=://)(?P<user>[^/@:]*):[^@/]*(?=@)")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(settings)


def settings(
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON document")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="print the page of the manual")] = False,
) -> None:
    """All settings: environment variable, value now, meaning."""
    if markdown:
        print(settings_page())
        return
    rows = [
        {"variable": name, "value": _shown(value), "meaning": field.description or ""}
        for name, field, value in walk(Settings())
    ]
    if as_json:
        print_json(rows)
        return
    table = Table("variable", "value", "meaning")
    for row in rows:
        table.add_row(*row.values())
    print_table(table)


def settings_page() -> str:
    """docs/settings.md: every setting with its default."""
    defaults = Settings.model_construct()
    lines = [
        f"| `{name}` | {f'`{_shown(value)}`' if _shown(value) else ''} | {field.description or ''} |"
        for name, field, value in walk(defaults)
    ]
    return "\n".join([_INTRODUCTION, *lines])


def walk(model: BaseModel, prefix: str = "BIZRAG_") -> Iterator[tuple[str, FieldInfo, Any]]:
    """``(environment variable, field, value)`` of every setting, groups opened."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from walk(value, f"{prefix}{name.upper()}__")
        else:
            yield prefix + name.upper(), field, value


def _shown(value: Any) -> str:
    """A value for people; keys and passwords are covered."""
    if value is None:
        return ""
    if isinstance(value, str):
        return _PASSWORD.sub(r"\g<user>:****", value)
    if isinstance(value, (dict, tuple)):
        return ", ".join(map(str, value))
    return str(value)
