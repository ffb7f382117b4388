"""Images of pages and pictures for the page: as they are stored, or small."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from bizrag.errors import NotFoundError
from bizrag.model.access import Principal
from bizrag.store.blobs import BlobStore
from query.service import QueryService
from query.web.reading import has_image, reading

#: widths of small images that may be asked for: each is made once and kept
WIDTHS_PX = (160, 320)
_JPEG_QUALITY = 82


def page_image(
    service: QueryService, principal: Principal, document_id: str, page_no: int, *, index: str, width_px: int | None
) -> bytes:
    """A page's image; raises NotFoundError."""
    data = service.page_image(document_id, page_no, index=index, principal=principal)
    if data is None:
        raise NotFoundError(f"there is no image of page {page_no}")
    return data if width_px is None else _small(data, min(WIDTHS_PX, key=lambda width: abs(width - width_px)))


def picture(service: QueryService, principal: Principal, document_id: str, image_sha256: str, *, index: str) -> bytes:
    """An image of a document by its hash; raises NotFoundError when it belongs to no document that the caller sees."""
    with reading(service, principal) as conn:
        if not has_image(conn, document_id, image_sha256, index=index):
            raise NotFoundError("there is no such picture in this document")
    return BlobStore(service.settings.blobs).get(image_sha256)


@lru_cache(maxsize=512)
def _small(data: bytes, width_px: int) -> bytes:
    """A JPEG of that width, at most twice as high."""
    with Image.open(io.BytesIO(data)) as image:
        small = image.convert("RGB")
        small.thumbnail((width_px, 2 * width_px))
        out = io.BytesIO()
        small.save(out, format="JPEG", quality=_JPEG_QUALITY)
    return out.getvalue()
