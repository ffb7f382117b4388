"""Blobs in folders and behind fsspec URLs."""

from __future__ import annotations

import os
import pickle
import pwd
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.model.hashing import sha256_bytes
from bizrag.store.blobs import BlobStore


@pytest.fixture(params=["folder", "file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    name = uuid.uuid4().hex
    return BlobStore(
        {"folder": str(tmp_path / "b"), "file": f"file://{tmp_path}/b", "memory": f"memory://{name}"}[request.param]
    )


def test_bytes_come_back_by_their_hash(store: BlobStore) -> None:
    sha256 = store.put(b"image", suffix=".png")
    assert sha256 == sha256_bytes(b"image")
    assert store.put(b"image", suffix=".png") == sha256
    assert store.get(sha256) == b"image"
    assert store.exists(sha256)
    odd = store.put(b"page", suffix=".webp")
    assert store.get(odd) == b"page"
    assert list(store.iterate()) == sorted([sha256, odd])


def test_the_same_bytes_are_one_blob_whatever_their_suffix(store: BlobStore) -> None:
    first = store.put(b"image", suffix=".webp")
    assert store.put(b"image", suffix=".png") == first
    assert list(store.iterate()) == [first]


def test_a_deleted_blob_is_gone(store: BlobStore) -> None:
    sha256 = store.put(b"image", suffix=".webp")
    store.delete(sha256)
    store.delete(sha256)
    assert not store.exists(sha256)
    assert list(store.iterate()) == []
    with pytest.raises(NotFoundError, match="no blob"):
        store.get(sha256)


def test_an_empty_store_lists_nothing(store: BlobStore) -> None:
    assert list(store.iterate()) == []


def test_a_store_travels_to_another_process(store: BlobStore) -> None:
    assert pickle.loads(pickle.dumps(store)) == store


def test_blobs_lie_under_two_digits_and_no_half_file_is_left(tmp_path: Path) -> None:
    store = BlobStore(str(tmp_path))
    sha256 = store.put(b"image", suffix=".png")
    (tmp_path / sha256[:2] / ".partial-left").write_bytes(b"ima")
    assert (tmp_path / sha256[:2] / f"{sha256[2:]}.png").read_bytes() == b"image"
    assert list(store.iterate()) == [sha256]


def test_only_hashes_name_blobs(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a SHA-256"):
        BlobStore(str(tmp_path)).get("../../etc/passwd")


def test_an_unknown_address_is_a_configuration_error() -> None:
    with pytest.raises(ConfigurationError, match="cannot be opened"):
        BlobStore("nosuchprotocol://bucket").put(b"x", suffix="")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes into the folder of another user")
def test_what_root_stores_in_a_users_home_is_that_users(tmp_path: Path) -> None:
    user = pwd.getpwnam("nobody")
    os.chown(tmp_path, user.pw_uid, user.pw_gid)
    BlobStore(str(tmp_path / "home" / "blobs")).put(b"image", suffix=".png")
    made = list(tmp_path.rglob("*"))
    assert len(made) == 4
    assert {(path.stat().st_uid, path.stat().st_gid) for path in made} == {(user.pw_uid, user.pw_gid)}


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root on Linux can give up one right")
def test_root_that_may_not_give_stores_all_the_same(tmp_path: Path) -> None:
    """A container whose root has no CAP_CHOWN (0), on a volume of another user."""
    os.chown(tmp_path, pwd.getpwnam("nobody").pw_uid, -1)
    tmp_path.chmod(0o777)
    program = f"""
import ctypes, ctypes.util
libc = ctypes.CDLL(None, use_errno=True)
PR_CAPBSET_DROP, CAP_CHOWN = 24, 0
assert libc.prctl(PR_CAPBSET_DROP, CAP_CHOWN, 0, 0, 0) == 0
import os, sys
os.execv(sys.executable, [sys.executable, "-c", "from bizrag.store.blobs import BlobStore; "
    "print(BlobStore({str(tmp_path / "blobs")!r}).put(b'image', suffix='.png'))"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == sha256_bytes(b"image"), done.stderr
    assert {path.stat().st_uid for path in (tmp_path / "blobs").rglob("*")} == {0}
