"""Numbers that a person wants to see of a parse and of its chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bizrag.describing.formatting.outline import Outline
from bizrag.model.chunks import Chunk
from bizrag.model.parses import Parse
from bizrag.model.variants import Variant


def conservation(kept: int, total: int) -> float | None:
    """Share of a text layer that was kept, in percent; None without a text layer.

    >>> conservation(199, 200), conservation(0, 0)
    (99.5, None)
    """
    return round(100.0 * kept / total, 2) if total else None


def describe_parse(parse: Parse) -> dict[str, Any]:
    """Pages, tables, pictures, conservation of text, seconds by step, warnings; a preview of the first table."""
    pages = parse.pages
    tokens = sum(page.num_layer_tokens for page in pages)
    numbers = sum(page.num_layer_numbers for page in pages)
    summary: dict[str, Any] = {
        "pages": len(pages),
        "tables": len(parse.tables),
        "pictures": len(parse.pictures),
        "blocks": len(parse.blocks),
        "pages read by OCR": sum(page.is_ocr for page in pages),
        "tokens conserved (%)": conservation(tokens - sum(page.num_lost_tokens for page in pages), tokens),
        "numbers conserved (%)": conservation(numbers - sum(page.num_lost_numbers for page in pages), numbers),
        "seconds by step": {step: round(seconds, 3) for step, seconds in parse.seconds.items()},
        "warnings": list(parse.warnings),
        "thumbnail": pages[0].image_sha256 if pages else None,
    }
    if parse.tables:
        summary["first table"] = parse.tables[0].markdown
    return summary


def describe_outline(outline: Outline) -> dict[str, Any]:
    """Headings that a chat model found, and the windows in which the parser's stayed, with the reason."""
    return {
        "headings found": len(outline.headings),
        "windows formatted": outline.num_windows - len(outline.kept),
        "windows kept as parsed": len(outline.kept),
        "sections of the parser because": [
            f"paragraphs {window.first_ordinal} to {window.last_ordinal}: {', '.join(window.why)}"
            for window in outline.kept
        ],
    }


def describe_chunks(chunks: Sequence[Chunk], parse: Parse, variant: Variant) -> dict[str, Any]:
    """Chunks by kind, tokens, embedded parts, and what the variant wanted and the parse does not have."""
    kinds = Counter(chunk.kind.value for chunk in chunks)
    return {
        "warnings": _left_out(parse, variant),
        "chunks": len(chunks),
        **{f"{kind} chunks": number for kind, number in sorted(kinds.items())},
        "tokens": sum(chunk.num_tokens for chunk in chunks),
        "embedded parts": sum(len(chunk.inputs) for chunk in chunks),
    }


def _left_out(parse: Parse, variant: Variant) -> list[str]:
    """Lines for a person: page images that a variant embeds and that were not rendered."""
    if variant not in (Variant.PCMHE, Variant.COLPALI, Variant.VISRAG):
        return []
    if not parse.pages:
        rest = "sections are embedded as text" if variant is Variant.PCMHE else "nothing of the document is found"
        return [f"no page images: the format has no pages and LibreOffice did not print it; {rest}"]
    missing = sum(page.image_sha256 is None for page in parse.pages)
    return [f"no image of {missing} of {len(parse.pages)} pages: they are not embedded as images"] if missing else []
