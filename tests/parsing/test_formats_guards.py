"""What is refused before any parser sees it, and in which words. Every bad file is made here."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.parsing.files import formats
from bizrag.parsing.files.formats import check_file, detect_mime
from bizrag.parsing.plain_text.reader import read_text
from bizrag.settings import ParsingSettings

_DEFAULTS = ParsingSettings.model_validate({})
_CONTENT_TYPES = (
    b'<Types><Override PartName="/word/document.xml" '
    b'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)


def _pdf(num_pages: int = 1, *, encrypt: str | None = None, owner: str | None = None) -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    encryption = None
    if encrypt is not None or owner is not None:
        encryption = StandardEncryption(encrypt or "", ownerPassword=owner or "owner", strength=128)
    canvas = Canvas(buffer, encrypt=encryption)
    for number in range(num_pages):
        canvas.drawString(72, 720, f"Page {number + 1} of the annual report")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _docx(extra: dict[str, bytes] | None = None, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        archive.writestr("[Content_Types].xml", _CONTENT_TYPES)
        archive.writestr("word/document.xml", b"<w:document/>")
        for name, data in (extra or {}).items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _image(size: tuple[int, int], kind: str) -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("1", size, 1).save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "mime"),
    [
        ("report.pdf", _pdf(), formats.PDF),
        ("report.txt", _pdf(), formats.PDF),
        ("policy.docx", _docx(), formats.DOCX),
        ("scan.tif", _image((10, 10), "TIFF"), formats.TIFF),
        ("scan.jpeg", _image((10, 10), "PNG"), formats.PNG),
        ("page.htm", b"<p>no doctype</p>", formats.HTML),
        ("page.txt", b"<!DOCTYPE html><p>a page</p>", formats.HTML),
        ("filing.htm", b'<?xml version="1.0"?><!-- made by x --><html><p>a</p></html>', formats.HTML),
        ("notes.md", b"# Title", formats.MARKDOWN),
        ("notes.txt", "Straße".encode("latin-1"), formats.TEXT),
    ],
)
def test_a_file_is_named_by_its_content_first(tmp_path: Path, name: str, data: bytes, mime: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert detect_mime(path) == mime
    check_file(path, _DEFAULTS)


_ENCRYPTED_OOXML = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("empty.pdf", b"", "empty.pdf: the file is empty (0 bytes)"),
        ("secret.pdf", _pdf(encrypt="letmein"), "secret.pdf: encrypted with a password; save it without one"),
        ("secret.docx", _ENCRYPTED_OOXML, "secret.docx: encrypted with a password; save it without one"),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504), "format not supported (old binary office file)"),
        ("cut.pdf", _pdf()[:300], "cut.pdf: damaged or truncated PDF; open and save it again"),
        ("cut.docx", _docx()[:200], "cut.docx: damaged or truncated office file"),
        ("photos.docx", b"not a zip and \x00\x01\x02\x03\x04", "photos.docx: not a .docx file or damaged"),
        ("cut.xlsx", _docx()[:200], "cut.xlsx: damaged or truncated office file"),
        ("secret.xlsx", _ENCRYPTED_OOXML, "secret.xlsx: encrypted with a password; save it without one"),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504), "save it as DOCX, PPTX or XLSX"),
        ("cut.ods", _docx()[:200], "cut.ods: format not supported; readable are PDF, DOCX"),
        ("secret.msg", _ENCRYPTED_OOXML, "secret.msg: format not supported; readable are PDF, DOCX"),
        ("table.dat", b"a,b\n1,2", "table.dat: format not supported"),
        ("noise.txt", bytes(range(32)) * 20, "noise.txt: not a .txt file or damaged"),
        ("cut.png", _image((10, 10), "PNG")[:20], "cut.png: damaged image"),
    ],
)
def test_a_bad_file_is_refused_in_one_clear_line(tmp_path: Path, name: str, data: bytes, line: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BadInputError) as caught:
        check_file(path, _DEFAULTS)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


_LOG = "".join(f"\x1b[32m10:0{n}\x1b[0m pump {n} \x1b[1mstarted\x1b[0m\n" for n in range(9)).encode()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (_LOG, "10:00 pump 0 started\n10:01 pump 1 started"),
        (b"One page.\x0cAnother page.\n", "One page.\nAnother page."),
        (b"Bell\x07 of hall 7\n", "Bell of hall 7"),
        (b"N\x08NA\x08AM\x08ME\x08E\n     pump - moves water\n", "NAME\n     pump - moves water"),
        (b"\x1b]0;pump\x07Pump log\n", "Pump log"),
    ],
    ids=["colours", "form feed", "bell", "struck over", "title of a window"],
)
def test_a_text_with_a_few_control_characters_is_read_without_them(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes(data)
    check_file(path, _DEFAULTS)
    assert read_text(path).startswith(text)


@pytest.mark.parametrize("seed", range(20))
def test_bytes_at_chance_are_no_text(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(b"x" + random.Random(seed).randbytes(2000))
    with pytest.raises(BadInputError, match="file or damaged"):
        check_file(path, _DEFAULTS)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"gone\.pdf: the file does not exist"):
        check_file(tmp_path / "gone.pdf", _DEFAULTS)


def test_an_archive_without_a_document_is_not_supported(tmp_path: Path) -> None:
    path = tmp_path / "things.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(BadInputError, match="format not supported"):
        detect_mime(path)


def test_an_office_file_of_another_program_is_not_supported(tmp_path: Path) -> None:
    path = tmp_path / "plan.vsdx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "ms-visio.drawing.main+xml")
    with pytest.raises(BadInputError, match="format not supported; readable are PDF, DOCX"):
        detect_mime(path)


def test_an_owner_password_alone_does_not_lock_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "copy_protected.pdf"
    path.write_bytes(_pdf(owner="owner"))
    check_file(path, _DEFAULTS)


def test_protection_against_editing_does_not_lock_a_document(tmp_path: Path) -> None:
    """Word asks for a password before anything is changed; everybody reads it."""
    path = tmp_path / "protected.docx"
    settings = b'<w:settings><w:documentProtection w:edit="readOnly" w:enforcement="1" w:hash="4X8p"/></w:settings>'
    path.write_bytes(_docx({"word/settings.xml": settings}))
    check_file(path, _DEFAULTS)


def test_limits_of_size_and_pages_hold(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(_pdf(num_pages=3))
    with pytest.raises(BadInputError, match=r"3 pages, the limit is 2 \(parsing.max_pages\)"):
        check_file(path, _DEFAULTS.model_copy(update={"max_pages": 2}))
    with pytest.raises(BadInputError, match=r"the limit is 0 MB \(parsing.max_file_mb\)"):
        check_file(path, _DEFAULTS.model_copy(update={"max_file_mb": 0.0001}))


@pytest.mark.slow
def test_zip_bombs_are_refused_by_size_and_by_ratio(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    path.write_bytes(_docx({"word/media/zeros.bin": bytes(60_000_000)}))
    with pytest.raises(BadInputError, match="refused as a zip bomb"):
        check_file(path, _DEFAULTS)
    with pytest.raises(BadInputError, match="unpacks to 60 MB, the limit is 50 MB"):
        check_file(path, _DEFAULTS.model_copy(update={"max_unpacked_mb": 50}))


@pytest.mark.slow
def test_image_bombs_are_refused_by_their_pixels(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    # the first passes Pillow's own limit, the second does not
    for size in ((12_000, 11_000), (20_000, 10_000)):
        path.write_bytes(_image(size, "PNG"))
        with pytest.raises(BadInputError, match="too many pixels in one image, the limit is 120 million"):
            check_file(path, _DEFAULTS)
