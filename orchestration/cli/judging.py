"""Commands on judges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress

from bizrag.errors import BadInputError
from bizrag.settings import Settings
from orchestration.cli.output import err, out, print_json, quiet_logs

if TYPE_CHECKING:
    from bizrag.evaluation.judges.panel import Panel
    from bizrag.evaluation.judges.validation import LabelledAnswer

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    judges = typer.Typer(no_args_is_help=True, help="Judges of answers.")
    judges.command(name="validate")(validate_judge)
    app.add_typer(judges, name="judges")


def validate_judge(
    labels: Annotated[
        Path, typer.Argument(metavar="LABELS.csv", help="columns question, answer, reference and the annotators'")
    ],
    *,
    annotator: Annotated[list[str], typer.Option(metavar="COLUMN", help="labels of a person; may repeat")],
    judge: Annotated[str | None, typer.Option(metavar="NAME", help="the judge to ask")] = None,
    score: Annotated[str | None, typer.Option(metavar="NAME", help="which of its scores; default: its first")] = None,
    score_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="take the scores from the file and ask nobody")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """How far a judge agrees with people: Pearson, Spearman, Kendall tau-b; Cohen's kappa between the people."""
    from bizrag.evaluation.judges.validation import agreement, read_labels, stated_scores

    if (judge is None) == (score_column is None):
        raise typer.BadParameter("name either a --judge or a --score-column")
    quiet_logs()
    labelled = read_labels(labels, annotator)
    result: dict[str, Any] = {"score": score_column}
    if judge is not None:
        panel = _judged(judge, labelled)
        score = score or panel.scores[0]
        if score not in panel.scores:
            raise BadInputError(f"the judge {judge} has no score {score!r}; it has {', '.join(panel.scores)}")
        scores = panel.values(score)
        result = {"judge": judge, "version": panel.version, "score": score, "n_failed": len(panel.failures)}
    else:
        scores = stated_scores(labelled, score_column or "")
    found = agreement(scores, [item.labels for item in labelled], annotator)
    result |= found.to_json()
    if as_json:
        print_json(result)
        return
    for name, value in result.items():
        for key, figure in value.items() if isinstance(value, dict) else [("", value)]:
            shown = f"{figure:.3f}" if isinstance(figure, float) else "-" if figure is None else figure
            out.print(f"{f'{name} {key}'.strip():<28}{shown}", markup=False)


def _judged(name: str, labelled: list[LabelledAnswer]) -> Panel:
    from bizrag.evaluation.judges.catalog import judge_of
    from bizrag.evaluation.judges.panel import judge_all
    from bizrag.store.engine import open_engine

    settings = Settings()
    engine = open_engine(settings)
    try:
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task("Judging", total=len(labelled))
            return judge_all(
                judge_of(name, settings, engine),
                [item.given for item in labelled],
                max_concurrent=settings.providers.openai.max_concurrent,
                progress=lambda done, total: progress.update(task, completed=done, total=total),
            )
    finally:
        engine.dispose()
