"""The chat model of a job, as the settings want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import ChatJob, ChatProvider, ProviderSettings
from bizrag.errors import ConfigurationError
from bizrag.providers.calls import KeptChat
from bizrag.providers.chat import ChatModel, Job
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["chat_identity", "chat_model", "endpoint_of", "job_settings"]


def chat_model(settings: Settings, job: Job, engine: Engine) -> ChatModel | None:
    """Who does the job; None where the local way is used. Opens nothing.

    Raises ConfigurationError when a provider is chosen but has no key.
    """
    endpoint = endpoint_of(settings, job)
    if endpoint is None:
        return None
    return KeptChat(OpenAIChat(job_settings(settings, job), endpoint), job, settings.providers.calls, engine)


def endpoint_of(settings: Settings, job: Job) -> Endpoint | None:
    """The server that does the job; None where the local way is used. Raises as ``chat_model``."""
    chosen = job_settings(settings, job)
    if not _is_remote(settings.providers, chosen):
        return None
    endpoint = chosen.endpoint or settings.providers.openai
    if endpoint.base_url is None and endpoint.key is None:
        raise ConfigurationError(
            f"no key for the job {job}: set BIZRAG_PROVIDERS__OPENAI__API_KEY or OPENAI_API_KEY, or an address with "
            "BIZRAG_PROVIDERS__OPENAI__BASE_URL"
        )
    return endpoint


def job_settings(settings: Settings, job: Job) -> ChatJob:
    """The settings of a job."""
    chosen: ChatJob = getattr(settings.providers.jobs, job.value)
    return chosen


def _is_remote(providers: ProviderSettings, job: ChatJob) -> bool:
    chosen = job.provider if job.provider is not ChatProvider.AUTO else providers.chat
    if chosen is not ChatProvider.AUTO:
        return chosen is ChatProvider.OPENAI
    return (job.endpoint or Endpoint()).is_configured or providers.openai.is_configured


def chat_identity(settings: Settings, job: Job) -> str | None:
    """The identity that the job's model has; None where the local way is used. Needs no key and no database."""
    chosen = job_settings(settings, job)
    if not _is_remote(settings.providers, chosen):
        return None
    return OpenAIChat(chosen, chosen.endpoint or settings.providers.openai).identity
