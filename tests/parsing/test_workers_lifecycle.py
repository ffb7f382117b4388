"""Parser processes: what happens when they die, hang, grow, and when their parent goes. Real processes, real kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from bizrag.errors import BadInputError, ParseTimeoutError, PermanentError, WorkerCrashError
from bizrag.model.documents import Layout
from bizrag.parsing.confined import processes
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.images.sinks import FolderSink
from bizrag.settings import ParsingSettings, Settings
from tests.processes import command_of


def _settings(tmp_path: Path, weights_path: Path, **parsing: float) -> Settings:
    # copied past the validators: limits below what a setting allows make for short tests
    limits = ParsingSettings(workers=1).model_copy(update=dict(parsing))
    return Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=limits)


def _workers(parent: psutil.Process | None = None) -> list[psutil.Process]:
    children = (parent or psutil.Process()).children(recursive=True)
    return [child for child in children if "bizrag.parsing.confined.worker_process" in command_of(child)]


def _own_workers(before: set[int]) -> list[psutil.Process]:
    return [worker for worker in _workers() if worker.pid not in before]


def _text(tmp_path: Path, name: str = "note.txt") -> Path:
    path = tmp_path / name
    path.write_text(f"A note of {name}.\n\nIt has two paragraphs.\n")
    return path


def _pdf(tmp_path: Path, num_pages: int = 60) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "long.pdf"
    canvas = Canvas(str(path))
    for number in range(num_pages):
        for line in range(40):
            canvas.drawString(
                72, 740 - 16 * line, f"Page {number + 1}, line {line + 1}: revenue rose to {line * 7} million"
            )
        canvas.showPage()
    canvas.save()
    return path


def _sink(tmp_path: Path) -> FolderSink:
    return FolderSink(tmp_path / "images")


@pytest.mark.slow
def test_simple_formats_need_no_models_and_one_process(tmp_path: Path, weights_path: Path) -> None:
    before = {worker.pid for worker in _workers()}
    with ParserPool(_settings(tmp_path, weights_path, workers=1), _sink(tmp_path)) as pool:
        assert _own_workers(before) == []
        futures = [
            pool.submit(_text(tmp_path, f"{n}.txt"), content_sha256=str(n), layout=Layout.VERTICAL) for n in range(3)
        ]
        parses = [future.result(60) for future in futures]
        (worker,) = _own_workers(before)
        assert "libtorch" not in Path(f"/proc/{worker.pid}/maps").read_text()
    assert [parse.blocks[0].text for parse in parses] == [f"A note of {n}.txt." for n in range(3)]
    assert not worker.is_running()


@pytest.mark.slow
def test_a_bad_file_is_the_document_s_error_and_the_process_goes_on(tmp_path: Path, weights_path: Path) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    before = {worker.pid for worker in _workers()}
    with ParserPool(_settings(tmp_path, weights_path), _sink(tmp_path)) as pool:
        with pytest.raises(BadInputError, match="the file is empty"):
            pool.submit(empty, content_sha256="e", layout=Layout.VERTICAL).result(60)
        first = _own_workers(before)
        assert pool.submit(_text(tmp_path), content_sha256="t", layout=Layout.VERTICAL).result(60).blocks
        assert _own_workers(before) == first


@pytest.mark.slow
def test_a_process_is_replaced_after_its_share_of_documents(tmp_path: Path, weights_path: Path) -> None:
    before = {worker.pid for worker in _workers()}
    pids: list[int] = []
    with ParserPool(_settings(tmp_path, weights_path, recycle_after=1), _sink(tmp_path)) as pool:
        for name in ("a.txt", "b.txt"):
            pool.submit(_text(tmp_path, name), content_sha256=name, layout=Layout.VERTICAL).result(60)
            pids += [worker.pid for worker in _own_workers(before)]
    assert len(set(pids)) == len(pids) == 2


@pytest.mark.slow
def test_a_killed_process_costs_its_document_only_and_the_second_time_for_good(
    tmp_path: Path, weights_path: Path
) -> None:
    before = {worker.pid for worker in _workers()}
    long = _pdf(tmp_path)
    with ParserPool(_settings(tmp_path, weights_path), _sink(tmp_path)) as pool:
        for error in (WorkerCrashError, PermanentError):
            victim = pool.submit(long, content_sha256="long", layout=Layout.VERTICAL)
            follower = pool.submit(_text(tmp_path), content_sha256="t", layout=Layout.VERTICAL)
            while not (workers := _own_workers(before)):
                time.sleep(0.05)
            time.sleep(0.5)
            workers[0].send_signal(signal.SIGKILL)
            with pytest.raises(error, match=r"long\.pdf: the parser process died \(SIGKILL\)"):
                victim.result(60)
            assert follower.result(60).blocks


def test_a_process_that_takes_long_to_go_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_EXIT_SECONDS", 0.0)
    process = processes.ChildProcess("bizrag.parsing.confined.look_process", ParsingSettings.model_validate({}))
    process.end()
    give_up = time.monotonic() + 30
    while process.is_running and time.monotonic() < give_up:
        time.sleep(0.01)
    assert not process.is_running


@pytest.mark.slow
def test_silence_beyond_the_limit_ends_a_document(tmp_path: Path, weights_path: Path) -> None:
    # starting Python and docling alone is silent for longer than this
    settings = _settings(tmp_path, weights_path, timeout_seconds=0.3)
    with (
        ParserPool(settings, _sink(tmp_path)) as pool,
        pytest.raises(ParseTimeoutError, match=r"no progress for 0\.3 s"),
    ):
        pool.submit(_pdf(tmp_path), content_sha256="p", layout=Layout.VERTICAL).result(60)


@pytest.mark.slow
def test_memory_beyond_the_limit_ends_a_document(tmp_path: Path, weights_path: Path) -> None:
    settings = _settings(tmp_path, weights_path, memory_mb=150)
    with ParserPool(settings, _sink(tmp_path)) as pool, pytest.raises(WorkerCrashError, match="needs more than 150 MB"):
        pool.submit(_pdf(tmp_path), content_sha256="p", layout=Layout.VERTICAL).result(120)


def test_closing_ends_running_and_waiting_documents_and_every_process(tmp_path: Path, weights_path: Path) -> None:
    before = {worker.pid for worker in _workers()}
    pool = ParserPool(_settings(tmp_path, weights_path), _sink(tmp_path))
    running = pool.submit(_pdf(tmp_path), content_sha256="p", layout=Layout.VERTICAL)
    waiting = pool.submit(_text(tmp_path), content_sha256="t", layout=Layout.VERTICAL)
    while not _own_workers(before):
        time.sleep(0.05)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(60)
    assert not closing.is_alive()
    assert waiting.cancelled()
    with pytest.raises(WorkerCrashError, match="the parser pool was closed"):
        running.result(0)
    assert _own_workers(before) == []
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(_text(tmp_path), content_sha256="t", layout=Layout.VERTICAL)


_PARENT = """
import signal, sys, time
from pathlib import Path
from bizrag.model.documents import Layout
from bizrag.parsing.confined import processes
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.confined.workers import ParserPool
from bizrag.settings import Settings
folder = Path(sys.argv[1])
# a shell that runs the tests in the background has them ignore it
signal.signal(signal.SIGINT, signal.default_int_handler)
with ParserPool(Settings(home=folder), FolderSink(folder)) as pool:
    pool.submit(folder / "note.txt", content_sha256="t", layout=Layout.VERTICAL).result()
    assert not {"docling", "torch", "numpy"} & sys.modules.keys(), "the parent loaded a heavy library"
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_process_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    _text(tmp_path)
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    workers = _workers(psutil.Process(parent.pid))
    assert len(workers) == 1
    parent.send_signal(how)
    parent.wait(60)
    parent.stdout.close()
    gone, alive = psutil.wait_procs(workers, timeout=60)
    assert (len(gone), alive) == (1, [])
