"""Boxes and tabs of Markdown: their text is text, and steps on tabs stand below the name of their tab."""

from __future__ import annotations

from bizrag.parsing.web_pages.markdown_page import markdown_to_html


def test_steps_on_tabs_are_sections() -> None:
    page = markdown_to_html(
        '## Install\n\n=== "Linux"\n\n'
        "    1. Add it:\n       ```bash\n       apt install x\n       ```\n    2. Run it.\n\n"
        '=== "macOS"\n\n    1. Open it.\n\n## Use\n\nText.'
    )
    assert "<h3>Linux</h3>\n<ol>" in page
    assert '<code class="language-bash">apt install x' in page
    assert "<h3>macOS</h3>\n<ol>\n<li>Open it.</li>" in page


def test_tabs_before_more_text_own_none_of_it() -> None:
    page = markdown_to_html('## Install\n\n=== "Linux"\n\n    Add it.\n\nThen restart.')
    assert "<p><strong>Linux</strong></p>\n<p>Add it.</p>\n<p>Then restart.</p>" in page


def test_boxes_are_text_below_their_names() -> None:
    assert "<p><strong>Note</strong></p>\n<p>Read it.</p>" in markdown_to_html("!!! note\n    Read it.\n")
    assert "<p><strong>Mind the gap</strong></p>" in markdown_to_html('??? warning "Mind the gap"\n    Read it.\n')
    assert "<p><strong>Use it</strong></p>\n<p>Now.</p>" in markdown_to_html(":::tip Use it\n\nNow.\n\n:::\n")
    assert "<p><strong>Caution</strong></p>\n<p>Hot.</p>" in markdown_to_html("> [!CAUTION]\n> Hot.\n")


def test_code_that_looks_like_a_box_stays_code() -> None:
    assert "<code>!!! note\n    x\n" in markdown_to_html("```\n!!! note\n    x\n```\n")
