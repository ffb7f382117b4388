"""What a person sees when the service ends under the page, or has too much to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPResponse
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import BrowserContext, expect

from bizrag.settings import RerankMode, Settings
from query import QueryService
from query.http.app import create_app
from tests.scripted_server import ScriptedServer, say
from tests.serving import serving

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
    scripted.reply(replace(say("Nobody knows [1](#1)."), delay_seconds=8), stays=True)
    tab = context.new_page()
    with (
        open_service(settings) as service,
        serving(create_app(settings, service=service)) as address,
        ThreadPoolExecutor(8) as others,
    ):
        tab.goto(address)
        tab.get_by_label("Your question").fill("Who has to wait?")
        # as many as may be there at once
        for stream in list(others.map(lambda number: begun(address, f"Who is number {number}?"), range(8))):
            others.submit(stream.read)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("alert")).to_contain_text("Too many ask at once")
        expect(tab.get_by_label("Your question")).to_have_value("Who has to wait?")


def begun(address: str, question: str) -> HTTPResponse:
    """The answer to a question that is on its way."""
    body = urlencode({"question": question}).encode()
    response: HTTPResponse = urlopen(Request(f"{address}/web/stream", body, method="POST"))
    assert response.readline() == b": searching\n"
    return response
