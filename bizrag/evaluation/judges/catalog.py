"""The judges by name, with the models that the settings give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.faithfulness import MultimodalFaithfulness, TextFaithfulness
from bizrag.evaluation.judges.fast_rag_eval import FastRAGEval
from bizrag.evaluation.judges.finragbench import FinRAGBenchBinary
from bizrag.evaluation.judges.generalized_accuracy import GeneralizedAccuracy
from bizrag.evaluation.judges.graded_accuracy import GradedAccuracy
from bizrag.evaluation.judges.lexical import Lexical
from bizrag.evaluation.judges.mean_gpt_score import MeanGPTScore
from bizrag.evaluation.judges.port import Judge, ModelJudge
from bizrag.evaluation.judges.rag_checker import RAGChecker
from bizrag.evaluation.judges.vidoseek import ViDoSeekPoints
from bizrag.providers.chat import ChatModel, Job
from bizrag.providers.factory import chat_model
from bizrag.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["adequacy_judge", "job_of", "judge_names", "judge_of", "model_judge"]

_MODEL_JUDGES: dict[str, type[ModelJudge]] = {
    judge.name: judge
    for judge in (
        FastRAGEval,
        RAGChecker,
        TextFaithfulness,
        MultimodalFaithfulness,
        FinRAGBenchBinary,
        ViDoSeekPoints,
        GeneralizedAccuracy,
        MeanGPTScore,
        GradedAccuracy,
    )
}
# a judge whose paper names another model than the rest
_JOBS = {FinRAGBenchBinary.name: Job.JUDGE_BINARY}


def judge_names() -> tuple[str, ...]:
    """All judges of single answers."""
    return (Lexical.name, *_MODEL_JUDGES)


def model_judge(name: str) -> type[ModelJudge] | None:
    """The judge ``name``, where it asks a model about single answers."""
    return _MODEL_JUDGES.get(name)


def job_of(name: str) -> Job:
    """The job whose model judges."""
    return _JOBS.get(name, Job.JUDGE)


def judge_of(name: str, settings: Settings, engine: Engine) -> Judge:
    """The judge ``name``.

    Raises NotFoundError for a name that is none, ConfigurationError when it needs a chat model and none is set up.
    """
    if name == Lexical.name:
        return Lexical()
    if name not in _MODEL_JUDGES:
        raise NotFoundError(f"no judge is called {name!r}; there are {', '.join(judge_names())}")
    return _MODEL_JUDGES[name](_chat(name, settings, engine))


def adequacy_judge(settings: Settings, engine: Engine, *, seed: int = 0) -> Adequacy:
    """The judge that compares methods. Raises ConfigurationError when no chat model is set up."""
    return Adequacy(_chat(Adequacy.name, settings, engine), seed=seed)


def _chat(name: str, settings: Settings, engine: Engine) -> ChatModel:
    chat = chat_model(settings, job_of(name), engine)
    if chat is None:
        raise ConfigurationError(
            f"the judge {name} needs a chat model: set BIZRAG_PROVIDERS__OPENAI__API_KEY or "
            f"BIZRAG_PROVIDERS__OPENAI__BASE_URL, or take the judge {Lexical.name}, which needs none"
        )
    return chat
