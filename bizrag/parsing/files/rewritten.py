"""PDF files written anew by pdfium: it reads what docling's reader refuses, a page tree that runs in a circle."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bizrag.parsing.text_layers.text_layer import open_pdf


@contextmanager
def written_anew(path: Path) -> Generator[Path]:
    """A file with the same pages in the same order, and nothing of how the old one holds them together.

    Raises:
        BadInputError: pdfium cannot open the file either.
    """
    import pypdfium2
    from docling.utils.locks import pypdfium2_lock

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        # pdfium keeps global state: one thread at a time, and pages may be drawn meanwhile
        with pypdfium2_lock:
            document = open_pdf(path)
            # the package has no types
            anew: Any = pypdfium2.PdfDocument.new()
            try:
                anew.import_pages(document)
                anew.save(copy)
            finally:
                anew.close()
                document.close()
        yield copy
