"""Where texts are cut into sentences, lines and parts of words, and how heading paths are shortened."""

import pytest

from bizrag.chunking.headings import shorten_path, shorten_text
from bizrag.chunking.sentences import fitting_spans, line_spans, sentence_spans


def words(text: str) -> int:
    """One word is one token."""
    return len(text.split())


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It cost $3.5 million. Mr. Lee paid.", ["It cost $3.5 million.", "Mr. Lee paid."]),
        ("  padded.  twice. ", ["padded.  twice."]),
        ("", []),
        ("broken \ud800 font. Next one.", ["broken \ud800 font.", "Next one."]),
    ],
)
def test_sentence_spans(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_code_is_cut_at_lines() -> None:
    code = "a = 1\n\n  b = 2"

    assert [code[start:end] for start, end in line_spans(code)] == ["a = 1", "b = 2"]


def test_a_word_longer_than_the_limit_is_halved_until_it_fits() -> None:
    """Eight letters, one token each, limit 3: 8 -> 4 + 4 -> 2 + 2 + 2 + 2."""
    spans = list(fitting_spans("abcdefgh", (0, 8), limit=3, count_tokens=len))

    assert spans == [((0, 2), 2), ((2, 4), 2), ((4, 6), 2), ((6, 8), 2)]


@pytest.mark.parametrize(
    ("path", "limit", "short"),
    [
        (["Title", "A"], 3, "Title > A"),
        # five words and three signs: the middle heading goes
        (["Title", "Middle one", "Last"], 5, "Title > … > Last"),
        # still 5: words from the middle of the whole path
        (["One two", "Three four"], 3, "One … four"),
        ([], 3, ""),
    ],
)
def test_paths_are_shortened_from_the_middle(path: list[str], limit: int, short: str) -> None:
    assert shorten_path(path, max_tokens=limit, count_tokens=words) == short


def test_a_single_long_word_is_shortened_by_letters() -> None:
    assert shorten_text("abcdefgh", max_tokens=5, count_tokens=len) == "ab…gh"


def test_no_room_at_all_leaves_nothing() -> None:
    assert shorten_text("abc def", max_tokens=0, count_tokens=words) == ""
