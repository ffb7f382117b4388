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
    owner      everything, in all collections: at the machine, or with a key of an administrator
    service    asks for others: a program between people and bizrag
    reader     asks for itself
    ingest     a program that brings documents: asks, and on the command line ingests, retries and forgets
    ```
    """

    OWNER = "owner"
    SERVICE = "service"
    READER = "reader"
    INGEST = "ingest"


@dataclass(frozen=True, slots=True)
class Principal:
    """One caller. ``collections`` is None for all, empty for none; an owner always has all."""

    name: str
    role: Role
    collections: tuple[str, ...] | None

    def __post_init__(self) -> None:
        if self.role is Role.OWNER and self.collections is not None:
            raise ValueError(f"{self.name} is an owner: owners read all collections")

    @property
    def is_restricted(self) -> bool:
        """Whether the database has to narrow what this caller reads."""
        return self.role is not Role.OWNER


LOCAL: Final = Principal(name="local", role=Role.OWNER, collections=None)
