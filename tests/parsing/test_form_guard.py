"""Forms that draw themselves are refused before a reader opens a page; forms that only could are not."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from benchmarks.hostile_files import form, forms_pdf
from bizrag.errors import BadInputError
from bizrag.parsing.files.form_guard import check_forms

_PACKED = zlib.compress(b"7 0 8 29 <</XObject 8 0 R>>           <</X 5 0 R>>")
_PACKED_OBJECTS = b"<</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (
    len(_PACKED),
    _PACKED,
)
_SQUEEZED = zlib.compress(b"q /X Do Q")
_SQUEEZED_FORM = form(_SQUEEZED, "6 0 R").replace(b"/BBox", b"/Filter/FlateDecode/BBox")


@pytest.mark.parametrize(
    "forms",
    [
        (form(b"/X Do", "<</XObject<</X 5 0 R>>>>"),),
        (form(b"/X Do", ""),),
        (_SQUEEZED_FORM, b"<</XObject<</X 5 0 R>>>>"),
        # the resources of the form stand in a stream of objects
        (form(b"/X Do", "7 0 R"), _PACKED_OBJECTS),
        (form(b"/A Do", "<</XObject<</A 6 0 R>>>>"), form(b"/B Do", "<</XObject<</B 5 0 R>>>>")),
    ],
    ids=["itself", "by the page's name", "squeezed", "packed resources", "one another"],
)
def test_a_form_that_draws_itself_is_refused(tmp_path: Path, forms: tuple[bytes, ...]) -> None:
    path = tmp_path / "loop.pdf"
    path.write_bytes(forms_pdf(*forms))
    with pytest.raises(BadInputError, match=r"loop\.pdf: refused, its drawings draw themselves .* \(object 5"):
        check_forms(path)


def test_a_form_that_names_itself_and_others_is_drawn(tmp_path: Path) -> None:
    """Writers give all forms one dictionary of all drawings."""
    path = tmp_path / "sound.pdf"
    shared = "<</XObject<</X 5 0 R/Y 6 0 R>>>>"
    path.write_bytes(forms_pdf(form(b"/Y Do " * 900, shared), form(b"0 0 m 5 5 l S", shared)))
    check_forms(path)


@pytest.mark.parametrize(
    "data", [b"/Subtype/Form", b"1 0 obj /Subtype/Form stream\n", b"%PDF-1.4 endobj/Subtype /Form"]
)
def test_scraps_of_a_form_are_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "scraps.pdf"
    path.write_bytes(data)
    check_forms(path)
