"""The places where bizrag keeps files of its own: a source may lie around them, and they are never documents."""

from __future__ import annotations

from collections.abc import Iterable

from bizrag.errors import BadInputError
from bizrag.sources.names import one_name


def own_parts(root: str, own: Iterable[str]) -> frozenset[str]:
    """Where in a source our own places lie, as paths below its root.

    Raises BadInputError when the source lies in one of them.

    >>> own_parts("s3://bucket", ["s3://bucket/bizrag/blobs", "s3://other/blobs"])
    frozenset({'bizrag/blobs'})
    """
    source = one_name(root)
    parts: set[str] = set()
    for place in map(one_name, own):
        if f"{source}/".startswith(f"{place}/"):
            raise BadInputError(
                f"{root}: lies in {place}, where bizrag keeps its own files; give a place outside of it"
            )
        if place.startswith(f"{source}/"):
            parts.add(place[len(source) + 1 :])
    return frozenset(part for part in parts if not is_part(part, parts - {part}))


def is_part(path: str, parts: Iterable[str]) -> bool:
    """Whether a path below a root is one of these parts, or lies in one.

    >>> is_part("bizrag/blobs/ab", ["bizrag"]), is_part("bizrag.pdf", ["bizrag"])
    (True, False)
    """
    return any(f"{path}/".startswith(f"{part}/") for part in parts)
