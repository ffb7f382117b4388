"""Pipelines as people name them: an index, how it is searched, who answers, and the settings that differ."""

from __future__ import annotations

import json
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from bizrag.errors import BadInputError
from bizrag.model.retrieval import Retriever
from bizrag.settings import RerankMode, Settings

__all__ = ["PipelineSpec", "applied", "read_pipeline", "read_pipelines"]

# They shape an index, not a question: another value needs another index.
_INGESTION_GROUPS = ("parsing", "describing", "formatting", "chunking", "ingest", "watch", "checks")
# Neither do these change what is found or answered.
_OTHER_GROUPS = ("serving", "evaluation")


class PipelineSpec(BaseModel):
    """A pipeline. What is not said is as the command or the settings say."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=60, pattern=r"^[\w .+-]+$")
    # a name or an alias; None: that of the command
    index: str | None = None
    retriever: Retriever = Retriever.HYBRID
    # of answers; None: as the settings say
    rerank: RerankMode | None = None
    # who answers: "ask", and what else the read side offers; None: nobody, retrieval only
    answerer: str | None = "ask"
    # hits that an answer is written from; None: the default
    top_k: int | None = Field(default=None, ge=1)
    # "search.keyword_weight": 0
    settings: dict[str, JsonValue] = {}


def read_pipelines(path: Path) -> list[PipelineSpec]:
    """The pipelines of a TOML or JSON file, in its order: ``[pipelines.NAME]`` with keys of ``PipelineSpec``.

    Raises BadInputError for what cannot be read, naming the pipeline and the key.
    """
    try:
        text = path.read_text(encoding="utf-8")
        value: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path}: the pipelines cannot be read ({error}); give a TOML or JSON file") from error
    found: Any = cast("dict[str, Any]", value).get("pipelines") if isinstance(value, dict) else None
    if not isinstance(found, dict) or not found:
        raise BadInputError(f"{path}: no pipelines: write a table [pipelines.NAME] for each")
    return [_spec(name, keys, where=str(path)) for name, keys in cast("dict[str, Any]", found).items()]


def read_pipeline(text: str) -> PipelineSpec:
    """A pipeline in one line: its name, then ``key=value`` words; keys with a dot are settings.

    >>> read_pipeline("words index=plain retriever=bm25 search.bm25_b=0.5").settings
    {'search.bm25_b': 0.5}
    """
    name, *words = text.split()[:100] or [""]
    keys: dict[str, Any] = {"settings": {}}
    for word in words:
        key, is_given, value = word.partition("=")
        if not is_given:
            raise BadInputError(f"pipeline {name!r}: {word!r} is no key=value")
        if "." in key:
            keys["settings"][key] = _value(value)
        else:
            keys[key] = _value(value) if key in ("top_k", "answerer") else value
    return _spec(name, keys, where="--pipeline")


def applied(settings: Settings, changes: dict[str, JsonValue]) -> Settings:
    """The settings with ``group.field`` values replaced.

    Raises BadInputError for a setting that does not exist, has another type, or is about ingestion.
    """
    for key, value in changes.items():
        group_name, _, field = key.partition(".")
        group = getattr(settings, group_name, None)
        if group_name in _INGESTION_GROUPS:
            raise BadInputError(f"{key} shapes an index, not a question: build an index with it and name that")
        if not isinstance(group, BaseModel) or field not in type(group).model_fields:
            raise BadInputError(f"there is no setting {key!r}{_near_settings(settings, key)}")
        try:
            changed = type(group).model_validate({**dict(group), field: value})
        except ValidationError as error:
            raise BadInputError(f"{key}: {error.errors()[0]['msg']}") from error
        settings = settings.model_copy(update={group_name: changed})
    return settings


def _near_settings(settings: Settings, key: str) -> str:
    """The settings that may have been meant: those of nearly this name, else the fields of the group that was named."""
    left_out = (*_INGESTION_GROUPS, *_OTHER_GROUPS)
    groups = {name: group for name, group in settings if isinstance(group, BaseModel) and name not in left_out}
    known = [f"{name}.{field}" for name, group in groups.items() for field in type(group).model_fields]
    close = get_close_matches(key, known, n=3, cutoff=0.8)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    name = key.partition(".")[0]
    if name in groups:
        return f"; of {name} there are: {', '.join(type(groups[name]).model_fields)}"
    return f"; there are those of {', '.join(groups)} ('bizrag settings' lists them)"


def settings_state(settings: Settings) -> dict[str, Any]:
    """What of the settings results may depend on; secrets are masked, places of this machine left out."""
    places = {"home", "database_url", "blob_url", "weights_path", "sources", "indexes"}
    return settings.model_dump(mode="json", exclude={*places, *_INGESTION_GROUPS, *_OTHER_GROUPS})


def _spec(name: str, keys: Any, *, where: str) -> PipelineSpec:
    if not isinstance(keys, dict):
        raise BadInputError(f"{where}: pipeline {name!r} must be a table of keys")
    try:
        return PipelineSpec.model_validate({**cast("dict[str, Any]", keys), "name": name})
    except ValidationError as error:
        problem = error.errors()[0]
        key = ".".join(str(part) for part in problem["loc"]) or "pipeline"
        raise BadInputError(f"{where}: pipeline {name!r}: {key}: {problem['msg']}") from error


def _value(text: str) -> Any:
    """JSON where it is, else the text."""
    if text == "none":
        return None
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
