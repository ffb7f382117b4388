"""Named entities by spaCy itself: pipelines made here, loaded from a folder as a user's would be."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from bizrag.configuration.entity import EntitySettings
from bizrag.errors import ConfigurationError
from bizrag.pipeline.stages import StageName
from bizrag.pipeline.versions import code_version
from bizrag.providers.named_entities import entity_finder, find_names
from bizrag.settings import Settings


def save_pipeline(folder: Path, **labels: str) -> EntitySettings:
    """A pipeline that knows words by their label, in a folder."""
    import spacy

    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": [{"LOWER": word}]} for word, label in labels.items()])
    nlp.to_disk(folder)
    return EntitySettings(pipeline=str(folder))


def train_pipeline(folder: Path) -> EntitySettings:
    """A pipeline whose entity recogniser was trained for some steps on sentences about yards."""
    import spacy
    from spacy.training import Example

    spacy.util.fix_random_seed(0)
    nlp = spacy.blank("en")
    recogniser: Any = nlp.add_pipe("ner")
    recogniser.add_label("ORG")
    names = ("tarnholm", "marden")
    texts = [(f"the {name} yard builds ships", [(4, 4 + len(name), "ORG")]) for name in names]
    examples = [Example.from_dict(nlp.make_doc(said), {"entities": spans}) for said, spans in texts]
    optimiser = nlp.initialize(lambda: examples)
    for _ in range(20):
        nlp.update(examples, sgd=optimiser)
    nlp.to_disk(folder)
    return EntitySettings(pipeline=str(folder))


@pytest.mark.slow
def test_a_trained_recogniser_finds_names_that_no_capital_shows(tmp_path: Path) -> None:
    settings = train_pipeline(tmp_path / "yards")
    assert find_names(settings, "the tarnholm yard builds ships") == "tarnholm"


@pytest.mark.slow
def test_names_come_once_and_numbers_and_dates_are_left_to_the_patterns(tmp_path: Path) -> None:
    settings = save_pipeline(tmp_path / "p", tarnholm="ORG", monday="DATE", million="MONEY", esk="RIVER")
    assert find_names(settings, "Tarnholm on Monday: a million\nfor the Esk. Tarnholm again") == "Tarnholm\nEsk"
    assert find_names(settings, "no such word") == find_names(settings, "  ") == ""
    assert find_names(EntitySettings(), "Tarnholm") == entity_finder(EntitySettings()) == ""


@pytest.mark.slow
def test_documents_are_published_again_when_the_pipeline_is_set_or_changes(tmp_path: Path) -> None:
    def version() -> str:
        settings = Settings(entities=EntitySettings(pipeline=str(tmp_path / "p")))
        assert code_version(StageName.CHUNKS, "default", settings) == code_version(StageName.CHUNKS, "default", off)
        return code_version(StageName.SEARCH_INDEX, "default", settings)

    off = Settings()
    save_pipeline(tmp_path / "p", tarnholm="ORG")
    first = version()
    assert first == version() != code_version(StageName.SEARCH_INDEX, "default", off)
    changed = save_pipeline(tmp_path / "p", marden="ORG")
    assert version() != first
    assert find_names(changed, "Tarnholm and Marden") == "Marden"


@pytest.mark.slow
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError, match=r"^there is no spaCy pipeline 'en_core_nowhere'.*[^\n]$"):
        find_names(EntitySettings(pipeline="en_core_nowhere"), "text")

    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigurationError, match="finds no entities: it has no ner and no entity_ruler"):
        find_names(EntitySettings(pipeline=str(tmp_path / "blank")), "text")

    settings = save_pipeline(tmp_path / "damaged", tarnholm="ORG")
    (tmp_path / "damaged" / "meta.json").write_text("{")
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        find_names(settings, "text")

    def find_spec(name: str) -> None:
        assert name == "spacy"

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    with pytest.raises(ConfigurationError, match=r"not installed: pip install 'bizrag\[spacy\]'"):
        find_names(settings, "text")
