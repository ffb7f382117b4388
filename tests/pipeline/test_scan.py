"""Comparing folders with the catalog: what is new, changed and gone. The files and the database are real."""

from __future__ import annotations

import os
import shlex
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from bizrag.errors import BadInputError, ConfigurationError, SourceUnavailableError
from bizrag.model.documents import document_id
from bizrag.pipeline.scan import Scan, refuse_emptied, scan
from bizrag.sources.listing import list_source
from bizrag.store.catalog import load_documents


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text("first")
    (folder / "sub" / "b.txt").write_text("second")
    return folder


def scan_folder(engine: Engine, folder: Path, collection: str = "c") -> Scan:
    with engine.begin() as conn:
        return scan(conn, list_source(str(folder), collection=collection), collection=collection)


def test_the_first_scan_adds_every_file_and_the_second_none(engine: Engine, folder: Path) -> None:
    first = scan_folder(engine, folder)
    assert len(first.added) == 2
    assert set(first.added_partitions) == {"c/a.txt", "c/sub/b.txt"}
    second = scan_folder(engine, folder)
    assert (second.added, second.changed, second.gone, second.added_partitions) == ((), (), (), ())
    assert second.listed == first.listed


def test_files_of_types_that_are_not_read_are_no_documents(engine: Engine, folder: Path) -> None:
    (folder / "sub" / "plan.ods").write_text("cells")
    found = scan_folder(engine, folder)
    assert set(found.added_partitions) == {"c/a.txt", "c/sub/b.txt"}
    assert found.skipped == ("sub/plan.ods",)
    assert scan_folder(engine, folder / "sub" / "plan.ods").added_partitions == ("c/sub/plan.ods",)


@pytest.mark.parametrize(
    ("content", "is_document"),
    [
        (b"%PDF-1.7\n", True),
        (b"\xff\xd8\xff\xe0", True),
        (b"PK\x03\x04" + bytes(26) + b"word/document.xml", True),
        (b"<!doctype html><p>a</p>", True),
        (b"PK\x03\x04" + bytes(26) + b"META-INF/MANIFEST.MF", False),
        (b"MZ\x90\x00" + bytes(200), False),
        (b"all: test\n", False),
        (b"", False),
    ],
)
@pytest.mark.parametrize("scheme", ["", "memory://"])
def test_the_bytes_of_a_file_without_a_suffix_decide_whether_it_is_a_document(
    engine: Engine, folder: Path, scheme: str, content: bytes, is_document: bool
) -> None:
    import fsspec

    fs, root = fsspec.core.url_to_fs(f"{scheme}{folder}")
    fs.pipe_file(f"{root}/Report v1.2", content)
    place = f"{scheme}{folder}"
    with engine.begin() as conn:
        found = scan(conn, list_source(place, collection="c"), collection="c")
    assert ("c/Report v1.2" in found.added_partitions, found.skipped) == (
        (True, ()) if is_document else (False, ("Report v1.2",))
    )


def test_a_file_without_a_suffix_that_cannot_be_opened_is_a_document(engine: Engine, folder: Path) -> None:
    """Its failure says why; passed over, it would be a document that nobody misses."""
    (folder / "report").symlink_to("/etc/hostname")
    assert "c/report" in scan_folder(engine, folder).added_partitions


def test_the_way_out_of_an_emptied_folder_can_be_pasted_into_a_shell(engine: Engine, tmp_path: Path) -> None:
    share = tmp_path / "our share"
    share.mkdir()
    for name in ("a.txt", "b.txt"):
        (share / name).write_text(name)
    scan_folder(engine, share, "two words")
    for file in share.iterdir():
        file.unlink()
    gone = scan_folder(engine, share, "two words").gone
    with pytest.raises(SourceUnavailableError) as told:
        refuse_emptied(list_source(str(share), collection="two words"), gone, collection="two words")
    assert shlex.split(str(told.value).rsplit(": ", 1)[1]) == [
        *("bizrag", "ingest", str(share), "--collection", "two words", "--allow-empty")
    ]


def test_a_touched_file_is_changed_and_keeps_its_identity(engine: Engine, folder: Path) -> None:
    first = scan_folder(engine, folder)
    os.utime(folder / "a.txt", (1, 1))
    second = scan_folder(engine, folder)
    assert (second.added, second.gone) == ((), ())
    assert len(second.changed) == 1
    with engine.connect() as conn:
        row = load_documents(conn, second.changed)[0]
    assert row.document_no in first.added
    assert row.document_id == document_id("c", "a.txt")


def test_a_renamed_file_is_one_gone_and_one_added(engine: Engine, folder: Path) -> None:
    scan_folder(engine, folder)
    (folder / "a.txt").rename(folder / "c.txt")
    second = scan_folder(engine, folder)
    assert [gone.source_uri for gone in second.gone] == ["a.txt"]
    assert second.added_partitions == ("c/c.txt",)


def test_listing_one_file_does_not_make_its_neighbours_gone(engine: Engine, folder: Path) -> None:
    scan_folder(engine, folder)
    only_one = scan_folder(engine, folder / "a.txt")
    assert only_one.gone == ()
    assert len(only_one.listed) == 1


def test_a_moved_folder_keeps_its_documents(engine: Engine, folder: Path, tmp_path: Path) -> None:
    first = scan_folder(engine, folder)
    moved = folder.rename(tmp_path / "elsewhere")
    second = scan_folder(engine, moved)
    assert second.added == ()
    assert second.listed == first.listed


def test_the_same_path_under_two_folders_of_a_collection_is_refused(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    scan_folder(engine, folder)
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.txt").write_text("something else")
    with pytest.raises(ConfigurationError, match=r"a\.txt.*another --collection"):
        scan_folder(engine, other)
    assert len(scan_folder(engine, other, "another").added) == 1


def places(engine: Engine) -> dict[str, str]:
    """The root of every document, by its path below that root."""
    with engine.connect() as conn:
        return {row[0]: row[1] for row in conn.execute(text("SELECT source_uri, source_root FROM document"))}


def test_a_folder_inside_a_known_root_is_a_part_of_it(engine: Engine, folder: Path) -> None:
    first = scan_folder(engine, folder)
    again = scan_folder(engine, folder / "sub")
    assert (again.added, again.changed, again.gone) == ((), (), ())
    assert set(again.listed) < set(first.listed)
    (folder / "sub" / "b.txt").rename(folder / "sub" / "c.txt")
    # what lies beside the part was not listed, and is not gone
    renamed = scan_folder(engine, folder / "sub")
    assert [item.source_uri for item in renamed.gone] == ["sub/b.txt"]
    assert renamed.added_partitions == ("c/sub/c.txt",)


def test_a_file_inside_a_known_root_keeps_its_one_place(engine: Engine, folder: Path) -> None:
    scan_folder(engine, folder)
    assert scan_folder(engine, folder / "sub" / "b.txt").added == ()
    assert set(places(engine)) == {"a.txt", "sub/b.txt"}


def test_a_root_inside_the_folder_becomes_a_part_of_it(engine: Engine, folder: Path) -> None:
    """Otherwise a deleted file would go on answering under the place that it had in the inner root."""
    (folder / "sub" / "a.txt").write_text("another of the same name")
    inner = scan_folder(engine, folder / "sub")
    (folder / "sub" / "b.txt").unlink()
    outer = scan_folder(engine, folder)
    # "a.txt" is the outer one now, and the inner one has a path of its own
    assert set(outer.added_partitions) == {"c/sub/a.txt"}
    assert len(outer.changed) == 1
    assert set(outer.changed) < set(inner.listed)
    assert [item.source_uri for item in outer.gone] == ["b.txt"]
    assert {path for path, root in places(engine).items() if root == str(folder)} == {"a.txt", "sub/a.txt"}


def test_one_file_does_not_swallow_a_root_below_its_folder(engine: Engine, folder: Path) -> None:
    scan_folder(engine, folder / "sub")
    (folder / "b.txt").write_text("another of the same name")
    with pytest.raises(ConfigurationError, match=r"b\.txt.*another --collection"):
        scan_folder(engine, folder / "b.txt")
    assert scan_folder(engine, folder / "a.txt").gone == ()


def test_one_folder_under_two_names_is_one_source(engine: Engine, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    scan_folder(engine, folder / "sub" / "..")
    (folder / "a.txt").unlink()
    assert [item.source_uri for item in scan_folder(engine, tmp_path / "link").gone] == ["a.txt"]


def test_a_folder_that_the_root_passes_over_is_a_source_of_its_own(engine: Engine, folder: Path) -> None:
    scan_folder(engine, folder)
    hidden = folder / ".drafts"
    hidden.mkdir()
    (hidden / "d.txt").write_text("a draft")
    assert scan_folder(engine, hidden).added_partitions == ("c/d.txt",)
    assert scan_folder(engine, folder).gone == ()


def test_junk_is_passed_over_and_a_link_out_of_the_folder_is_listed(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    (folder / ".hidden").write_text("x")
    (folder / "~$a.docx").write_text("x")
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    (folder / "link.txt").symlink_to(secret)
    # the link is recorded as a document that must not be read
    assert scan_folder(engine, folder).added_partitions == ("c/a.txt", "c/link.txt", "c/sub/b.txt")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="nowhere: no such file or folder"):
        list_source(str(tmp_path / "nowhere"), collection="c")


def test_two_processes_may_list_the_same_new_files_at_once(engine: Engine, folder: Path) -> None:
    """The second waits for the first, and a file is one document."""
    found = list_source(str(folder), collection="c")
    with engine.connect() as first, engine.connect() as second, ThreadPoolExecutor(1) as other:
        one = scan(first, found, collection="c")
        waiting = other.submit(scan, second, found, collection="c")
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.3)
        first.commit()
        assert waiting.result(timeout=30).listed == one.listed
        second.commit()
        assert second.execute(text("SELECT count(*) FROM document")).scalar() == 2
