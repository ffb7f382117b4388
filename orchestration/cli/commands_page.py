"""The page of all commands, from what they say of themselves: ``python -m orchestration.cli.commands_page``."""

from __future__ import annotations

from collections.abc import Iterator

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from orchestration.cli import app

_HEAD = (
    "# Commands\n\nWritten by `python -m orchestration.cli.commands_page`; do not edit. `bizrag COMMAND --help` "
    "says the same in a terminal. All of them take their settings from the environment ([settings.md](settings.md)); "
    "what a key allows stands in [security.md](security.md)."
)


def commands_page() -> str:
    """Markdown: each command with its arguments and options."""
    return "\n\n".join([_HEAD, *(_section(name, command) for name, command in commands())])


def commands() -> Iterator[tuple[str, TyperCommand]]:
    """Every command that does something, with its words: ``("keys add", ...)``."""
    root = get_command(app)
    assert isinstance(root, TyperGroup), "bizrag has several commands"
    yield from _inside(root, "")


def parameters(command: TyperCommand) -> list[TyperArgument | TyperOption]:
    """What a command takes, without what all take."""
    found = [one for one in command.params if isinstance(one, TyperArgument | TyperOption)]
    return [one for one in found if "--help" not in one.opts]


def _inside(group: TyperGroup, before: str) -> Iterator[tuple[str, TyperCommand]]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, TyperGroup):
            yield from _inside(command, f"{before}{name} ")
        elif isinstance(command, TyperCommand):
            yield f"{before}{name}", command


def _section(name: str, command: TyperCommand) -> str:
    lines = [f"## bizrag {name}", _plain(command.help or "")]
    rows = [_row(parameter) for parameter in parameters(command)]
    if rows:
        lines.append("\n".join(["| argument or option | |", "|---|---|", *rows]))
    return "\n\n".join(lines)


def _row(parameter: TyperArgument | TyperOption) -> str:
    choices = getattr(parameter.type, "choices", ())
    value = parameter.metavar or " or ".join(map(str, choices)) or parameter.type.name.upper().removesuffix(" RANGE")
    if isinstance(parameter, TyperArgument):
        shown = parameter.metavar or (parameter.name or "").upper()
    else:
        words = ", ".join([*parameter.opts, *parameter.secondary_opts])
        shown = words if parameter.is_flag else f"{words} {value}"
    return f"| `{_plain(shown)}` | {_plain(parameter.help or '')} |"


def _plain(text: str) -> str:
    """One paragraph on one line; bars would end a cell."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print(commands_page())
