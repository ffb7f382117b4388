"""The pictures of docs/web.md: the page in a browser, over the samples, at the width of a desk and of a phone.

Run ``python -m samples.web_pictures`` after ``bizrag ingest samples/docs --collection samples``; ``--folder`` writes
elsewhere. Service, search and citations are real. The first pictures are of an installation without a chat model; in
the talk, what the model says is written here and comes over HTTP from a server on the loopback.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

    from bizrag.settings import Settings
    from tests.scripted_server import Received, Reply, ScriptedServer

FOLDER = Path(__file__).parents[1] / "docs" / "images"
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
QUESTION = "What dividend does the board propose for 2025?"
FOLLOW_UP = "And when is it paid?"

_WHOLE_FOLLOW_UP = "When is the dividend for 2025 paid?"
_PATIENCE_MS = 240_000
_GAP_PX = 24
_GROUND = "#d6d2c6"
_COLOURS = 128


def ask(tab: Page, address: str, question: str) -> None:
    """Ask, and wait for the whole answer."""
    tab.goto(address)
    tab.get_by_label("Your question").fill(question)
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".answer .prose")
    tab.wait_for_load_state("networkidle")


def at_desk(browser: Browser, address: str) -> Iterator[tuple[str, bytes]]:
    """The answer, a citation, how a chunk was found, at 1280 x 800."""
    tab = _tab(browser, DESK)
    ask(tab, address, QUESTION)
    yield "web_answer.png", tab.screenshot()
    tab.locator("a.cite").first.click()
    _show_viewer(tab)
    yield "web_citation.png", tab.screenshot()
    tab.close()


def in_a_talk(browser: Browser, address: str) -> Iterator[tuple[str, bytes]]:
    """A written answer and the question that followed it."""
    tab = _tab(browser, DESK)
    ask(tab, address, QUESTION)
    tab.get_by_label("Your follow-up question").fill(FOLLOW_UP)
    tab.keyboard.press("Enter")
    tab.locator(".asked", has_text=FOLLOW_UP).wait_for()
    tab.locator(".answer .prose", has_text="5 June").wait_for()
    tab.locator(".turn > summary").first.click()
    tab.locator(".turn").first.evaluate("turn => window.scrollTo(0, turn.getBoundingClientRect().top + scrollY - 24)")
    yield "web_talk.png", tab.screenshot()
    tab.close()


def on_a_phone(browser: Browser, address: str) -> bytes:
    """An answer, a citation and the documents beside each other, each at 390 x 844."""
    tab = _tab(browser, PHONE)
    ask(tab, address, QUESTION)
    shots = [tab.screenshot()]
    tab.locator("a.cite").first.click()
    _show_viewer(tab)
    shots.append(tab.screenshot())
    tab.goto(f"{address}/web/documents")
    tab.wait_for_load_state("networkidle")
    shots.append(tab.screenshot())
    tab.close()
    return _side_by_side(shots)


def _tab(browser: Browser, viewport: ViewportSize) -> Page:
    tab = browser.new_context(viewport=viewport, reduced_motion="reduce").new_page()
    tab.set_default_timeout(_PATIENCE_MS)
    return tab


def _show_viewer(tab: Page) -> None:
    tab.get_by_role("dialog").wait_for()
    tab.locator("#viewer .sheet img").evaluate("image => image.decode()")
    tab.wait_for_timeout(500)


def _side_by_side(shots: Sequence[bytes]) -> bytes:
    images = [Image.open(io.BytesIO(shot)) for shot in shots]
    width = sum(image.width for image in images) + _GAP_PX * (len(images) - 1)
    whole, left = Image.new("RGB", (width, max(image.height for image in images)), _GROUND), 0
    for image in images:
        whole.paste(image, (left, 0))
        left += image.width + _GAP_PX
    buffer = io.BytesIO()
    whole.save(buffer, "PNG")
    return buffer.getvalue()


def write(folder: Path, name: str, shot: bytes) -> None:
    """Few colours: pages are flat, and the manual travels with the code."""
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(folder / name, optimize=True)


def _source_of(received: Received, words: str) -> int:
    """The id of the source that says these words."""
    for block in re.split(r"^START source ", received.text, flags=re.MULTILINE)[1:]:
        if words in " ".join(block.split()):
            return int(block.split(" ", 1)[0])
    raise LookupError(f"no source says {words!r}: the search does not find it any more")


def _dividend(received: Received) -> Reply:
    from tests.scripted_server import say

    board = _source_of(received, "proposes a dividend of $0.40")
    return say(f"The board proposes **$0.40 per share** for 2025, after $0.36 for 2024 [{board}](#{board}).")


def _payment(received: Received) -> Reply:
    from tests.scripted_server import say

    paid = _source_of(received, "paid on 5 June 2026")
    return say(f"On **5 June 2026**, to holders of record on 28 May [{paid}](#{paid}).")


def script(scripted: ScriptedServer) -> None:
    """What the chat model of the talk says."""
    from tests.scripted_server import say

    scripted.reply(say(_WHOLE_FOLLOW_UP), when=lambda received: "You prepare questions" in received.text, stays=True)
    scripted.reply(_dividend, when=lambda received: "You answer questions" in received.text)
    scripted.reply(_payment, when=lambda received: "You answer questions" in received.text)


@contextmanager
def served(settings: Settings) -> Generator[str]:
    """The page over the database of these settings."""
    from query import QueryService
    from query.http.app import create_app
    from tests.serving import serving

    with QueryService(settings) as service, serving(create_app(settings, service=service)) as address:
        yield address


def main() -> None:
    """Take them all."""
    from playwright.sync_api import sync_playwright

    from bizrag.settings import RerankMode, Settings
    from tests.scripted_server import ScriptedServer

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    folder: Path = parser.parse_args().folder
    scripted = ScriptedServer()
    script(scripted)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with served(Settings()) as address:
            for name, shot in at_desk(browser, address):
                write(folder, name, shot)
            write(folder, "web_phone.png", on_a_phone(browser, address))
        writing = scripted.configure(Settings())
        writing.answering.rerank = RerankMode.NONE
        writing.providers.calls.fresh = True
        with served(writing) as address:
            for name, shot in in_a_talk(browser, address):
                write(folder, name, shot)
        browser.close()
    scripted.close()


if __name__ == "__main__":
    main()
