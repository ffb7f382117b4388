"""Questions about manuals: sections that something stands in, code below a lead-in."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.needed import lacks_needed
from bizrag.answering.extractive.scoring import Scored, Signs
from bizrag.answering.extractive.sections.asked_sections import find_asked_section
from bizrag.answering.statements.list_items import is_code
from bizrag.answering.statements.local_headings import heading_above
from bizrag.answering.statements.reading import read_statements
from tests.made import make_hit, make_passage

_OPTIONS = (
    "log = append | overwrite\n\nhandling of the file\n\ndefault: append\n\n"
    "failover = rr | prio\n\nwhich target comes first\n\ndefault: prio\n\n"
    "debug = LEVEL\n\nhow much is logged\n\nThe default logging level is notice."
)
_RULES = (
    "9.1 Conflicts of interest\n\nWork for others must be told to the office.\n\n"
    "9.2 Gifts and hospitality\n\nAnything above 50 euros is declined or handed to the compliance officer. Cash is "
    "never accepted.\n\n9.3 Reporting\n\nConcerns can be reported on the hotline."
)
_HEADERS = (
    "Only some headers are printed. You can change this by the variable HEADERS.\n\nThe default setting is:\n\n"
    'HEADERS="Date_To_From"\n\nThe order counts.'
)


def test_names_of_options_in_small_letters_head_what_is_said_of_them() -> None:
    assert heading_above(_OPTIONS, _OPTIONS.index("default: prio")) == "failover = rr | prio"
    # a caption says nothing of the paragraph below its table
    text = (
        "4.1 Leave\n\nLeave is as in Table 2.\n\nTable 2: Leave in days\n\n<<table_1>>\n\nFive days can be kept over."
    )
    assert heading_above(text, text.index("Five")) == "4.1 Leave"
    # one line that assigns something is an example
    text = "Set the size as follows.\n\nsize = LARGE | SMALL\n\nThen print a page of it."
    assert heading_above(text, text.index("Then")) == ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which clause deals with gifts?", "9.2 Gifts and hospitality. [1](#1)"),
        ("What section covers conflicts of interest?", "9.1 Conflicts of interest. [1](#1)"),
        (
            "Which section says where concerns can be told?",
            "9.3 Reporting: Concerns can be reported on the hotline. [1](#1)",
        ),
        (
            "Which section describes what is done with cash?",
            "9.2 Gifts and hospitality: Cash is never accepted. [1](#1)",
        ),
    ],
)
def test_the_section_is_told_that_something_stands_in(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, _RULES))]).text == expected


@pytest.mark.parametrize(
    "question",
    ["Which part contains gifts?", "Which section is responsible for gifts?", "Which chapters do staff belong to?"],
)
def test_a_part_of_a_machine_and_a_section_of_a_firm_are_none_of_a_document(question: str) -> None:
    statements = read_statements([make_passage(1, make_hit(1, _RULES))])
    scored = [Scored(statement=statements[1], score=0.9, signs=Signs(words=0, context=0, fits=0, whole=0, rank=0))]
    assert find_asked_section(question, scored, statements) is None
    assert find_asked_section("In which section are gifts described?", scored, statements) is not None


def test_a_lead_in_is_told_with_the_code_below_it(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _HEADERS))]
    led = next(one for one in read_statements(passages) if one.text.startswith("The default setting is:"))
    assert led.text.endswith('HEADERS="Date_To_From"')
    assert led.is_whole
    told = answerer.answer("What is the default setting of HEADERS?", passages).text
    assert 'The default setting is: HEADERS="Date_To_From"' in told


@pytest.mark.parametrize("text", ["<<table_1>>", "Ask your office first", "- item", "Net sales rose", "Step 1: Stop"])
def test_text_is_no_code(text: str) -> None:
    assert not is_code(text)


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Which version of the server is required?", "It needs version 2 or later.", False),
        ("Which version of the server is required?", "The server has to be there.", True),
        ("Which GIMP version does the plugin need?", "The plugin is installed beside it.", True),
        ("Which version of the contract prevails?", "The German one does.", False),
        ("What period do the data cover?", "Both series lie between January 1959 and February 2001.", False),
        ("What period do the data cover?", "The data are series of the economy.", True),
        ("What does the licence cost?", "The licence is signed by the owner.", True),
        ("What does the licence cost?", "The licence is free of charge.", False),
        ("Which versions are supported?", "Old and new ones.", False),
    ],
)
def test_versions_periods_and_costs_are_told_by_what_has_them(question: str, text: str, expected: bool) -> None:
    statement = read_statements([make_passage(1, make_hit(1, text))])[0]
    assert lacks_needed(question, statement) is expected


def test_an_entry_of_contents_is_whole_with_its_number_and_lines_of_columns_stay_lines() -> None:
    text = "5.2. Download: see the page.\n\n" + "\n".join(
        f"{number} Sector_Count_of_{name}   0x0033   100   100   005    Pre-fail  Always       -       0"
        for number, name in ((5, "Old"), (196, "New"))
    )
    said = [one.text for one in read_statements([make_passage(1, make_hit(1, text))])]
    assert said[0] == "5.2. Download: see the page."
    assert [line.split()[0] for line in said[1:]] == ["5", "196"]


def test_words_that_break_off_answer_nothing() -> None:
    asked = ("26 How do you make it reload?", "27 How do you make both reload?")
    text = f"{asked[0]}\n\nOr a variation like. . .\n\n{asked[1]}\n\nSend a SIGHUP to it."
    said = [one.text for one in read_statements([make_passage(1, make_hit(1, text))])]
    assert "Or a variation like. . ." not in said
    assert "Send a SIGHUP to it." in said


def test_what_is_said_of_an_option_is_told_behind_its_name(answerer: ExtractiveAnswerer) -> None:
    text = (
        "delay = yes | no\n\nLooks up the names of hosts when a connection is made.\n\n"
        "sni = HOST\n\nUse this with servers that hold several certificates."
    )
    told = answerer.answer("Which option looks up the names of hosts late?", [make_passage(1, make_hit(1, text))]).text
    assert told == "delay = yes | no: Looks up the names of hosts when a connection is made. [1](#1)"
