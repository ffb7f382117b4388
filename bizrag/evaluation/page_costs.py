"""What a page costs on its way into an index, as SV-RAG's table has it: extracting text, encoding it, or the page.

From the wall seconds of the stages' last runs; documents are worked on side by side, so the sum is work, not waiting.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bizrag.model.variants import EmbedderKind, Variant
from bizrag.store.inspect import StageCost

__all__ = ["STEPS", "page_cost_row"]

#: step -> the stage whose seconds it is; encoding is of texts or of images and texts, by the variant
STEPS = {
    "text extraction": "pages",
    "description": "descriptions",
    "chunking": "chunks",
    "text encoding": "embeddings",
    "multimodal encoding": "embeddings",
    "publishing": "search_index",
}


def page_cost_row(index: str, variant: Variant, costs: Iterable[StageCost]) -> dict[str, Any]:
    """Seconds and calls of a page by step; None where the variant does not take the step or no run is recorded."""
    by_stage = {cost.stage: cost for cost in costs if cost.num_pages}
    encodes = "text encoding" if variant.embedder_kind is EmbedderKind.TEXT else "multimodal encoding"
    left_out = {"text encoding", "multimodal encoding"} - {encodes}
    seconds: dict[str, float | None] = {}
    calls: dict[str, dict[str, float]] = {}
    for step, stage in STEPS.items():
        cost = by_stage.get(stage) if step not in left_out else None
        seconds[step] = round(cost.seconds / cost.num_pages, 5) if cost else None
        if cost and any(cost.calls.values()):
            calls[step] = {name: round(number / cost.num_pages, 4) for name, number in cost.calls.items() if number}
    return {
        "index": index,
        "variant": variant.value,
        "n_pages": max((cost.num_pages for cost in by_stage.values()), default=0),
        "seconds_per_page": seconds,
        "calls_per_page": calls,
    }
