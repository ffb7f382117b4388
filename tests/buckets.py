"""A bucket of a server that speaks S3 over HTTP, on the loopback."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import boto3
import pytest
import s3fs
from moto.server import ThreadedMotoServer


@contextmanager
def bucket_of(name: str, monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    """A client of the bucket; drivers find its server and its key in the environment."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for variable, value in {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
    }.items():
        monkeypatch.setenv(variable, value)
    # the driver keeps one client for as long as a process lives
    s3fs.S3FileSystem.clear_instance_cache()
    client = boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"])
    # the servers of one process share what they hold, and one that stops forgets nothing
    urllib.request.urlopen(f"{os.environ['AWS_ENDPOINT_URL']}/moto-api/reset", b"").close()
    client.create_bucket(Bucket=name)
    yield client
    client.close()
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()
