"""Which formats are read, and the guards a file passes before anything parses it.

A file is named by what it contains first and by its suffix second: an HTML page called ``report.txt`` is HTML, a ZIP
archive called ``report.docx`` is refused.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from bizrag.errors import BadInputError, SourceUnavailableError
from bizrag.parsing.files.form_guard import check_forms
from bizrag.parsing.files.package_guard import check_package
from bizrag.settings import ParsingSettings

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
DOCM = "application/vnd.ms-word.document.macroenabled.12"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
PPTM = "application/vnd.ms-powerpoint.presentation.macroenabled.12"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSM = "application/vnd.ms-excel.sheet.macroenabled.12"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
CSV = "text/csv"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"

SUPPORTED: Mapping[str, str] = {
    ".pdf": PDF,
    ".docx": DOCX,
    ".docm": DOCM,
    ".pptx": PPTX,
    ".pptm": PPTM,
    ".ppsx": PPTX,
    ".xlsx": XLSX,
    ".xlsm": XLSM,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": TEXT,
    ".text": TEXT,
    ".csv": CSV,
    ".tsv": CSV,
    ".png": PNG,
    ".jpg": JPEG,
    ".jpeg": JPEG,
    ".tif": TIFF,
    ".tiff": TIFF,
}

# what Word, PowerPoint and Excel wrote before: they can be saved as what is read
_OLD_OFFICE = frozenset({".doc", ".dot", ".ppt", ".pps", ".pot", ".xls", ".xlt"})
WORD_MIMES = frozenset({DOCX, DOCM})
POWERPOINT_MIMES = frozenset({PPTX, PPTM})
EXCEL_MIMES = frozenset({XLSX, XLSM})
OFFICE_MIMES = WORD_MIMES | POWERPOINT_MIMES | EXCEL_MIMES
IMAGE_MIMES = frozenset({PNG, JPEG, TIFF})

_SUPPORTED_NAMES = "PDF, DOCX, PPTX, XLSX, HTML, Markdown, TXT, CSV, PNG, JPEG, TIFF"
# so many bytes of a file name its format
HEAD_BYTES = 4096
# A page of A0 at 150 dpi has 35 million pixels.
_MAX_IMAGE_PIXELS = 120_000_000
_TOO_MANY_PIXELS = "too many pixels in one image, the limit is 120 million; save it smaller"

_MAIN_PARTS = {
    b"wordprocessingml.document.main": DOCX,
    b"wordprocessingml.template.main": DOCX,
    b"ms-word.document.macroEnabled.main": DOCM,
    b"presentationml.presentation.main": PPTX,
    b"presentationml.slideshow.main": PPTX,
    b"ms-powerpoint.presentation.macroEnabled.main": PPTM,
    b"spreadsheetml.sheet.main": XLSX,
    b"spreadsheetml.template.main": XLSX,
    b"ms-excel.sheet.macroEnabled.main": XLSM,
}
# names of parts that office files, and no other archives, begin with
_PACKAGE_PARTS = (b"[Content_Types].xml", b"_rels/", b"docProps/", b"word/", b"ppt/", b"xl/")
_IMAGE_MAGIC = {b"\x89PNG\r\n\x1a\n": PNG, b"\xff\xd8\xff": JPEG, b"II*\x00": TIFF, b"MM\x00*": TIFF}
# what colours and moves text in terminals: escape sequences, and letters that are struck over
_TERMINAL = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\^_=>78]|[ -~]\x08")
# Atomic and without overlaps: a head of comments alone must not be tried in every division.
_HTML_START = re.compile(
    rb"^(?>\s*)(?:<\?xml[^<>]*>(?>\s*))?(?>(?:<!--(?:(?!-->).)*-->\s*)*)(?:<!doctype\s+html|<html[\s>])",
    re.IGNORECASE | re.DOTALL,
)


def detect_mime(path: Path) -> str:
    """The MIME type of a readable format.

    Raises:
        BadInputError: the file is missing, empty, encrypted or of another format; one line for a person.
    """
    head = _read_head(path)
    suffix_mime = SUPPORTED.get(path.suffix.lower())
    if b"%PDF-" in head[:1024]:
        return PDF
    for magic, mime in _IMAGE_MAGIC.items():
        if head.startswith(magic):
            return mime
    if head.startswith(b"PK"):
        return _office_mime(path)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        raise _not_read(path) if _has_other_type(path) else _ole_error(path)
    if _HTML_START.match(head):
        return HTML
    if suffix_mime in (HTML, MARKDOWN, TEXT, CSV) and is_text(head):
        return suffix_mime
    if suffix_mime is None:
        raise _not_read(path)
    raise BadInputError(f"{path.name}: not a {path.suffix.lower()} file or damaged; open and save it again")


def check_file(path: Path, settings: ParsingSettings) -> None:
    """Refuse what cannot or must not be parsed, before any parser sees it.

    Raises:
        BadInputError: missing, empty, too large, encrypted, damaged, not a document, too much inside, too many pages.
    """
    mime = detect_mime(path)
    check_size(path.name, path.stat().st_size, settings)
    if mime == PDF:
        _check_pdf(path, settings)
    elif mime in IMAGE_MIMES:
        _check_image(path, settings)
    elif mime in OFFICE_MIMES:
        check_package(path, settings)


def check_size(name: str, size_bytes: int, settings: ParsingSettings) -> None:
    """Refuse a file that is too large, before a byte of it is read or fetched. Raises BadInputError."""
    if size_bytes > settings.max_file_mb * 1e6:
        limit = f"{settings.max_file_mb:.0f} MB (parsing.max_file_mb)"
        raise BadInputError(f"{name}: {size_bytes / 1e6:.0f} MB, the limit is {limit}")


def begins_like_document(head: bytes) -> bool:
    """Whether a file without a suffix may be a document, by its first bytes. Text alone is none: only a name says so.

    >>> [begins_like_document(head) for head in (b"%PDF-1.7", b"<html>", b"", b"all: test", b"PK\\x03\\x04 META-INF/")]
    [True, True, False, False, False]
    """
    if head.startswith(b"PK"):
        return any(name in head for name in _PACKAGE_PARTS)
    is_image = any(head.startswith(magic) for magic in _IMAGE_MAGIC)
    return is_image or b"%PDF-" in head[:1024] or _HTML_START.match(head) is not None


def is_text(head: bytes) -> bool:
    """Whether bytes look like text in UTF-8, UTF-16 or an 8-bit code page, with colours of a terminal or without.

    A control character in twenty is passed over: of bytes at chance every tenth is one. NULs are in no text.

    >>> is_text("Straße".encode("latin-1")), is_text(b"\\x00\\x01\\x02\\x03"), is_text(b"\\x1b[31mred\\x1b[0m")
    (True, False, True)
    """
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    shown = _TERMINAL.sub(b"", head)
    controls = sum(0 < byte < 9 or 13 < byte < 32 for byte in shown)
    return shown.count(0) <= len(head) // 200 and controls <= max(len(head) // 20, 1)


def _read_head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except FileNotFoundError as error:
        raise BadInputError(f"{path.name}: the file does not exist") from error
    except OSError as error:
        raise SourceUnavailableError(f"{path.name}: the file cannot be read ({error.strerror or error})") from error
    if not head:
        raise BadInputError(f"{path.name}: the file is empty (0 bytes)")
    return head


def _office_mime(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive, archive.open("[Content_Types].xml") as member:
            types = member.read(1_000_000)
    except KeyError as error:
        raise BadInputError(f"{path.name}: format not supported (an archive, not a document)") from error
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError) as error:
        raise _damaged_package(path, "damaged or truncated") from error
    except Exception as error:  # zlib.error and whatever a fuzzed member raises
        raise _damaged_package(path, "damaged") from error
    for part, mime in _MAIN_PARTS.items():
        if part in types:
            return mime
    raise _not_read(path)


def _damaged_package(path: Path, how: str) -> BadInputError:
    if _has_other_type(path):
        return _not_read(path)
    return BadInputError(f"{path.name}: {how} office file; open and save it again")


def _not_read(path: Path) -> BadInputError:
    return BadInputError(f"{path.name}: format not supported; readable are {_SUPPORTED_NAMES}")


def _has_other_type(path: Path) -> bool:
    """Whether a suffix names a type that is not read, sound or damaged: mending the file would help nobody."""
    suffix = path.suffix.lower()
    return suffix not in SUPPORTED and suffix not in _OLD_OFFICE and suffix != ""


def _ole_error(path: Path) -> BadInputError:
    # Encrypted OOXML is an OLE container with a stream of this name (MS-OFFCRYPTO 2.3); the old formats have none.
    with path.open("rb") as file:
        data = file.read(50_000_000)
    if "EncryptedPackage".encode("utf-16-le") in data:
        return BadInputError(f"{path.name}: encrypted with a password; save it without one")
    return BadInputError(f"{path.name}: format not supported (old binary office file); save it as DOCX, PPTX or XLSX")


def _check_pdf(path: Path, settings: ParsingSettings) -> None:
    from bizrag.parsing.text_layers.text_layer import open_pdf

    check_forms(path)
    document = open_pdf(path)
    try:
        num_pages = len(document)
    finally:
        document.close()
    if num_pages == 0:
        raise BadInputError(f"{path.name}: the PDF has no pages; it is damaged or empty")
    if num_pages > settings.max_pages:
        raise _too_many_pages(path, num_pages, settings)


def _check_image(path: Path, settings: ParsingSettings) -> None:
    import warnings

    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the pixel limit below is ours
            with Image.open(path) as image:
                num_frames = int(getattr(image, "n_frames", 1))
                width, height = image.size
    except Image.DecompressionBombError as error:
        raise BadInputError(f"{path.name}: {_TOO_MANY_PIXELS}") from error
    except Exception as error:  # Pillow raises many kinds on damaged files
        raise BadInputError(f"{path.name}: damaged image ({_one_line(error)})") from error
    if width * height > _MAX_IMAGE_PIXELS:
        raise BadInputError(f"{path.name}: {_TOO_MANY_PIXELS}")
    if num_frames > settings.max_pages:
        raise _too_many_pages(path, num_frames, settings)


def _too_many_pages(path: Path, num_pages: int, settings: ParsingSettings) -> BadInputError:
    return BadInputError(f"{path.name}: {num_pages} pages, the limit is {settings.max_pages} (parsing.max_pages)")


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
