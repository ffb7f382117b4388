"""Lets docling be imported without what no parser of ours runs: transformers and torch.

docling's options name a class of transformers and ask torch for Apple's accelerator, both only where they are
installed; a table model of its own, which no setting of ours chooses, needs transformers whole, and its reader of
spoken words needs torch. Importing all that costs a parser process more time than some pages do, and some 300 MB. So
it is hidden from these modules alone; whatever needs transformers or torch elsewhere or later finds them.
"""

from __future__ import annotations

import importlib
import sys
import threading
from types import ModuleType
from typing import Any

_OPTIONS = "docling.datamodel.pipeline_options"
_HIDDEN = ("transformers", "torch")
_CONVERTER = "docling.document_converter"
# of its pipeline for sound, which is imported together with that for PDF
_SPOKEN, _SPOKEN_READER = "docling.pipeline.asr_transformers", "TransformersAsrDecoder"
_lock = threading.Lock()


def install() -> None:
    """Import docling's options and choose its table models; call it before anything of docling. Safe to call again."""
    with _lock:
        _import_options()
        plugins: Any = importlib.import_module("docling.models.plugins.defaults")
        plugins.table_structure_engines = _table_structure_engines


def install_converter() -> None:
    """Import docling's converter too, without its reader of spoken words; call it before that. Safe to call again."""
    install()
    with _lock:
        if _CONVERTER in sys.modules or _SPOKEN in sys.modules:
            return
        absent: Any = ModuleType(_SPOKEN)
        setattr(absent, _SPOKEN_READER, object)
        sys.modules[_SPOKEN] = absent
        try:
            importlib.import_module(_CONVERTER)
        finally:
            del sys.modules[_SPOKEN]


def _import_options() -> None:
    if _OPTIONS in sys.modules:
        return
    # what is loaded already costs nothing and stays
    hidden = [name for name in _HIDDEN if name not in sys.modules]
    modules: dict[str, Any] = sys.modules
    for name in hidden:
        # its import fails as if it were not installed
        modules[name] = None
    try:
        importlib.import_module(_OPTIONS)
    finally:
        for name in hidden:
            del modules[name]


def _table_structure_engines() -> dict[str, Any]:
    """What docling's plugin mechanism asks docling itself for: TableFormer, without its vision-language model."""
    from docling.models.stages.table_structure.table_structure_model import TableStructureModel

    return {"table_structure_engines": [TableStructureModel]}
