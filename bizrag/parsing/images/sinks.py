"""Where parsed images go: a port that the blob store implements, and a plain folder for use without a store."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bizrag.model.hashing import sha256_bytes


class ImageSink(Protocol):
    """Keeps images under the hash of their bytes. Implementations are picklable: they travel to parser processes."""

    @property
    def is_local(self) -> bool:
        """Whether keeping them needs no network: then parser processes get none."""
        ...

    def put(self, data: bytes, *, suffix: str) -> str:
        """Keep the bytes; the same bytes are kept once.

        Returns:
            The SHA-256 of the bytes, 64 hex digits.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderSink:
    """Keeps images as files ``<sha256><suffix>`` in one folder."""

    folder: Path

    @property
    def is_local(self) -> bool:
        """True: a folder."""
        return True

    def put(self, data: bytes, *, suffix: str) -> str:
        """Write the bytes unless they are there; safe under several processes."""
        digest = sha256_bytes(data)
        target = self.folder / f"{digest}{suffix}"
        if not target.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            # Written aside and renamed: a reader never sees half an image.
            handle, temporary = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(temporary).replace(target)
        return digest
