"""Content-addressed bytes (page images, picture crops) in a folder or a bucket.

A blob lies at ``ab/cdef....png``: the first two digits of its SHA-256, then the rest and the suffix it was given. The
same bytes are one blob, whatever their suffix.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, cast

import fsspec

from bizrag.errors import BlobStoreError, ConfigurationError, NotFoundError
from bizrag.home import give_to_owner, make_owned_folder
from bizrag.model.hashing import sha256_bytes

# Tried before the folder is listed, most frequent first.
_USUAL_SUFFIXES = (".png", ".jpg", "")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class BlobStore:
    """Blobs below a folder or an fsspec URL (``s3://bucket/prefix``); only its address travels between processes."""

    url: str

    @property
    def is_local(self) -> bool:
        """Whether blobs lie in a folder of this machine, so that keeping one needs no network."""
        return _is_local(self._open()[0])

    def put(self, data: bytes, *, suffix: str) -> str:
        """Store bytes and return their SHA-256; bytes that are there already are not written again.

        ``suffix`` is a file suffix like ``.png``. A reader never sees half a blob. Raises BlobStoreError when the
        store takes no bytes now: a full disk, a bucket out of reach.
        """
        sha256 = sha256_bytes(data)
        if self.exists(sha256):
            return sha256
        fs, root = self._open()
        path = f"{root}/{sha256[:2]}/{sha256[2:]}{suffix}"
        try:
            if _is_local(fs):
                _write_local(Path(path), data)
            else:
                fs.pipe_file(path, data)  # object stores show an object when it is complete
        except OSError as error:
            raise BlobStoreError(f"an image cannot be written to {self.url}: {error.strerror or error}") from error
        return sha256

    def get(self, sha256: str) -> bytes:
        """The bytes with this hash; raises NotFoundError."""
        fs, root = self._open()
        for path in self._candidates(fs, root, sha256):
            try:
                return cast("bytes", fs.cat_file(path))
            except FileNotFoundError:
                continue
        raise NotFoundError(f"there is no blob {sha256} in {self.url}: ingest the document again")

    def exists(self, sha256: str) -> bool:
        """Whether bytes with this hash are stored."""
        fs, root = self._open()
        return any(fs.exists(path) for path in self._candidates(fs, root, sha256))

    def delete(self, sha256: str) -> None:
        """Remove a blob; nothing happens when it is not there."""
        fs, root = self._open()
        for path in self._candidates(fs, root, sha256):
            try:
                fs.rm_file(path)
            except FileNotFoundError:
                continue

    def iterate(self) -> Iterator[str]:
        """The hashes of all blobs."""
        fs, root = self._open()
        try:
            folders = cast("list[str]", fs.ls(root, detail=False))
        except FileNotFoundError:
            return
        for folder in sorted(folders):
            for path in sorted(cast("list[str]", fs.ls(folder, detail=False))):
                place = PurePosixPath(path)
                sha256 = place.parent.name + place.name.split(".", 1)[0]
                if _SHA256.fullmatch(sha256):  # leftovers of killed writers have other names
                    yield sha256

    def _candidates(self, fs: Any, root: str, sha256: str) -> Iterator[str]:
        """Where a blob may lie: under the usual suffixes, then what the listing shows."""
        if not _SHA256.fullmatch(sha256):
            raise ValueError(f"not a SHA-256 in hex: {sha256!r}")
        stem = f"{root}/{sha256[:2]}/{sha256[2:]}"
        usual = [stem + suffix for suffix in _USUAL_SUFFIXES]
        yield from usual
        for path in cast("list[str]", fs.glob(f"{stem}.*")):
            if path not in usual:
                yield path

    def _open(self) -> tuple[Any, str]:
        try:
            fs, root = cast("tuple[Any, str]", fsspec.url_to_fs(self.url))
        except (ImportError, ValueError) as error:
            raise ConfigurationError(f"the blob store {self.url} cannot be opened: {error}") from error
        return fs, root.rstrip("/")


def _is_local(fs: Any) -> bool:
    protocols: str | tuple[str, ...] = fs.protocol
    return "file" in protocols


def _write_local(path: Path, data: bytes) -> None:
    """Write beside the place and rename, so that a reader or a crash never meets half a file."""
    make_owned_folder(path.parent)
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".partial-")
    try:
        with os.fdopen(descriptor, "wb") as handle:
            give_to_owner(descriptor, path.parent)
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        Path(partial).replace(path)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
