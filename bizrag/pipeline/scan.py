"""Compare a source with the catalog: which documents are new, changed, gone."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, RowMapping

from bizrag.errors import ConfigurationError, SourceUnavailableError
from bizrag.model.documents import SourceFile
from bizrag.pipeline.unread import is_unread
from bizrag.sources.listing import Listing
from bizrag.sources.roots import path_below, within_known_root
from bizrag.store.catalog import change_mark, upsert_documents
from bizrag.store.forget import forgotten_documents
from sql import statement

# Dagster refuses these in partition keys; '%' is escaped so that the escape can be undone.
_UNSAFE = re.compile(r"%|[\x00-\x1f\x7f]|\.\.\.")


def partition_key(file: SourceFile) -> str:
    """The Dagster partition of a document: collection and path, with what Dagster refuses escaped.

    >>> from datetime import datetime
    >>> file = SourceFile(collection="c", source_root="/r", source_uri="a b/50%...pdf", size_bytes=1, modified_at=None)
    >>> partition_key(file)
    'c/a b/50%25%2E%2E%2Epdf'
    """
    key = f"{file.collection}/{file.source_uri}"
    return _UNSAFE.sub(lambda match: "".join(_escape(character) for character in match[0]), key)


def _escape(character: str) -> str:
    return "%2E" if character == "." else quote(character)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoneDocument:
    """A document that its source no longer lists."""

    document_no: int
    source_uri: str
    partition_key: str
    # another file has its size and time: it was moved, most likely, and should answer until that one does
    is_moved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What a listing says against the catalog. All numbers are document numbers."""

    listed: tuple[int, ...]
    added: tuple[int, ...]
    # size, time, etag or place changed: the bytes may have too
    changed: tuple[int, ...]
    gone: tuple[GoneDocument, ...]
    # partition keys of the documents added
    added_partitions: tuple[str, ...]
    # files that lie where a forgotten document did: they are passed over
    kept_out: tuple[str, ...]
    # files of types that are not read
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What a listing says against the catalog, before anything is written."""

    added: tuple[SourceFile, ...]
    changed: tuple[SourceFile, ...]
    # numbers of all documents that the catalog knows and the listing has, and of those that are as they were
    known: tuple[int, ...]
    unchanged: tuple[int, ...]
    gone: tuple[GoneDocument, ...]
    # files that lie where a forgotten document did
    kept_out: tuple[str, ...]
    # files of a folder whose types are not read
    skipped: tuple[str, ...]


def compare(conn: Connection, listing: Listing, *, collection: str) -> Comparison:
    """Which files are new, changed, gone.

    A folder or file below a root of the collection is a part of that root; a root below the folder becomes a part of
    it. Raises ConfigurationError when the collection already holds another file at the same relative path.
    """
    roots = [str(row[0]) for row in conn.execute(statement("select_roots_of_collection"), {"collection": collection})]
    cover = _Cover(listing, roots)
    listing = cover.listing
    forgotten = {item.document_id for item in forgotten_documents(conn, collection=collection)}
    by_id = {file.document_id: file for file in listing.files if file.document_id not in forgotten}
    rows = conn.execute(
        statement("select_documents_of_roots"),
        {"collection": collection, "source_roots": list(cover.paths), "document_ids": list(by_id)},
    ).mappings()
    old = {str(row["document_id"]): row for row in rows}
    # what was named by itself and read goes on answering, whatever its suffix
    read = {key for key, row in old.items() if row["was_read"]}
    skipped = _of_other_types(listing, {key: file for key, file in by_id.items() if key not in read})
    skipped_uris = tuple(by_id.pop(key).source_uri for key in skipped)
    _refuse_two_roots(
        (by_id[key], row["source_root"]) for key, row in old.items() if key in by_id and not cover.has(row)
    )
    changed = {
        key: file
        for key, file in by_id.items()
        if key in old and (old[key]["source_root"], old[key]["change_mark"]) != (file.source_root, change_mark(file))
    }
    added = [file for key, file in by_id.items() if key not in old]
    # not only of new files: what was moved is looked at again while its new place is worked on
    marks = {change_mark(file) for file in by_id.values() if file.modified_at is not None}
    return Comparison(
        added=tuple(added),
        changed=tuple(changed.values()),
        known=tuple(int(old[key]["document_no"]) for key in by_id if key in old),
        unchanged=tuple(int(old[key]["document_no"]) for key in by_id if key in old and key not in changed),
        gone=tuple(
            GoneDocument(
                document_no=row["document_no"],
                source_uri=row["source_uri"],
                partition_key=row["partition_key"],
                is_moved=row["change_mark"] in marks,
            )
            for key, row in old.items()
            if key not in by_id and cover.has(row)
        ),
        kept_out=tuple(file.source_uri for file in listing.files if file.document_id in forgotten),
        skipped=skipped_uris,
    )


def _of_other_types(listing: Listing, by_id: Mapping[str, SourceFile]) -> list[str]:
    """Documents of a folder whose types are not read; who names such a file is told that it cannot be."""
    return [] if listing.is_named_file else [key for key, file in by_id.items() if is_unread(file)]


class _Cover:
    """Which documents of a collection a listing speaks for: what of them it lacks is gone."""

    def __init__(self, listing: Listing, roots: Sequence[str]) -> None:
        self.listing, self._part = within_known_root(listing, roots)
        # the roots at and below that of the listing, and where they lie in it
        self.paths = {root: path for root in roots if (path := path_below(root, self.listing.source_root)) is not None}
        self._uris = {file.source_uri for file in self.listing.files}

    def has(self, row: RowMapping) -> bool:
        """Whether the file of a document lies in what was listed."""
        if row["source_root"] not in self.paths:
            return False
        uri = f"{self.paths[row['source_root']]}/{row['source_uri']}".lstrip("/")
        return uri in self._uris or (self.listing.is_complete and uri.startswith(self._part))


def refuse_emptied(listing: Listing, gone: Sequence[GoneDocument], *, collection: str) -> None:
    """A folder in which there is suddenly nothing is a share that is not mounted, more likely than a wish to forget.

    Raises SourceUnavailableError when a listing that holds no file at all would delete two documents or more.
    """
    if not listing.files and len(gone) > 1:
        command = shlex.join(["bizrag", "ingest", listing.source_root, "--collection", collection, "--allow-empty"])
        raise SourceUnavailableError(
            f"{listing.source_root}: no file is there any more, and the {len(gone)} documents of it were kept; "
            f"if they are to go: {command}"
        )


def scan(conn: Connection, listing: Listing, *, collection: str) -> Scan:
    """Record new and changed files; what is gone is reported, not removed. Raises as ``compare``."""
    conn.execute(statement("lock_listing"))
    found = compare(conn, listing, collection=collection)
    known = set(found.known)
    written = upsert_documents(conn, [(file, partition_key(file)) for file in (*found.added, *found.changed)])
    return Scan(
        listed=tuple(sorted({*found.known, *written})),
        added=tuple(number for number in written if number not in known),
        changed=tuple(number for number in written if number in known),
        gone=found.gone,
        added_partitions=tuple(partition_key(file) for file in found.added),
        kept_out=found.kept_out,
        skipped=found.skipped,
    )


def still_needed(conn: Connection, gone: Sequence[GoneDocument]) -> set[int]:
    """Which documents that were moved answer where their new place does not yet, unless that failed."""
    moved = [item.document_no for item in gone if item.is_moved]
    if not moved:
        return set()
    return set(conn.execute(statement("select_moved_documents_in_use"), {"documents": moved}).scalars())


def _refuse_two_roots(pairs: Iterable[tuple[SourceFile, str]]) -> None:
    """The same relative path under two roots would be one document with two contents."""
    for file, root in pairs:
        if root != file.source_root and "://" not in root and (Path(root) / file.source_uri).exists():
            raise ConfigurationError(
                f"collection {file.collection} already holds {file.source_uri} from {root}; "
                "give this folder another --collection"
            )
