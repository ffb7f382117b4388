"""Pages whose tables and boxes only lay them out: what they show stands in the order and the form of the page."""

from __future__ import annotations

from bizrag.parsing.web_pages.html_clean import clean_html


def _cleaned(body: str) -> str:
    return "".join(clean_html(f"<html><body>{body}</body></html>".encode()).decode().split("\n"))


def test_a_table_that_holds_headings_and_tables_is_the_page() -> None:
    rates = "<table><tr><th>Zone</th><th>Fee</th></tr><tr><td>North</td><td>12</td></tr></table>"
    cleaned = _cleaned(
        "<table><caption>Depot</caption><tr><td>Menu</td><td><h2>Parking</h2><p>Ask first.</p></td></tr>"
        f"<tr><td>Gate</td><td>3</td></tr><tr><td>Yard</td><td>7</td></tr><tr><td>Rates</td><td>{rates}</td></tr></table>"
    )
    assert "<p>Depot</p><div>Menu</div><div><h2>Parking</h2><p>Ask first.</p></div>" in cleaned
    # rows between stay rows
    assert "<table><tr><td>Gate</td><td>3</td></tr><tr><td>Yard</td><td>7</td></tr></table>" in cleaned
    assert f"<div>Rates</div><div>{rates}</div>" in cleaned


def test_a_heading_alone_in_a_cell_is_a_name_in_large_type() -> None:
    table = "<table><tr><td><h4>Zone</h4></td><td><h4>Fee</h4></td></tr><tr><td>North</td><td>12</td></tr></table>"
    assert table in _cleaned(table)


def test_boxes_of_names_and_values_are_told_together() -> None:
    def row(name: str, value: str) -> str:
        return f'<div class="row"><span class="k">{name}</span><span class="v">{value}</span></div>'

    cleaned = _cleaned(f"<section>{row('Weight', '124 kg')}{row('Refrigerant', 'R290, <b>1.1</b> kg')}</section>")
    assert "Weight: 124 kg</p>" in cleaned
    assert "Refrigerant: R290, 1.1 kg</p>" in cleaned
    assert "Call: 01632</p>" in _cleaned(
        "<div><p><b>Call:</b><span>01632</span></p><p><b>Fax:</b><span>0</span></p></div>"
    )
    # runs of one word, and sentences side by side, are none
    assert "<div>Annual</div>" in _cleaned('<div><span class="x">An</span><span class="y">nual</span></div>')
    runs = "<p><b>Net sales</b><span> rose.</span></p>" * 2
    assert "Net sales rose." in _cleaned(runs)
    asked = '<div><p class="q">Who pays?</p><p class="a">We do.</p></div>' * 2
    assert asked in _cleaned(asked)


def test_boxes_to_tick_are_signs() -> None:
    cleaned = _cleaned(
        '<p><input type="checkbox" checked> Insured <input type=radio> Not</p>'
        '<ul class="inline-task-list"><li class="checked">Order</li><li>Pay</li></ul>'
    )
    assert "<p>☑ Insured ☐ Not</p>" in cleaned
    assert ">☑ Order</li><li>☐ Pay</li>" in cleaned


def test_code_of_several_lines_ends_a_list_that_goes_on_after_it() -> None:
    cleaned = _cleaned("<ol><li>Stop:<pre>a\nb</pre>Wait.</li><li>Copy:<pre>c</pre></li></ol><p>End</p>")
    assert '<ol start="1"><li>Stop:</li></ol><pre>ab</pre><div>Wait.</div>' in cleaned
    assert '<ol start="2"><li>Copy:<pre>c</pre></li></ol><p>End</p>' in cleaned


def test_the_contents_of_a_page_are_a_menu() -> None:
    contents = '<ul><li><a href="#a">Costs</a><ul><li><a href="#b">Staff</a></li></ul></li></ul>'
    page = '<h2 id="a">Costs</h2><p>None.</p><h3 id="b">Staff</h3>'
    assert _cleaned(contents + page).count("Costs") == 1
    # links to elsewhere are text
    links = '<ul><li><a href="r.html">Staff rules</a></li><li><a href="#a">Costs</a></li></ul>'
    assert "Staff rules" in _cleaned(links + page)
