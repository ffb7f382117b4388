"""A folder of small documents that can change: every chunk names its record and revision, so that stale rows show."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

MARK = re.compile(r"record (\d+) revision (\d+)")

ENDINGS = (".txt", ".md", ".html")
_THINGS = ("pump", "valve", "boiler", "crane", "belt", "oven", "press", "filter", "mixer", "turbine")
_PLACES = ("Linden Hill", "Esk Bridge", "Marden", "Sorel Bay", "Brackwater", "Ostrand", "Vale Cross", "North Quay")


@dataclass(slots=True)
class Corpus:
    """Documents in ``folder``; ``revisions`` holds what must answer: the revision of every file by its path."""

    folder: Path
    revisions: dict[str, int] = field(default_factory=dict[str, int])
    records: dict[str, int] = field(default_factory=dict[str, int])

    def fill(self, number: int, endings: Sequence[str] = ENDINGS) -> None:
        """Write records 0 to ``number`` - 1 in some formats by turns, fifty to a folder."""
        for record in range(number):
            self.write(f"part_{record // 50:02d}/record_{record:05d}{endings[record % len(endings)]}", record, 1)

    def write(self, name: str, record: int, revision: int) -> None:
        """Write a record to a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(record, revision, path.suffix), encoding="utf-8")
        self.revisions[name], self.records[name] = revision, record

    def change(self, name: str) -> None:
        """Write the next revision."""
        self.write(name, self.records[name], self.revisions[name] + 1)

    def delete(self, name: str) -> None:
        """Delete a file."""
        (self.folder / name).unlink()
        del self.revisions[name], self.records[name]

    def rename(self, name: str, new_name: str) -> None:
        """Move a file; its title may depend on its name."""
        (self.folder / new_name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).rename(self.folder / new_name)
        self.revisions[new_name], self.records[new_name] = self.revisions.pop(name), self.records.pop(name)

    def copy(self, name: str, new_name: str) -> None:
        """Put the same content at a second place."""
        (self.folder / new_name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / new_name).write_bytes((self.folder / name).read_bytes())
        self.revisions[new_name], self.records[new_name] = self.revisions[name], self.records[name]

    def names(self, number: int, *, seed: int) -> list[str]:
        """Some files, the same ones for the same seed."""
        return random.Random(seed).sample(sorted(self.revisions), number)


def _text(record: int, revision: int, suffix: str) -> str:
    # Every sentence names the record: whatever becomes a chunk can be told from its other revisions.
    facts = random.Random(record * 1000 + revision)
    mark = f"record {record} revision {revision}"
    title = f"Maintenance record {record}"
    sections: list[tuple[str, list[str]]] = []
    for section in ("Inspection", "Repairs", "Outlook"):
        thing, place = facts.choice(_THINGS), facts.choice(_PLACES)
        sections.append(
            (
                section,
                [
                    f"In {mark} the {thing} at {place} was checked after {facts.randrange(100, 9000)} hours.",
                    f"After {mark} it took {facts.randrange(2, 90)} minutes and {facts.randrange(50, 5000)} euros.",
                ],
            )
        )
    if suffix == ".html":
        body = "".join(f"<h2>{name}</h2><p>{' '.join(lines)}</p>" for name, lines in sections)
        return f"<html><body><h1>{title}</h1>{body}</body></html>\n"
    if suffix == ".md":
        seals, hoses = facts.randrange(1, 40), facts.randrange(1, 40)
        table = f"\n| part | {mark} |\n| --- | --- |\n| seals | {seals} |\n| hoses | {hoses} |\n"
        return f"# {title}\n\n" + "\n".join(f"## {name}\n\n{' '.join(lines)}\n" for name, lines in sections) + table
    return f"{title}\n\n" + "\n\n".join(" ".join(lines) for _, lines in sections) + "\n"
