"""Images as providers take them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from bizrag.errors import BadInputError
from bizrag.model.hashing import sha256_bytes
from bizrag.providers.chat import ImagePart
from bizrag.providers.images import image_part
from tests.made import make_image


def opened(part: ImagePart) -> Image.Image:
    assert part.sha256 == sha256_bytes(part.data)
    return Image.open(io.BytesIO(part.data))


@pytest.mark.parametrize(("image_format", "mime_type"), [("PNG", "image/png"), ("JPEG", "image/jpeg")])
def test_what_fits_goes_as_it_is(image_format: str, mime_type: str) -> None:
    data = make_image("red", image_format=image_format)
    part = image_part(data, max_px=40)
    assert (part.data, part.mime_type) == (data, mime_type)


def test_a_large_image_keeps_its_shape() -> None:
    part = image_part(make_image("red", size=(400, 100)), max_px=200)
    assert (opened(part).size, part.mime_type) == ((200, 50), "image/png")


def test_other_formats_become_png() -> None:
    assert opened(image_part(make_image("red", image_format="TIFF"), max_px=40)).format == "PNG"


def test_a_heavy_image_becomes_a_jpeg_on_white() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 300, 4), dtype=np.uint8)
    noise[:10, :10] = (0, 0, 0, 0)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    part = image_part(buffer.getvalue(), max_px=300, max_bytes=200_000)
    assert (part.mime_type, opened(part).mode) == ("image/jpeg", "RGB")
    assert len(part.data) < len(buffer.getvalue())
    corner = opened(part).getpixel((3, 3))
    assert isinstance(corner, tuple)
    assert min(corner) > 200


@pytest.mark.parametrize("data", [b"", b"no image", make_image("red")[:60]])
def test_damaged_images_are_refused(data: bytes) -> None:
    with pytest.raises(BadInputError, match="cannot be read"):
        image_part(data, max_px=10)
