"""What the strategy deck says, slide by slide; `deck_pptx` and `deck_pdf` both draw it from here."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from samples import company
from samples.pdf_style import FONT_FOLDER

TITLE = "Strategy 2028: Heat that pays back"
SUBTITLE = "Board strategy day, Port Ellery, 12 March 2026"
NOTICE = "Tarnholm Thermal Systems | Confidential"


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A chart's categories and values, and the unit that stands on its axis."""

    name: str
    categories: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One slide: a title, bullets, and at most one exhibit beside them or below them."""

    title: str
    kind: Literal["cover", "bullets", "bars", "lines", "table", "picture", "closing"]
    bullets: tuple[str, ...] = ()
    notes: str = ""
    series: Series | None = None
    table: tuple[tuple[str, ...], ...] = ()
    source: str = ""


def _targets() -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = [("Segment", "Revenue 2025 ($m)", "Target 2028 ($m)", "Growth a year", "Owner")]
    for item in company.SEGMENTS:
        growth = f"{item.yearly_growth_to_2028:.1f}%"
        rows.append((item.name, f"{item.revenue_2025_m:.1f}", str(item.target_2028_m), growth, item.lead))
    target = sum(item.target_2028_m for item in company.SEGMENTS)
    group = company.REVENUE_BY_YEAR_M[2025]
    rows.append(("Group", f"{group:.1f}", str(target), f"{company.yearly_growth(group, target):.1f}%", "I. Vasholm"))
    return tuple(rows)


SLIDES = (
    Slide(
        title=TITLE,
        kind="cover",
        bullets=(SUBTITLE, "Ingrid Vasholm, Chief Executive Officer"),
        notes="Welcome the two new members of the works council. Twenty minutes for the talk, forty for questions.",
    ),
    Slide(
        title="Where we stand",
        kind="bullets",
        bullets=(
            "Revenue of $412.6 million in 2025, five years of growth in a row",
            "Number two in plate heat exchangers for dairies, with 19% of the market",
            "District Energy has become the second largest segment",
            "Delivery times of heat pumps are too long: 34 weeks, the best competitor needs 22",
            "Only one customer in five buys from more than one segment",
        ),
        notes="The market share comes from our own count of tenders in 2025, not from a published study.",
    ),
    Slide(
        title="Revenue has grown by half since 2021",
        kind="bars",
        series=Series(
            name="Revenue ($ million)",
            categories=tuple(str(year) for year in company.REVENUE_BY_YEAR_M),
            values=tuple(company.REVENUE_BY_YEAR_M.values()),
        ),
        source="Source: annual reports 2021 to 2025",
        notes="Growth was 8.6%, 11.0%, 9.6% and 11.1% in the four years.",
    ),
    Slide(
        title="Four priorities until 2028",
        kind="bullets",
        bullets=(
            "Build: open the second hall at Sorel Bay and halve delivery times of heat pumps",
            "Connect: bring 6,000 units online and sell uptime instead of visits",
            "Combine: one key-account manager for each of the 60 largest customers",
            "Simplify: cut the number of plate patterns from 46 to 28",
        ),
        notes="Simplify saves about $5 million a year in tooling and stock from 2027.",
    ),
    Slide(
        title="Targets by segment",
        kind="table",
        table=_targets(),
        source="Growth a year: compound rate from 2025 to 2028",
        notes="Marine is planned with care: no growth before the second half of 2027.",
    ),
    Slide(
        title="Operating margin rises to 15% in 2028",
        kind="lines",
        series=Series(
            name="Operating margin (%)",
            categories=tuple(str(year) for year in company.MARGIN_PATH),
            values=tuple(company.MARGIN_PATH.values()),
        ),
        source="2023 to 2025 reported, 2026 to 2028 planned",
        notes="Costs of starting the second hall hold the margin back in 2026.",
    ),
    Slide(
        title="Sorel Bay: the second hall",
        kind="picture",
        bullets=(
            "9,400 square metres, three assembly lines",
            "Investment of $46 million in 2025 to 2027",
            "Capacity rises from 320 to 780 heat pumps a year",
            "First unit leaves the hall in April 2027",
        ),
        notes="The drawing shows the hall seen from above; trucks enter from the north.",
    ),
    Slide(
        title="Connected service",
        kind="bullets",
        bullets=(
            "2,310 units connected today, 6,000 planned for 2028",
            "Subscription: $1,900 a year for an exchanger, $4,600 for a heat pump",
            "Remote diagnosis already avoids 28% of site visits",
            "TC-4 controllers of Pellworth go into every new heat pump from July 2026",
            "Kestrel Park grows by 45 service engineers",
        ),
        notes="Renewal after the first year is 96% among subscribers.",
    ),
    Slide(
        title="Risks and answers",
        kind="table",
        table=(
            ("Risk", "Likelihood", "Effect on profit 2028", "Answer"),
            ("Second hall opens late", "Medium", "$6 million", "Penalty clause, second crane hired"),
            ("Refrigerant is banned early", "Low", "$9 million", "Butane in all heat pumps by 2027"),
            ("Too few service engineers", "High", "$4 million", "Own academy, 30 places a year"),
            ("Steel price rises by 20%", "Medium", "$7 million", "Index clauses in contracts above $1 million"),
        ),
        source="Likelihood as judged by the management team, February 2026",
        notes="The works council supports the academy.",
    ),
    Slide(title="Thank you", kind="closing", bullets=("Questions?",), notes="Coffee in the foyer."),
)


def hall_png() -> bytes:
    """Floor plan of the second hall at Sorel Bay as a bitmap, with labels inside."""
    image = Image.new("RGB", (1120, 760), "#f4f7f7")
    draw = ImageDraw.Draw(image)
    small = ImageFont.truetype(str(FONT_FOLDER / "DejaVuSans.ttf"), 24)
    large = ImageFont.truetype(str(FONT_FOLDER / "DejaVuSans-Bold.ttf"), 28)
    draw.rectangle((60, 100, 1060, 680), outline="#0b5563", width=8, fill="white")
    lines = ("Line A: HP-900S", "Line B: HP-1600S", "Line C: special units")
    for row, text in enumerate(lines):
        top = 130 + row * 130
        draw.rounded_rectangle((300, top, 1020, top + 100), radius=12, fill="#cfe0e2", outline="#0b5563", width=3)
        draw.text((330, top + 34), text, fill="#1f2a2e", font=large)
        for stop in range(4):
            draw.ellipse((720 + stop * 72, top + 30, 760 + stop * 72, top + 70), fill="#c0632b")
    draw.rectangle((90, 130, 260, 490), fill="#e7d3c6", outline="#c0632b", width=3)
    draw.multiline_text((115, 270), "Parts store\n1,200 m²", fill="#1f2a2e", font=small, spacing=10)
    draw.rectangle((90, 530, 500, 650), fill="#dfe6e8", outline="#6b7780", width=3)
    draw.text((120, 575), "Test bay: 6 benches", fill="#1f2a2e", font=small)
    draw.rectangle((530, 530, 1020, 650), fill="#dfe6e8", outline="#6b7780", width=3)
    draw.text((560, 575), "Dispatch: 4 truck docks", fill="#1f2a2e", font=small)
    draw.text((60, 44), "Sorel Bay, hall 2, ground floor", fill="#0b5563", font=large)
    draw.text((880, 710), "94 m x 100 m", fill="#6b7780", font=small)
    buffer = io.BytesIO()
    image.quantize(64).save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
