"""Pipelines as people write them, and the settings that they change."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import JsonValue

from bizrag.errors import BadInputError
from bizrag.evaluation.pipelines import applied, read_pipeline, read_pipelines, settings_state
from bizrag.model.retrieval import Retriever
from bizrag.settings import RerankMode, Settings

SAMPLE = Path(__file__).parents[2] / "samples" / "pipelines.toml"


def test_the_sample_names_its_pipelines_in_order() -> None:
    found = read_pipelines(SAMPLE)
    assert [one.name for one in found] == ["text only", "dense", "BM25", "hybrid", "hybrid + keywords"]
    assert (found[0].index, found[0].settings) == ("plain", {"search.keyword_weight": 0})
    assert [one.retriever for one in found[1:3]] == [Retriever.DENSE, Retriever.BM25]
    assert found[4].index is None


def test_json_says_the_same_as_toml(tmp_path: Path) -> None:
    path = tmp_path / "pipelines.json"
    path.write_text(json.dumps({"pipelines": {"a": {"retriever": "bm25", "rerank": "pointwise", "top_k": 5}}}))
    (found,) = read_pipelines(path)
    assert (found.name, found.retriever, found.rerank, found.top_k) == ("a", Retriever.BM25, RerankMode.POINTWISE, 5)


def test_a_pipeline_in_one_line() -> None:
    found = read_pipeline("plain index=text_only retriever=dense answerer=none search.rrf_k=10")
    assert (found.name, found.index, found.retriever) == ("plain", "text_only", Retriever.DENSE)
    assert (found.answerer, found.settings) == (None, {"search.rrf_k": 10})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pipelines.a]\nretriever = 'dens'", "pipeline 'a': retriever"),
        ("[pipelines.a]\nfoo = 1", "pipeline 'a': foo"),
        ("pipelines = 3", "no pipelines"),
        ("[pipelines", "cannot be read"),
        ("[pipelines]\na = 1", "must be a table"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text)
    with pytest.raises(BadInputError, match=said):
        read_pipelines(path)


@pytest.mark.parametrize("text", ["", "a dense", "a retriever=dens", "a/b"])
def test_a_line_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadInputError):
        read_pipeline(text)


def test_settings_change_and_nothing_else() -> None:
    settings = Settings.model_construct()
    changed = applied(settings, {"search.keyword_weight": 0, "answering.rerank": "pointwise"})
    assert (changed.search.keyword_weight, changed.answering.rerank) == (0.0, RerankMode.POINTWISE)
    assert (settings.search.keyword_weight, changed.search.rrf_k) == (1.0, settings.search.rrf_k)
    assert settings_state(changed) != settings_state(settings)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("search.rrf", 1, "no setting 'search.rrf'"),
        ("home", "x", "no setting 'home'"),
        ("search.rrf_k", "many", "search.rrf_k"),
        ("chunking.max_tokens", 100, "shapes an index"),
    ],
)
def test_a_setting_that_cannot_change_is_named(key: str, value: JsonValue, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        applied(Settings.model_construct(), {key: value})


def test_the_state_of_settings_holds_no_secret() -> None:
    settings = Settings.model_validate({"providers": {"openai": {"api_key": "sk-secret"}}})
    assert "sk-secret" not in json.dumps(settings_state(settings))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("search.keyword_wieght", "; did you mean search.keyword_weight?"),
        ("search.foo", "; of search there are: dense_top_k, "),
        ("sarch", "; there are those of search, "),
    ],
)
def test_a_setting_that_does_not_exist_is_told_with_those_that_do(key: str, said: str) -> None:
    with pytest.raises(BadInputError, match=re.escape(f"there is no setting {key!r}{said}")):
        applied(Settings.model_construct(), {key: 1})
