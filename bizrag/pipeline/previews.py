"""Store a preview as JSON with its images as blobs, and read it back."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from bizrag.model.documents import PagePreview, Preview
from bizrag.parsing.preview import PREVIEWER
from bizrag.store.blobs import BlobStore


def preview_to_json(preview: Preview, blobs: BlobStore) -> dict[str, Any]:
    """The preview without image bytes: pages name their image by hash."""
    pages: list[dict[str, Any]] = []
    for page in preview.pages:
        row = asdict(replace(page, image_png=None))
        row.pop("image_png")
        row["image_sha256"] = blobs.put(page.image_png, suffix=".png") if page.image_png else None
        pages.append(row)
    return {
        "mime_type": preview.mime_type,
        "num_pages": preview.num_pages,
        "producer": preview.producer,
        "creator": preview.creator,
        "metadata_title": preview.metadata_title,
        "pages": pages,
        "previewer": PREVIEWER,
    }


def is_current(value: dict[str, Any]) -> bool:
    """Whether this version of the previewer made a stored preview."""
    return bool(value.get("previewer") == PREVIEWER)


def preview_from_json(value: dict[str, Any]) -> Preview:
    """The preview without images; what needs them reads the blobs."""
    pages = tuple(
        PagePreview(**{key: item for key, item in page.items() if key != "image_sha256"}) for page in value["pages"]
    )
    values: dict[str, Any] = {key: item for key, item in value.items() if key != "previewer"} | {"pages": pages}
    return Preview(**values)
