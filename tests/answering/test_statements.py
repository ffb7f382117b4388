"""Statements: how chunks are cut into what can be quoted."""

from __future__ import annotations

import pytest

from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from tests.made import make_hit, make_passage


def read(text: str, kind: ChunkKind = ChunkKind.TEXT) -> list[Statement]:
    hit = Hit(
        rank=1,
        score=1.0,
        retriever=Retriever.HYBRID,
        chunk_no=1,
        chunk_id="c" * 32,
        document_id="d",
        doc="d",
        title="d",
        kind=kind,
        text=text,
        headings=("d",),
        locators=(Locator(page_no=1),),
    )
    passage = Passage(passage_id=1, document_id="d", doc="d", title="d", text=text, hits=(hit,))
    return read_statements([passage])


def said(text: str, kind: ChunkKind = ChunkKind.TEXT) -> list[str]:
    return [statement.text for statement in read(text, kind)]


def test_paragraphs_are_cut_at_sentence_ends() -> None:
    assert said("Dr. Oduya leads it. Sales rose to $3.5 million.\n\nCosts fell.") == [
        "Dr. Oduya leads it.",
        "Sales rose to $3.5 million.",
        "Costs fell.",
    ]


def test_a_number_stays_with_its_sentence_and_not_with_a_heading() -> None:
    assert said("1. Lock out the machine. 2. Remove the cover.\n\n3. Results") == [
        "1. Lock out the machine.",
        "2. Remove the cover.",
    ]
    assert said("The case is Reyes v. Brightwater Foods (Ex. 4).") == [
        "The case is Reyes v. Brightwater Foods (Ex. 4)."
    ]


def test_lines_that_the_width_broke_are_one_sentence() -> None:
    assert said("The roof carries 2,900\nsolar modules since April.") == [
        "The roof carries 2,900\nsolar modules since April."
    ]
    long = "Cause was the expansion valve of the second stage; load the parameter set\nP-14 or later."
    assert said(long) == [long]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Alarm at start\nThe oil is cold.", id="heading"),
        pytest.param("- Open the second hall\n- cut the plate patterns", id="list items"),
        pytest.param("The oil is cold.\nwait four hours.", id="finished sentence"),
    ],
)
def test_other_lines_stand_alone(text: str) -> None:
    assert said(text) == text.split("\n")


def test_lines_of_slides_and_pictures_stay_apart_unless_they_go_on_in_lower_case() -> None:
    slide = "Only one customer in five buys from more than one of our segments\nSpeaker notes: the market is split"
    assert said(slide, ChunkKind.SLIDE) == slide.split("\n")
    assert said("Penalty clause, second\ncrane hired", ChunkKind.SLIDE) == ["Penalty clause, second\ncrane hired"]
    assert said("Figure 1. Backlog\nand orders", ChunkKind.PICTURE)[-1] == "and orders"


def test_a_lead_in_brings_its_list_and_alone_is_not_whole() -> None:
    items = ["- book early", "- keep receipts", "- ask first"]
    text = "\n\n".join(["Travel is paid by the firm.", "To save money:", *items, "Fees are paid."])
    assert said(text) == [
        "Travel is paid by the firm.",
        "\n\n".join(["To save money:", *items]),
        *items,
        "Fees are paid.",
    ]
    assert [statement.is_whole for statement in read(text)][1] is True
    alone = read("The following table shows sales:\n\n<<table_1>>\n\nThey rose.")
    assert [statement.is_whole for statement in alone] == [False, True]
    # a further sentence of an item belongs to it
    parted = "Do this:\n\n- Ask. Be brief.\n\n- Go.\n\nThen rest."
    assert said(parted)[0] == "Do this:\n\n- Ask. Be brief.\n\n- Go."
    # one that is longer than a quote is cut between items
    long = "Rules that apply:\n\n" + "\n\n".join(f"- {'rule ' * 30}{number}" for number in range(9))
    assert 450 < len(said(long)[0]) <= 600


def test_rows_of_tables_stay_whole() -> None:
    rows = "Table 2\nPos. 3: Article GK. 220; Weight kg 66.\nTotal: Quantity 57; Weight kg 12,433."
    assert said(rows, ChunkKind.TABLE)[1:] == rows.split("\n")[1:]
    assert [statement.is_row for statement in read(rows, ChunkKind.TABLE)] == [False, True, True]
    assert not read("Two sites: Leeds; York.")[0].is_row


def test_marks_questions_and_single_words_are_left_out() -> None:
    assert said("<<table_1>>\n\nIs it allowed?\n\nResults\n\nIt is allowed.") == ["It is allowed."]
    slide = "# Targets\n[TABLE START]\nMarine: 2028 104; Owner R. Oduya.\n[TABLE END]"
    assert said(slide, ChunkKind.SLIDE) == ["Marine: 2028 104; Owner R. Oduya."]


def test_a_line_without_a_label_ends_a_group_of_a_table_on_a_slide() -> None:
    slide = "# Stock\n[TABLE START]\n| Pumps\nChanges to May 2031 >\nBuilt | 7\n >\nAt 1 May 2031 | 12\n[TABLE END]"
    rows = [one.said for one in read(slide, ChunkKind.SLIDE) if one.columns]

    assert rows == ["Changes to May 2031 > Built: Pumps 7.", "At 1 May 2031: Pumps 12."]


def test_a_row_on_a_slide_is_quoted_as_it_stands_and_said_with_its_column_labels() -> None:
    slide = (
        "# Targets | Marine\n[TABLE START]\nTable 2\n| 2028 | 2027 | Owner\nMarine | 104 | | R. Oduya. Acting\n"
        "Ships >\naft | 7\n[TABLE END]\n- Sites | Halls\n[TABLE START]\n| Staff\nBrackwater | 532\n[TABLE END]"
    )
    statements = read(slide, ChunkKind.SLIDE)

    assert [(one.text, one.said) for one in statements if one.columns] == [
        ("Marine | 104 | | R. Oduya. Acting", "Marine: 2028 104; Owner R. Oduya. Acting."),
        ("aft | 7", "Ships > aft: 2028 7."),
        ("Brackwater | 532", "Brackwater: Staff 532."),
    ]
    # neither the line of labels nor lines outside the marks
    assert [one.text for one in statements if not one.columns] == ["# Targets | Marine", "Table 2", "- Sites | Halls"]
    assert all(slide[one.start : one.end] == one.text for one in statements)
    assert [one.is_row for one in statements] == [bool(one.columns) for one in statements]
    assert readable(statements[2], "Who is the owner of Marine?") == "Marine: Owner R. Oduya. Acting."


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        pytest.param("Sales rose.", ChunkKind.TEXT, True, id="sentence"),
        pytest.param("Alarm at start", ChunkKind.TEXT, False, id="heading"),
        pytest.param("- open the hall", ChunkKind.TEXT, True, id="list item"),
        pytest.param("# Where we stand", ChunkKind.SLIDE, False, id="heading of a slide"),
        pytest.param("Revenue of $5 in 2025", ChunkKind.SLIDE, True, id="line of a slide"),
        pytest.param("Revenue by region, 2025.\nEurope: 2025 5; 2024 4.", ChunkKind.TABLE, False, id="caption"),
        pytest.param("Europe: 2025 5; 2024 4.\nAsia: 2025 3; 2024 2.", ChunkKind.TABLE, True, id="row without caption"),
    ],
)
def test_headings_and_fragments_are_not_whole(text: str, kind: ChunkKind, expected: bool) -> None:
    assert read(text, kind)[0].is_whole is expected


@pytest.mark.parametrize(
    ("row", "question", "expected"),
    [
        pytest.param("Marine: 2025 8.2%; 2024 10.1%.", "Marine margin in 2024?", "Marine: 2024 10.1%.", id="column"),
        pytest.param(
            "Marine: 2025 > Revenue 96; 2025 > Margin 8%; 2024 > Margin 10%.",
            "What margin did Marine have in 2024?",
            "Marine: 2024 > Margin 10%.",
            id="two header rows",
        ),
        pytest.param("Marine: 2025 8.2%; 2024 10.1%.", "Marine margin?", "Marine: 2025 8.2%; 2024 10.1%.", id="none"),
        pytest.param(
            "Overseas: City Tier 2; Hotel limit per night $190; Lunch $21.",
            "Highest hotel price per night in a tier 2 city overseas?",
            "Overseas: City Tier 2; Hotel limit per night $190.",
            id="two cells named for different words",
        ),
        pytest.param(
            "Europe: City Tier 1; Hotel $210; Lunch $22.\nEurope: City Tier 2; Hotel $160; Lunch $19.",
            "What may a hotel cost?",
            "Europe: City Tier 1; Hotel $210.",
            id="another row of that label",
        ),
        pytest.param(
            "VFB: Parameter Feedback voltage; Min 0.79; Max 0.81; Unit V.\nI: Parameter Leak; Min 1; Max 3; Unit A.",
            "What is the feedback voltage?",
            "VFB: Parameter Feedback voltage; Min 0.79; Max 0.81; Unit V.",
            id="a cell that says what is asked, and not in what column",
        ),
        pytest.param(
            "VFB: Parameter Feedback voltage; Min 0.79; Max 0.81; Unit V.\nI: Parameter Leak; Min 1; Max 3; Unit A.",
            "What is the maximum feedback voltage?",
            "VFB: Parameter Feedback voltage; Max 0.81; Unit V.",
            id="a limit with its unit",
        ),
        pytest.param("- Build: the hall", "What is built?", "Build: the hall", id="bullet"),
        pytest.param(
            "E15: Meaning Filter is blocked; Action Replace it.",
            "What does E15 mean and what should I do?",
            "E15: Meaning Filter is blocked; Action Replace it.",
            id="two things asked",
        ),
        pytest.param(
            "Tulsa: Use Pumps; Square feet 188,000; Owned or leased Owned.",
            "How big is Tulsa and is it owned?",
            "Tulsa: Use Pumps; Square feet 188,000; Owned or leased Owned.",
            id="a figure and yes or no asked",
        ),
    ],
)
def test_an_answer_shows_the_cells_asked_for(row: str, question: str, expected: str) -> None:
    kind = ChunkKind.TEXT if row.startswith("-") else ChunkKind.TABLE
    assert readable(read(row, kind)[0], question) == expected


def test_a_bare_figure_is_told_with_the_name_below_it() -> None:
    text = "84% drink coffee at least once a week\n\n7:48 am\n\naverage time of the first cup"
    assert said(text) == ["84% drink coffee at least once a week", "7:48 am\n\naverage time of the first cup"]
    # under a name it may be the figure of that
    assert "Profit of the year" in said("Revenue\n\n5.1 million\n\nProfit of the year")


def test_of_a_trend_all_cells_are_told() -> None:
    row = read("Sales\nNet sales: 2024 $94,836; Change (3)%; 2023 $97,278; North 12.", ChunkKind.TABLE)[-1]
    assert readable(row, "By which change did net sales fall?") == "Net sales: Change (3)%."
    assert readable(row, "How have net sales changed over time?") == row.text


def test_the_corner_of_a_table_says_what_its_rows_are() -> None:
    slide = "# Energy\n[TABLE START]\nMeasure | Saving | Payback\nLighting | 185 | 4.9\n[TABLE END]"
    table = "Headers: Measure.\nLighting: Saving 185; Payback 4.9."
    for text, kind in ((slide, ChunkKind.SLIDE), (table, ChunkKind.TABLE)):
        rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]
        assert [(row.said, row.kind_of_row.strip(" .")) for row in rows] == [
            ("Lighting: Saving 185; Payback 4.9.", "Measure")
        ]
    plain = make_hit(1, "Headers: Measure.\nA sentence.", kind=ChunkKind.TEXT)
    assert {one.kind_of_row for one in read_statements([make_passage(1, plain)])} == {""}


def test_a_cell_that_is_compared_is_told_with_its_row() -> None:
    row = read("Headers: x.\nEBITDA: Actual 2,180; Budget 2,320; Variance -140.", ChunkKind.TABLE)[-1]
    assert readable(row, "How far was EBITDA off the budget?") == row.text
    assert readable(row, "What is the budget of EBITDA?") == "EBITDA: Budget 2,320."
    # "days off" compares nothing
    days = read("Headers: x.\nWedding: Days 2; Proof none.", ChunkKind.TABLE)[-1]
    assert readable(days, "How many days off for a wedding?") == "Wedding: Days 2."


def test_a_line_of_a_name_and_an_amount_is_whole() -> None:
    whole = [statement.is_whole for statement in read("TOTAL DUE £ 6,823.04\n\nPage 2 of 2\n\nNet amount: EUR 12,50")]
    assert whole == [True, False, True]


def test_what_is_told_of_a_name_on_a_slide_is_no_label() -> None:
    team = read("# Team\nGiulia Ferri – Growth\nAdvisers and friends", ChunkKind.SLIDE)
    assert [one.is_label for one in team] == [False, True]


def test_of_a_question_of_a_form_the_options_that_are_ticked_are_told() -> None:
    line = read("Conclusion ☐ Safe to operate ☒ Withdraw from use")[0]
    assert line.is_whole
    assert readable(line, "May we go on using the truck?") == "Conclusion ☒ Withdraw from use"
    assert readable(line, "Is it safe to operate?") == line.text
    # nothing is ticked
    blank = read("Conclusion ☐ Safe to operate ☐ Withdraw from use")[0]
    assert readable(blank, "May we go on using the truck?") == blank.text
    table = read("Points\nItem 2; Item Lift chains; Good ☐; Repair ☒; Remarks worn.", ChunkKind.TABLE)[-1]
    assert readable(table, "How worn are the chains?") == table.text


def test_a_name_is_read_with_the_value_below_it() -> None:
    form = "PURCHASE ORDER\n\nSupplier\n\nNordlys Optik AS Havnegata 9\n\nOrder no.\n\nPO-77120\n\nIt is due."
    fields = [statement for statement in read(form) if statement.is_field]
    assert [readable(one, "Who is the supplier?") for one in fields] == [
        "Supplier: Nordlys Optik AS Havnegata 9",
        "Order no.: PO-77120",
    ]
    assert all(one.is_whole and one.text in form for one in fields)
    # each line stays a statement of its own
    assert "Nordlys Optik AS Havnegata 9" in said(form)


def test_what_is_signed_is_read_with_who_signs_it() -> None:
    text = "Signed for the Lessor\n\n________\n\nName: Margaret Boyle\n\nTitle: Director\n\nIt is kept."
    (field,) = (statement for statement in read(text) if statement.is_field)
    assert readable(field, "Who signed?") == "Signed for the Lessor: Name: Margaret Boyle Title: Director"


def test_headings_over_sentences_lists_and_tables_are_no_fields() -> None:
    text = "Materials\n\nAll of steel.\n\nLimits\n\n- Solids up to 10 mm\n\nPrices\n\n<<table_1>>\n\nPage 2\n\nNet"
    assert not [statement for statement in read(text) if statement.is_field]


def test_a_code_is_called_something_without_asking_for_that_column() -> None:
    row = "F1: Finding Payments are made twice; Risk High; Recommendation Compare the amounts; Owner P. Novak."
    (statement,) = read(f"Headers: No.\n{row}", ChunkKind.TABLE)[-1:]
    assert readable(statement, "What is recommended for finding F1?") == "F1: Recommendation Compare the amounts."
    assert readable(statement, "What is the finding of F1?") == "F1: Finding Payments are made twice."


def test_a_further_sentence_of_a_row_is_said_with_the_label_of_the_row() -> None:
    text = "Terms\nFacility B: Term loan of EUR 65 million. Purpose: to buy the sawmill.\nAgent: Western Bank."
    found = read(text, ChunkKind.TABLE)
    assert [one.said for one in found] == [
        "Facility B: Term loan of EUR 65 million.",
        "Facility B: Purpose: to buy the sawmill.",
        "Agent: Western Bank.",
    ]
    # what is quoted stands there
    assert found[1].text == "Purpose: to buy the sawmill."


def test_a_headline_that_tells_a_change_is_whole() -> None:
    text = "Orders up 12%; guidance raised\n\nThe company tells its results of the third quarter today, as planned."
    assert read(text)[0].is_whole
    assert not read(text.replace("up 12%", "as before"))[0].is_whole


def test_a_sentence_goes_on_on_the_next_page_though_a_blank_line_stands_between() -> None:
    text = (
        "Employers may offer programs for healthy habits, such as courses on nutrition. They can also\n\n"
        "provide access to weight management. Ask your adviser.\n\nTerms\n\nlower limit"
    )
    assert said(text)[1:3] == [
        "They can also\n\nprovide access to weight management.",
        "Ask your adviser.",
    ]
    assert "lower limit" in said(text)


def test_where_a_picture_stands_is_no_statement_of_it() -> None:
    picture = (
        "Figure 2: Trust in firms\nValues:\nWater boards: A great deal 29; Some 44.\n"
        "Under the heading: 2 Trust\nBeside it: Bottled-water firms come last. Most people buy …"
    )
    assert [one.text for one in read(picture, ChunkKind.PICTURE)] == [
        "Figure 2: Trust in firms",
        "Water boards: A great deal 29; Some 44.",
    ]


def test_after_a_comma_a_sentence_goes_on_on_the_next_page_with_a_figure() -> None:
    first = "Hourly employees have two agreements: that of Duluth, with 411 employees, expires on July 31,"
    assert said(f"{first}\n\n2026, and that of Peoria expires on May 2, 2028. We agree.") == [
        f"{first}\n\n2026, and that of Peoria expires on May 2, 2028.",
        "We agree.",
    ]


def test_a_heading_that_runs_in_with_its_sentence_is_told_with_it() -> None:
    assert said("We thank the fund. Competing interests. Two authors hold shares in Tremora. No one else does.") == [
        "We thank the fund.",
        "Competing interests. Two authors hold shares in Tremora.",
        "No one else does.",
    ]
    # sentences, and what leads to a list
    assert said("They do not. We all agree. That is so.") == ["They do not.", "We all agree.", "That is so."]
    assert said("Exclusion criteria. Leave out these:\n\n1. Age.")[0] == "Exclusion criteria."
