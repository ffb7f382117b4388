"""How the roots of sources lie to each other: the same place under two names, or one inside another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bizrag.sources.listing import Listing, is_junk
from bizrag.sources.names import one_name


def path_below(root: str, outer: str) -> str | None:
    """The path of a root below another, "" where both are the same place; None where a listing of ``outer`` lacks it.

    >>> path_below("s3://bucket/reports/2024", "s3://bucket/reports"), path_below("s3://bucket/b", "s3://bucket/a")
    ('2024', None)
    >>> path_below("s3://bucket/a", "s3://bucket/a"), path_below("s3://bucket/.trash/a", "s3://bucket")
    ('', None)
    """
    place, above = one_name(root), one_name(outer)
    if place == above:
        return ""
    if not place.startswith(f"{above}/"):
        return None
    path = place[len(above) + 1 :]
    return None if any(is_junk(part) for part in path.split("/")) else path


def within_known_root(listing: Listing, roots: Iterable[str]) -> tuple[Listing, str]:
    """A listing as part of the root that a collection has around it, and where in that root it lies ("", "path/").

    A file has one place in a collection, whether its folder, a folder above or the file itself was named. A listing
    whose own root is known stays as it is.
    """
    around = {root: path for root in roots if (path := path_below(listing.source_root, root)) is not None}
    if not around or "" in around.values():
        return listing, ""
    root, path = min(around.items(), key=lambda item: len(item[1]))
    files = tuple(replace(file, source_root=root, source_uri=f"{path}/{file.source_uri}") for file in listing.files)
    return replace(listing, source_root=root, files=files), f"{path}/"
