"""Files made to hurt, written on demand: bombs, loops, depths and names. Used by ``benchmarks.hostile`` and the tests.

Each maker returns bytes. ``REFUSED`` says for each whether it must be refused, and with which words; None where a
parser may also make something of it.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import cache

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def make_docx(document: bytes, parts: Mapping[str, bytes] | None = None, relations: str = "") -> bytes:
    """A DOCX with this ``word/document.xml``, further parts, and relations of the document as XML."""
    types = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="image/png"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_WORD}"/></Types>'
    )
    package = (
        f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Type="{_OFFICE}/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", package)
        archive.writestr("word/document.xml", document)
        archive.writestr(
            "word/_rels/document.xml.rels", f'<Relationships xmlns="{_RELATIONS}">{relations}</Relationships>'
        )
        for name, data in (parts or {}).items():
            archive.writestr(name, data)
    return buffer.getvalue()


def word_body(inner: str, *, prolog: str = "") -> bytes:
    """A ``word/document.xml`` around these block elements."""
    names = f'xmlns:w="{_NAMESPACE}" xmlns:r="{_OFFICE}"'
    head = f'<?xml version="1.0" encoding="UTF-8"?>{prolog}'
    return f"{head}<w:document {names}><w:body>{inner}</w:body></w:document>".encode()


def make_pdf(*objects: str | bytes) -> bytes:
    """A PDF of hand-written objects without a cross-reference table: readers must rebuild it."""
    parts = [b"%PDF-1.4"]
    for number, text in enumerate(objects, 1):
        data = text.encode() if isinstance(text, str) else text
        parts.append(f"{number} 0 obj\n".encode() + data + b"\nendobj")
    return b"\n".join([*parts, b"trailer\n<</Root 1 0 R>>\n%%EOF"])


def zip_bomb_docx() -> bytes:
    """400 MB of zeros in 400 kB."""
    return make_docx(word_body("<w:p><w:r><w:t>Boom</w:t></w:r></w:p>"), {"word/media/image1.bin": bytes(400_000_000)})


def lying_zip_docx() -> bytes:
    """A part that unpacks to 100 MB and says that it has 100 bytes."""
    data = bytearray(make_docx(word_body(""), {"word/media/image1.bin": bytes(100_000_000)}))
    size = struct.pack("<I", 100_000_000)
    at = data.find(size)
    while at >= 0:
        data[at : at + 4] = struct.pack("<I", 100)
        at = data.find(size, at)
    return bytes(data)


def _entities(depth: int = 9) -> str:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, depth + 1))
    return f'<!DOCTYPE w:document [<!ENTITY a0 "lol">{levels}]>'


def xml_bomb_docx() -> bytes:
    """A billion laughs in the main part."""
    return make_docx(word_body("<w:p><w:r><w:t>&a9;</w:t></w:r></w:p>", prolog=_entities()))


def xml_bomb_behind_a_comment_docx() -> bytes:
    """The same behind a comment that is longer than any head that a guard may read."""
    prolog = "<!-- " + "<a> " * 100_000 + "-->" + _entities()
    return make_docx(word_body("<w:p><w:r><w:t>&a9;</w:t></w:r></w:p>", prolog=prolog))


def external_entity_docx() -> bytes:
    """An entity that names a file of the machine."""
    prolog = '<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    return make_docx(word_body("<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", prolog=prolog))


def xml_bomb_pptx() -> bytes:
    """A billion laughs in a slide."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", f"<Types><Override ContentType='{_SLIDES}'/></Types>")
        archive.writestr("ppt/presentation.xml", "<p/>")
        archive.writestr("ppt/slides/slide1.xml", f"{_entities()}<w:document>&a9;</w:document>")
    return buffer.getvalue()


def xml_bomb_html() -> bytes:
    """A billion laughs in an XHTML page."""
    entities = _entities().replace("w:document", "html")
    return f'<?xml version="1.0"?>{entities}<html><body><p>&a9;</p></body></html>'.encode()


def climbing_names_docx() -> bytes:
    """Parts with names that lead out of the package."""
    return make_docx(word_body(""), {"../../../tmp/bizrag-escaped.txt": b"out", "/etc/bizrag-escaped": b"out"})


def deep_docx(depth: int = 5_000) -> bytes:
    """Tables within tables."""
    opened = "<w:tbl><w:tr><w:tc>" * depth
    return make_docx(word_body(f"{opened}<w:p/>{'</w:tc></w:tr></w:tbl>' * depth}"))


def deep_html(depth: int = 200_000) -> bytes:
    """Blocks within blocks."""
    return b"<html><body>" + b"<div>" * depth + b"deep" + b"</div>" * depth + b"</body></html>"


def comments_html() -> bytes:
    """A head of comments alone, which a careless pattern tries in every division."""
    return b"<!---->" * 570 + b"<p>text</p>"


def underlined_txt() -> bytes:
    """Headings under headings without a blank line."""
    return b"A heading\n=====\n" * 100_000


def long_pdf(num_pages: int = 20_000) -> bytes:
    """Pages with a line of text each; their tree is flat."""
    kids = " ".join(f"{number} 0 R" for number in range(4, 4 + num_pages))
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>>>"
    return make_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {num_pages}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *[page] * num_pages,
    )


def _one_page(content: bytes, *, resources: str = "", more: tuple[str | bytes, ...] = ()) -> bytes:
    stream = b"<</Length %d/Filter/FlateDecode>>\nstream\n" % len(content) + content + b"\nendstream"
    return make_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<{resources}>>>>",
        stream,
        *more,
    )


def form(content: bytes, resources: str) -> bytes:
    """A form XObject; its resources are a dictionary or a reference, or empty."""
    own = f"/Resources {resources}" if resources else ""
    head = f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length {len(content)}{own}>>\nstream\n"
    return head.encode() + content + b"\nendstream"


def forms_pdf(*forms: bytes) -> bytes:
    """A page that draws X, which is object 5: the first of these forms."""
    return _one_page(zlib.compress(b"/X Do"), resources="/XObject<</X 5 0 R>>", more=forms)


def recursive_forms_pdf() -> bytes:
    """Two forms that draw each other."""
    return forms_pdf(*(form(b"/X Do", f"<</XObject<</X {other} 0 R>>>>") for other in (6, 5)))


def twice_recursive_form_pdf() -> bytes:
    """A form that draws itself twice, by the page's name for it."""
    return forms_pdf(form(b"/X Do /X Do", ""))


def forms_bomb_pdf(depth: int = 30) -> bytes:
    """Forms that draw the next one twice: a billion drawings."""
    inner = [form(b"/X Do /X Do", f"<</XObject<</X {number} 0 R>>>>") for number in range(6, 6 + depth)]
    return forms_pdf(*inner, form(b"0 0 m 5 5 l S", "<<>>"))


def page_tree_loop_pdf() -> bytes:
    """A page tree that is its own child."""
    return make_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>")


def deep_arrays_pdf() -> bytes:
    """An array in arrays, 500,000 deep, where the page's resources are."""
    return _one_page(zlib.compress(b"q Q"), resources=f"/X {'[' * 500_000}{']' * 500_000}")


def stream_bomb_pdf() -> bytes:
    """A page whose content unpacks to 1 GB of saved states."""
    packer, packed = zlib.compressobj(9), bytearray()
    block = b"q " * 500_000
    for _ in range(1_000):
        packed += packer.compress(block)
    return _one_page(bytes(packed + packer.flush()))


@cache
def gigapixel_png(side_px: int = 32_000) -> bytes:
    """A white image of 32,000 x 32,000 pixels in 130 kB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer, row = zlib.compressobj(9), b"\x00" + b"\xff" * (side_px // 8)
    packed = b"".join(packer.compress(row) for _ in range(side_px)) + packer.flush()
    head = struct.pack(">IIBBBBB", side_px, side_px, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def image_bomb_html() -> bytes:
    """The gigapixel image inside a page."""
    import base64

    data = base64.b64encode(gigapixel_png()).decode()
    return f"<html><body><p>A picture.</p><img src='data:image/png;base64,{data}'></body></html>".encode()


def image_bomb_docx() -> bytes:
    """The gigapixel image inside a DOCX."""
    import docx

    small = io.BytesIO(gigapixel_png(64))
    document = docx.Document()
    document.add_paragraph("A picture.")
    document.add_picture(small)
    plain, bomb = io.BytesIO(), io.BytesIO()
    document.save(plain)
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            is_image = member.filename.startswith("word/media/")
            target.writestr(member, gigapixel_png() if is_image else source.read(member))
    return bomb.getvalue()


MADE: Mapping[str, tuple[Callable[[], bytes], str | None]] = {
    "zip_bomb.docx": (zip_bomb_docx, "refused as a zip bomb"),
    "lying_zip.docx": (lying_zip_docx, None),
    "xml_bomb.docx": (xml_bomb_docx, "refused as an XML bomb"),
    "xml_bomb_behind_a_comment.docx": (xml_bomb_behind_a_comment_docx, "refused as an XML bomb"),
    "external_entity.docx": (external_entity_docx, "refused as an XML bomb"),
    "xml_bomb.pptx": (xml_bomb_pptx, "refused as an XML bomb"),
    "xml_bomb.html": (xml_bomb_html, None),
    "climbing_names.docx": (climbing_names_docx, "whose name leads out of the file"),
    "deep.docx": (deep_docx, "damaged"),
    "deep.html": (deep_html, None),
    "comments.html": (comments_html, None),
    "underlined.txt": (underlined_txt, None),
    "long_20000_pages.pdf": (long_pdf, "20000 pages, the limit is 2000"),
    "recursive_forms.pdf": (recursive_forms_pdf, "draw themselves without an end (object 5 and object 6)"),
    "twice_recursive_form.pdf": (twice_recursive_form_pdf, "draw themselves without an end (object 5)"),
    "forms_bomb.pdf": (forms_bomb_pdf, "refused as a bomb"),
    "page_tree_loop.pdf": (page_tree_loop_pdf, None),
    "deep_arrays.pdf": (deep_arrays_pdf, None),
    "stream_bomb.pdf": (stream_bomb_pdf, None),
    "gigapixel.png": (gigapixel_png, "too many pixels in one image"),
    "image_bomb.html": (image_bomb_html, None),
    "image_bomb.docx": (image_bomb_docx, None),
}
