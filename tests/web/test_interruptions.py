"""What a person sees when the service ends under the page, or has too much to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from fastapi import FastAPI
from playwright.sync_api import BrowserContext, expect

from bizrag.settings import RerankMode, Settings
from query import QueryService
from query.http.app import create_app
from tests.scripted_server import Received, Reply, ScriptedServer, say
from tests.serving import serving
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


def test_a_service_that_ends_leaves_the_answer_and_says_so(
    context: BrowserContext, web_settings: Settings, open_service: Callable[[Settings], QueryService]
) -> None:
    tab = context.new_page()
    with (
        open_service(web_settings) as service,
        serving(create_app(web_settings, service=service)) as address,
    ):
        tab.goto(address)
        tab.get_by_label("Your question").fill("What dividend is proposed for 2025?")
        tab.keyboard.press("Enter")
        expect(tab.locator(".answer .prose")).to_contain_text("0.40")
    tab.locator("a.cite").first.click()
    viewer = tab.get_by_role("dialog")
    expect(viewer.get_by_role("alert")).to_contain_text("The service does not answer")
    viewer.get_by_role("button", name="Close").click()
    expect(tab.locator(".answer .prose")).to_contain_text("0.40")
    tab.get_by_label("Your question").fill("And for 2024?")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("alert")).to_contain_text("The connection broke off")
    expect(tab.get_by_label("Your question")).to_have_value("And for 2024?")


def test_a_service_with_too_much_to_do_says_so_where_the_answer_would_stand(
    context: BrowserContext,
    web_settings: Settings,
    open_service: Callable[[Settings], QueryService],
    scripted: ScriptedServer,
) -> None:
    settings = scripted.configure(web_settings)
    settings.answering.rerank = RerankMode.NONE
    settings.serving.threads, settings.serving.max_waiting = 2, 6
    # no answer before the page has been told: how fast a machine is does not matter
    refused = Event()

    def held(_: Received) -> Reply:
        refused.wait(120)
        return say("Nobody knows [1](#1).")

    scripted.reply(held, stays=True)
    tab = context.new_page()
    with (
        open_service(settings) as service,
        serving(app := create_app(settings, service=service)) as address,
        ThreadPoolExecutor(8) as others,
        ExitStack() as at_the_end,
    ):
        at_the_end.callback(refused.set)
        tab.goto(address)
        tab.get_by_label("Your question").fill("Who has to wait?")
        # as many as may be there at once
        answers = [others.submit(asked, address, f"Who is number {number}?") for number in range(8)]
        wait_until(lambda: num_open(app) == 8)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("alert")).to_contain_text("Too many ask at once")
        expect(tab.get_by_label("Your question")).to_have_value("Who has to wait?")
    # those who came before are answered
    assert all(b"Nobody knows" in answer.result() for answer in answers)


def asked(address: str, question: str) -> bytes:
    """The answer to a question, as the page would get it."""
    body = urlencode({"question": question}).encode()
    with urlopen(Request(f"{address}/web/stream", body, method="POST")) as response:
        return bytes(response.read())


def num_open(app: FastAPI) -> float | None:
    """Requests in work or waiting."""
    open_now: float | None = app.state.metrics.registry.get_sample_value("bizrag_http_requests_open")
    return open_now
