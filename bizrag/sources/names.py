"""Paths of a local source and the texts that stand for them, and whether a path stays in its source."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

# Bytes that are no UTF-8, controls that steer a terminal or break a line, and marks that turn the direction of text:
# none of them reaches a database, a log or a screen as it is.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(?:x([0189][0-9a-f]|7f)|u(200[ef]|202[a-e]|206[6-9]|dc[89a-f][0-9a-f]))")


def is_plain(name: str) -> bool:
    """Whether a name can be shown and stored as it is."""
    return _UNSAFE.search(name) is None


def as_uri(path: Path, root: Path | None = None) -> str:
    """A path, or what of it lies below ``root``, as text that a database and a terminal can hold; the rest is escaped.

    >>> as_uri(Path("/docs/r\\udce9sum\\udce9.txt"), Path("/docs"))
    'r\\\\udce9sum\\\\udce9.txt'
    """
    parts = path.relative_to(root).parts if root is not None else path.parts
    return _UNSAFE.sub(lambda found: _escape(ord(found[0])), PurePosixPath(*parts).as_posix())


def on_disk(root: str, uri: str) -> Path:
    """The path that ``as_uri`` was made of. A name that really holds the escape's letters comes first."""
    literal = Path(root) / uri
    if _ESCAPED.search(f"{root}/{uri}") is None or literal.exists():
        return literal
    return Path(_unescape(root)) / _unescape(uri)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path below a root still lies below it when all links are followed; False for links in a circle."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # Python 3.13 has the first for a circle, those before it the second
        return False


def one_name(root: str) -> str:
    """The same text for all names of a folder: through links, or with steps up in them."""
    if "://" in root and not root.startswith("file://"):
        return root.rstrip("/")
    return as_uri(on_disk(root.removeprefix("file://"), "").expanduser().resolve()).rstrip("/")


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
