"""Several conditions at once: which of a table's rows or columns meet them, and what is told of those."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.narrowed_items import find_narrowed
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ROOMS = """Rooms to rent
Headers: Room.
Attic: Town Graz; Rent €310; Furnished Yes; Balcony No; Size 18 m²; Distance 1.6 km; Contact Weiss; Free 1 May 2026.
Bay: Town Linz; Rent €450; Furnished Yes; Balcony Yes; Size 22 m²; Distance 0.7 km; Contact Lang; Free 1 June 2026.
Cellar: Town Graz; Rent €190; Furnished No; Balcony No; Size 14 m²; Distance 3.2 km; Contact Weiss; Free 1 May 2026.
Dome: Town Graz; Rent €520; Furnished Yes; Balcony Yes; Size 31 m²; Distance 0.9 km; Contact Rossi; Free 1 July 2026.
Eaves: Town Linz; Rent €280; Furnished No; Balcony Yes; Size 16 m²; Distance 2 km; Contact Lang; Free 1 August 2026."""

_PLANS = """Plans and prices
Headers: Feature.
Price per month: Solo €6; Crew €14; Fleet €27.
Storage: Solo 10 GB; Crew 500 GB; Fleet 2 TB.
Seats (max.): Solo 1; Crew 25; Fleet unlimited.
Single sign-on (SSO): Solo -; Crew -; Fleet ✓.
Shared calendar: Solo -; Crew ✓; Fleet ✓.
Phone support: Solo ✗; Crew ✗; Fleet ✓."""

_BALANCES = """The opening and closing balances of receivables and deferred revenue are as follows (in thousands):
To May 1, 2031 > Receivables: Balance at Beginning of Period $90; Increase $7; Balance at End of Period $97.
To May 1, 2031 > Deferred revenue (current): Balance at Beginning of Period $5; Balance at End of Period $4.
To May 1, 2031 > Deferred revenue (other): Balance at Beginning of Period $3; Balance at End of Period $6."""

_DEPOTS = """Depots
Headers: Depot.
Aalst: Country Belgium; Vans 14; Drivers 21; Night shift Yes.
Basel: Country Switzerland; Vans 9; Drivers 12; Night shift No.
Bern: Country Switzerland; Vans 22; Drivers 30; Night shift Yes.
Lyon: Country France; Vans 17; Drivers 26; Night shift No."""


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_narrowed(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the cheapest furnished room in Graz?", "Attic: Town Graz; Furnished Yes; Rent €310."),
        ("Which room with a balcony is the cheapest?", "Eaves: Balcony Yes; Rent €280."),
        ("Which rooms are furnished but have no balcony?", "Attic: Furnished Yes; Balcony No."),
        (
            "Which rooms in Graz cost less than €400?",
            "Attic: Rent €310; Town Graz. Cellar: Rent €190; Town Graz.",
        ),
        ("Which rooms within 1 km are under 500 euros?", "Bay: Distance 0.7 km; Rent €450."),
        (
            "How many rooms in Linz have a balcony?",
            "2 of 5: Bay: Town Linz; Balcony Yes. Eaves: Town Linz; Balcony Yes.",
        ),
        ("Which room with a balcony is closest?", "Bay: Balcony Yes; Distance 0.7 km."),
        ("What is the average rent in Graz?", "Attic: Rent €310; Cellar: Rent €190; Dome: Rent €520; average €340."),
        ("Which room in Graz is free first?", None),
        ("Which room in Linz is free first?", "Bay: Town Linz; Free 1 June 2026."),
        ("How much does the smallest room with a balcony cost?", None),
        ("Who is the contact for the cheapest room in Linz?", "Eaves: Town Linz; Rent €280; Contact Lang."),
        (
            "Which furnished rooms are free after May 2026?",
            "Bay: Free 1 June 2026; Furnished Yes. Dome: Free 1 July 2026; Furnished Yes.",
        ),
        ("Which unfurnished rooms are free in August?", "Eaves: Free 1 August 2026; Furnished No."),
        ("Which sunny rooms in Graz have a balcony?", None),
        # one condition alone is told elsewhere; what no property says may be a condition
        ("Which rooms are in Graz?", None),
        ("Which furnished room in Graz with a garden is the cheapest?", None),
        ("Why is the cheapest furnished room in Graz empty?", None),
        # none meets both
        ("Which unfurnished rooms in Graz have a balcony?", None),
    ],
)
def test_rows_that_meet_all_conditions_are_told(question: str, expected: str | None) -> None:
    assert _found(question, _ROOMS) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the cheapest plan that includes SSO?", "Fleet: Single sign-on (SSO) ✓; Price per month €27."),
        ("Which plans have a shared calendar but no SSO?", "Crew: Single sign-on (SSO) -; Shared calendar ✓."),
        ("Which plan has phone support?", "Fleet: Phone support ✓."),
        ("Which plan gives at least 100 GB for less than €20?", "Crew: Storage 500 GB; Price per month €14."),
        ("Which is the cheapest plan for 12 seats?", "Crew: Seats (max.) 25; Price per month €14."),
        ("Which is the cheapest plan for 40 seats?", "Fleet: Seats (max.) unlimited; Price per month €27."),
        ("Does the cheapest plan include a shared calendar?", "Solo: Price per month €6; Shared calendar -."),
        ("Which plan includes telephone training?", None),
    ],
)
def test_columns_are_things_where_rows_are_their_properties(question: str, expected: str | None) -> None:
    assert _found(question, _PLANS) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many vans do the Swiss depots have in total?", "Basel: Vans 9; Bern: Vans 22; sum 31."),
        ("Which Swiss depot has the most drivers?", "Bern: Country Switzerland; Drivers 30."),
        ("Which Belgian depots have more than 20 vans?", None),
        ("Which depots have more than 15 vans and no night shift?", "Lyon: Vans 17; Night shift No."),
        ("Which depot has 9 vans?", "Basel: Vans 9."),
    ],
)
def test_what_is_of_a_country_is_in_it(question: str, expected: str | None) -> None:
    assert _found(question, _DEPOTS) == expected


def test_statements_of_figures_are_not_narrowed() -> None:
    text = """Net sales by segment
Headers: Segment.
Marine: 2023 $1,204; 2022 $1,100.
Rail: 2023 $980; 2022 $1,010.
Road: 2023 $450; 2022 $470.
Total: 2023 $2,634; 2022 $2,580."""
    for question in ("Which segment had the highest net sales in 2023?", "What were total net sales in 2023?"):
        assert _found(question, text) is None


def test_the_first_of_several_days_is_told() -> None:
    text = """Contracts
Headers: Contract.
Boiler: Supplier Heiz AG; Ends 30 June 2027.
Lift: Supplier Auf OHG; Ends 31 March 2026.
Alarm: Supplier Heiz AG; Ends 31 January 2028."""
    assert _found("Which contract ends first?", text) == "Lift: Ends 31 March 2026."
    assert _found("Which Heiz AG contract ends last?", text) == "Alarm: Supplier Heiz AG; Ends 31 January 2028."


def test_the_answerer_tells_what_meets_both(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _ROOMS, kind=ChunkKind.TABLE))
    told = answerer.answer("What is the cheapest furnished room in Graz?", [passage]).text
    assert told.startswith("Attic: Town Graz; Furnished Yes; Rent €310.")


def test_what_a_title_says_may_name_some_of_its_rows() -> None:
    deferred = _found("What is the total deferred revenue at the end of the period?", _BALANCES)
    everything = _found("What is the total at the end of the period?", _BALANCES)

    assert deferred is not None
    assert deferred.endswith("Balance at End of Period $6; sum $10.")
    assert everything is not None
    assert everything.endswith("sum $107.")
