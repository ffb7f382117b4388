"""Where keys exist, a browser signs in with one and then sees what that key may see."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bizrag.store.keys import add_key, revoke_key
from query import QueryService
from tests.web.conftest import HOSTILE_COLLECTION

pytestmark = pytest.mark.slow


@pytest.fixture
def key(web_service: QueryService) -> Iterator[str]:
    """A key for the collection of the samples."""
    # a name is never used again
    name = f"reader-{uuid.uuid4().hex[:8]}"
    yield add_key(web_service.engine, name, collections=["samples"])
    revoke_key(web_service.engine, name)


def test_a_browser_signs_in_and_sees_what_its_key_may_see(tab: Page, site: str, key: str) -> None:
    tab.goto(f"{site}/web/documents?name=vault")
    expect(tab.locator("h1")).to_have_text("Sign in")
    tab.get_by_label("Key").fill("bizrag_wrong")
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_role("alert")).to_contain_text("This key is not known")
    tab.get_by_label("Key").fill(key)
    tab.get_by_role("button", name="Sign in").click()
    # back where they wanted to go
    expect(tab.get_by_label("Name or title")).to_have_value("vault")
    expect(tab.locator("main")).to_contain_text("No document is like this")
    assert HOSTILE_COLLECTION not in tab.get_by_label("Collection").inner_text()
    tab.goto(site)
    tab.get_by_label("Your question").fill("How many gold bars does the vault in Zyrkon hold?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer")).to_be_visible()
    assert "77 gold bars" not in tab.locator(".answer").inner_text()
    (cookie,) = tab.context.cookies()
    assert cookie.get("httpOnly") is True
    assert cookie.get("sameSite") == "Strict"
    assert key not in cookie.get("value", "")
    assert tab.evaluate("sessionStorage.length") == 1
    tab.get_by_role("button", name="Sign out").click()
    expect(tab.locator("h1")).to_have_text("Sign in")
    # nothing of the answers stays in the browser
    assert tab.evaluate("sessionStorage.length") == 0
    tab.goto(f"{site}/web/documents")
    expect(tab.locator("h1")).to_have_text("Sign in")


def test_a_question_outlives_the_session_that_ended_under_it(tab: Page, site: str, key: str) -> None:
    tab.goto(site)
    tab.get_by_label("Key").fill(key)
    tab.get_by_role("button", name="Sign in").click()
    tab.context.clear_cookies()
    tab.get_by_label("Your question").fill("What dividend is proposed for 2025?")
    tab.keyboard.press("Enter")
    expect(tab.locator("h1")).to_have_text("Sign in")
    tab.get_by_label("Key").fill(key)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_label("Your question")).to_have_value("What dividend is proposed for 2025?")
    expect(tab.locator(".answer .prose")).to_contain_text("0.40")


def test_signing_in_never_leads_elsewhere(tab: Page, site: str, key: str) -> None:
    tab.goto(f"{site}/web/sign-in?back=//203.0.113.7/")
    tab.get_by_label("Key").fill(key)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.locator("h1")).to_have_text("Ask your documents")
    assert tab.url.startswith(site)
