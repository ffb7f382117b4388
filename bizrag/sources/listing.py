"""List the files of a folder, a single file or a bucket, through fsspec."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from bizrag.errors import BadInputError
from bizrag.model.documents import SourceFile

# Written by operating systems and editors beside documents, never meant as documents.
_JUNK_NAMES = frozenset({"thumbs.db", "desktop.ini"})
_JUNK_PREFIXES = (".", "~$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a source holds now."""

    source_root: str
    files: tuple[SourceFile, ...]
    # True when the listing is the whole root: a document of the root that is not in it was deleted
    is_complete: bool


def list_source(place: str, *, collection: str) -> Listing:
    """The documents under a folder, a file or an fsspec URL (``s3://bucket/prefix``), sorted by path.

    Hidden files, editor locks and links that leave the folder are passed over.
    Raises BadInputError when the place does not exist.
    """
    return _list_url(place, collection) if "://" in place else _list_path(Path(place), collection)


def _list_path(path: Path, collection: str) -> Listing:
    path = path.expanduser()
    if not path.exists():
        raise BadInputError(f"{path}: no such file or folder")
    if path.is_file():
        root = path.absolute().parent
        found = [_from_path(path.absolute(), root, collection)]
        return Listing(source_root=str(root), files=tuple(found), is_complete=False)
    root = path.absolute()
    files = [_from_path(entry, root, collection) for entry in _walk(root)]
    files.sort(key=lambda file: file.source_uri)
    return Listing(source_root=str(root), files=tuple(files), is_complete=True)


def _walk(root: Path) -> list[Path]:
    real_root = root.resolve()
    found: list[Path] = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(name for name in subfolders if not is_junk(name))
        for name in names:
            entry = Path(folder) / name
            if is_junk(name) or (entry.is_symlink() and not entry.resolve().is_relative_to(real_root)):
                continue
            found.append(entry)
    return found


def is_junk(name: str) -> bool:
    """Whether a file or folder name is never a document.

    >>> [is_junk(name) for name in (".git", "~$report.docx", "Thumbs.db", "report.docx")]
    [True, True, True, False]
    """
    return name.startswith(_JUNK_PREFIXES) or name.lower() in _JUNK_NAMES


def _from_path(path: Path, root: Path, collection: str) -> SourceFile:
    try:
        stat = path.stat()
        size, modified = stat.st_size, datetime.fromtimestamp(stat.st_mtime, tz=UTC)
    except OSError:  # a dangling link, or gone since the walk: reading it reports the reason
        size, modified = 0, None
    uri = PurePosixPath(*path.relative_to(root).parts).as_posix()
    # Names that are not valid in the file system's encoding still need an identity that a database can hold.
    uri = uri.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return SourceFile(
        collection=collection, source_root=str(root), source_uri=uri, size_bytes=size, modified_at=modified
    )


def _list_url(url: str, collection: str) -> Listing:
    from bizrag.sources.remote import open_url

    fs, root = open_url(url)
    # drivers remember listings for as long as a process lives
    fs.invalidate_cache()
    if not fs.exists(root):
        raise BadInputError(f"{url}: no such bucket or folder")
    if fs.isfile(root):
        parent = root.rsplit("/", 1)[0]
        entries: dict[str, dict[str, Any]] = {root: fs.info(root)}
        complete, base = False, parent
    else:
        entries = fs.find(root, detail=True)
        complete, base = True, root.rstrip("/")
    files = [
        _from_info(fs.unstrip_protocol(base), path[len(base) + 1 :], info, collection)
        for path, info in sorted(entries.items())
        if not any(is_junk(part) for part in path[len(base) + 1 :].split("/"))
    ]
    return Listing(source_root=fs.unstrip_protocol(base), files=tuple(files), is_complete=complete)


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
