"""Commands on question files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from orchestration.cli import question_sets
from orchestration.cli.output import out, print_json

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]


class Scope(StrEnum):
    """What the questions are asked of."""

    CORPUS = "corpus"
    DOC = "doc"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    questions = typer.Typer(no_args_is_help=True, help="Question files for 'bizrag eval'.")
    questions.command(name="import")(import_questions)
    question_sets.register(questions)
    app.add_typer(questions, name="questions")


# Each option of a command is an argument of its function.
def import_questions(
    data_format: Annotated[str, typer.Argument(metavar="FORMAT", help="vidoseek, slidevqa, mmlongbench-doc, ...")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the data set's file: JSON, JSON lines, CSV, TSV")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="QUESTIONS.jsonl", help="file to write")],
    first_page: Annotated[int | None, typer.Option(min=0, max=1, help="number of the first page in the file")] = None,
    suffix: Annotated[str | None, typer.Option(metavar=".pdf", help="ending of documents named without one")] = None,
    scope: Annotated[Scope | None, typer.Option(help="doc: questions do not name their document")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=COLUMN", help="where a column map is used: which column is what; may repeat"),
    ] = None,
    doc_pattern: Annotated[
        str | None, typer.Option(metavar="REGEX", help="the document is its first group in the column of doc")
    ] = None,
    documents: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="tat-qa: write its contexts as documents there")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the questions of a public data set as a question file of bizrag."""
    from bizrag.evaluation.readers.formats import read_questions, write_questions
    from bizrag.evaluation.readers.options import ReadOptions

    options = ReadOptions(
        first_page=first_page,
        suffix=suffix,
        scope=scope.value if scope else None,
        columns=_columns(column or []),
        doc_pattern=doc_pattern,
    )
    cases = read_questions(data_format, file, options)
    write_questions(cases, output)
    num_documents = _write_documents(data_format, file, documents) if documents else 0
    if as_json:
        print_json({"questions": len(cases), "documents": num_documents, "output": str(output)})
        return
    written = f" and {num_documents} documents in {documents}" if documents else ""
    out.print(f"{len(cases)} questions in {output}{written}", soft_wrap=True, markup=False)


def _columns(given: list[str]) -> dict[str, str]:
    columns: dict[str, str] = {}
    for item in given:
        key, equals, name = item.partition("=")
        if not equals or not key or not name:
            raise typer.BadParameter(f"{item!r}: write KEY=COLUMN, as in pages=from_pages", param_hint="--column")
        columns[key] = name
    return columns


def _write_documents(data_format: str, file: Path, folder: Path) -> int:
    from bizrag.evaluation.readers.tatqa import tatqa_documents

    if data_format != "tat-qa":
        raise typer.BadParameter("only tat-qa brings its documents along", param_hint="--documents")
    folder.mkdir(parents=True, exist_ok=True)
    names: set[str] = set()
    for name, text in tatqa_documents(file):
        # the name comes from the file and must not lead out of the folder
        names.add(Path(name).name)
        (folder / Path(name).name).write_text(text, encoding="utf-8")
    return len(names)
