"""Whether there is a graphics card is told without torch where no driver is, and by torch where one is."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bizrag.parsing.engines import gpu

_has_gpu = gpu.has_gpu.__wrapped__


@pytest.fixture(autouse=True)
def _no_nvidia_driver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gpu, "_NVIDIA_DRIVER", str(tmp_path / "libcuda.so.1"))
    monkeypatch.setattr(gpu, "_AMD_DEVICE", tmp_path / "kfd")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere torch is asked")
def test_torch_is_not_imported_where_no_driver_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert not _has_gpu()


@pytest.mark.parametrize("is_available", [True, False])
def test_torch_is_asked_where_a_driver_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_available: bool) -> None:
    (tmp_path / "kfd").touch()
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: is_available))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert _has_gpu() is is_available
