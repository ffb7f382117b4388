"""Hand out the bytes of a listed file as a local path, whatever the source."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bizrag.errors import BadInputError, SourceUnavailableError

_BLOCK_BYTES = 1 << 20


@contextmanager
def local_copy(source_root: str, source_uri: str) -> Generator[Path]:
    """A local path to the file's bytes: the file itself, or a temporary copy of a remote one with the same suffix.

    Raises BadInputError when the file is gone or may not be read.
    """
    if "://" not in source_root or source_root.startswith("file://"):
        yield _existing(Path(source_root.removeprefix("file://")) / source_uri)
        return
    from bizrag.sources.remote import open_url

    fs, root = open_url(source_root)
    with tempfile.TemporaryDirectory(prefix="bizrag-") as folder:
        target = Path(folder) / ("document" + Path(source_uri).suffix)
        try:
            fs.get_file(f"{root}/{source_uri}", str(target))
        except FileNotFoundError as error:
            raise BadInputError(f"{source_root}/{source_uri}: no such object") from error
        yield target


def _existing(path: Path) -> Path:
    if not path.exists():
        raise BadInputError(f"{path}: no such file; it was moved or deleted since the folder was listed")
    if not path.is_file():
        raise BadInputError(f"{path}: not a regular file")
    return path


def content_sha256(path: Path) -> str:
    """Hash of a file's bytes, read in blocks.

    Raises SourceUnavailableError when the file may not be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK_BYTES):
                digest.update(block)
    except OSError as error:
        raise SourceUnavailableError(f"{path}: cannot be read: {error.strerror}") from error
    return digest.hexdigest()
