"""The markdown formatter: windows, the check that nothing is lost or invented, outlines, and its talk with a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import Engine

from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sections import read_sections
from bizrag.configuration.format import FormatSettings, SectionSource
from bizrag.describing.asking import Asker, Meter
from bizrag.describing.describers import build_formatter, formatter_identity
from bizrag.describing.formatting.checks import Heading, Wrong, check_window
from bizrag.describing.formatting.formatter import MarkdownFormatter
from bizrag.describing.formatting.outline import with_outline
from bizrag.describing.formatting.windows import Window, split_windows
from bizrag.errors import ConfigurationError, ProviderUnavailableError
from bizrag.model.parses import Block, BlockKind, Parse
from bizrag.providers.chat import Job
from bizrag.providers.factory import chat_model
from bizrag.settings import Settings
from tests.scripted_server import Received, Reply, ScriptedServer, fail, refuse, say, too_long

HEADING, TEXT, TABLE = BlockKind.HEADING, BlockKind.TEXT, BlockKind.TABLE
# the parser took the second heading for text, and a line of the first chapter for a heading
BLOCKS = (
    (TEXT, "Results"),
    (TEXT, "Net sales rose to $1,234.50 in 2025."),
    (HEADING, "All in all a good year"),
    (BlockKind.PAGE_FOOTER, "Page 1"),
    (TEXT, "2.1 Outlook"),
    (TABLE, "<<table_1>>"),
    (TEXT, "Orders will grow by 4 percent."),
)
GOOD = """\
# 1 Results

Net sales rose to $1,234.50 in 2025.

All in all a good year

# 2.1 Outlook

<<table_1>>

Orders will grow by 4 percent.
"""


def parsed(*blocks: tuple[BlockKind, str]) -> Parse:
    return Parse(
        content_sha256="0",
        parser_fingerprint="test",
        pages=(),
        blocks=tuple(
            Block(ordinal=ordinal, kind=kind, text=said, level=1 if kind is HEADING else None)
            for ordinal, (kind, said) in enumerate(blocks)
        ),
        tables=(),
        pictures=(),
    )


def window(*blocks: tuple[BlockKind, str]) -> Window:
    (found,) = split_windows(parsed(*(blocks or BLOCKS)), window_words=1000, padding_words=10)
    return found


def wrongs(written: str, *, share: float = 0.0) -> list[tuple[Wrong, str]]:
    checked = check_window(window(), written, max_changed_share=share)
    return [(problem.wrong, problem.detail) for problem in checked.problems]


# --- windows ---


def test_every_paragraph_is_in_one_window_and_furniture_in_none() -> None:
    parse = parsed(*((TEXT, f"word{number} and more") for number in range(10)), (BlockKind.PAGE_HEADER, "Top"))
    windows = split_windows(parse, window_words=7, padding_words=2)
    assert [[block.ordinal for block in one.blocks] for one in windows] == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]
    assert (windows[0].before, windows[0].after) == ("", "word3 and")
    assert (windows[1].before, windows[1].after) == ("and more", "word6 and")
    assert windows[3].after == ""


def test_a_paragraph_longer_than_a_window_is_not_cut() -> None:
    windows = split_windows(parsed((TEXT, "a " * 500), (TEXT, "b")), window_words=50, padding_words=0)
    assert [len(one.text.split()) for one in windows] == [500, 1]
    assert (windows[1].before, windows[0].after) == ("", "")


def test_a_document_without_text_has_no_window() -> None:
    assert split_windows(parsed((TEXT, "  ")), window_words=50, padding_words=5) == []


# --- the check ---


def test_a_window_that_is_all_there_gives_its_headings() -> None:
    checked = check_window(window(), f"```markdown\n{GOOD}```", max_changed_share=0.0)
    assert checked.problems == ()
    assert checked.headings == (Heading(ordinal=0, level=1), Heading(ordinal=4, level=2))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        # numbers count one by one, whatever share of words may change
        ("1,234.50", "1,324.50", [(Wrong.LOST, "1234.5"), (Wrong.INVENTED, "1324.5")]),
        ("by 4 percent", "by percent", [(Wrong.LOST, "4")]),
        ("by 4 percent", "by 4 4 percent", [(Wrong.INVENTED, "4")]),
        ("<<table_1>>", "", [(Wrong.LOST, "<<table_1>>")]),
        ("<<table_1>>", "<<table_1>>\n\n<<table_2>>", [(Wrong.INVENTED, "<<table_2>>")]),
    ],
)
def test_numbers_and_tables_must_all_be_there(old: str, new: str, found: list[tuple[Wrong, str]]) -> None:
    assert wrongs(GOOD.replace(old, new), share=0.2) == found


def test_words_may_change_up_to_a_share() -> None:
    changed = GOOD.replace("good year", "fine year")
    assert wrongs(changed) == [(Wrong.LOST, "good"), (Wrong.INVENTED, "fine")]
    assert wrongs(changed, share=0.1) == []


def test_a_page_that_was_left_out_is_noticed() -> None:
    (lost,) = wrongs(GOOD.split("# 2.1", maxsplit=1)[0], share=0.2)
    assert lost[0] is Wrong.LOST


@pytest.mark.parametrize("line", ["## 1 Results", "# Results", "#1 Results"])
def test_headings_have_one_hash_and_a_number(line: str) -> None:
    assert (Wrong.HEADING_FORM, line) in wrongs(GOOD.replace("# 1 Results", line))


def test_a_heading_is_a_paragraph_of_its_own_in_its_place() -> None:
    run_in = GOOD.replace("Orders will grow by 4 percent.", "# 2.2 Orders\n\nwill grow by 4 percent.")
    assert wrongs(run_in) == [(Wrong.HEADING_PLACE, "Orders")]
    moved = "# 2.1 Outlook\n\n" + GOOD.replace("# 2.1 Outlook\n\n", "")
    assert (Wrong.HEADING_PLACE, "Results") in wrongs(moved)


# --- outlines ---


def test_an_outline_relabels_paragraphs_and_leaves_text_and_furniture() -> None:
    parse = parsed(*BLOCKS)
    made = with_outline(parse, {"headings": [(0, 1), (4, 2)], "kept": []})
    assert made.text == parse.text
    assert [(block.ordinal, block.level) for block in made.blocks if block.kind is HEADING] == [(0, 1), (4, 2)]
    assert made.blocks[2].kind is TEXT
    assert made.blocks[3] == parse.blocks[3]
    sections = read_sections(made, ChunkParams(), lambda text: len(text.split()))
    assert [section.path for section in sections] == [("Results",), ("Results", "2.1 Outlook")]


def test_where_a_window_was_kept_the_headings_of_the_parser_stay() -> None:
    made = with_outline(parsed(*BLOCKS), {"headings": [(4, 2)], "kept": [(0, 3)]})
    assert [(block.ordinal, block.level) for block in made.blocks if block.kind is HEADING] == [(2, 1), (4, 2)]


# --- with a model ---


@pytest.fixture
def formatter(engine: Engine, settings: Settings, scripted: ScriptedServer) -> MarkdownFormatter:
    chat = chat_model(scripted.configure(settings), Job.FORMAT, engine)
    assert chat is not None
    return MarkdownFormatter(chat=chat, settings=FormatSettings(window_words=50, padding_words=3))


@pytest.fixture
def asker() -> Asker:
    return Asker(documents=(), meter=Meter())


def long_parse(num_chapters: int) -> Parse:
    """Chapters of 50 words and more, one a window."""
    words = " ".join(f"word{number}" for number in range(50))
    return parsed(*(pair for at in range(1, num_chapters + 1) for pair in ((TEXT, f"Chapter {at}"), (TEXT, words))))


def piece(received: Received) -> str:
    """The piece of the last turn."""
    return piece_of(received.texts[-1])


def piece_of(turn: str) -> str:
    """What stands between its marks."""
    lines = turn.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("PIECE "))
    end = next(at for at, line in enumerate(lines) if at > start and line.startswith(("AFTER ", "END ")))
    return "\n".join(lines[start + 1 : end])


def is_second(turn: str) -> bool:
    return "PIECE" in turn and "Chapter 2" in piece_of(turn)


def formats(numbers: Sequence[str]) -> Callable[[Received], Reply]:
    """A model that takes the first paragraph of each piece for a chapter with the next of these numbers."""
    left = iter(numbers)
    return lambda received: say(f"# {next(left)} {piece(received)}")


def test_each_window_sees_the_one_before_and_what_was_made_of_it(
    formatter: MarkdownFormatter, asker: Asker, scripted: ScriptedServer
) -> None:
    scripted.reply(formats(["1", "1.1", "2"]), stays=True)
    outline = formatter.outline(long_parse(3), asker)
    assert outline.to_json() == {"headings": [[0, 1], [2, 2], [4, 1]], "kept": []}
    first, second, _ = scripted.chats
    assert [message["role"] for message in first.messages] == ["system", "user"]
    assert "AFTER" in first.text
    assert "BEFORE" not in first.texts[-1]
    assert [message["role"] for message in second.messages] == ["system", "user", "assistant", "user"]
    assert second.texts[1] == first.texts[1]
    assert second.texts[2].startswith("# 1 Chapter 1")
    assert "word47 word48 word49" in second.texts[-1].split("PIECE")[0]
    # the second time nothing is asked
    again = Asker(documents=(), meter=Meter())
    assert formatter.outline(long_parse(3), again) == outline
    assert (len(scripted.chats), asker.meter.calls, again.meter.calls) == (3, 3, 0)


def test_a_window_that_lost_text_is_asked_for_again_with_what_is_missing(
    formatter: MarkdownFormatter, asker: Asker, scripted: ScriptedServer
) -> None:
    scripted.reply(lambda received: say(f"# 1 {piece(received)}".replace(" word7 ", " ")))
    scripted.reply(lambda received: say(f"# 1 {piece_of(received.texts[1])}"))
    outline = formatter.outline(long_parse(1), asker)
    assert (len(outline.headings), outline.kept) == (1, ())
    assert "text was lost: word7" in scripted.chats[1].texts[-1]


@pytest.mark.parametrize(
    ("bad", "wrong"),
    [
        (say("Sorry."), Wrong.LOST),
        (too_long("# 1 Chapter 2"), Wrong.CUT),
        (refuse(), Wrong.REFUSED),
    ],
)
def test_a_window_that_stays_bad_keeps_the_headings_of_the_parser(
    formatter: MarkdownFormatter, asker: Asker, scripted: ScriptedServer, bad: Reply, wrong: Wrong
) -> None:
    scripted.reply(bad, when=lambda received: any(is_second(turn) for turn in received.texts), stays=True)
    scripted.reply(lambda received: say(f"# 1 {piece(received)}"), stays=True)
    outline = formatter.outline(long_parse(3), asker)
    assert outline.to_json() == {"headings": [[0, 1], [4, 1]], "kept": [[2, 3]]}
    assert wrong in outline.kept[0].why
    # the next window is not told of what was of no use
    assert len(scripted.chats[-1].messages) == 2


def test_what_was_of_no_use_is_asked_for_again_in_the_next_run(
    formatter: MarkdownFormatter, asker: Asker, scripted: ScriptedServer
) -> None:
    for _ in range(2):
        scripted.reply(say("Sorry."))
    assert len(formatter.outline(long_parse(1), asker).kept) == 1
    scripted.reply(lambda received: say(f"# 1 {piece(received)}"))
    assert formatter.outline(long_parse(1), asker).kept == ()


def test_a_server_that_is_down_is_an_error(
    formatter: MarkdownFormatter, asker: Asker, scripted: ScriptedServer
) -> None:
    scripted.reply(fail(500), stays=True)
    with pytest.raises(ProviderUnavailableError):
        formatter.outline(long_parse(1), asker)


def test_without_a_chat_model_one_line_says_what_is_missing() -> None:
    markdown = FormatSettings(sections=SectionSource.MARKDOWN)
    assert build_formatter(FormatSettings(), lambda _job: None) is None
    with pytest.raises(ConfigurationError, match="FORMATTING__SECTIONS=markdown needs a chat model"):
        build_formatter(markdown, lambda _job: None)


def test_the_parsers_sections_have_no_identity_and_each_way_to_format_its_own() -> None:
    def named(**changes: object) -> dict[str, str]:
        settings = FormatSettings.model_validate({"sections": "markdown", **changes})
        return formatter_identity(settings, lambda _job: "openai/model")

    assert formatter_identity(FormatSettings(), lambda _job: "openai/model") == {}
    assert named() != named(window_words=900)
    assert named() != named(max_changed_share=0.02)
    assert named()["format"].startswith("openai/model format_markdown:")
