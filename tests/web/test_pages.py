"""Every page, whoever looks: hostile texts, keyboard only, phone width, screen readers, contrast."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from query import QueryService
from tests.web.conftest import HOSTILE_CELL, HOSTILE_COLLECTION, HOSTILE_NAME, watched

pytestmark = pytest.mark.slow

VAULT = "How many gold bars does the vault in Zyrkon hold <script>window.hacked=9</script>?"
REPORT = "annual_report_2025.pdf"
#: contrast of text that WCAG 2.2 asks for, level AA
MIN_CONTRAST = 4.5


@pytest.fixture(scope="module")
def documents(web_service: QueryService) -> dict[str, str]:
    """Document ids by path."""
    return {document.source_uri: document.document_id for document in web_service.documents()}


@pytest.fixture(scope="module")
def addresses(web_service: QueryService, documents: dict[str, str]) -> dict[str, str]:
    """One address of every kind of page."""
    hit = web_service.search("operating margin of the Marine segment", top_k=1)[0]
    report = documents[REPORT]
    return {
        "ask": "/?question=dividend&type=pdf",
        "search": "/web/search?question=dividend",
        "documents": "/web/documents",
        "document": f"/web/documents/{report}",
        "document without pages": f"/web/documents/{documents['support_notes.txt']}",
        "page": f"/web/documents/{report}/pages/3",
        "cited": f"/web/cited?c=1_{report}_p5_60-100-300-200&c=2_{report}_p6&at=0",
        "chunk": f"/web/chunks/{hit.chunk_id}?question=margin",
        "error": "/web/documents/nothing",
    }


def test_texts_names_and_questions_never_run(tab: Page, site: str, documents: dict[str, str]) -> None:
    """The tab fails the test when anything runs, asks or leaves; here the texts must also be there to read."""
    tab.goto(site)
    tab.get_by_label("Your question").fill(VAULT)
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose")).to_contain_text("77 gold bars <script>window.hacked=3</script>")
    tab.locator("a.cite").first.click()
    expect(tab.locator("#viewer-title")).to_contain_text(HOSTILE_NAME.rsplit("/", 1)[-1])
    tab.locator("#viewer details", has_text="All text of this page").locator("summary").click()
    expect(tab.locator("#viewer .block-text.heading")).to_contain_text("</title>")
    tab.goto(f"{site}/web/documents/{documents[HOSTILE_NAME]}")
    tab.locator("details", has_text="Vault</b>").locator("summary").click()
    expect(tab.locator("td", has_text="free")).to_have_text(HOSTILE_CELL.replace("[free](http://203.0.113.7/)", "free"))
    for path in (
        "/web/documents?name=%3Cscript%3Ewindow.hacked=10%3C/script%3E",
        "/web/documents?collection=%22%3E%3Cscript%3Ewindow.hacked=11%3C/script%3E",
        "/?doc=%22%3E%3Cscript%3Ewindow.hacked=12%3C/script%3E&question=%3C/textarea%3E%3Cscript%3Ewindow.hacked=13%3C/script%3E",
        "/web/search?question=Zyrkon",
        "/web/documents",
    ):
        tab.goto(site + path)
        assert tab.evaluate("window.hacked === undefined"), path
    expect(tab.locator(".doc-table")).to_contain_text(HOSTILE_COLLECTION)


def test_every_response_forbids_what_is_not_ours(site: str, addresses: dict[str, str]) -> None:
    for path in (*addresses.values(), "/web/static/page.js", "/web/static/addresses.js"):
        if path == addresses["error"]:
            continue
        with urlopen(site + path) as response:
            policy = response.headers["Content-Security-Policy"]
            html = response.read().decode()
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=\"|<style", html), path


def test_the_keyboard_is_enough(tab: Page, site: str) -> None:
    tab.goto(f"{site}/web/search?question=marine")
    tab.keyboard.press("Tab")
    expect(tab.get_by_text("Skip to content")).to_be_focused()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    expect(tab.get_by_label("What to look for")).to_be_focused()
    tab.goto(site)  # what asks for words first has the focus
    expect(tab.get_by_label("Your question")).to_be_focused()
    tab.keyboard.type("What operating margin did the Marine segment have in 2024?")
    tab.keyboard.press("Enter")
    cite = tab.locator("a.cite").first
    expect(cite).to_be_visible()
    for _ in range(8):
        if cite.evaluate("link => link === document.activeElement"):
            break
        tab.keyboard.press("Tab")
    expect(cite).to_be_focused()
    assert cite.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    tab.keyboard.press("Enter")
    expect(tab.locator("#viewer-title")).to_be_focused()
    for _ in range(12):
        tab.keyboard.press("Tab")
        # focus stays in the open viewer, or with the browser itself
        assert tab.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('#viewer') !== null"
        )
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("dialog")).to_have_count(0)
    expect(cite).to_be_focused()


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    tab = context.new_page()
    troubles = watched(tab, site)
    yield tab
    context.close()
    assert troubles == []


def test_nothing_is_wider_than_a_phone(phone: Page, site: str, addresses: dict[str, str]) -> None:
    for name, path in addresses.items():
        phone.goto(site + path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360, name
    phone.goto(site)
    phone.get_by_label("Your question").fill("What operating margin did the Marine segment have in 2024?")
    phone.get_by_role("button", name="Ask", exact=True).tap()
    phone.locator("a.cite").first.tap()
    expect(phone.locator("#viewer rect.cited")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.evaluate("document.getElementById('viewer').scrollWidth") <= 360


#: what a screen reader or a keyboard would stumble over, as sentences
FAULTS = """() => {
    const faults = [];
    const ids_of = (element) => (element.getAttribute('aria-labelledby') || '').split(' ');
    const name = (element) => (element.getAttribute('aria-label') || '').trim()
        || [...(element.labels || [])].map((label) => label.textContent.trim()).join(' ')
        || ids_of(element).map((id) => document.getElementById(id)?.textContent || '').join('').trim();
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
        if (!name(field)) faults.push('no label: ' + field.outerHTML);
    for (const button of document.querySelectorAll('button, a[href], summary'))
        if (!name(button) && !button.textContent.trim()) faults.push('no name: ' + button.outerHTML);
    for (const image of document.querySelectorAll('img'))
        if (!image.hasAttribute('alt')) faults.push('no alternative: ' + image.outerHTML);
    for (const region of document.querySelectorAll('[role=region], dialog, section[aria-labelledby], [tabindex="0"]'))
        if (region.id !== 'viewer' && !name(region)) faults.push('no name: ' + region.outerHTML.slice(0, 200));
    if (document.querySelectorAll('h1').length !== 1) faults.push('h1: ' + document.querySelectorAll('h1').length);
    let last = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
        const level = Number(heading.tagName[1]);
        if (level > last + 1) faults.push('skips a level: ' + heading.outerHTML);
        last = level;
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push('twice: ' + id);
    for (const cell of document.querySelectorAll('th')) if (!cell.scope) faults.push('no scope: ' + cell.outerHTML);
    if (!document.documentElement.lang || !document.title || !document.querySelector('main')) faults.push('frame');
    if (document.querySelectorAll('[aria-current=page]').length > 1) faults.push('two pages are current');
    return faults;
}"""


def test_screen_readers_find_names_for_everything(tab: Page, site: str, addresses: dict[str, str]) -> None:
    for name, path in addresses.items():
        tab.goto(site + path)
        assert tab.evaluate(FAULTS) == [], name
    tab.goto(site)
    tab.get_by_label("Your question").fill("What operating margin did the Marine segment have in 2024?")
    tab.keyboard.press("Enter")
    tab.locator("a.cite").first.click()
    expect(tab.locator("#viewer-title")).to_be_visible()
    assert tab.evaluate(FAULTS) == []


#: pairs of tokens of the style sheet: text, and what it stands on
PAIRS = [
    *((text, ground) for text in ("ink", "soft", "accent") for ground in ("paper", "surface", "sunken")),
    ("accent", "accent-soft"),
    ("accent-ink", "accent"),
    ("mark-ink", "mark"),
    ("bad", "paper"),
    ("bad", "surface"),
    ("ink", "bad-soft"),
    ("soft", "bad-soft"),
    ("warn-ink", "warn-soft"),
]


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_what_they_stand_on(browser: Browser, site: str, scheme: Any) -> None:
    context = browser.new_context(color_scheme=scheme)
    tab = context.new_page()
    tab.goto(site)
    for text, ground in PAIRS:
        colours: list[str] = tab.evaluate(
            """names => {
                const style = getComputedStyle(document.documentElement);
                return names.map((name) => style.getPropertyValue('--' + name).trim());
            }""",
            [text, ground],
        )
        light, dark = sorted(map(luminance, colours), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= MIN_CONTRAST, (text, ground, colours)
    context.close()


def test_the_list_says_what_became_of_each_document(tab: Page, site: str) -> None:
    tab.goto(f"{site}/web/documents")
    row = tab.locator("tr", has_text=REPORT)
    expect(row.locator("[data-label=state]")).to_have_text("Answers")
    expect(row.locator("[data-label=pages]")).to_have_text("8")
    expect(tab.locator("tr", has_text="damaged.pdf")).to_contain_text("Failed while reading the file: damaged")
    tab.get_by_role("link", name="Failed").click()
    expect(tab.locator("tbody tr")).to_have_count(1)
    tab.get_by_role("link", name="damaged.pdf").click()
    expect(tab.get_by_role("group", name="Failure")).to_contain_text("damaged or truncated PDF")


def test_a_leaf_behind_the_last_one_says_so(tab: Page, site: str) -> None:
    tab.goto(f"{site}/web/documents?leaf=9")
    expect(tab.get_by_text("The list is not that long.")).to_be_visible()
    tab.get_by_role("link", name="Show all").click()
    expect(tab.locator("tbody tr").first).to_be_visible()


def test_a_document_shows_its_pages_and_a_page_its_blocks(tab: Page, site: str, documents: dict[str, str]) -> None:
    tab.goto(f"{site}/web/documents/{documents[REPORT]}")
    expect(tab.locator(".thumbs img")).to_have_count(8)
    assert tab.locator(".thumbs img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") == 320
    tab.locator(".thumbs a").nth(2).click()
    expect(tab.locator("h1")).to_contain_text(f"{REPORT} page 3 of 8")
    heading = tab.locator("rect.block.heading").first
    expect(heading).to_be_visible()
    tab.get_by_label("Blocks").uncheck()
    expect(heading).to_be_hidden()
    tab.get_by_role("link", name="Page 4").click()
    expect(tab.locator("h1")).to_contain_text("page 4 of 8")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_document_is_asked_from_its_own_page(
    browser: Browser, site: str, documents: dict[str, str], has_scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=has_scripts)
    tab = context.new_page()
    tab.goto(f"{site}/web/documents/{documents['travel_policy.docx']}")
    tab.get_by_label("A question about this document").fill("How far may one travel by train?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose")).to_be_visible()
    expect(tab.locator(".source-name").first).to_contain_text("travel_policy.docx")
    expect(tab.get_by_label("Your question")).to_have_value("How far may one travel by train?")
    # with scripts the question has an address, to reload and to pass on
    assert ("doc=travel_policy.docx" in tab.url) == has_scripts
    context.close()


def test_the_inspector_shows_what_each_part_of_the_system_sees(tab: Page, site: str, web_service: QueryService) -> None:
    question = "operating margin of the Marine segment in 2024"
    hits = web_service.search(question, doc=REPORT, top_k=30)
    hit = next(hit for hit in hits if hit.kind == "table" and "Marine" in hit.text)
    tab.goto(f"{site}/web/chunks/{hit.chunk_id}?doc={REPORT}&question={question}")
    found = tab.get_by_role("region", name="Which routes find it")
    # the depth of a search shifts ranks of routes a little, never whether they find it
    expect(found).to_contain_text(re.compile(r"Hit \d+ of the first"))
    expect(found).to_contain_text(re.compile(r"Words\s+rank \d+"))
    expect(found).to_contain_text(re.compile(r"Meaning\s+rank \d+"))
    read = tab.get_by_role("region", name="What the generator reads")
    expect(read).to_contain_text("<table>")
    expect(tab.get_by_role("region", name="What was embedded")).to_contain_text(hit.headings[0].rsplit(".", 1)[0])
    terms = tab.get_by_role("region", name="What BM25 indexes")
    expect(terms.locator("tr.is-asked", has_text="marin")).to_have_count(1)
    expect(terms).to_contain_text("english")


@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("/web/documents/nothing", 404, "Not found"),
        ("/web/chunks/nothing", 404, "Not found"),
        ("/web/nothing", 404, "Not found"),
        ("/web/cited?c=damaged", 400, "That cannot be asked"),
        ("/web/cited", 400, "That address is not complete"),
        ("/?index=nothing&question=x", 404, "Ask your documents"),
        ("/web/search?question=x&index=nothing", 404, "Search"),
        ("/web/search?question=x&page_from=9&page_to=2", 400, "Search"),
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(tab: Page, site: str, path: str, status: int, title: str) -> None:
    response = tab.goto(site + path)
    assert response is not None
    assert response.status == status
    expect(tab.locator("h1")).to_have_text(title)
