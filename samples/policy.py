"""The travel policy as DOCX: three heading levels, numbered lists, a table with merged cells, header and footer."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import Any

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from samples.reproducible import STAMP, write_office_file

TEAL = RGBColor(0x0B, 0x55, 0x63)

# kind, text: h1-h3 headings, p paragraphs, n numbered, b bullets, t the table of allowances
CONTENT: tuple[tuple[str, str], ...] = (
    ("h1", "Purpose and scope"),
    (
        "p",
        "This policy says how employees of Tarnholm Thermal Systems travel on business, what the company pays and how "
        "expenses are claimed. It applies to all sites from 1 January 2026 and replaces the policy of April 2022.",
    ),
    (
        "p",
        "Service engineers on call follow the same rules, except that they may book without approval when a customer's "
        "plant stands still.",
    ),
    ("h1", "Booking"),
    ("h2", "Approval"),
    (
        "p",
        "Trips within the country need the approval of the line manager. Trips abroad also need a cost centre owner's "
        "approval, and trips to countries on the amber list need the consent of the safety officer, Lena Marwick.",
    ),
    ("h2", "Flights"),
    (
        "p",
        "Flights are booked through the travel desk at least 14 days before departure. Between Port Ellery and Sorel "
        "Bay the train is compulsory.",
    ),
    ("h3", "Cabin class"),
    (
        "p",
        "Economy is the rule. Premium economy may be booked for flights of more than six hours, business class for "
        "flights of more than ten hours when work starts on the day of arrival.",
    ),
    ("h3", "Changes and cancellations"),
    (
        "p",
        "Flexible fares may be booked when they cost at most 20% more than the cheapest fare. Miles and points earned "
        "on business trips belong to the traveller.",
    ),
    ("h2", "Rail and car"),
    (
        "p",
        "First class rail is allowed for journeys of more than two hours. Private cars are paid at $0.52 per "
        "kilometre, and at $0.58 when two or more colleagues share one. Rental cars must be electric where the hotel "
        "has a charging point.",
    ),
    ("h1", "Allowances"),
    ("h2", "Hotels and meals"),
    (
        "p",
        "The table shows the most the company pays per night for a room with breakfast, and the fixed meal allowance "
        "per day. A meal paid by a host or by a conference is deducted.",
    ),
    ("t", ""),
    ("p", "Nights in a family's or friend's home are rewarded with $30 for a gift to the host."),
    ("h2", "What is not paid"),
    ("b", "Minibar, films and laundry on trips of fewer than five nights."),
    ("b", "Fines for parking or speeding."),
    ("b", "Upgrades at the traveller's own wish."),
    ("h1", "Claiming expenses"),
    ("h2", "Steps"),
    ("n", "Photograph every receipt above $15 on the day you pay."),
    ("n", "Enter the trip in the expense portal within 21 days of your return."),
    ("n", "Name the project number; without one the claim goes to your own cost centre."),
    ("n", "Your manager approves within five working days."),
    ("n", "The money arrives with the next payroll run, on the 25th of the month."),
    ("h2", "Company card"),
    (
        "p",
        "Employees who travel more than eight times a year receive a company card with a monthly limit of $4,000. Cash "
        "may be drawn only abroad, up to $150 per trip.",
    ),
    ("h1", "Safety and health"),
    ("h2", "Before the trip"),
    ("n", "Register your itinerary with the travel desk."),
    ("n", "Carry the insurance card; the policy number is TR-55-01873."),
    ("n", "Ask the works doctor about vaccinations at least four weeks ahead."),
    ("h2", "In an emergency"),
    (
        "p",
        "Call the hotline at +00 555 0199, day and night. The hotline may spend up to $10,000 without asking to bring "
        "a traveller home.",
    ),
    ("h3", "Rest time"),
    (
        "p",
        "Between arrival after a night flight and the start of work lie at least nine hours. After a working day of "
        "more than eleven hours nobody drives home; the hotel is paid.",
    ),
    ("h1", "Climate"),
    (
        "p",
        "Each site has a yearly travel budget in tonnes of carbon dioxide: Port Ellery 310, Brackwater 120, Sorel Bay "
        "95 and Kestrel Park 240. A site that exceeds its budget pays $90 per tonne into the solar fund.",
    ),
)
# region, city tier, hotel, lunch, dinner, whole day; an empty region continues the one above
ALLOWANCES = (
    ("Home country", "Capital", "$165", "$18", "$32", "$50"),
    ("", "Other cities", "$125", "$15", "$27", "$42"),
    ("Europe", "Tier 1", "$210", "$22", "$41", "$63"),
    ("", "Tier 2", "$160", "$19", "$34", "$53"),
    ("Overseas", "Tier 1", "$260", "$26", "$48", "$74"),
    ("", "Tier 2", "$190", "$21", "$38", "$59"),
)


def _page_field(paragraph: Any) -> None:
    """A PAGE field, which Word fills in."""
    run = paragraph.add_run()
    for kind, text in (("begin", ""), ("", "PAGE"), ("end", "")):
        element = OxmlElement("w:fldChar" if kind else "w:instrText")
        if kind:
            element.set(qn("w:fldCharType"), kind)
        else:
            element.text = text
        run._r.append(element)


def _restart_numbering(document: Any, paragraph: Any) -> int:
    """Give the paragraph a numbered list of its own that starts at 1; the list's id."""
    numbering = document.part.numbering_part.numbering_definitions._numbering
    style = document.styles["List Number"].element
    base = style.pPr.numPr.numId.val
    abstract = next(num.abstractNumId.val for num in numbering.num_lst if num.numId == base)
    num = numbering.add_num(abstract)
    num.add_lvlOverride(ilvl=0).add_startOverride(1)
    _number(paragraph, num.numId)
    return num.numId


def _number(paragraph: Any, list_id: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = 0
    properties.get_or_add_numId().val = list_id


def _allowances(document: Any) -> None:
    """Two header rows with a horizontal and vertical merges, regions merged over two rows each."""
    caption = document.add_paragraph("Table 1. Hotel limits and meal allowances per day", style="Caption")
    caption.paragraph_format.keep_with_next = True
    table = document.add_table(rows=2 + len(ALLOWANCES), cols=6, style="Light Grid Accent 1")
    for column, text in enumerate(("Region", "City", "Hotel limit per night")):
        table.cell(0, column).merge(table.cell(1, column)).text = text
    table.cell(0, 3).merge(table.cell(0, 5)).text = "Meal allowance"
    for column, text in enumerate(("Lunch", "Dinner", "Whole day"), start=3):
        table.cell(1, column).text = text
    for at, texts in enumerate(ALLOWANCES, start=2):
        for column, text in enumerate(texts):
            if column == 0:
                if text:
                    table.cell(at, 0).merge(table.cell(at + 1, 0)).text = text
            else:
                table.cell(at, column).text = text
    document.add_paragraph()


def _styles(document: Any) -> None:
    document.styles["Normal"].font.name = "DejaVu Serif"
    document.styles["Normal"].font.size = Pt(10.5)
    for level, size in ((1, 17), (2, 13), (3, 11)):
        style = document.styles[f"Heading {level}"]
        style.font.name, style.font.size, style.font.color.rgb = "DejaVu Sans", Pt(size), TEAL
        # the template's theme font would win over the name just set
        style.element.rPr.rFonts.attrib.pop(qn("w:asciiTheme"), None)
        style.element.rPr.rFonts.attrib.pop(qn("w:hAnsiTheme"), None)


def _furniture(document: Any) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.4)
    section.header.paragraphs[0].text = "Tarnholm Thermal Systems\tTravel policy HR-014"
    footer = section.footer.paragraphs[0]
    footer.text = "Version 3.2, 1 January 2026\tPage "
    footer.alignment = WD_ALIGN_PARAGRAPH.LEFT
    _page_field(footer)


def build(path: Path) -> None:
    """Write the policy to `path`."""
    document = Document()
    _styles(document)
    _furniture(document)
    document.add_paragraph("Travel Policy", style="Title")
    document.add_paragraph("Owner: Human Resources, Joanna Pell. Questions: travel@tarnholm.example", style="Subtitle")
    styles = {"p": "Normal", "b": "List Bullet", "n": "List Number"}
    list_id = None
    for kind, text in CONTENT:
        if kind == "t":
            _allowances(document)
        elif kind.startswith("h"):
            document.add_heading(text, level=int(kind[1]))
        else:
            paragraph = document.add_paragraph(text, style=styles[kind])
            if kind == "n" and list_id is not None:
                _number(paragraph, list_id)
            elif kind == "n":
                list_id = _restart_numbering(document, paragraph)
        list_id = list_id if kind == "n" else None
    properties = document.core_properties
    properties.title, properties.author = "Travel Policy", "Tarnholm Thermal Systems, Human Resources"
    properties.comments, properties.last_modified_by = "", "bizrag samples"
    properties.created = properties.modified = datetime(*STAMP)  # noqa: DTZ001  (the format holds UTC without a zone)
    buffer = io.BytesIO()
    document.save(buffer)
    write_office_file(path, buffer.getvalue())
