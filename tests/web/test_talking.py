"""Questions that follow others, and agents that read pages: with scripts, without, by keyboard, at phone width."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import RerankMode, Settings
from bizrag.store.indexes import IndexSpec, ensure_index
from bizrag.store.server import EmbeddedServer
from query import QueryService
from query.http.app import create_app
from tests.query.conftest import REPORT_BLOCKS, add, parsed
from tests.scripted_server import Received, Reply, ScriptedServer, fail, say, say_json
from tests.serving import serving
from tests.store.cloned import cloned

pytestmark = pytest.mark.slow

PHONE = ViewportSize(width=390, height=844)


@pytest.fixture(scope="module")
def report_settings(
    server: EmbeddedServer, template_database: str, minilm: LocalEmbedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """A database with one report: what is said about it is scripted, so that no document has to be parsed."""
    with cloned(server, template_database, "talking") as engine:
        spec = IndexSpec(
            index_name="default", variant="tcte", chunk_params={}, space=minilm.space, dimensions=minilm.dimensions
        )
        with engine.begin() as conn:
            report = parsed("report", REPORT_BLOCKS, 2, tables=1)
            add(conn, ensure_index(conn, spec), minilm, "report.pdf", "finance", "Annual report", report)
        yield Settings(
            _env_file=None,
            home=tmp_path_factory.mktemp("talking"),
            database_url=engine.url.render_as_string(hide_password=False),
        )


@pytest.fixture
def chatting(
    report_settings: Settings, open_service: Callable[[Settings], QueryService], scripted: ScriptedServer
) -> Iterator[str]:
    """The address of a page whose answers a chat model writes."""
    settings = scripted.configure(report_settings)
    settings.answering.rerank = RerankMode.NONE
    with open_service(settings) as service, serving(create_app(settings, service=service)) as address:
        yield address


def is_rewrite(received: Received) -> bool:
    return "You prepare questions for a search engine" in received.text


def is_answer(received: Received) -> bool:
    return "You answer questions" in received.text


def ask(tab: Page, site: str, question: str) -> None:
    tab.goto(site)
    tab.get_by_label("Your question").fill(question)
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose")).to_be_visible()


def answer_of(tab: Page) -> Locator:
    """The answer that stands last; those before it are folded."""
    return tab.locator("#result > .answer .prose")


def ask_on(tab: Page, question: str) -> None:
    tab.get_by_label("Your follow-up question").fill(question)
    tab.keyboard.press("Enter")
    expect(tab.locator(".asked")).to_have_text(question)


def fits(tab: Page) -> bool:
    """Nothing is wider than the screen."""
    return tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_follow_up_is_understood_from_what_was_said(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    first, rewritten = "What does the company build?", "When was the company founded?"
    scripted.reply(say(rewritten), when=is_rewrite, stays=True)
    scripted.reply(say("It builds **exchangers** [1](#1)."), when=is_answer)
    scripted.reply(say("In 1961 [1](#1)."), when=is_answer)
    tab = context.new_page()
    ask(tab, chatting, first)
    tab.get_by_label("Your follow-up question").fill("And since when?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".asked")).to_have_text("And since when?")
    expect(answer_of(tab)).to_contain_text("In 1961")
    expect(tab.locator("#answer-title")).to_be_focused()
    asked = [received for received in scripted.chats if is_rewrite(received)][-1].text
    assert first in asked
    assert "exchangers" in asked
    expect(tab.locator("#result > .answer .facts")).to_contain_text(rewritten)
    tab.locator(".turn > summary", has_text=first).click()
    expect(tab.locator(".turn .prose strong")).to_have_text("exchangers")
    # a link begins a talk
    assert "turn_" not in tab.url
    tab.set_viewport_size(PHONE)
    assert fits(tab)
    # what failed can be asked again where it stands
    scripted.reply(fail(503, "overloaded"), stays=True)
    tab.get_by_label("Your follow-up question").fill("Why so?")
    tab.get_by_role("button", name="Ask on").click()
    expect(tab.get_by_role("alert")).to_contain_text("The model cannot be reached")
    expect(tab.get_by_label("Your follow-up question")).to_have_value("Why so?")
    expect(answer_of(tab)).to_contain_text("In 1961")


def test_the_answers_before_keep_their_sources(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    scripted.reply(say("Where are its plants?"), when=is_rewrite, stays=True)
    scripted.reply(say("It builds exchangers [1](#1)."), when=is_answer)
    scripted.reply(say("Here and there [1](#1)."), when=is_answer, stays=True)
    tab = context.new_page()
    ask(tab, chatting, "What is built by the company?")
    for number in range(1, 9):
        ask_on(tab, f"Where, for the {number}. time?")
    # all of them stand there, and the last six go along
    expect(tab.locator(".turn")).to_have_count(8)
    expect(tab.locator("[name=turn_question]")).to_have_count(6)
    turn = tab.locator(".turn").first
    expect(turn.locator("summary").first).to_have_text("What is built by the company?")
    turn.locator("summary").first.click()
    expect(turn.locator(".prose").first).to_have_text("It builds exchangers 1.")
    turn.locator("a.cite").first.click()
    expect(tab.get_by_role("dialog").locator("#viewer-title")).to_contain_text("report.pdf")
    tab.keyboard.press("Escape")
    # one of a kind, whatever the number of answers
    assert tab.locator("#answer-title").count() == 1
    tab.set_viewport_size(PHONE)
    assert fits(tab)


def test_a_talk_stays_in_its_tab(context: BrowserContext, chatting: str, scripted: ScriptedServer) -> None:
    scripted.reply(say("Who founded it?"), when=is_rewrite, stays=True)
    scripted.reply(say("Heat exchangers [1](#1)."), when=is_answer)
    scripted.reply(say("Somebody [1](#1)."), when=is_answer, stays=True)
    tab = context.new_page()
    streams: list[str] = []
    tab.on("request", lambda request: streams.append(request.url) if request.url.endswith("/web/stream") else None)
    ask(tab, chatting, "What does it build, and where?")
    ask_on(tab, "Who founded it?")
    expect(answer_of(tab)).to_contain_text("Somebody")
    for leave in (tab.reload, lambda: tab.locator("#result > .answer .source-more a").first.click() or tab.go_back()):
        leave()
        expect(tab.locator(".asked")).to_have_text("Who founded it?")
        expect(answer_of(tab)).to_contain_text("Somebody")
        expect(tab.locator(".turn > summary")).to_have_text("What does it build, and where?")
        assert "Who founded it?" in tab.title()
    assert len(streams) == 2
    # and goes on
    ask_on(tab, "And who else?")
    expect(tab.locator(".turn")).to_have_count(2)
    # its link begins it, in another tab
    other = context.new_page()
    other.goto(tab.url)
    expect(answer_of(other)).to_be_visible()
    assert other.locator(".turn, .asked").count() == 0


def test_a_follow_up_on_its_way_stands_in_its_field_after_a_reload(
    context: BrowserContext, chatting: str, scripted: ScriptedServer
) -> None:
    scripted.reply(say("Where is it sold?"), when=is_rewrite, stays=True)
    scripted.reply(say("Exchangers [1](#1)."), when=is_answer)
    scripted.reply(replace(say("Late [1](#1)."), delay_seconds=2), when=is_answer, stays=True)
    tab = context.new_page()
    ask(tab, chatting, "What does the firm make?")
    tab.get_by_label("Your follow-up question").fill("Where is it sold?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".waiting")).to_be_visible()
    tab.reload()
    expect(answer_of(tab)).to_be_visible()
    ask_on(tab, "Where is it sold?")


def test_who_asks_says_which_pages_are_read(context: BrowserContext, chatting: str, scripted: ScriptedServer) -> None:
    scripted.reply(say("Of 0.62 dollars [1](#1)."), when=is_answer, stays=True)
    scripted.reply(say("What dividend per share does the board propose?"), when=is_rewrite, stays=True)
    tab = context.new_page()
    tab.goto(f"{chatting}/?doc=report.pdf")
    tab.get_by_label("Answer from").select_option(label="The best page")
    tab.get_by_label("Your question").fill("What dividend does the board propose?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose")).to_contain_text("0.62")
    read = [received for received in scripted.chats if is_answer(received)][-1].text
    assert "dividend of 0.62" in read
    assert "founded in 1961" not in read
    # it stays so for a follow-up, and in the address
    tab.get_by_label("Your follow-up question").fill("And what else?")
    tab.get_by_role("button", name="Ask on").click()
    expect(tab.locator(".asked")).to_have_text("And what else?")
    assert "founded in 1961" not in [received for received in scripted.chats if is_answer(received)][-1].text
    tab.reload()
    expect(tab.get_by_label("Answer from")).to_have_value("r1")
    # a talk stays
    expect(tab.locator(".asked")).to_have_text("And what else?")
    tab.locator(".filters > summary").click()
    tab.get_by_label("Answer from").select_option(label="The whole document")
    tab.get_by_label("Your question").fill("What does the report say?")
    tab.keyboard.press("Enter")
    expect(tab.locator(".answer .prose")).to_contain_text("0.62")
    read = [received for received in scripted.chats if is_answer(received)][-1].text
    assert "founded in 1961" in read
    assert "dividend of 0.62" in read
    tab.get_by_label("Read pages closely").first.check()
    tab.get_by_label("Your question").press("Enter")
    expect(tab.get_by_role("alert")).to_contain_text("leave 'Answer from' as it is")


def test_a_talk_goes_on_without_scripts(browser: Browser, chatting: str, scripted: ScriptedServer) -> None:
    scripted.reply(say("Who runs the plants?"), when=is_rewrite, stays=True)
    scripted.reply(say("Two plants [1](#1). <script>window.hacked=1</script>"), when=is_answer)
    scripted.reply(say("Nobody is named [1](#1)."), when=is_answer)
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(chatting)
    tab.get_by_label("Your question").fill("How many plants are there?")
    tab.get_by_role("button", name="Ask", exact=True).click()
    tab.get_by_label("Your follow-up question").fill("Who runs them?")
    tab.get_by_role("button", name="Ask on").click()
    expect(tab.locator(".asked")).to_have_text("Who runs them?")
    expect(tab.locator(".answer .prose")).to_contain_text("Nobody is named")
    expect(tab.locator(".turn > summary")).to_have_text("How many plants are there?")
    assert tab.locator(".turn script").count() == 0
    # the form on top begins anew
    expect(tab.get_by_label("Your question")).to_have_value("")
    context.close()


def first_page(received: Received) -> int:
    found = re.search(r"START page (\d+)", received.text)
    assert found is not None, received.text
    return int(found[1])


def picks_first(received: Received) -> Reply:
    number = first_page(received)
    return say_json({"reason": "It names the orders.", "summary": "", "choice": [number]})


def drafts_late(received: Received) -> Reply:
    number = first_page(received)
    draft = {"reason": "It is there.", "answer": f"Orders grew [{number}](#{number}).", "reference": [number]}
    return replace(say_json(draft), delay_seconds=2.0)


def test_agents_tell_what_they_do_and_answer(browser: Browser, chatting: str, scripted: ScriptedServer) -> None:
    replies: list[tuple[Callable[[Received], Reply], str]] = [
        (picks_first, "You choose which pages"),
        (drafts_late, "You read pages of documents closely"),
    ]
    for reply, prompt in replies:
        scripted.reply(reply, when=lambda received, prompt=prompt: prompt in received.text, stays=True)
    context = browser.new_context(viewport=PHONE)
    tab = context.new_page()
    tab.goto(f"{chatting}/?doc=report.pdf")
    tab.get_by_label("Read pages closely").focus()
    tab.keyboard.press("Space")
    assert fits(tab)
    tab.get_by_label("Your question").fill("How much did orders grow?")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting-steps li")).to_contain_text("picked 1 page of")
    expect(tab.get_by_role("status")).to_contain_text("picking pages")
    expect(tab.locator(".answer .prose")).to_contain_text("Orders grew")
    tab.get_by_text("How it was made").click()
    steps = tab.locator(".answer .agent-steps li")
    expect(steps.first).to_contain_text("picked report.pdf, page")
    expect(steps.last).to_contain_text("wrote a draft")
    expect(tab.locator(".answer")).to_contain_text("rests on every page that was read")
    assert "agents=1" in tab.url
    assert fits(tab)
    context.close()
