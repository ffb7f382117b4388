"""List the files of a folder, a single file or a bucket, through fsspec."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError, SourceUnavailableError
from bizrag.model.documents import SourceFile
from bizrag.sources.names import as_uri, is_inside, is_plain
from bizrag.sources.own import is_part, own_parts

# Written by operating systems and editors beside documents, never meant as documents.
_JUNK_NAMES = frozenset({"thumbs.db", "desktop.ini"})
_JUNK_PREFIXES = (".", "~$")
# An entry of a Postgres index holds some 2,700 bytes, and a partition's key may escape letters to three.
_MAX_URI_BYTES = 850


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a source holds now."""

    source_root: str
    files: tuple[SourceFile, ...]
    # True when the listing is the whole root: a document of the root that is not in it was deleted
    is_complete: bool
    # a line for each folder that could not be listed, and for each entry that is no document whatever it holds
    refused: tuple[str, ...] = ()
    # folders in which bizrag keeps its own files: nothing in them is listed
    left_out: tuple[str, ...] = ()
    # a file that somebody named, not one among others of a folder
    is_named_file: bool = False


def list_source(place: str, *, collection: str, own: Iterable[str] = ()) -> Listing:
    """The documents under a folder, a file or an fsspec URL (``s3://bucket/prefix``), sorted by path.

    Hidden files and editor locks are passed over. Links that leave the folder, pipes and devices are listed: reading
    them is refused, and that is recorded (``reading``). Folders behind links are not entered. A folder that cannot be
    listed makes the listing incomplete, so that nothing in it counts as deleted. Of the places in ``own``, where bizrag
    keeps its files, nothing is listed.
    Raises BadInputError when the place does not exist, is neither a file nor a folder, or lies in one of ``own``, or
    when the collection has no name that can be shown, and SourceUnavailableError when the place cannot be looked at
    now: no right, no network, a server or a disk that fails.
    """
    if not collection.strip() or not is_plain(collection):
        raise BadInputError(f"{collection!r} is no name for a collection: take letters that can be seen")
    if "://" in place:
        return _list_url(place, collection, own)
    try:
        return _list_path(Path(place), collection, own)
    except OSError as error:
        raise SourceUnavailableError(f"{place}: cannot be looked at: {error.strerror or error}") from error


def _list_path(path: Path, collection: str, own: Iterable[str]) -> Listing:
    path = path.expanduser()
    if not path.exists():
        raise BadInputError(f"{path}: no such file or folder")
    if path.is_file():
        # who names a link means the file that it leads to
        path = path.resolve()
        root = path.parent
        own_parts(as_uri(path), own)
        found = [_from_path(path, root, collection)]
        return Listing(source_root=as_uri(root), files=tuple(found), is_complete=False, is_named_file=True)
    if not path.is_dir():
        raise BadInputError(f"{path}: neither a file nor a folder")
    root = path.absolute()
    walk = _Walk(root, own_parts(as_uri(root), own))
    files = [_from_path(entry, walk.root, collection) for entry in walk.entries]
    files.sort(key=lambda file: file.source_uri)
    return Listing(
        source_root=as_uri(walk.root),
        files=tuple(files),
        is_complete=walk.is_complete,
        refused=tuple(sorted(walk.refused)),
        left_out=tuple(sorted(walk.left_out)),
    )


class _Walk:
    """All entries below a folder that are no folders. Folders behind links, and our own, are not entered."""

    def __init__(self, root: Path, own: Collection[str]) -> None:
        self.root = root
        self._own = own
        self.entries: list[Path] = []
        self.refused: list[str] = []
        self.left_out: list[str] = []
        self.is_complete = True
        for folder, subfolders, names in os.walk(root, onerror=self._closed):
            subfolders[:] = sorted(name for name in subfolders if not is_junk(name) and not self._is_own(folder, name))
            for name in subfolders:
                self._tell_link(Path(folder) / name)
            for name in names:
                if not is_junk(name):
                    self._add(Path(folder) / name)

    def _is_own(self, folder: str, name: str) -> bool:
        # most sources have none
        if not self._own or (uri := as_uri(Path(folder) / name, self.root)) not in self._own:
            return False
        self.left_out.append(uri)
        return True

    def _add(self, path: Path) -> None:
        uri = as_uri(path, self.root)
        if len(uri.encode()) > _MAX_URI_BYTES:
            self.refused.append(f"{uri[:80]}...: a path of more than {_MAX_URI_BYTES} bytes; give it a shorter one")
        else:
            self.entries.append(path)

    def _tell_link(self, folder: Path) -> None:
        # what lies behind a link to another folder of the source is listed there
        if folder.is_symlink() and not is_inside(folder, self.root):
            self.refused.append(f"{as_uri(folder, self.root)}: a link to a folder outside; it is not followed")

    def _closed(self, error: OSError) -> None:
        # what is in it may still be there: nothing of the source counts as deleted
        self.is_complete = False
        self.refused.append(f"{as_uri(Path(error.filename))}: cannot be listed: {error.strerror}")


def is_junk(name: str) -> bool:
    """Whether a file or folder name is never a document.

    >>> [is_junk(name) for name in (".git", "~$report.docx", "Thumbs.db", "report.docx")]
    [True, True, True, False]
    """
    return name.startswith(_JUNK_PREFIXES) or name.lower() in _JUNK_NAMES


def _from_path(path: Path, root: Path, collection: str) -> SourceFile:
    try:
        # of a link that leads out nothing is told, not even a size
        stat = path.lstat() if path.is_symlink() and not is_inside(path, root) else path.stat()
        size, modified = stat.st_size, datetime.fromtimestamp(stat.st_mtime, tz=UTC)
    except OSError:  # a dangling link, or gone since the walk: reading it reports the reason
        size, modified = 0, None
    return SourceFile(
        collection=collection,
        source_root=as_uri(root),
        source_uri=as_uri(path, root),
        size_bytes=size,
        modified_at=modified,
    )


def _list_url(url: str, collection: str, own: Iterable[str]) -> Listing:
    from bizrag.sources.remote import open_url, telling_unavailable

    fs, root = open_url(url)
    try:
        with telling_unavailable(url):
            entries, complete = _entries(fs, root)
    except FileNotFoundError as error:
        raise BadInputError(f"{url}: no such bucket or folder") from error
    base = root.rstrip("/") if complete else root.rsplit("/", 1)[0]
    parts = own_parts(fs.unstrip_protocol(base if complete else root), own)
    inside = {path: path[len(base) + 1 :] for path in entries}
    refused = [ascii(path) + ": its name holds control characters" for path in entries if not is_plain(path)]
    files = [
        _from_info(fs.unstrip_protocol(base), uri, entries[path], collection)
        for path, uri in sorted(inside.items())
        if is_plain(path) and not any(is_junk(part) for part in uri.split("/")) and not is_part(uri, parts)
    ]
    return Listing(
        source_root=fs.unstrip_protocol(base),
        files=tuple(files),
        is_complete=complete,
        refused=tuple(refused),
        left_out=tuple(sorted(part for part in parts if any(is_part(uri, [part]) for uri in inside.values()))),
        is_named_file=not complete,
    )


def _entries(fs: Any, root: str) -> tuple[dict[str, dict[str, Any]], bool]:
    """What lies below a root, and whether it is a folder; the root alone where it is a file."""
    # drivers remember listings for as long as a process lives
    fs.invalidate_cache()
    if not fs.exists(root):
        # s3fs says so of every bucket that it cannot look at; listing it says why
        fs.ls(root)
    if fs.isfile(root):
        return {root: fs.info(root)}, False
    return fs.find(root, detail=True), True


def _from_info(root: str, uri: str, info: dict[str, Any], collection: str) -> SourceFile:
    modified = info.get("LastModified") or info.get("mtime") or info.get("updated")
    if isinstance(modified, int | float):
        modified = datetime.fromtimestamp(modified, tz=UTC)
    if isinstance(modified, str):
        modified = datetime.fromisoformat(modified)
    etag = info.get("ETag") or info.get("etag")
    return SourceFile(
        collection=collection,
        source_root=root,
        source_uri=uri,
        size_bytes=int(info.get("size") or 0),
        modified_at=modified if isinstance(modified, datetime) else None,
        etag=str(etag).strip('"') if etag else None,
    )
