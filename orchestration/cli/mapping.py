"""The command that draws the vectors of an index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from bizrag.settings import Settings
from orchestration.cli.asking import AsJson, Index
from orchestration.cli.output import err, out, print_json, quiet_logs


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="map")(draw_map)


def draw_map(
    *,
    index: Index = "default",
    beside: Annotated[
        list[str] | None,
        typer.Option(help="another index to draw below, such as one without headings in front; may repeat"),
    ] = None,
    out_file: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="where to draw: a name that ends in .html or .png")
    ] = Path("map.html"),
    max_points: Annotated[int, typer.Option(min=3, help="chunks of an index that are drawn")] = 1500,
    questions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="questions with their pages (as for eval): how close they are to what answers them"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the vectors of an index by PCA and t-SNE, and tell how close it holds what belongs together."""
    from bizrag.evaluation.cases import read_cases
    from query import QueryService
    from query.maps import Aims, draw, make_maps, to_html

    quiet_logs()
    if out_file.suffix not in (".html", ".png"):
        raise typer.BadParameter(f"{out_file} ends neither in .html nor in .png", param_hint="--out")
    if not out_file.absolute().parent.is_dir():
        raise typer.BadParameter(f"there is no folder {out_file.absolute().parent}", param_hint="--out")
    cases = read_cases(questions) if questions else []
    with QueryService.for_holder(Settings()) as service, err.status("Placing chunks on a plane"):
        aims = Aims(cases=cases, embedders=service.embedders) if cases else None
        maps = make_maps(service.engine_of(), [index, *(beside or ())], max_points=max_points, aims=aims)
        if out_file.suffix == ".png":
            out_file.write_bytes(draw(maps))
        else:
            out_file.write_text(to_html(maps), encoding="utf-8")
    figures = [one.to_json() for one in maps]
    if as_json:
        print_json({"file": str(out_file), "maps": figures})
        return
    for row in figures:
        # what is not defined, such as figures about questions where none were given, is not said
        told = {name: value for name, value in row.items() if name != "index" and value is not None}
        values = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items())
        out.print(f"{escape(str(row['index']))}: {values}")
    out.print(f"map: {escape(str(out_file))}", soft_wrap=True)
