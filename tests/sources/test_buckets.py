"""Buckets that cannot be listed or read: a wrong key, a server that is gone, a bucket or an object that is gone."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import s3fs

from bizrag.errors import BadInputError, SourceUnavailableError
from bizrag.sources.listing import list_source
from bizrag.sources.reading import local_copy, read_head
from tests.buckets import bucket_of

BUCKET = "reports"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    with bucket_of(BUCKET, monkeypatch) as client:
        client.put_object(Bucket=BUCKET, Key="notes/a.txt", Body=b"The pump was serviced.")
        yield client


@pytest.fixture
def refused(bucket: Any) -> Iterator[Any]:
    """The bucket, whose server asks for a key that it knows."""
    _ask_for_keys_after("0")
    yield bucket
    _ask_for_keys_after("inf")


def _ask_for_keys_after(num_requests: str) -> None:
    address = f"{os.environ['AWS_ENDPOINT_URL']}/moto-api/reset-auth"
    headers = {"Content-Type": "text/plain"}
    urllib.request.urlopen(urllib.request.Request(address, num_requests.encode(), headers, method="POST")).close()


@pytest.mark.slow
@pytest.mark.parametrize("place", [f"s3://{BUCKET}", f"s3://{BUCKET}/", f"s3://{BUCKET}/notes"])
def test_a_bucket_and_a_part_of_it_are_listed(bucket: Any, place: str) -> None:
    (file,) = list_source(place, collection="c").files
    assert (file.source_root + "/" + file.source_uri, file.size_bytes) == (f"s3://{BUCKET}/notes/a.txt", 22)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["s3://nowhere", f"s3://{BUCKET}/nothing"])
def test_what_is_not_there_is_told_so(bucket: Any, place: str) -> None:
    with pytest.raises(BadInputError, match=rf"^{place}: no such bucket or folder$"):
        list_source(place, collection="c")


@pytest.mark.slow
@pytest.mark.parametrize("place", [f"s3://{BUCKET}", f"s3://{BUCKET}/notes"])
def test_a_wrong_key_is_told_as_one_and_deletes_nothing(refused: Any, place: str) -> None:
    with pytest.raises(
        SourceUnavailableError, match=rf"^{place}: access is refused \(.+\); check the key and its rights$"
    ):
        list_source(place, collection="c")


def test_a_key_that_is_missing_is_told(bucket: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    s3fs.S3FileSystem.clear_instance_cache()
    with pytest.raises(SourceUnavailableError, match=r"cannot be read now: Unable to locate credentials"):
        list_source(f"s3://{BUCKET}", collection="c")


@pytest.mark.slow
def test_a_server_that_is_gone_is_told_and_no_document_is_at_fault(
    bucket: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = list_source(f"s3://{BUCKET}", collection="c").files
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    s3fs.S3FileSystem.clear_instance_cache()
    said = r"cannot be read now: Could not connect to the endpoint URL"
    with pytest.raises(SourceUnavailableError, match=said):
        list_source(f"s3://{BUCKET}", collection="c")
    with pytest.raises(SourceUnavailableError, match=said), local_copy(file.source_root, file.source_uri):
        pass
    with pytest.raises(SourceUnavailableError, match=said):
        read_head(file.source_root, file.source_uri, num_bytes=8)


@pytest.mark.slow
def test_an_object_that_went_after_it_was_listed_is_looked_for_again(bucket: Any) -> None:
    (file,) = list_source(f"s3://{BUCKET}", collection="c").files
    bucket.delete_object(Bucket=BUCKET, Key="notes/a.txt")
    with (
        pytest.raises(SourceUnavailableError, match=r"notes/a\.txt: no such object; it was moved or deleted"),
        local_copy(file.source_root, file.source_uri),
    ):
        pass
