"""Folds, links beside headings, and lists that programs write item by item, as pages that people export have them."""

from __future__ import annotations

from bizrag.parsing.web_pages.html_clean import clean_html


def _cleaned(body: str) -> str:
    return "".join(clean_html(f"<html><body>{body}</body></html>".encode()).decode().split("\n"))


def test_folded_answers_are_sections_below_their_questions() -> None:
    fold = "<details><summary><b>Who</b> pays?</summary><p>The tenant.</p></details>"
    listed = f'<h2>Rent</h2><ul class="toggle"><li>{fold}</li></ul><ul class="toggle"><li>{fold}</li></ul><h2>Keys</h2>'
    cleaned = _cleaned(listed)
    assert cleaned.count("<h3>Who pays?</h3><p>The tenant.</p>") == 2
    assert "<li>" not in cleaned


def test_the_expanders_of_a_wiki_are_sections_too() -> None:
    cleaned = _cleaned(
        '<h1>Pumps</h1><div class="expand-container x"><div class="expand-control"><img src="a.png">'
        '<span class="expand-control-text">What if it hums?</span></div>'
        '<div class="expand-content"><p>Turn it off.</p></div></div><h1>Valves</h1><p>Open.</p>'
    )
    assert 'class="expand-control">What if it hums?</h2>' in cleaned
    assert "<p>Turn it off.</p>" in cleaned


def test_a_fold_before_more_text_owns_none_of_it() -> None:
    fold = "<details><summary>Who pays?</summary><p>The tenant.</p></details>"
    cleaned = _cleaned(f"<h2>Rent</h2>{fold}<p>Rent is due on the first.</p>")
    assert "<p>Who pays?</p><p>The tenant.</p>" in cleaned
    # what the fold of an example is called says nothing
    assert "<p>Click to expand</p>" in _cleaned(f"<h2>Rent</h2>{fold.replace('Who pays?', 'Click to expand')}")


def test_links_of_headings_to_themselves_are_no_words() -> None:
    cleaned = _cleaned('<h2>Ports<a class="headerlink" href="#ports">¶</a></h2><h2><a href="#tls">TLS</a></h2>')
    assert "<h2>Ports</h2>" in cleaned
    assert "<h2>TLS</h2>" in cleaned
    edit = '<span class="mw-editsection">[<a href="/w/edit">edit</a>]</span>'
    assert "<h2>Ports</h2>" in _cleaned(f"<h2><span>Ports</span>{edit}</h2>")


def test_numbered_lists_that_go_on_are_one() -> None:
    cleaned = _cleaned(
        '<ol start="1"><li>Open</li></ol> <ol start="2"><li>Turn</li></ol><ol start="1"><li>Stop</li></ol>'
    )
    assert '<ol start="1"><li>Open</li><li>Turn</li></ol><ol start="1"><li>Stop</li></ol>' in cleaned


def test_items_of_a_list_in_an_item_are_not_counted() -> None:
    nested = '<ol start="1"><li>Open<ul><li>the lid</li><li>the tap</li></ul></li></ol>'
    cleaned = _cleaned(f'{nested}<ol start="2"><li>Turn</li></ol>')
    assert cleaned.count("<ol") == 1


def test_boxes_that_only_a_class_tells_are_signs() -> None:
    cleaned = _cleaned('<ul><li><div class="checkbox checkbox-on"></div> Pay</li></ul>')
    assert "☑ Pay" in cleaned


def test_what_opens_a_part_of_a_page_is_its_heading() -> None:
    button = '<h3 class="accordion-header"><button type="button">Who pays?</button></h3><div><p>The tenant.</p></div>'
    assert '<h3 class="accordion-header">Who pays?</h3>' in _cleaned(button)
    # other controls are none
    assert "Send" not in _cleaned("<h3>Rent <button>Send</button></h3><p><button>Send</button>Due on the first.</p>")


def test_terms_that_are_questions_are_sections() -> None:
    cleaned = _cleaned("<h2>Rent</h2><dl><dt>Who pays?</dt><dd>The tenant.</dd><dt>When?</dt><dd>Monthly.</dd></dl>")
    assert "<h3>Who pays?</h3>" in cleaned
    assert "<h3>When?</h3>" in cleaned
    # before more text they are lines of their own
    below = _cleaned("<dl><dt>Who pays?</dt><dd>The tenant.</dd></dl><p>Ask the desk.</p>")
    assert "<p>Who pays?</p><p>The tenant.</p>" in below
