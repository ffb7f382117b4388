"""Who does a job: decided by the settings, and by nothing that lies in the environment for another program."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import ChatJobs
from bizrag.errors import ConfigurationError
from bizrag.providers.chat import ChatModel, Job
from bizrag.providers.factory import chat_model, job_settings
from bizrag.settings import Settings

NO_DATABASE: Any = None
SECRET = "sk-do-not-show"


def model_of(job: Job = Job.ANSWER, **providers: Any) -> ChatModel | None:
    settings = Settings.model_validate({"providers": providers})
    return chat_model(settings, job, NO_DATABASE)


def test_every_job_has_a_group_of_settings() -> None:
    assert set(ChatJobs.model_fields) == {job.value for job in Job}


def test_the_papers_models_are_the_defaults() -> None:
    small = {job.value for job in Job if job_settings(Settings(), job).model == "gpt-4.1-mini-2025-04-14"}
    assert small == {"classify", "title", "table", "picture", "rewrite", "rerank", "format"}
    large = {job_settings(Settings(), job).model for job in (Job.SLIDE, Job.ANSWER, Job.JUDGE, Job.AGENT)}
    assert large == {"gpt-4.1-2025-04-14"}


def test_nothing_configured_is_local() -> None:
    assert all(model_of(job) is None for job in Job)


def test_a_key_of_another_program_sends_no_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert model_of() is None
    assert model_of(chat="openai") is not None


@pytest.mark.parametrize("endpoint", [{"api_key": SECRET}, {"base_url": "http://127.0.0.1:1/v1"}])
def test_a_key_or_an_address_of_ours_is_a_choice(endpoint: dict[str, str]) -> None:
    assert model_of(openai=endpoint) is not None
    assert model_of(openai=endpoint, chat="local") is None


def test_single_jobs_can_be_local_or_elsewhere() -> None:
    here, there = {"base_url": "http://127.0.0.1:1/v1"}, {"base_url": "http://127.0.0.1:2/v1"}
    assert model_of(Job.TABLE, openai=here, jobs={"table": {"provider": "local"}}) is None
    assert model_of(Job.SLIDE, openai=here, jobs={"table": {"provider": "local"}}) is not None
    assert model_of(Job.TABLE, jobs={"table": {"endpoint": there}}) is not None
    assert model_of(Job.SLIDE, jobs={"table": {"endpoint": there}}) is None


def test_a_provider_without_a_key_says_what_to_set() -> None:
    with pytest.raises(ConfigurationError, match="BIZRAG_PROVIDERS__OPENAI__API_KEY"):
        model_of(chat="openai")


def test_the_key_of_openai_goes_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert Endpoint(base_url="http://127.0.0.1:1/v1").key is None
    found = Endpoint().key
    assert found is not None
    assert found.get_secret_value() == SECRET


def test_variables_change_one_setting_of_a_job_and_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__MAX_OUTPUT_TOKENS", "77")
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__TEMPERATURE", "null")
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__EXTRA", '{"seed": 3}')
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__ENDPOINT__BASE_URL", "http://127.0.0.1:2/v1")
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__ENDPOINT__API_KEY", SECRET)
    slide = Settings().providers.jobs.slide
    assert (slide.model, slide.timeout_seconds) == ("gpt-4.1-2025-04-14", 300)
    assert (slide.max_output_tokens, slide.temperature, slide.extra) == (77, None, {"seed": 3})
    assert slide.endpoint is not None
    assert slide.endpoint.url == "http://127.0.0.1:2/v1"
    assert slide.endpoint.max_concurrent == 8


def test_keys_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__API_KEY", SECRET)
    shown = [repr(Settings()), str(Settings()), str(Settings().model_dump()), Settings().model_dump_json()]
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__MAX_CONCURRENT", "many")
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__BASE_URL", f"https://user:{SECRET}@127.0.0.1/v1")
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert "api_key" in str(caught.value)
    shown.append(str(caught.value))
    assert [text for text in shown if SECRET in text] == []


@pytest.mark.parametrize("address", ["127.0.0.1:8000/v1", "ftp://host/v1", "https:///v1", "https://host/v1?key=1"])
def test_addresses_are_checked(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        Endpoint(base_url=address)
