"""Folders with links that leave them, pipes, devices, and names that are long, broken or meant for a terminal."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.model.documents import SourceFile
from bizrag.sources.listing import Listing, list_source
from bizrag.sources.reading import content_sha256, local_copy


def _list(folder: Path) -> Listing:
    return list_source(str(folder), collection="c")


def _read(file: SourceFile) -> bytes:
    with local_copy(file.source_root, file.source_uri) as path:
        assert not re.search(r"[\x00-\x1f\x7f\u202e\ud800-\udfff]", path.name)
        assert len(content_sha256(path)) == 64
        return path.read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    outside = tmp_path / "outside"
    outside.mkdir()
    secret = outside / "secret.txt"
    secret.write_text("The secret is 42.")
    return secret


@pytest.mark.parametrize("target", ["secret.txt", "/etc/passwd", "/dev/zero", "../outside/secret.txt"])
def test_a_link_that_leaves_the_folder_is_listed_and_refused(folder: Path, secret: Path, target: str) -> None:
    (folder / "link.txt").symlink_to(secret if target == secret.name else target)
    (file,) = _list(folder).files
    assert file.size_bytes == len(str((folder / "link.txt").readlink()))  # that of the link, not of what it leads to
    with pytest.raises(BadInputError, match=r"link\.txt: a link to a place outside of .*it is not followed"):
        _read(file)


def test_a_link_within_the_folder_is_a_document(folder: Path) -> None:
    (folder / "a.txt").write_text("A.")
    (folder / "b.txt").symlink_to("a.txt")
    assert [_read(file) for file in _list(folder).files] == [b"A.", b"A."]


def test_a_folder_behind_a_link_is_not_entered_and_that_is_said(folder: Path, secret: Path) -> None:
    (folder / "inside").mkdir()
    (folder / "again").symlink_to(folder / "inside")
    (folder / "away").symlink_to(secret.parent)
    found = _list(folder)
    assert found.files == ()
    assert found.refused == ("away: a link to a folder outside; it is not followed",)
    assert found.is_complete


def test_a_swapped_link_is_refused_when_it_is_read(folder: Path, secret: Path) -> None:
    (folder / "a.txt").write_text("A.")
    (file,) = _list(folder).files
    (folder / "a.txt").unlink()
    (folder / "a.txt").symlink_to(secret)
    with pytest.raises(BadInputError, match="a link to a place outside"):
        _read(file)


def test_links_in_a_circle_are_one_line(folder: Path) -> None:
    (folder / "a.txt").symlink_to("b.txt")
    (folder / "b.txt").symlink_to("a.txt")
    for file in _list(folder).files:
        with pytest.raises(BadInputError, match=r"[ab]\.txt: a link to a place outside of .*, or to itself"):
            _read(file)


def test_pipes_are_listed_and_never_opened(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    (file,) = _list(folder).files
    with pytest.raises(BadInputError, match=r"pipe\.txt: not a regular file"):
        _read(file)


def test_a_device_as_a_place_is_refused() -> None:
    with pytest.raises(BadInputError, match="/dev/null: neither a file nor a folder"):
        list_source("/dev/null", collection="c")


def test_who_names_a_link_means_its_file(folder: Path, secret: Path) -> None:
    (folder / "link.txt").symlink_to(secret)
    (file,) = list_source(str(folder / "link.txt"), collection="c").files
    assert (file.source_uri, _read(file)) == ("secret.txt", b"The secret is 42.")


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        (b"r\xe9sum\xe9.txt", "r\\udce9sum\\udce9.txt"),
        (b"two\nlines.txt", "two\\x0alines.txt"),
        (b"\x1b[2Jclear.txt", "\\x1b[2Jclear.txt"),
        ("invoice\u202etxt.exe.txt".encode(), "invoice\\u202etxt.exe.txt"),
        (b"plain \\x41 and \\udce9.txt", "plain \\x41 and \\udce9.txt"),
        ("Straße 東京 👩‍💻.txt".encode(), "Straße 東京 👩‍💻.txt"),
        (b"n" * 251 + b".txt", "n" * 251 + ".txt"),
    ],
)
def test_a_name_of_any_bytes_is_stored_as_text_and_found_again(folder: Path, name: bytes, uri: str) -> None:
    with open(os.path.join(os.fsencode(folder), name), "wb") as stream:  # noqa: PTH118, PTH123 - bytes as a name
        stream.write(b"Content.")
    (file,) = _list(folder).files
    assert file.source_uri == uri
    file.source_uri.encode()
    assert _read(file) == b"Content."


def test_a_path_too_long_for_an_index_is_passed_over_and_said(folder: Path) -> None:
    deep = folder.joinpath(*["d" * 200] * 5)
    deep.mkdir(parents=True)
    (deep / "a.txt").write_text("A.")
    found = _list(folder)
    assert found.files == ()
    (line,) = found.refused
    assert line.endswith("a path of more than 850 bytes; give it a shorter one")


def test_a_folder_that_cannot_be_listed_deletes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").mkdir()
    (folder / "a.txt").write_text("A.")
    scan = os.scandir

    def scandir(path: str) -> object:
        # root may list everything: the refusal of the system is played
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = _list(folder)
    assert [file.source_uri for file in found.files] == ["a.txt"]
    assert not found.is_complete
    assert found.refused[0].endswith("closed: cannot be listed: Permission denied")


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_our_own_places_inside_a_folder_are_left_out_and_said(folder: Path, scheme: str) -> None:
    home, blobs = folder / "data" / "home", folder / "blobs"
    (home / "postgres").mkdir(parents=True)
    blobs.mkdir()
    for path in (folder / "a.txt", folder / "data" / "b.txt", home / "postgres" / "log.txt", blobs / "page.png"):
        path.write_text("A text.")
    # a name that only begins alike is a document
    (folder / "blobs.txt").write_text("A text.")
    own = [str(home), str(home / "weights"), f"file://{blobs}"]
    found = list_source(f"{scheme}{folder}", collection="c", own=own)
    assert [file.source_uri for file in found.files] == ["a.txt", "blobs.txt", "data/b.txt"]
    assert found.left_out == ("blobs", "data/home")
    assert (found.refused, found.is_complete) == ((), True)


def test_our_own_places_are_known_behind_a_link(folder: Path, tmp_path: Path) -> None:
    (folder / "home").mkdir()
    (folder / "home" / "log.txt").write_text("A text.")
    (tmp_path / "link").symlink_to(folder)
    found = list_source(str(tmp_path / "link"), collection="c", own=[str(folder / "home")])
    assert (found.files, found.left_out) == ((), ("home",))


@pytest.mark.parametrize("place", ["", "blobs", "blobs/page.txt"])
@pytest.mark.parametrize("scheme", ["", "file://"])
def test_a_source_inside_our_own_places_is_refused(folder: Path, place: str, scheme: str) -> None:
    (folder / "blobs").mkdir()
    (folder / "blobs" / "page.txt").write_text("A text.")
    with pytest.raises(BadInputError, match=f"lies in {folder}, where bizrag keeps its own files; give a place"):
        list_source(f"{scheme}{folder / place}", collection="c", own=[str(folder)])
