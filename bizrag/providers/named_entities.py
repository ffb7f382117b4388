"""Named entities by a spaCy pipeline, where the settings name one (extra ``spacy``).

Belongs here: how the pipeline is found, what identifies it, and which of its entities are names. Numbers, dates and
amounts are left to the patterns, which know more of their spellings.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from bizrag.configuration.entity import EntitySettings
from bizrag.errors import ConfigurationError

__all__ = ["entity_finder", "find_names"]

# spaCy's labels (OntoNotes) of what is no name; pipelines with labels of their own keep all they find
_NO_NAMES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
# components that mark no entities: a pipeline of these alone would quietly find nothing
_WITHOUT_ENTITIES = frozenset(
    {"tok2vec", "transformer", "tagger", "parser", "morphologizer", "lemmatizer", "trainable_lemmatizer"}
    | {"attribute_ruler", "senter", "sentencizer", "textcat", "textcat_multilabel"}
)
_MOST_CHARS = 4000
_OFF = "or leave BIZRAG_ENTITIES__PIPELINE empty"
_lock = threading.Lock()


def entity_finder(settings: EntitySettings) -> str:
    """What identifies the pipeline and its library: equal names, equal entities. Empty where none is named.

    A package is known by its version, a folder by all that lies in it. Nothing is loaded. Raises ConfigurationError
    where spaCy or the pipeline is missing.
    """
    name = settings.pipeline
    if not name:
        return ""
    if importlib.util.find_spec("spacy") is None:
        raise ConfigurationError(
            f"named entities by {name!r} need spaCy, which is not installed: pip install 'bizrag[spacy]', {_OFF}"
        )
    return f"spacy-{metadata.version('spacy')}/{_pipeline_identity(name)}"


def find_names(settings: EntitySettings, text: str) -> str:
    """The names in the first 4,000 characters of a text, one a line, in the order of the text; empty where none is.

    Safe for several threads. Raises ConfigurationError where the pipeline cannot be had.
    """
    finder = entity_finder(settings)
    if not finder or not text.strip():
        return ""
    # tables of words in the pipeline grow while it reads
    with _lock:
        found = _loaded(settings.pipeline, finder)(text[:_MOST_CHARS]).ents
    return "\n".join(dict.fromkeys(" ".join(one.text.split()) for one in found if one.label_ not in _NO_NAMES))


def _pipeline_identity(name: str) -> str:
    folder = Path(name).expanduser()
    if (folder / "config.cfg").is_file():
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        sizes = tuple((str(path.relative_to(folder)), path.stat().st_size, path.stat().st_mtime_ns) for path in files)
        return _folder_sha256(folder, sizes)[:16]
    try:
        return f"{name}-{metadata.version(name)}"
    except (metadata.PackageNotFoundError, ValueError):
        raise ConfigurationError(
            f"there is no spaCy pipeline {name!r}, neither an installed package nor a folder with config.cfg: "
            f"python -m spacy download {name}, {_OFF}"
        ) from None


@lru_cache(maxsize=4)
def _folder_sha256(folder: Path, sizes: tuple[tuple[str, int, int], ...]) -> str:
    """Hash of the files of a folder; read once while their sizes and times stay."""
    digest = hashlib.sha256()
    for name, _, _ in sizes:
        with (folder / name).open("rb") as file:
            digest.update(f"{name}\n{hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _loaded(name: str, finder: str) -> Any:
    """The pipeline, loaded once; ``finder`` makes another one of a folder that changed."""
    import spacy

    folder = Path(name).expanduser()
    try:
        nlp = spacy.load(folder if (folder / "config.cfg").is_file() else name)
    except Exception as error:  # whatever a component's own code raises
        reason = " ".join(str(error).split())[:200]
        raise ConfigurationError(f"the spaCy pipeline {name!r} ({finder}) cannot be loaded: {reason}") from error
    if all(nlp.get_pipe_meta(component).factory in _WITHOUT_ENTITIES for component in nlp.pipe_names):
        raise ConfigurationError(
            f"the spaCy pipeline {name!r} finds no entities: it has no ner and no entity_ruler; take another, {_OFF}"
        )
    return nlp
