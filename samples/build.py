"""Build the sample documents: `python -m samples.build [FOLDER]`. The same libraries give the same bytes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from samples import company, deck_pdf, deck_pptx, plain_files, policy, report, scans

FOLDER = Path(__file__).parent / "docs"

BUILDERS: dict[str, Callable[[Path], None]] = {
    "annual_report_2025.pdf": report.build,
    "strategy_deck.pptx": deck_pptx.build,
    "strategy_deck.pdf": deck_pdf.build,
    "travel_policy.docx": policy.build,
    "press_release.html": plain_files.build_release,
    "support_notes.txt": plain_files.build_notes,
    "scanned_memo.png": scans.build_memo,
    "delivery_note.pdf": scans.build_delivery_note,
}


def build_all(folder: Path) -> list[Path]:
    """Write every sample document into `folder`; their paths.

    Raises:
        ValueError: the facts of the company do not add up.
    """
    company.check()
    folder.mkdir(parents=True, exist_ok=True)
    for name, build in BUILDERS.items():
        build(folder / name)
    return [folder / name for name in BUILDERS]


if __name__ == "__main__":
    for written in build_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        sys.stdout.write(f"{written.stat().st_size:>9,}  {written}\n")
