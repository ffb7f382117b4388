"""Content hashes: one way to turn bytes, text and structures into the keys of stored outputs."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def sha256_bytes(data: bytes) -> str:
    """Hex digest of bytes."""
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """Hex digest of text in UTF-8.

    >>> sha256_text("")[:8]
    'e3b0c442'
    """
    # Parsers can hand over lone surrogates from broken fonts; they must hash, not crash.
    return sha256_bytes(text.encode("utf-8", "surrogatepass"))


def sha256_json(value: Any) -> str:
    """Hex digest of a JSON value, independent of key order.

    >>> sha256_json({"a": 1, "b": 2}) == sha256_json({"b": 2, "a": 1})
    True
    """
    return sha256_text(json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def fingerprint(static: str, *inputs: str) -> str:
    """The key of a stage's work: what the stage is (code, model, parameters), then what it reads.

    The SQL function ``stage_fingerprint`` computes the same value.
    """
    return sha256_text("\n".join((static, *inputs)))
