"""What a further variant of an index calls, once the first one is there: nothing is parsed or described twice.

    BIZRAG_HOME=HOME python -m benchmarks.variant_build FOLDER --json
    BIZRAG_HOME=HOME python -m benchmarks.variant_build FOLDER --variants pcmhe,tcmie --json

The folder (default: samples/docs) is ingested with TCTE and local describers, then with each further variant, then with
each once more. Images and texts are embedded by a server in a process of its own on this machine, which answers at
once. Figures are the calls of each run, the documents that failed, and seconds.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.inference import SAMPLES, chat_server, index_name, with_models, without_chat_models
from bizrag.model.variants import Variant
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.cli.output import quiet_logs
from orchestration.ingest import ingest

_COLLECTION = "variants"


def main() -> None:
    """Build the variants one after the other and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=SAMPLES / "docs")
    parser.add_argument("--variants", default="pcmhe")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    variants = [Variant.TCTE, *(Variant(name) for name in arguments.variants.split(","))]
    print(
        json.dumps({"benchmark": "variant_build", "figures": measure(Settings(), arguments.folder, variants)}, indent=2)
    )


def measure(settings: Settings, folder: Path, variants: list[Variant]) -> dict[str, Any]:
    """Calls, failures and seconds of building each variant, and of building it again."""
    with chat_server() as url:
        return {
            run: {
                variant.value: _build(without_chat_models(with_models(settings, variant, url)), folder, variant)
                for variant in variants
            }
            for run in ("first", "again")
        }


def _build(settings: Settings, folder: Path, variant: Variant) -> dict[str, Any]:
    with Services(settings) as services:
        report = ingest(services, [str(folder)], collection=_COLLECTION)
        return {"index": index_name(variant), **report.to_json()}


if __name__ == "__main__":
    main()
