"""Tables of commands cut nothing off: a name that is not whole is found by no grep and can be given to no command."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table

from orchestration.cli import output

NAME = "contracts/2025/frame_agreement_with_the_municipal_works_of_port_ellery_second_amendment_signed.pdf"


def table() -> Table:
    made = Table("collection", "document", "state", "what next")
    made.add_row("contracts", NAME, "waiting", "new, not read yet")
    return made


def test_in_a_pipe_a_row_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_table(table())
    (row,) = [line for line in capsys.readouterr().out.splitlines() if "contracts/2025" in line]
    assert NAME in row
    assert "new, not read yet" in row


def test_in_a_narrow_terminal_a_name_goes_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(output, "out", Console(file=shown, force_terminal=True, color_system=None, width=60))
    output.print_table(table())
    lines = [line.split("│") for line in shown.getvalue().splitlines() if "│" in line]
    assert "".join(cells[2].strip() for cells in lines) == NAME
    assert max(map(len, shown.getvalue().splitlines())) <= 60
