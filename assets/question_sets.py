"""An asset per index with a reviewed question set made of it."""

from typing import Any

import dagster as dg

from assets.keys import asset_key, question_set_key
from bizrag.errors import BizragError
from bizrag.evaluation.questions.making import QuestionSet, write_set
from bizrag.pipeline.stages import StageName
from bizrag.settings import Settings
from query import QueryService
from query.questions import QuestionMaker
from resources.ingestion import IngestionSession


class QuestionSetConfig(dg.Config):
    """How a question set is made; what is not given is as in the settings (``BIZRAG_QUESTIONS__...``)."""

    pages: int | None = None
    per_page: int | None = None
    seed: int | None = None
    max_calls: int | None = None
    collection: str | None = None


def build_question_sets(settings: Settings) -> list[dg.AssetsDefinition]:
    """``<index>/question_set`` for the indexes of the settings, where ``questions.as_asset`` says so.

    "Materialize all" takes every asset there is, and every new question costs calls.
    """
    return [_question_set(name) for name in settings.indexes] if settings.questions.as_asset else []


def _question_set(index: str) -> dg.AssetsDefinition:
    @dg.asset(
        key=question_set_key(index),
        deps=[asset_key(StageName.SEARCH_INDEX, index)],
        group_name="evaluation",
        kinds={"jsonl"},
        description="one row per question that means one place of the corpus, is answered there and nowhere else; "
        "rejected ones stand beside with the reason",
    )
    def question_set(
        context: dg.AssetExecutionContext, config: QuestionSetConfig, session: dg.ResourceParam[IngestionSession]
    ) -> dg.MaterializeResult[Any]:
        settings = session.services.settings
        given = {name: value for name, value in config if value is not None and name != "collection"}
        folder = settings.home_path / "questions"
        output, rejected = folder / f"{index}.jsonl", folder / f"{index}.rejected.jsonl"
        with QueryService(settings) as service:
            maker = QuestionMaker(
                service=service,
                settings=settings.questions.model_copy(update=given),
                index=index,
                collection=config.collection,
            )
            try:
                pages = maker.pages()
                number = len(pages) * maker.settings.per_page
                context.log.info("expected: %s", maker.estimate(num_pages=len(pages), num_questions=number))
                found, usage = maker.make(pages)
            except BizragError as error:
                raise dg.Failure(str(error), allow_retries=False) from error
        write_set(found, output, rejected)
        return dg.MaterializeResult(metadata=_metadata(found, usage, str(output), str(rejected)))

    return question_set


def _metadata(found: QuestionSet, usage: dict[str, Any], output: str, rejected: str) -> dict[str, Any]:
    """Numbers and places only: the questions stay in their files."""
    counts = found.counts()
    return {
        "questions": dg.MetadataValue.path(output),
        "rejected questions": dg.MetadataValue.path(rejected),
        **{name: value for name, value in counts.items() if name != "rejected"},
        **{f"rejected {reason}": number for reason, number in counts["rejected"].items()},
        "new calls": usage["calls"],
        "cost_usd": usage["cost_usd"],
    }
