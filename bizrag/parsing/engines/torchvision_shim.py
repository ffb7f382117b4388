"""Lets torchvision be imported beside a CPU build of torch.

The torchvision wheel on PyPI is the CUDA build: its ``_C.so`` does not load beside a CPU torch, and then
``import torchvision`` ends in "operator torchvision::nms does not exist". EasyOCR and docling's PDF pipeline import it,
but use none of its compiled operators, so declaring the two missing schemas is enough.
"""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

# torch drops the declarations when the library object is collected
_library: Any = None


def install() -> None:
    """Declare torchvision's missing operators; call it before anything imports torchvision.

    Does nothing where torchvision is absent or its compiled part loads. Safe to call again.
    """
    global _library  # noqa: PLW0603 - the declarations belong to the process
    spec = importlib.util.find_spec("torchvision")
    if _library is not None or spec is None or not spec.submodule_search_locations:
        return

    torch: Any = importlib.import_module("torch")
    # torch.ops.torchvision.nms cannot serve as the probe: before the import it is missing in a working build too,
    # and declaring a schema twice is an error there.
    for compiled in Path(spec.submodule_search_locations[0]).glob("_C.*"):
        try:
            torch.ops.load_library(str(compiled))
        except OSError:
            continue
        return

    library = torch.library.Library("torchvision", "FRAGMENT")
    for operator in ("nms", "qnms"):
        library.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _library = library
