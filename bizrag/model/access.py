"""Who asks, and what they may see: the caller of every read.

A principal is made where a caller comes in (an API key, the command line of the owner) and travels
down to the database session, where it becomes the role and the collections that row-level security
reads. Nothing on the way may widen it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a caller may do; collections say to which documents.

    ```
    owner      everything: migrates, manages keys, reads all collections
    ingest     adds, changes and forgets documents of its collections
    service    asks for others: search, ask, read pages
    reader     asks for itself: search, ask, read pages, and views over SQL
    ```
    """

    OWNER = "owner"
    INGEST = "ingest"
    SERVICE = "service"
    READER = "reader"


@dataclass(frozen=True, slots=True)
class Principal:
    """One caller. `collections` is None for all, empty for none."""

    name: str
    role: Role
    collections: tuple[str, ...] | None

    @property
    def is_restricted(self) -> bool:
        """Whether the database has to narrow what this caller reads."""
        return self.role is not Role.OWNER or self.collections is not None


LOCAL: Final = Principal(name="local", role=Role.OWNER, collections=None)
