"""The command that says which model does which job, and whether its server answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Column, Table

from bizrag.errors import BizragError
from bizrag.settings import Settings
from orchestration.cli.output import fail, out, print_json, print_table

if TYPE_CHECKING:
    from bizrag.configuration.endpoint import Endpoint
    from bizrag.configuration.provider import ChatJob
    from bizrag.providers.prices import Price

_ALL_LOCAL = "no language model is set up: rules and small models on this machine do every job (docs/providers.md)"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(providers)


def providers(
    check: Annotated[
        bool, typer.Option("--check", help="ask every model for one word; it costs next to nothing")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON document")] = False,
) -> None:
    """Which model does which job, where it runs, what it costs; exit status 1 when one does not answer."""
    rows = _rows(Settings(), check=check)
    if as_json:
        print_json(rows)
    else:
        table = Table(
            "job",
            Column("model", overflow="fold"),
            Column("server", overflow="fold"),
            "USD / M tokens\nin / out",
            *(["answers"] if check else []),
        )
        for row in rows:
            table.add_row(*_cells(row, check=check))
        print_table(table)
        if all(row["provider"] == "local" for row in rows):
            out.print(_ALL_LOCAL)
        for error in dict.fromkeys(row["error"] for row in rows if row["error"]):
            fail(error)
    if any(row["works"] is False for row in rows):
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """How a model answered."""

    works: bool
    seconds: float | None = None
    error: str | None = None


def _rows(settings: Settings, *, check: bool) -> list[dict[str, Any]]:
    """A row for each job; a model that does several jobs is asked once."""
    from bizrag.providers.chat import Job
    from bizrag.providers.factory import endpoint_of, job_settings
    from bizrag.providers.openai_client import close_clients
    from bizrag.providers.prices import price_of

    asked: dict[tuple[str, str], _Found] = {}
    rows: list[dict[str, Any]] = []
    for job in Job:
        chosen, endpoint = job_settings(settings, job), endpoint_of(settings, job)
        row: dict[str, Any] = {"job": job.value, "provider": "openai" if endpoint else "local", "model": None}
        row |= {"server": None, "usd_per_million": None, "works": None, "seconds": None, "error": None}
        if endpoint is not None:
            row |= {"model": chosen.model, "server": endpoint.url}
            row["usd_per_million"] = _shown_price(price_of(chosen.model, settings.providers.calls.prices_path))
            place = (endpoint.url, chosen.model)
            if check and place not in asked:
                asked[place] = _ask(chosen, endpoint)
            if check:
                found = asked[place]
                row |= {"works": found.works, "seconds": found.seconds, "error": found.error}
        rows.append(row)
    close_clients()
    return rows


def _ask(job: ChatJob, endpoint: Endpoint) -> _Found:
    from bizrag.providers.chat import ChatRequest, Message, TextPart
    from bizrag.providers.openai_chat import OpenAIChat

    message = Message(role="user", parts=(TextPart(text="Answer with the word yes."),))
    try:
        reply = OpenAIChat(job, endpoint).complete(ChatRequest(messages=(message,)))
    except BizragError as error:
        return _Found(works=False, error=str(error))
    return _Found(works=True, seconds=round(reply.seconds, 3))


def _shown_price(price: Price | None) -> dict[str, float | None] | None:
    if price is None:
        return None
    return {name: float(value) if value is not None else None for name, value in price}


def _cells(row: dict[str, Any], *, check: bool) -> list[str]:
    if row["provider"] == "local":
        return [row["job"], "local", "this machine", "none", *(["needs none"] if check else [])]
    price = row["usd_per_million"]
    cells = [
        row["job"],
        row["model"],
        row["server"],
        f"{price['input']:g} / {price['output']:g}" if price else "unknown",
    ]
    if check:
        cells.append(f"[green]yes[/green], {row['seconds']} s" if row["works"] else "[red]no[/red]")
    return cells
