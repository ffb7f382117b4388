"""Any bytes at the guards: a result, or one line of a typed error; never another exception, never for long.

Bounded and the same every time by default. ``BIZRAG_TEST_FUZZ_EXAMPLES=20000`` looks for so many new examples a test;
``--hypothesis-show-statistics`` tells how many there were.
"""

from __future__ import annotations

import io
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.hostile_files import make_docx, make_pdf, word_body
from bizrag.errors import BizragError
from bizrag.evaluation.readers.formats import format_names, read_questions
from bizrag.parsing.files.formats import check_file
from bizrag.parsing.plain_text.reader import parse_text
from bizrag.parsing.preview import preview
from bizrag.settings import ParsingSettings
from bizrag.sources.listing import list_source
from bizrag.sources.reading import local_copy

_EXAMPLES = int(os.environ.get("BIZRAG_TEST_FUZZ_EXAMPLES", "0"))
_SETTINGS = ParsingSettings.model_validate({})
# one example, on a busy machine too
_LONGEST_SECONDS = 10.0

_SUFFIXES = (".pdf", ".docx", ".pptx", ".html", ".md", ".txt", ".png", ".tif", ".jpg", ".xyz")
_MAGIC = (
    b"%PDF-1.4\n1 0 obj\n<<",
    b"PK\x03\x04",
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    b"\xff\xd8\xff\xe0",
    b"II*\x00\x08\x00\x00\x00",
    b"MM\x00*\x00\x00\x00\x08",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"<!DOCTYPE html>",
    b"\xff\xfe",
    b"<!--",
    b"",
)
_SCRAPS = (
    *("<div>", "</div>", "<table>", "<tr><td>", "</table>", "<p hidden>", "<b>", "</b>", "<ix:nonFraction>", "<h1>"),
    *("<!--", "-->", "<![CDATA[", "<?xml version='1.0' encoding='utf-7'?>", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;"),
    *("&#0;", "&#x110000;", "<meta charset='", "utf-16'>", "\x00", "•", "1.", "Item 1.", "<frameset>", "<title>", "'>"),
    *(
        "<meta name='generator' content='",
        "<img src='data:image/png;base64,",
        "word ",
        "\n===\n",
        "- a\n",
        "\n\n",
        "# ",
    ),
)
_MARKUP = st.lists(st.sampled_from(_SCRAPS) | st.text(max_size=8), max_size=60).map(
    lambda parts: "".join(parts).encode("utf-8", "surrogatepass")
)
_BYTES = st.tuples(st.sampled_from(_MAGIC), st.binary(max_size=400), _MARKUP).map(b"".join)
_SOUND_PDF = make_pdf(
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    "<</Length 34>>\nstream\nBT /F 12 Tf 72 700 Td (Pumps) Tj ET\nendstream",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
)
_SOUND_DOCX = make_docx(word_body("<w:p><w:r><w:t>Pumps pump.</w:t></w:r></w:p>"))
# places and values of bytes to put into a sound file
_DAMAGE = st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 255)), min_size=1, max_size=12)


def _fuzz(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many examples, the same every time; with the variable set, as many new ones as it says."""
    return settings(
        max_examples=_EXAMPLES or number,
        derandomize=not _EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def _result_or_one_line(action: Callable[[], object]) -> None:
    began, line = time.monotonic(), "fine"
    try:
        action()
    except BizragError as error:
        line = str(error)
    assert line.strip()
    assert "\n" not in line
    assert time.monotonic() - began < _LONGEST_SECONDS


def _damaged(data: bytes, damage: list[tuple[int, int]]) -> bytes:
    broken = bytearray(data)
    for place, value in damage:
        broken[place % len(broken)] = value
    return bytes(broken)


@pytest.mark.slow
@_fuzz(150)
@given(data=_BYTES, suffix=st.sampled_from(_SUFFIXES))
def test_any_bytes_are_looked_at_or_refused(folder: Path, data: bytes, suffix: str) -> None:
    path = folder / f"any{suffix}"
    path.write_bytes(data)
    _result_or_one_line(lambda: preview(path, _SETTINGS))


@pytest.mark.slow
@_fuzz(100)
@given(damage=_DAMAGE, sound=st.sampled_from([(_SOUND_PDF, "a.pdf"), (_SOUND_DOCX, "a.docx")]))
def test_a_damaged_file_is_looked_at_or_refused(
    folder: Path, damage: list[tuple[int, int]], sound: tuple[bytes, str]
) -> None:
    path = folder / sound[1]
    path.write_bytes(_damaged(sound[0], damage))
    _result_or_one_line(lambda: preview(path, _SETTINGS))


_PARTS = st.dictionaries(
    st.sampled_from(["word/document.xml", "docProps/core.xml", "ppt/presentation.xml", "ppt/slides/slide1.xml", "../x"])
    # zipfile cuts names at a NUL and cannot write an empty one
    | st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=20),
    _MARKUP | st.binary(max_size=60),
    max_size=5,
)
_KINDS = st.sampled_from(
    ["wordprocessingml.document.main", "presentationml.presentation.main", "ms-word.document.macroEnabled.main", ""]
)


@pytest.mark.slow
@_fuzz(100)
@given(parts=_PARTS, kind=_KINDS)
def test_a_package_of_any_parts_is_looked_at_or_refused(folder: Path, parts: dict[str, bytes], kind: str) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", f"<Types>{kind}</Types>")
        for name, data in parts.items():
            archive.writestr(name.encode("utf-8", "replace").decode(), data)
    path = folder / "package.docx"
    path.write_bytes(buffer.getvalue())
    _result_or_one_line(lambda: preview(path, _SETTINGS))


@pytest.mark.slow
@_fuzz(100)
@given(page=_MARKUP, suffix=st.sampled_from([".html", ".md", ".txt"]))
def test_any_markup_is_looked_at_and_read_or_refused(folder: Path, page: bytes, suffix: str) -> None:
    path = folder / f"page{suffix}"
    path.write_bytes(page)
    _result_or_one_line(lambda: preview(path, _SETTINGS))
    _result_or_one_line(lambda: parse_text(path))


@pytest.mark.slow
@_fuzz(100)
@given(name=st.binary(min_size=1, max_size=80).filter(lambda name: not {0, 47} & set(name)))
def test_a_file_of_any_name_is_listed_under_text_and_found_again(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, name: bytes
) -> None:
    place = tmp_path_factory.getbasetemp() / "names"
    place.mkdir(exist_ok=True)
    if name in (b".", b".."):
        return
    path = os.path.join(os.fsencode(place), name)  # noqa: PTH118 - bytes as a name
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    os.write(descriptor, b"Content.")
    os.close(descriptor)
    try:
        for file in list_source(str(place), collection="c").files:
            file.source_uri.encode()
            with local_copy(file.source_root, file.source_uri) as copy:
                assert copy.read_bytes() == b"Content."
                copy.name.encode()
    finally:
        os.unlink(path)  # noqa: PTH108


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["id", "question", "answer", "doc", "docs", "pages", "evidence", "qa", "table", "paragraphs"]
            )
            | st.text(max_size=6),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@pytest.mark.slow
@_fuzz(100)
@given(
    rows=st.lists(_JSON, max_size=4),
    tail=st.sampled_from(["", "{", "[1", "\x00", "[" * 5_000]),
    name=st.sampled_from(format_names()),
    suffix=st.sampled_from([".jsonl", ".json", ".csv"]),
)
def test_questions_of_any_form_are_read_or_refused(
    folder: Path, rows: list[object], tail: str, name: str, suffix: str
) -> None:
    import json

    path = folder / f"questions{suffix}"
    text = json.dumps(rows) if suffix == ".json" else "\n".join(json.dumps(row) for row in rows)
    path.write_text(text + tail, encoding="utf-8", errors="surrogatepass")
    _result_or_one_line(lambda: read_questions(name, path))


def test_a_sound_file_passes_the_same_guards(folder: Path) -> None:
    for data, name in ((_SOUND_PDF, "sound.pdf"), (_SOUND_DOCX, "sound.docx")):
        path = folder / name
        path.write_bytes(data)
        check_file(path, _SETTINGS)
        assert "Pumps" in preview(path, _SETTINGS).pages[0].text
