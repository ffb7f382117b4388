"""Hand out the bytes of a listed file as a local path, whatever the source."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bizrag.errors import BadInputError, ChangedWhileReadError, SourceUnavailableError
from bizrag.sources.names import as_uri, is_inside, is_plain, on_disk

_BLOCK_BYTES = 1 << 20
# What an escaped name keeps, from its end: file systems take 255 bytes
_MAX_NAME_LETTERS = 60
# a share or a bucket that is gone for a while looks the same: such a document is tried again
_GONE = "it was moved or deleted since the folder was listed"


@contextmanager
def local_copy(source_root: str, source_uri: str) -> Generator[Path]:
    """A local path to the file's bytes: the file itself, or a temporary copy of a remote one with the same suffix.

    A local file whose name is no UTF-8 is handed out under a name that is: libraries and messages need one.

    Raises BadInputError when the file is no regular file, or is a link that leaves its source, and
    SourceUnavailableError when it is gone, which the next listing makes sure of, or cannot be fetched now.
    """
    if "://" not in source_root or source_root.startswith("file://"):
        root = source_root.removeprefix("file://")
        path = _existing(on_disk(root, source_uri), on_disk(root, ""))
        if is_plain(path.name):
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="bizrag-") as folder:
            alias = Path(folder) / as_uri(Path(path.name))[-_MAX_NAME_LETTERS:]
            alias.symlink_to(path)
            yield alias
        return
    from bizrag.sources.remote import open_url, telling_unavailable

    fs, root = open_url(source_root)
    place = f"{source_root}/{source_uri}"
    with tempfile.TemporaryDirectory(prefix="bizrag-") as folder:
        target = Path(folder) / ("document" + Path(source_uri).suffix[:20])
        try:
            with telling_unavailable(place):
                fs.get_file(f"{root}/{source_uri}", str(target))
        except FileNotFoundError as error:
            raise SourceUnavailableError(f"{place}: no such object; {_GONE}") from error
        yield target


def read_head(source_root: str, source_uri: str, *, num_bytes: int) -> bytes:
    """The first bytes of a file; of a remote one no more are fetched.

    Raises as ``local_copy``, and OSError when the file cannot be opened.
    """
    if "://" not in source_root or source_root.startswith("file://"):
        root = source_root.removeprefix("file://")
        with _existing(on_disk(root, source_uri), on_disk(root, "")).open("rb") as stream:
            return stream.read(num_bytes)
    from bizrag.sources.remote import open_url, telling_unavailable

    fs, root = open_url(source_root)
    with telling_unavailable(f"{source_root}/{source_uri}"):
        return bytes(fs.cat_file(f"{root}/{source_uri}", start=0, end=num_bytes))


def _existing(path: Path, root: Path) -> Path:
    shown = as_uri(path)
    if path.is_symlink() and not is_inside(path, root):
        raise BadInputError(f"{shown}: a link to a place outside of {as_uri(root)}, or to itself; it is not followed")
    if path.is_symlink() and not path.exists():
        raise BadInputError(f"{shown}: a link to nothing")
    if not path.exists():
        raise SourceUnavailableError(f"{shown}: no such file; {_GONE}")
    if not is_inside(path, root):
        raise BadInputError(f"{shown}: below a link to a place outside of {as_uri(root)}; it is not followed")
    if not path.is_file():
        raise BadInputError(f"{shown}: not a regular file (a pipe, socket or device); it is not read")
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


def check_unchanged(path: Path, sha256: str, *, name: str) -> None:
    """Raises ChangedWhileReadError when the file no longer holds the bytes that had this hash."""
    if content_sha256(path) != sha256:
        raise ChangedWhileReadError(f"{name}: it changed while it was read; the next ingestion reads it again")
