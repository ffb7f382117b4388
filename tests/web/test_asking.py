"""A person asks: the answer streams in, a citation opens the page with the box where the locator says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import text

from bizrag.answering.extractive.doubts import NOT_SURE
from bizrag.model.geometry import Locator
from bizrag.parsing.images.render import find_soffice
from bizrag.settings import RerankMode, Settings
from query import QueryService
from query.http.app import create_app
from query.observing import Observed
from tests.scripted_server import ScriptedServer, cut, fail, say
from tests.serving import serving

pytestmark = pytest.mark.slow

MARINE = "What operating margin did the Marine segment have in 2024?"
UNKNOWN = "Who won the football world cup in 1998?"


def ask(tab: Page, site: str, question: str) -> None:
    tab.goto(site)
    tab.get_by_label("Your question").fill(question)
    tab.get_by_role("button", name="Ask", exact=True).click()
    tab.wait_for_selector("#result > :not(.waiting)")


def box_of(tab: Page, root: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the first cited box as shares of the page image."""
    tab.locator(f"{root} .sheet img").evaluate("image => image.decode()")
    values = tab.evaluate(
        """root => {
            const box = document.querySelector(root + ' rect.cited').getBoundingClientRect();
            const image = document.querySelector(root + ' .sheet img').getBoundingClientRect();
            return [(box.left - image.left) / image.width, (box.top - image.top) / image.height,
                    (box.right - image.left) / image.width, (box.bottom - image.top) / image.height];
        }""",
        root,
    )
    return tuple(values)


def share_of_page(service: QueryService, locator: Locator, doc: str) -> tuple[float, float, float, float]:
    """The box of a locator as shares of its page, from the stored size of the page."""
    assert locator.bbox is not None
    statement = """SELECT p.width_pt, p.height_pt FROM page p JOIN chunk_set s USING (parse_id)
                   JOIN index_document i USING (chunk_set_id) JOIN document d ON d.document_no = i.document_no
                   WHERE d.source_uri = :doc AND p.page_no = :page_no"""
    with service.engine.begin() as conn:
        width, height = conn.execute(text(statement), {"doc": doc, "page_no": locator.page_no}).one()
    left, top, right, bottom = locator.bbox.to_json()
    return left / width, top / height, right / width, bottom / height


def test_a_citation_opens_the_page_with_the_box_where_the_locator_says(
    tab: Page, site: str, web_service: QueryService
) -> None:
    answer = web_service.ask(MARINE)
    (citation, *_), (locator, *_) = answer.citations, answer.citations[0].locators
    ask(tab, site, MARINE)
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    expect(tab.locator(".stamp")).to_contain_text("calculated from them; the sources below show them word for word")
    expect(tab.get_by_role("status")).to_have_text(re.compile("The answer is there"))
    tab.locator("a.cite").first.click()
    viewer = tab.get_by_role("dialog")
    expect(viewer.locator("#viewer-title")).to_contain_text(f"{citation.doc} page {locator.page_no} of 8")
    expected = share_of_page(web_service, locator, citation.doc)
    assert box_of(tab, "#viewer") == pytest.approx(expected, abs=0.003)
    viewer.get_by_role("button", name="Larger").click()
    # the box grows with its page
    assert box_of(tab, "#viewer") == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize("path", ["/", "/web/search"])
def test_who_opens_the_page_can_type_at_once(tab: Page, site: str, path: str) -> None:
    tab.goto(f"{site}{path}")
    expect(tab.locator("#question")).to_be_focused()  # a browser does so when it first draws the page
    tab.keyboard.type("marine")
    expect(tab.locator("#question")).to_have_value("marine")
    tab.goto(f"{site}/web/search?question=marine")  # who asked reads on
    expect(tab.locator("#question")).not_to_be_focused()


def test_the_table_of_an_answer_is_a_table(tab: Page, site: str) -> None:
    ask(tab, site, MARINE)
    table = tab.locator(".figures table").first
    expect(table.locator("tbody tr", has_text="Marine").locator("td").last).to_have_text("10.1%")
    assert table.locator("thead th").count() == table.locator("tbody tr").first.locator("td").count()
    # without a model that writes there is nobody to understand a follow-up, and there are no agents
    assert tab.get_by_label("Your follow-up question").count() == 0
    assert tab.get_by_label("Read pages closely").count() == 0


def test_a_question_works_without_scripts(browser: Browser, site: str, web_service: QueryService) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(site)
    tab.get_by_label("Your question").fill(MARINE)
    tab.get_by_role("button", name="Ask", exact=True).click()
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    expect(tab.get_by_label("Your question")).to_have_value(MARINE)
    tab.locator("a.cite").first.click()
    expect(tab.locator("h1")).to_contain_text("annual_report_2025.pdf")
    locator = web_service.ask(MARINE).citations[0].locators[0]
    assert locator.bbox is not None
    box = tab.locator("rect.cited").first
    assert float(box.get_attribute("x") or 0) == pytest.approx(locator.bbox.l, abs=0.06)
    assert float(box.get_attribute("width") or 0) == pytest.approx(locator.bbox.width, abs=0.11)
    tab.goto(f"{site}/?question=dividend")
    expect(tab.get_by_text("Press Ask for the answer.")).to_be_visible()
    tab.get_by_role("button", name="Search only").click()
    expect(tab.locator(".hit").first).to_be_visible()
    context.close()


def test_a_link_with_a_question_is_answered_and_so_is_a_reload(tab: Page, site: str) -> None:
    tab.goto(f"{site}/?{urlencode({'question': MARINE, 'type': 'pdf'})}")
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    expect(tab.get_by_role("status")).to_have_text(re.compile("The answer is there"))
    # one entry of the history, whatever the form adds to the address
    assert tab.evaluate("history.length") == 2
    tab.reload()
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    tab.get_by_role("link", name="Documents", exact=True).click()
    expect(tab.locator("h1")).to_have_text("Documents")
    tab.go_back()
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    expect(tab.locator("input[value=pdf]")).to_be_checked()


def test_back_leads_to_the_answer_before(tab: Page, site: str) -> None:
    streams: list[str] = []
    tab.on("request", lambda request: streams.append(request.url) if request.url.endswith("/web/stream") else None)
    ask(tab, site, MARINE)
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    first = tab.url
    tab.get_by_text("Everything that was read").click()
    tab.get_by_text("Filters").click()
    tab.get_by_role("checkbox", name="docx").check()
    tab.get_by_label("Your question").fill("How far may one travel by train?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".source-name").first).to_contain_text("travel_policy.docx")
    second = tab.url
    assert second != first
    tab.go_back()
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    expect(tab.get_by_label("Your question")).to_have_value(MARINE)
    expect(tab.locator("input[value=docx]")).not_to_be_checked()
    assert tab.url == first
    assert MARINE in tab.title()
    # as it was left: what was folded out is still so, and nothing was asked again
    expect(tab.locator(".passages")).to_be_visible()
    tab.go_forward()
    expect(tab.locator(".source-name").first).to_contain_text("travel_policy.docx")
    expect(tab.locator("input[value=docx]")).to_be_checked()
    assert len(streams) == 2
    # a reload forgets answers, not addresses
    tab.reload()
    expect(tab.locator(".source-name").first).to_contain_text("travel_policy.docx")
    tab.go_back()
    expect(tab.locator(".answer .prose")).to_contain_text("10.1%")
    assert tab.url == first


def test_back_while_an_answer_is_written_shows_the_one_before(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    late = replace(say("Too late [1](#1)."), delay_seconds=1.5)
    scripted.reply(say("Margins differ [1](#1)."))
    scripted.reply(late, stays=True)
    tab = context.new_page()
    # replies to the questions of other tests are kept
    ask(tab, chatting, "Do the margins of the segments differ?")
    expect(tab.locator(".answer .prose")).to_contain_text("Margins differ")
    tab.get_by_label("Your question").fill("What is the backlog worth today?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".waiting")).to_be_visible()
    tab.go_back()
    expect(tab.locator(".answer .prose")).to_contain_text("Margins differ")
    tab.wait_for_timeout(2500)
    expect(tab.locator(".answer .prose")).to_contain_text("Margins differ")
    expect(tab.locator("#result")).to_have_attribute("aria-busy", "false")
    # what did not arrive is asked again
    tab.go_forward()
    expect(tab.locator(".answer .prose")).to_contain_text("Too late")


def test_no_answer_is_said_plainly_with_what_came_closest(tab: Page, site: str) -> None:
    ask(tab, site, UNKNOWN)
    expect(tab.locator(".answer .lead")).to_have_text("No answer found in these documents.")
    expect(tab.locator(".passages > li").first).to_be_visible()
    assert tab.locator("a.cite").count() == 0


def test_doubt_is_said_in_a_quiet_line(tab: Page, site: str, web_service: QueryService) -> None:
    question = "What happens to old machines?"
    doubt, unsaid = web_service.ask(question).trace.notes
    assert doubt == NOT_SURE
    ask(tab, site, question)
    line = tab.get_by_text("Perhaps no answer: these statements come closest to the question.")
    expect(line).to_be_visible()
    assert line.evaluate("line => getComputedStyle(line).backgroundColor") == "rgba(0, 0, 0, 0)"
    # the words that are missing are a note of their own
    expect(tab.locator(".note")).to_have_count(1)
    expect(tab.locator(".note")).to_contain_text(unsaid.partition(": ")[2])
    # where it is sure, nothing is said
    ask(tab, site, MARINE)
    expect(line).to_have_count(0)


def test_a_citation_of_a_text_without_pages_marks_the_span(tab: Page, site: str, web_service: QueryService) -> None:
    question = "Which gasket kit replaces the gasket if the leak stays?"
    answer = web_service.ask(question, doc="support_notes.txt")
    assert not answer.is_abstention
    tab.goto(f"{site}/?doc=support_notes.txt")
    tab.get_by_label("Your question").fill(question)
    tab.keyboard.press("Enter")
    tab.locator("a.cite").first.click()
    expect(tab.locator("#viewer mark")).to_have_text(answer.citations[0].quote)
    expect(tab.locator("#viewer mark")).to_be_in_viewport()


def test_a_citation_of_a_row_of_a_table_without_pages_marks_the_row(tab: Page, site: str) -> None:
    tab.set_viewport_size({"width": 390, "height": 640})
    question = "What were the orders received in the fourth quarter of 2024?"
    tab.goto(f"{site}/?{urlencode({'question': question, 'doc': 'press_release.html'})}")
    expect(tab.locator(".answer .prose")).to_contain_text("112.4")
    # filters do not push it off the screen
    expect(tab.locator("a.cite").first).to_be_in_viewport()
    tab.locator("a.cite").first.click()
    row = tab.locator("#viewer tr[aria-current=true]")
    expect(row.locator("td")).to_have_text(["Orders received", "131.2", "112.4", "16.7%"])
    expect(row).to_be_in_viewport()
    plain, marked = (
        tab.locator("#viewer tbody tr")
        .nth(at)
        .locator("td")
        .first.evaluate("cell => getComputedStyle(cell).backgroundColor")
        for at in (1, 0)
    )
    assert plain != marked


@pytest.mark.skipif(find_soffice() is None, reason="LibreOffice is not installed: the document has no pages")
@pytest.mark.parametrize(
    ("question", "marked", "cited"),
    [
        ("When does the money for expenses arrive?", "mark", "The money arrives with the next payroll run"),
        ("What is the hotel limit per night in Europe, tier 1?", "tr[aria-current=true]", "$210"),
    ],
)
def test_a_citation_of_a_printed_page_shows_what_is_cited_of_it(
    tab: Page, site: str, question: str, marked: str, cited: str
) -> None:
    """Pages that LibreOffice prints have no boxes."""
    tab.goto(f"{site}/?{urlencode({'question': question, 'doc': 'travel_policy.docx'})}")
    tab.locator("a.cite").first.click()
    expect(tab.locator("#viewer .sheet img")).to_be_visible()
    expect(tab.locator(f"#viewer {marked}")).to_contain_text(cited)
    expect(tab.locator(f"#viewer {marked}")).to_be_in_viewport()
    expect(tab.get_by_text("The source is the whole page.")).to_have_count(0)


def test_an_item_of_a_list_has_one_marker_and_its_quote_is_marked(tab: Page, site: str) -> None:
    question = "Which revenue did the Marine segment have in the quarter?"
    tab.goto(f"{site}/?{urlencode({'question': question, 'doc': 'press_release.html'})}")
    expect(tab.locator(".answer .prose")).to_contain_text("$25.0 million")
    tab.locator("a.cite").first.click()
    item = tab.locator("#viewer .list_item", has_text="Marine")
    expect(item).to_have_text("Marine: $25.0 million, after $26.9 million")
    assert item.evaluate("item => getComputedStyle(item, '::before').content") == '"• "'
    expect(item.locator("mark")).to_have_text("Marine: $25.0 million, after $26.9 million")
    expect(tab.locator("#viewer mark")).to_have_count(1)


def test_a_slide_is_quoted_without_the_marks_around_its_tables(tab: Page, site: str) -> None:
    ask(tab, site, "Which risks does the strategy deck name?")
    expect(tab.locator(".source blockquote").first).to_contain_text("Second hall opens late")
    expect(tab.locator(".source blockquote").first).not_to_contain_text("TABLE START")
    expect(tab.locator(".source blockquote").first).not_to_contain_text("#")
    tab.get_by_role("button", name="Search only").click()
    expect(tab.locator(".hit").first).to_be_visible()
    expect(tab.locator(".hits")).not_to_contain_text("TABLE START")


def test_filters_narrow_what_is_found(tab: Page, site: str) -> None:
    tab.goto(f"{site}/web/search")
    tab.get_by_label("What to look for").fill("travel by train")
    tab.get_by_text("Filters").click()
    tab.get_by_label("docx").check()
    tab.get_by_role("button", name="Search").click()
    expect(tab.locator(".hit").first).to_be_visible()
    names = tab.locator(".hit h3").all_inner_texts()
    assert all("travel_policy.docx" in name for name in names)
    # what was chosen is still chosen, and counted
    expect(tab.get_by_label("docx")).to_be_checked()
    expect(tab.locator(".filters .count")).to_have_text("1")
    routes = " ".join(tab.locator(".routes").first.all_inner_texts())
    assert re.search(r"Meaning\s+rank\s+\d", routes)
    assert re.search(r"Words\s+rank\s+\d", routes)


def test_a_filter_that_nothing_is_named_by_is_said_and_the_form_stays(tab: Page, site: str) -> None:
    tab.goto(f"{site}/?doc=nothing_like_this.pdf")
    tab.get_by_label("Your question").fill("What is new?")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("alert")).to_contain_text("No document 'nothing_like_this.pdf'")
    expect(tab.get_by_label("Your question")).to_have_value("What is new?")


@pytest.mark.parametrize("path", ["/", "/web/search"])
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"collection": "nope"}, "No collection 'nope' in this index; it holds"),
        ({"collection": "nope", "question": MARINE}, "No collection 'nope' in this index; it holds"),
        ({"doc": "nothing_like_this.pdf"}, "No document 'nothing_like_this.pdf'"),
        ({"doc": "nothing_like_this.pdf", "question": MARINE}, "No document 'nothing_like_this.pdf'"),
    ],
)
def test_a_link_to_what_is_not_there_says_so(tab: Page, site: str, path: str, asked: dict[str, str], said: str) -> None:
    response = tab.goto(f"{site}{path}?{urlencode(asked)}")
    assert response is not None
    assert response.status == 404
    expect(tab.get_by_role("alert")).to_contain_text(said)
    # what is counted is what is chosen
    expect(tab.locator(".filters .count")).to_have_text("1")
    expect(tab.get_by_label("Collection")).to_have_value(asked.get("collection", ""))
    expect(tab.locator("#doc")).to_have_value(asked.get("doc", ""))
    expect(tab.get_by_role("alert")).to_be_in_viewport()
    # it is said once, and nothing is on its way
    assert tab.get_by_text("There are no documents here yet").count() == 0
    assert tab.locator(".waiting").count() == 0


@pytest.mark.parametrize("path", ["/", "/web/search"])
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"since": "2026-99-99"}, "'2026-99-99' is no day: give year, month and day, such as 2026-03-31."),
        ({"page_from": "abc"}, "'abc' is no page: give a number, from 1."),
        ({"page_to": "99999999999"}, "No document has a page 99999999999."),
        ({"page_from": "5", "page_to": "3"}, "The range ends before it begins: 5 to 3."),
        ({"kind": "foo"}, "There is no kind of chunk 'foo'; there is: text, table, picture, slide, page."),
        ({"layout": "foo"}, "There is no layout 'foo'; there is: vertical, horizontal."),
        ({"retriever": "foo"}, "There is no way to search 'foo'; there is: dense, bm25, hybrid."),
        ({"evidence": "foo"}, "There is no choice of pages to answer from 'foo'; there is: found, r1, r5, all."),
    ],
)
def test_a_link_with_a_filter_that_cannot_be_read_is_not_asked_without_it(
    tab: Page, site: str, path: str, asked: dict[str, str], said: str
) -> None:
    address = f"{site}{path}?{urlencode({'question': MARINE, **asked})}"
    response = tab.goto(address)
    assert response is not None
    assert response.status == 400
    expect(tab.get_by_role("alert")).to_contain_text(said)
    assert tab.locator(".waiting, .answer, .hit").count() == 0
    # the script leaves the address as it is, so that a reload is refused too
    assert tab.url == address


def test_a_link_with_a_file_type_that_is_not_there_is_not_asked_without_it(tab: Page, site: str) -> None:
    tab.goto(f"{site}/?{urlencode({'question': MARINE, 'type': 'dwg'})}")
    expect(tab.locator(".answer .lead")).to_have_text("No answer found in these documents.")
    expect(tab.locator("input[value=dwg]")).to_be_checked()
    assert "type=dwg" in tab.url


def test_the_list_of_a_collection_that_is_not_there_says_so(tab: Page, site: str) -> None:
    tab.goto(f"{site}/web/documents?collection=nope")
    expect(tab.get_by_text("There is no collection “nope”.")).to_be_visible()
    expect(tab.get_by_label("Collection")).to_have_value("nope")


@pytest.fixture
def chatting(
    web_settings: Settings, open_service: Callable[[Settings], QueryService], scripted: ScriptedServer
) -> Iterator[str]:
    """The address of a page whose answers a chat model writes."""
    settings = scripted.configure(web_settings)
    settings.answering.rerank = RerankMode.NONE
    with open_service(settings) as service, serving(create_app(settings, service=service)) as site:
        yield site


def test_a_written_answer_streams_in_and_leads_from_citation_to_citation(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    scripted.reply(
        say("## In short\n\nMargins **differ** [1](#1) [2](#2).\n\n| Segment | 2024 |\n|---|---|\n| Marine | 10.1 |\n")
    )
    tab = context.new_page()
    tab.goto(chatting)
    tab.get_by_label("Your question").fill(MARINE)
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose strong")).to_have_text("differ")
    expect(tab.locator(".answer .prose h4")).to_have_text("In short")
    expect(tab.locator(".answer .prose td.num")).to_have_text("10.1")
    assert tab.locator(".stamp").count() == 0
    tab.locator("a.cite").first.click()
    number = tab.locator("#viewer .source-number")
    expect(number).to_have_text("1")
    while tab.locator("#viewer [data-step=next]").count():
        at = tab.locator("#viewer .steps .quiet").inner_text()
        tab.keyboard.press("ArrowRight")
        expect(tab.locator("#viewer .steps .quiet")).not_to_have_text(at)
    expect(number).to_have_text("2")


def test_what_was_written_stays_when_a_person_stops(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    words = f"The **margin** of Marine was {'very ' * 20}high"
    scripted.reply(replace(say(words), word_seconds=0.2), stays=True)
    tab = context.new_page()
    tab.goto(chatting)
    tab.get_by_label("Your question").fill("Was the margin of Marine high?")
    tab.keyboard.press("Enter")
    expect(tab.locator("#writing strong")).to_have_text("margin")
    tab.get_by_role("button", name="Stop").click()
    kept = tab.get_by_role("article", name="Unfinished answer")
    expect(kept.locator(".prose strong")).to_have_text("margin")
    expect(kept).to_contain_text("You stopped here")
    assert "high" not in kept.inner_text()
    expect(tab.locator(".waiting")).to_have_count(0)
    expect(tab.get_by_label("Your question")).to_be_focused()
    expect(tab.locator("#result")).to_have_attribute("aria-busy", "false")
    # before anything is written there is nothing to keep
    scripted.reset()
    scripted.reply(replace(say("Too late"), delay_seconds=2), stays=True)
    tab.get_by_label("Your question").fill("Was the margin of Marine low?")
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Stop").click()
    expect(tab.locator("#result > *")).to_have_count(0)
    # and what is not whole is asked again
    tab.go_back()
    expect(tab.locator(".waiting")).to_be_visible()
    # nobody is still being answered when the service ends
    expect(tab.locator(".answer")).to_contain_text("Too late")


def test_a_reader_who_leaves_is_through_before_the_service_ends(
    web_settings: Settings, open_service: Callable[[Settings], QueryService], scripted: ScriptedServer
) -> None:
    settings = scripted.configure(web_settings)
    settings.answering.rerank = RerankMode.NONE
    scripted.reply(replace(say("very " * 200), word_seconds=0.05))
    seen: list[Observed] = []
    with open_service(settings) as service:
        service.observers.append(seen.append)
        with (
            serving(create_app(settings, service=service)) as site,
            httpx.stream("POST", f"{site}/web/stream", data={"question": "Who left?"}) as response,
        ):
            assert any(line == "event: writing" for line in response.iter_lines())
        assert [question.error for question in seen] == ["GeneratorExit"]


def test_what_was_written_stays_when_the_model_breaks_off(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    broken = cut("The margin of Marine was **10.1** per cent and rose again", after=36)
    # what has come is read before the connection is reset
    scripted.reply(replace(broken, word_seconds=0.1), stays=True)
    tab = context.new_page()
    ask(tab, chatting, "What became of the margin of Marine?")
    kept = tab.get_by_role("article", name="Unfinished answer")
    expect(kept.locator(".prose strong")).to_have_text("10.1")
    expect(kept).to_contain_text("It broke off here")
    expect(tab.get_by_role("alert")).to_be_visible()


def test_what_was_written_stays_when_the_stream_ends_midway(tab: Page, site: str) -> None:
    written = 'event: writing\ndata: {"html": "<p>The <strong>margin</strong> of</p>"}\n\n'
    tab.route("**/web/stream", lambda route: route.fulfill(body=written, content_type="text/event-stream"))
    ask(tab, site, "Does the margin of Marine stay?")
    expect(tab.get_by_role("article", name="Unfinished answer").locator(".prose strong")).to_have_text("margin")
    expect(tab.get_by_role("alert")).to_contain_text("The connection broke off")


def test_a_wide_table_of_an_answer_does_not_widen_a_phone(
    browser: Browser, chatting: str, scripted: ScriptedServer
) -> None:
    years = " | ".join(str(year) for year in range(2014, 2026))
    rule = "|---" * 13 + "|"
    scripted.reply(say(f"So it was [1](#1):\n\n| Segment | {years} |\n{rule}\n| Marine | {years} |\n"))
    context = browser.new_context(viewport={"width": 375, "height": 700})
    tab = context.new_page()
    ask(tab, chatting, "How was the margin of Marine in all these years?")
    table = tab.locator(".answer .prose .table-scroll")
    expect(table.locator("th").first).to_have_text("Segment")
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    assert tab.evaluate("document.documentElement.scrollWidth") == 375
    context.close()


def test_a_model_that_is_down_is_said_with_what_still_works(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    scripted.reply(fail(503, "overloaded"), stays=True)
    tab = context.new_page()
    # replies to earlier questions are kept
    ask(tab, chatting, "What does the backlog stand at?")
    expect(tab.get_by_role("alert")).to_contain_text("The model cannot be reached")
    expect(tab.get_by_role("alert")).to_contain_text("Search works")
    tab.get_by_role("button", name="Search only").click()
    expect(tab.locator(".hit").first).to_be_visible()
