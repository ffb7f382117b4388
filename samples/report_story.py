"""The text of the annual report, chapter by chapter, as reportlab flowables."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    Paragraph,
    Spacer,
)

from samples import company, report_figures, report_tables
from samples.pdf_style import BODY, BULLET, CAPTION, H1, H2, H3

COLUMN = 82 * mm
FULL = 174 * mm


def _text(*paragraphs: str) -> list[Flowable]:
    return [Paragraph(text, BODY) for text in paragraphs]


def _bullets(*items: str) -> list[Flowable]:
    return [Paragraph(text, BULLET, bulletText="•") for text in items]


def _captioned(caption: str, body: Flowable, *, above: bool = False) -> Flowable:
    """A table with its caption above, a figure with its caption below, never parted."""
    body.hAlign = "LEFT"
    parts = [Paragraph(caption, CAPTION), body, Spacer(1, 8)] if above else [body, Paragraph(caption, CAPTION)]
    return KeepTogether(parts)


CONTENTS = (
    ("1 Letter to shareholders", 2),
    ("2 Business review", 2),
    ("3 Financial review", 4),
    ("4 People and sites", 6),
    ("5 Sustainability", 6),
    ("6 Principal risks", 6),
    ("7 Governance", 6),
    ("8 Cash flow and notes", 7),
    ("9 Five-year summary", 8),
)


def _contents() -> list[Flowable]:
    return [Paragraph("Contents", H1), report_tables.contents(CONTENTS, COLUMN), Spacer(1, 10)]


def _letter() -> list[Flowable]:
    return [
        Paragraph("1 Letter to shareholders", H1),
        *_text(
            "Heat is the largest use of energy that nobody sees. In 2025 more of our customers decided to stop wasting "
            "it, and Tarnholm had the equipment ready. Revenue rose by 11.1% to $412.6 million, operating income "
            "reached $50.3 million, and we closed the year with the fullest order book in our history.",
            "The year was not even. District heating companies moved from studies to contracts, and our District "
            "Energy segment grew by 42.1%. Shipyards, on the other hand, postponed deliveries, and Marine revenue "
            "fell by 5.3%. We answered by closing the small Dunmere workshop in June and moving its titanium line to "
            "Brackwater; this cost us $4.2 million in restructuring, which we expect to earn back by the end of 2027.",
            "Orders of $460.4 million exceeded revenue by a clear margin, a book-to-bill ratio of "
            "1.12.<super>1</super> The backlog at year end was $189.3 million, a third more than a year before.",
            "Two decisions will shape the years ahead. In March the board approved the second hall at Sorel Bay, which "
            "will more than double our capacity for industrial heat pumps. In September we bought Pellworth Controls, "
            "a maker of plant controllers with 38 employees, for $8.5 million in cash. Its engineers now write the "
            "software of our TC-4 controller.",
            "The board proposes a dividend of $0.40 per share for 2025, after $0.36 for 2024. I thank our 1,684 "
            "colleagues for a year of hard and careful work.",
        ),
        Paragraph(f"<b>{company.CHIEF_EXECUTIVE}</b><br/>Chief Executive Officer", BODY),
        Spacer(1, 4),
    ]


def _business() -> list[Flowable]:
    return [
        Paragraph("2 Business review", H1),
        Paragraph("2.1 What we make", H2),
        *_text(
            "Tarnholm builds plate heat exchangers and high-temperature heat pumps, and keeps them running. Five model "
            "families made up 88% of equipment revenue; Table 1 lists the model that sells best in each."
        ),
        _captioned("Table 1. Best-selling models and their ratings.", report_tables.products(COLUMN), above=True),
        Paragraph("2.2 Segments", H2),
        Paragraph("2.2.1 Food &amp; Beverage", H3),
        *_text(
            "Our largest segment serves dairies, breweries and canneries. Revenue grew by 6.0% to $148.2 million. "
            "Demand came mostly from replacing steam: every fourth order combined a heat exchanger with a heat pump. "
            "The largest single contract, worth $11.8 million, was the pasteurising line of the Ostrel Dairy "
            "Cooperative."
        ),
        Paragraph("2.2.2 Marine", H3),
        *_text(
            "Revenue of $96.5 million was 5.3% lower, because three yards moved deliveries of engine coolers into "
            "2026. The margin fell to 8.2% as the titanium line was idle for seven weeks during its move. No "
            "contract was cancelled."
        ),
        Paragraph("2.2.3 District Energy", H3),
        *_text(
            "District Energy supplied 41 substations and 12 large heat pumps to municipal networks and grew by 42.1% "
            "to $104.3 million. The plant at Vellmar harbour, commissioned in November, takes heat from sea water at "
            "4 °C and feeds 9,300 homes; it is the largest we have built, with eleven HP-1600S units."
        ),
        Paragraph("2.2.4 Service &amp; Parts", H3),
        *_text(
            "Service revenue rose by 13.2% to $63.6 million, with the best margin of the group. At year end 2,310 "
            "units were connected, 37% of the installed base.<super>2</super> A connected unit reports fouling some "
            "three weeks before a visit would find it."
        ),
        *_bullets(
            "Average time to answer a fault report: 3.4 hours (2024: 5.1 hours).",
            "Spare parts delivered within two working days: 94% of lines.",
            "Service contracts renewed: 91%, up from 88%.",
        ),
        Paragraph("2.3 Orders and backlog", H2),
        *_text(
            "The backlog grew in every quarter (Figure 1). District Energy now accounts for 46% of it, so a larger "
            "part than before will turn into revenue only after twelve months. The last quarter brought the highest "
            "orders of the year, as Table 2 shows; the slower third quarter reflects the summer pause of two large "
            "customers.",
        ),
        _captioned("Table 2. Orders and revenue by quarter, $ million.", report_tables.quarters(COLUMN), above=True),
        _captioned(
            "Figure 1. Order backlog at the end of each quarter, 2024 and 2025.", report_figures.backlog_image(COLUMN)
        ),
        Paragraph("2.4 Markets", H2),
        *_text(
            "Europe remained our largest market with 46% of revenue. North America grew fastest, by 17.5%, helped by "
            "two food processors that standardised on our HX-2400D. Asia-Pacific grew by 3.1% only: shipyards there "
            "buy most of our engine coolers."
        ),
        _captioned("Figure 2. Revenue by region, 2024 and 2025.", report_figures.region_chart(COLUMN)),
        *_text(
            "We sell directly in eleven countries and through 34 distributors elsewhere. Distributors brought in 22% "
            "of orders. Two of them, in Chile and in Indonesia, opened workshops of their own in 2025, where our "
            "technicians trained 16 fitters."
        ),
        Paragraph("2.5 Production and supply", H2),
        *_text(
            "Brackwater pressed 1.9 million plates in 2025, 7% more than in 2024, on five presses. The newest of "
            "them, with a force of 40,000 tonnes, forms plates up to 3.2 metres long in one stroke. Scrap fell to "
            "2.3% of the strip.",
            "Steel strip made up 31% of the cost of revenue. We buy it under contracts of six months, so that price "
            "changes reach us with a delay. Compressors for the heat pumps come from two makers; a third is being "
            "approved and should deliver from the autumn of 2026.",
        ),
        Paragraph("2.5.1 Quality", H3),
        *_text(
            "Every exchanger is tested with water at 1.43 times its design pressure. In 2025, 98.6% passed the first "
            "time (2024: 97.9%). Claims under warranty cost 0.6% of equipment revenue. The main cause was a batch of "
            "gaskets that had been stored too warm; the store in Kestrel Park has been cooled since June."
        ),
        Paragraph("2.5.2 Expansion", H3),
        *_text(
            "The second hall at Sorel Bay is on schedule. Its walls closed in October, and machines will be installed "
            "from July 2026. Until it opens, final assembly works in two shifts on six days a week.",
        ),
    ]


def _process() -> list[Flowable]:
    return [
        Paragraph("2.6 From enquiry to commissioning", H2),
        *_text(
            "A standard order takes 56 working days from first enquiry to hand-over, nine fewer than in 2023. Most "
            "of the gain came from TarnSelect, our design program, which proposes a plate pack within minutes. "
            "Approval of drawings by the customer is now the longest wait outside our own halls. Figure 3 shows the "
            "six steps."
        ),
        Paragraph("2.7 Research", H2),
        *_text(
            "We spent $29.7 million on research and development, 7.2% of revenue. Half of it went into the HP-1600S, "
            "whose supply temperature of 140 °C lets it replace steam boilers in breweries. A new gasket compound, "
            "released in August, doubles the service life at 110 °C. The group held 143 patents at year end; 17 were "
            "granted during the year."
        ),
    ]


def _finance() -> list[Flowable]:
    return [
        Paragraph("3 Financial review", H1),
        Paragraph("3.1 Results of operations", H2),
        *_text(
            "Gross profit grew faster than revenue: the gross margin rose by one point to 35.3% as steel prices eased "
            "and service gained weight. Selling and administration cost $61.5 million, 14.9% of revenue. The operating "
            "margin was 12.2%; without restructuring it would have been 13.2%.",
            "Net interest fell because we repaid $7.5 million of the term loan. The effective tax rate was 23.5%, half "
            "a point lower. Diluted earnings per share rose from $1.16 to $1.41.",
        ),
        Paragraph("3.2 Cash and financing", H2),
        *_text(
            "Cash from operations fell to $43.5 million, since we built stock for the Vellmar plant and for two "
            "projects that start early in 2026. Capital expenditure of $27.3 million went mainly into the second hall "
            "at Sorel Bay. Cash at year end was $52.9 million.",
            "Net debt of $45.6 million equals 0.7 times EBITDA;<super>3</super> our lenders allow 3.0 times. The "
            "revolving facility of $60 million was drawn by $23.5 million.",
        ),
        Paragraph("3.3 Purchase of Pellworth Controls", H2),
        *_text(
            "On 12 September we bought all shares of Pellworth Controls. The company had revenue of $5.7 million in "
            "its last financial year. Table 3 divides the price; the software is written off over eight years."
        ),
        _captioned(
            "Table 3. Purchase price of Pellworth Controls (thousands of dollars).",
            report_tables.purchase(COLUMN),
            above=True,
        ),
        Paragraph("3.4 Use of capital", H2),
        *_text("The board follows the same order of preference as in earlier years:"),
        *_bullets(
            "Maintain the plants: about 3% of revenue.",
            "Grow where the return after tax exceeds 12%. The second hall at Sorel Bay is expected to return 16%.",
            "Pay out 25% to 35% of net income as dividend.",
            "Buy small companies that add know-how, never more than $20 million a year.",
        ),
        Paragraph("3.5 Outlook", H2),
        *_text(
            "For 2026 we expect revenue between $440 million and $460 million and an operating margin between 12.0% "
            "and 13.0%. Capital expenditure will peak at about $38 million. The outlook assumes that the three "
            "postponed Marine deliveries take place before October."
        ),
    ]


def _people() -> list[Flowable]:
    return [
        Paragraph("4 People and sites", H1),
        *_text(
            "At the end of 2025 the group had 1,684 employees, 132 more than a year before (Table 6). Sorel Bay alone "
            "added 79. Staff turnover was 6.8%, and 62 apprentices were in training, 21 of them in their first year."
        ),
        _captioned("Table 6. Employees by site at year end.", report_tables.sites(COLUMN), above=True),
        Paragraph("4.1 Safety", H2),
        *_text(
            "The rate of lost-time injuries fell to 1.3 per million hours. The most frequent cause remained hand "
            "injuries from plate edges. Cut-resistant gloves of class F became compulsory at all presses in May, and "
            "no such injury has been reported since September."
        ),
        Paragraph("5 Sustainability", H1),
        Paragraph("5.1 Our own footprint", H2),
        *_text(
            "Emissions of scope 1 and 2 fell by 14% to 21.4 thousand tonnes.<super>4</super> The roof of the "
            "Brackwater plant carries 2,900 solar modules since April, and the brazing furnaces run on electricity "
            "instead of gas. Table 7 shows where we stand on the way to our targets for 2030."
        ),
        _captioned("Table 7. Sustainability indicators.", report_tables.indicators(COLUMN), above=True),
        Paragraph("5.2 Our customers' footprint", H2),
        *_text(
            "Equipment delivered in 2025 will save our customers an estimated 310 thousand tonnes of carbon dioxide a "
            "year, fourteen times our own emissions. An independent engineer checks the method every second year."
        ),
        Paragraph("6 Principal risks", H1),
        *_bullets(
            "<b>Titanium supply.</b> Two mills deliver 80% of our titanium strip. We hold stock for five months.",
            "<b>Project size.</b> The ten largest contracts are 39% of the backlog. Contracts above $5 million need "
            "approval by the board's contract committee.",
            "<b>Refrigerant rules.</b> Stricter rules may ban our present refrigerant from 2030. The HP-1600S already "
            "runs on butane.",
            "<b>Currency.</b> A tenth more or less in the euro changes operating income by $2.6 million.",
            "<b>Cyber security.</b> An intrusion into the plant network of Kestrel Park was stopped in February "
            "within 50 minutes; no customer data was taken.",
        ),
    ]


def _governance() -> list[Flowable]:
    return [
        Paragraph("7 Governance", H1),
        *_text(
            "The board has seven members, five of them independent. It met nine times in 2025 with an attendance of "
            "97%. Helena Brandt-Osei has chaired it since 2022. The audit committee, led by Tomas Ferrow, met five "
            "times and recommends that Quill &amp; Dorsey be appointed as auditor for a further three years.",
        ),
        _captioned("Table 8. Board of directors at 31 December 2025.", report_tables.board(COLUMN), above=True),
        Paragraph("7.1 Pay", H2),
        *_text(
            "Executives receive a fixed salary, a yearly bonus and shares that vest after three years. The bonus "
            "depends on operating income (50%), cash from operations (30%) and safety (20%). For 2025 it amounted to "
            "74% of the maximum. Members of the board receive $62,000 a year, the chair $140,000.",
        ),
        Paragraph("7.2 Annual meeting", H2),
        *_text(
            "The annual meeting takes place on 21 May 2026 at the Customs House in Port Ellery. The dividend is paid "
            "on 5 June 2026 to holders of record on 28 May.",
        ),
    ]


def _summary() -> list[Flowable]:
    return [
        Paragraph("9 Five-year summary", H1),
        _captioned(
            "Table 11. Five years in figures (millions of dollars where nothing else is said).",
            report_tables.five_years(FULL),
            above=True,
        ),
        Paragraph("9.1 Financial calendar 2026", H2),
        _captioned("Table 12. Dates for shareholders.", report_tables.calendar(FULL * 0.7), above=True),
        Paragraph("9.2 Terms used in this report", H2),
        *_bullets(
            "<b>Approach temperature.</b> The difference between the outlet of the cold side and the inlet of the hot "
            "side; the smaller, the larger the exchanger.",
            "<b>Backlog.</b> Signed orders not yet recognised as revenue. Frame agreements count only when a call-off "
            "has been signed.",
            "<b>Fouling.</b> Deposits on plates that hinder the flow of heat.",
            "<b>Installed base.</b> Units sold since 2019 and still in use, as far as we know: about 6,240 units.",
            "<b>Supply temperature.</b> The temperature at which a heat pump hands its heat to the network.",
        ),
        Paragraph("9.3 Contact", H2),
        *_text(
            "Investor Relations, 14 Foundry Quay, Port Ellery. Telephone +00 555 0142, investors@tarnholm.example. "
            "This report was approved by the board on 26 February 2026."
        ),
    ]


def _statements() -> list[Flowable]:
    note = "All amounts in thousands of dollars, except earnings per share. Negative amounts stand in parentheses."
    return [
        _captioned(
            f"Table 4. Income statement for the years ended 31 December. {note}",
            report_tables.income_statement(FULL),
            above=True,
        ),
        _captioned(
            "Table 5. Results by segment (thousands of dollars).", report_tables.segment_results(FULL), above=True
        ),
    ]


def story() -> list[Flowable]:
    """The whole report after the cover, with its page templates `columns`, `wide` and `figure`."""
    return [
        NextPageTemplate("columns"),
        PageBreak(),
        *_contents(),
        *_letter(),
        *_business(),
        NextPageTemplate("figure"),
        PageBreak(),
        _captioned(
            "Figure 3. Steps of a standard order with the median working days of each step.",
            report_figures.order_diagram(FULL),
        ),
        NextPageTemplate("columns"),
        FrameBreak(),
        *_process(),
        *_finance(),
        NextPageTemplate("wide"),
        PageBreak(),
        Paragraph("3.6 Income statement and segments", H2),
        *_statements(),
        NextPageTemplate("columns"),
        PageBreak(),
        *_people(),
        *_governance(),
        NextPageTemplate("wide"),
        PageBreak(),
        Paragraph("8 Cash flow and notes", H1),
        _captioned("Table 9. Cash flow statement (thousands of dollars).", report_tables.cash_flow(FULL), above=True),
        CondPageBreak(60 * mm),
        Paragraph("8.1 Borrowings", H2),
        *_text(
            "The term loan bears interest at the reference rate plus 1.85 percentage points and is repaid in "
            "half-yearly instalments of $3.75 million. Property with a book value of $58.2 million is pledged to the "
            "lenders."
        ),
        _captioned(
            "Table 10. Borrowings and net debt (thousands of dollars).", report_tables.borrowings(FULL), above=True
        ),
        Paragraph("8.2 Warranty", H2),
        *_text(
            "Products carry a warranty of 24 months from commissioning. The provision was $6.9 million at year end "
            "(2024: $6.1 million); $2.4 million was used during the year, mostly for gaskets of an older compound."
        ),
        Paragraph("8.3 Events after the reporting date", H2),
        *_text(
            "On 19 January 2026 the group signed a contract with the city of Aldmere for four heat pumps of the type "
            "HP-1600S, worth $14.6 million. It is not part of the backlog shown in Figure 1."
        ),
        PageBreak(),
        *_summary(),
    ]
