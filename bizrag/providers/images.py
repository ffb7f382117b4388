"""Images as providers take them: within a size, as PNG or JPEG."""

from __future__ import annotations

import base64
import io
from typing import Any

from bizrag.errors import BadInputError
from bizrag.model.hashing import sha256_bytes
from bizrag.providers.chat import ImagePart

_MIME_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}
_JPEG_QUALITY = 90


def image_part(data: bytes, *, max_px: int, max_bytes: int | None = None, sha256: str | None = None) -> ImagePart:
    """An image with its longest side within ``max_px``; PNG and JPEG that fit stay as they are.

    One of more than ``max_bytes`` becomes a JPEG, which may still be larger. ``sha256`` is the hash of ``data`` where
    that is known. Raises BadInputError for bytes that are no image.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            mime_type = _MIME_TYPES.get(image.format or "")
            if mime_type and max(image.size) <= max_px and (max_bytes is None or len(data) <= max_bytes):
                return ImagePart(sha256=sha256 or sha256_bytes(data), data=data, mime_type=mime_type)
            has_alpha = "A" in image.getbands() or "transparency" in image.info
            small = image.convert("RGBA" if has_alpha else "RGB")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise BadInputError(f"an image cannot be read: {error}") from error
    small.thumbnail((max_px, max_px), Image.Resampling.LANCZOS)
    encoded, mime_type = _encoded(small, "PNG", optimize=True), "image/png"
    if max_bytes is not None and len(encoded) > max_bytes:
        encoded, mime_type = _encoded(_on_white(small), "JPEG", quality=_JPEG_QUALITY), "image/jpeg"
    return ImagePart(sha256=sha256_bytes(encoded), data=encoded, mime_type=mime_type)


def data_url(image: ImagePart) -> str:
    """The image as a URL that holds it.

    >>> data_url(ImagePart(sha256="", data=b"abc"))
    'data:image/png;base64,YWJj'
    """
    return f"data:{image.mime_type};base64,{base64.b64encode(image.data).decode()}"


def _encoded(image: Any, image_format: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, image_format, **options)
    return buffer.getvalue()


def _on_white(image: Any) -> Any:
    """Without transparency: JPEG has none, and black text on a transparent ground would be lost on black."""
    from PIL import Image

    if image.mode != "RGBA":
        return image
    ground = Image.new("RGB", image.size, "white")
    ground.paste(image, mask=image.getchannel("A"))
    return ground
