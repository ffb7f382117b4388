"""What a process made at its start is looked through for garbage once; what comes later is still collected."""

from __future__ import annotations

import subprocess
import sys

import pytest

_KEEPS = """
import gc, sys, weakref
from bizrag.garbage import collect_and_keep, collect_seldom

collect_seldom()
assert gc.isenabled() and gc.get_threshold()[0] == 20_000
num_modules = collect_and_keep(0)
kept = gc.get_freeze_count()
assert num_modules == len(sys.modules) and kept > 1_000

class Node: pass
def cycle():
    one, other = Node(), Node()
    one.next, other.next = other, one
    return weakref.ref(one)

left = cycle()
assert left() is not None
assert collect_and_keep(num_modules) == num_modules
assert left() is None and gc.get_freeze_count() <= kept
import colorsys  # more came
assert collect_and_keep(num_modules) == num_modules + 1
assert gc.get_freeze_count() > kept
"""
_COMMAND = """
import gc, sys
sys.argv = ["bizrag", "--version"]
from orchestration.cli import main
try:
    main()
except SystemExit:
    print(gc.get_threshold()[0])
"""

_CHILD = """
import gc, multiprocessing, os, threading
from bizrag.parsing.confined.child import serve

ours, childs = multiprocessing.Pipe()

def start(hello):
    return lambda request, on_page: (gc.get_threshold()[0], gc.get_freeze_count() > 1_000)

def ask():
    ours.send("settings")
    for _ in range(2):
        ours.send("document")
        print(*ours.recv()[1])
    ours.close()

asking = threading.Thread(target=ask)
asking.start()
serve(childs.fileno(), os.getppid(), start)
asking.join()
"""


def _run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_what_is_left_with_new_modules_is_kept_and_cycles_that_come_later_are_not() -> None:
    _run(_KEEPS)


@pytest.mark.slow
def test_commands_look_seldom() -> None:
    assert _run(_COMMAND).splitlines()[-1] == "20000"


@pytest.mark.slow
def test_a_process_that_reads_files_keeps_what_its_first_document_needed() -> None:
    assert _run(_CHILD).splitlines() == ["20000 False", "20000 True"]
