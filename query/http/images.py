"""Images as responses: what they are is read from their bytes, how long they stay from what they are named by."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

#: an image named by its hash never changes
FOR_EVER = "private, max-age=31536000, immutable"
#: what stands at a place may change: asked again, and answered with "not modified" where it did not
ASK_AGAIN = "private, no-cache"
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
#: for the description of routes that answer with an image
RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "the image", "content": {kind: {} for kind in ("image/png", "image/jpeg", "image/webp")}},
    304: {"description": "the client has it already"},
}


def image_type(data: bytes) -> str | None:
    """The MIME type of an image; None where it is none that browsers are shown.

    >>> image_type(b"\\x89PNG\\r\\n\\x1a\\n...")
    'image/png'
    >>> image_type(b"<svg onload='...'>") is None
    True
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for signature, kind in _SIGNATURES if data.startswith(signature)), None)


def is_known(request: Request, sha256: str) -> bool:
    """Whether the client says that it has the image."""
    given = request.headers.get("if-none-match", "")
    return f'"{sha256}"' in given or given.strip() == "*"


def image_response(data: bytes, *, sha256: str, cache: str) -> Response:
    """An image, or a download where the bytes are none: no browser then makes anything of them."""
    headers = {**_headers(sha256, cache), "X-Content-Type-Options": "nosniff"}
    kind = image_type(data)
    if kind is None:
        headers["Content-Disposition"] = "attachment"
    return Response(data, media_type=kind or "application/octet-stream", headers=headers)


def not_modified(sha256: str, *, cache: str) -> Response:
    """The client keeps what it has."""
    return Response(status_code=304, headers=_headers(sha256, cache))


def _headers(sha256: str, cache: str) -> dict[str, str]:
    return {"ETag": f'"{sha256}"', "Cache-Control": cache}
