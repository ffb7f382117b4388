"""Lists of terms in HTML: manuals of programs list their options so."""

from __future__ import annotations

import re

from bizrag.parsing.web_pages.html_clean import clean_html

_OPTIONS = (
    "<dl><dt>log = append | overwrite</dt><dd><p>handling of the file</p><p>default: append</p></dd>"
    "<dt>quiet</dt><dd><p>Says <i>nothing</i>.</p></dd></dl>"
)


def _cleaned(body: str) -> str:
    cleaned = clean_html(f"<html><body><h1>Options</h1>{body}</body></html>".encode()).decode()
    return "".join(cleaned.split("\n"))


def test_a_term_with_several_paragraphs_is_a_section_of_the_page() -> None:
    cleaned = _cleaned(f"{_OPTIONS}<h1>Files</h1><p>None.</p>")
    assert "<h2>log = append | overwrite</h2><div><p>handling of the file</p><p>default: append</p></div>" in cleaned
    assert "<h2>quiet</h2><div><p>Says nothing.</p></div>" in cleaned


def test_what_follows_a_list_is_not_of_its_last_term() -> None:
    cleaned = _cleaned(f"{_OPTIONS}<p>Options may be given twice.</p>")
    assert re.findall(r"<h\d>[^<]*", cleaned) == ["<h1>Options"]
    # one paragraph stands with its term all the same
    assert "<p>quiet: Says nothing.</p>" in cleaned


def test_a_list_in_a_list_has_sections_one_level_below() -> None:
    of_clients = "<dd><p>As RFC 4642.</p><p>Clients only.</p></dd>"
    inner = f"<dl><dt>imap</dt><dd><p>As RFC 2595.</p></dd><dt>nntp</dt>{of_clients}</dl>"
    cleaned = _cleaned(f"<dl><dt>protocol</dt><dd><p>Known ones:</p>{inner}</dd><dt>port</dt><dd>110</dd></dl>")
    assert re.findall(r"<h\d>[^<]*", cleaned) == ["<h1>Options", "<h2>protocol", "<h3>imap", "<h3>nntp", "<h2>port"]


def test_terms_with_one_paragraph_are_told_with_it() -> None:
    cleaned = _cleaned("<dl><dt>-v</dt><dt>--verbose</dt><dd><p>Says more.</p></dd></dl><p>End.</p>")
    assert "<p>-v, --verbose: Says more.</p>" in cleaned


def test_a_remark_over_the_whole_width_is_of_the_row_above_it() -> None:
    def revision(number: str, remark: str) -> str:
        return f"<tr><td>{number}</td><td>2007-01-23</td></tr><tr><td colspan=2>{remark}</td></tr>"

    head = "<tr><th colspan=2>History</th></tr>"
    cleaned = _cleaned(f"<table>{head}{revision('1.1', 'adds tables')}{revision('1.0', 'first one')}</table>")
    assert "<td>1.1</td><td>2007-01-23</td><td>adds tables</td></tr>" in cleaned
    assert "<td>1.0</td><td>2007-01-23</td><td>first one</td></tr>" in cleaned
    # headings of groups stand above their rows
    groups = "".join(f"<tr><td colspan=2>{name}</td></tr><tr><td>a</td><td>{name}1</td></tr>" for name in "PQ")
    assert f"<table>{groups}</table>".replace("colspan=2", 'colspan="2"') in _cleaned(f"<table>{groups}</table>")
