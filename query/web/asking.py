"""What the page can ask here: with a chat model also agents, and questions that follow others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bizrag.errors import BizragError
from bizrag.model.access import Principal
from bizrag.model.answers import Answer
from bizrag.model.retrieval import Evidence
from query.service import QueryService, SearchOptions
from query.web.answers import AnswerView
from query.web.forms import QuestionForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What the form offers."""

    # a model writes: it understands a question that leans on earlier ones
    follows_up: bool
    has_agents: bool
    # the pages that are read where nobody says which
    evidence: Evidence


def abilities(service: QueryService) -> Abilities:
    """What is configured; what is configured wrongly is said when it is asked, not by an empty page."""
    from bizrag.providers.chat import Job

    evidence = service.settings.answering.evidence
    try:
        has_agents = service.inference.chat(Job.AGENT) is not None
        return Abilities(follows_up=service.writes_answers, has_agents=has_agents, evidence=evidence)
    except BizragError:
        return Abilities(follows_up=False, has_agents=False, evidence=evidence)


def answered(service: QueryService, form: QuestionForm, principal: Principal) -> Answer:
    """The whole answer at once; raises as ``QueryService.ask``."""
    if form.agents:
        return service.ask_agents(form.question, **agent_options(form, principal))
    return service.ask(form.question, **form.ask_options(principal))


def agent_options(form: QuestionForm, principal: Principal) -> SearchOptions:
    """What agents are asked: they take what was said before, and do not rerank."""
    return cast("SearchOptions", form.ask_options(principal))


def follow_up(service: QueryService, form: QuestionForm, answer: AnswerView) -> QuestionForm | None:
    """The form of the next question; None where no model is there to understand what it leans on."""
    return form.follow_up(answer.plain) if abilities(service).follows_up else None
