"""First looks happen in a child process: what ends it, hangs it or fills it is one line for one file."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import psutil
import pytest

from bizrag.errors import BadInputError, ParseTimeoutError, PermanentError, WorkerCrashError
from bizrag.parsing.confined.looking import Looker
from bizrag.settings import ParsingSettings
from tests.processes import command_of


def _settings(**limits: float) -> ParsingSettings:
    # copied past the validators: limits below what a setting allows make for short tests
    return ParsingSettings.model_validate({}).model_copy(update=dict(limits))


def _note(tmp_path: Path, text: str = "A note.") -> Path:
    path = tmp_path / "note.txt"
    path.write_text(text)
    return path


def _processes() -> list[psutil.Process]:
    return [
        child for child in psutil.Process().children() if "bizrag.parsing.confined.look_process" in command_of(child)
    ]


@pytest.mark.slow
def test_a_look_is_taken_in_another_process_which_goes_on(tmp_path: Path) -> None:
    looker = Looker(_settings())
    before = {child.pid for child in _processes()}
    try:
        assert looker.preview(_note(tmp_path)).pages[0].text == "A note."
        empty = tmp_path / "empty.pdf"
        empty.touch()
        with pytest.raises(BadInputError, match=r"empty\.pdf: the file is empty"):
            looker.check(empty)
        (child,) = [child for child in _processes() if child.pid not in before]
        looker.check(_note(tmp_path))
        assert child.is_running()
    finally:
        looker.close()
    assert not child.is_running()


@pytest.mark.slow
def test_the_process_outlives_the_thread_that_asked_first(tmp_path: Path) -> None:
    """A run of Dagster has threads of its own; the next run asks the same process."""
    looker = Looker(_settings())
    before = {child.pid for child in _processes()}
    try:
        asking = threading.Thread(target=looker.check, args=(_note(tmp_path),))
        asking.start()
        asking.join()
        (first,) = [child for child in _processes() if child.pid not in before]
        # the kernel would have ended it with the thread
        with pytest.raises(psutil.TimeoutExpired):
            first.wait(1)
        looker.check(_note(tmp_path))
        assert [child for child in _processes() if child.pid not in before] == [first]
    finally:
        looker.close()
    with pytest.raises(WorkerCrashError, match="was closed"):
        looker.check(_note(tmp_path))


@pytest.mark.slow
def test_a_process_that_died_between_files_is_replaced(tmp_path: Path) -> None:
    looker = Looker(_settings())
    before = {child.pid for child in _processes()}
    try:
        looker.check(_note(tmp_path))
        (child,) = [child for child in _processes() if child.pid not in before]
        child.kill()
        child.wait(5)
        looker.check(_note(tmp_path))
    finally:
        looker.close()


def test_a_file_that_ends_two_processes_is_not_tried_a_third_time(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)  # a look that ends before its memory is looked at the first time would be fine
    looker = Looker(_settings(look_memory_mb=1))
    try:
        with pytest.raises(PermanentError, match=r"pipe\.txt: needs more than 1 MB .*two processes"):
            looker.check(pipe)
    finally:
        looker.close()


def test_a_look_that_takes_too_long_says_so(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)  # opening it waits for a writer, for ever
    looker = Looker(_settings(look_seconds=0.5))
    before = {child.pid for child in _processes()}
    try:
        with pytest.raises(ParseTimeoutError, match=r"pipe\.txt: no progress for 0\.5 s \(parsing\.look_seconds\)"):
            looker.check(pipe)
        # nothing of it goes on
        assert {child.pid for child in _processes()} <= before
    finally:
        looker.close()


def test_closing_ends_a_look_under_way(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    looker = Looker(_settings())
    threading.Timer(0.5, looker.close).start()
    with pytest.raises(WorkerCrashError, match="was closed"):
        looker.check(pipe)


@pytest.mark.slow
def test_a_child_may_not_reach_the_network_nor_write_without_end_nor_leave_a_core(tmp_path: Path) -> None:
    """The confinement itself, in a process of its own."""
    import subprocess
    import sys

    program = f"""
import resource, socket
from bizrag.parsing.confined.child import confine, refuse_network
from bizrag.settings import ParsingSettings
confine(ParsingSettings.model_validate({{"max_file_mb": 1, "max_unpacked_mb": 1}}), memory_mb=1000)
refuse_network()
for attempt in (
    lambda: socket.create_connection(("127.0.0.1", 9)),
    lambda: socket.socket().connect(("127.0.0.1", 9)),
    lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
    lambda: socket.getaddrinfo("localhost", 9),
):
    try:
        attempt()
    except PermissionError:
        print("refused")
print(resource.getrlimit(resource.RLIMIT_CORE)[0])
try:
    open({str(tmp_path / "big")!r}, "wb").write(bytes(3_000_000))
except OSError as error:
    print(error.strerror)
try:
    bytearray(9_000_000_000)
except MemoryError:
    print("no memory")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split("\n")[:7] == [*["refused"] * 4, "0", "File too large", "no memory"]
