"""The facts of the invented company: every number that stands in more than one sample document stands here once.

Money is in thousands of dollars where the name ends in `_k`, in millions where it ends in `_m`. Sums, margins and
growth rates are computed, never typed; `check()` refuses facts that contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass

NAME = "Tarnholm Thermal Systems"
TICKER = "TRNH"
HEAD_OFFICE = "14 Foundry Quay, Port Ellery"
CHIEF_EXECUTIVE = "Ingrid Vasholm"
CHIEF_FINANCIAL_OFFICER = "Marcus Adeyemi-Holt"
SITE = "www.tarnholm.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """One reporting segment: revenue and operating income of two years, last quarter's revenue, the 2028 target."""

    name: str
    revenue_2025_k: int
    revenue_2024_k: int
    income_2025_k: int
    income_2024_k: int
    q4_2025_m: float
    q4_2024_m: float
    target_2028_m: int
    lead: str

    @property
    def revenue_2025_m(self) -> float:
        return round(self.revenue_2025_k / 1000, 1)

    @property
    def yearly_growth_to_2028(self) -> float:
        """Compound growth a year from 2025 to the 2028 target, in percent."""
        return yearly_growth(self.revenue_2025_m, self.target_2028_m)


SEGMENTS = (
    Segment(
        name="Food & Beverage",
        revenue_2025_k=148_214,
        revenue_2024_k=139_806,
        income_2025_k=21_195,
        income_2024_k=19_013,
        q4_2025_m=39.6,
        q4_2024_m=37.4,
        target_2028_m=172,
        lead="P. Lindqvane",
    ),
    Segment(
        name="Marine",
        revenue_2025_k=96_483,
        revenue_2024_k=101_879,
        income_2025_k=7_912,
        income_2024_k=10_290,
        q4_2025_m=25.0,
        q4_2024_m=26.9,
        target_2028_m=104,
        lead="R. Oduya",
    ),
    Segment(
        name="District Energy",
        revenue_2025_k=104_327,
        revenue_2024_k=73_412,
        income_2025_k=13_146,
        income_2024_k=7_488,
        q4_2025_m=31.4,
        q4_2024_m=21.0,
        target_2028_m=196,
        lead="S. Karvonen",
    ),
    Segment(
        name="Service & Parts",
        revenue_2025_k=63_589,
        revenue_2024_k=56_190,
        income_2025_k=17_360,
        income_2024_k=14_778,
        q4_2025_m=17.5,
        q4_2024_m=15.3,
        target_2028_m=98,
        lead="D. Amankwah",
    ),
)
CORPORATE_2025_K = -9_298
CORPORATE_2024_K = -7_049

REVENUE_BY_YEAR_M = {2021: 281.2, 2022: 305.4, 2023: 338.9, 2024: 371.3, 2025: 412.6}
REVENUE_K = {2025: 412_613, 2024: 371_287, 2023: 338_942}
MARGIN_PATH = {2023: 10.5, 2024: 12.0, 2025: 12.2, 2026: 12.5, 2027: 13.8, 2028: 15.0}

REGIONS = ("Europe", "North America", "Asia-Pacific", "Rest of world")
REGIONS_2025_M = (189.8, 121.7, 72.4, 28.7)
REGIONS_2024_M = (172.1, 103.6, 70.2, 25.4)

QUARTERS = ("Q1 24", "Q2 24", "Q3 24", "Q4 24", "Q1 25", "Q2 25", "Q3 25", "Q4 25")
BACKLOG_M = (118.4, 124.0, 129.7, 141.5, 150.2, 163.8, 171.6, 189.3)
QUARTER_REVENUE_2025_M = (94.1, 101.8, 103.2, 113.5)
QUARTER_REVENUE_2024_M = (85.6, 91.7, 93.4, 100.6)
ORDERS_2025_M = (102.8, 115.4, 111.0, 131.2)

SITES = (
    ("Port Ellery", "Head office, research", 486, 471),
    ("Brackwater", "Plate heat exchangers", 532, 529),
    ("Sorel Bay", "Industrial heat pumps", 347, 268),
    ("Kestrel Park", "Service hub, spare parts", 194, 171),
    ("Sales offices", "Eleven countries", 125, 113),
)

# label, 2025, 2024, 2023 in thousands of dollars
INCOME_STATEMENT = (
    ("Equipment revenue", 349_024, 315_097, 288_410),
    ("Service revenue", 63_589, 56_190, 50_532),
    ("Total revenue", 412_613, 371_287, 338_942),
    ("Cost of revenue", -266_960, -243_936, -225_735),
    ("Gross profit", 145_653, 127_351, 113_207),
    ("Selling and administration", -61_480, -57_212, -54_006),
    ("Research and development", -29_708, -25_619, -22_370),
    ("Restructuring", -4_150, 0, -1_320),
    ("Operating income", 50_315, 44_520, 35_511),
    ("Interest expense, net", -5_842, -6_417, -5_208),
    ("Other income (expense), net", 612, -1_094, 238),
    ("Income before tax", 45_085, 37_009, 30_541),
    ("Income tax", -10_595, -8_882, -7_483),
    ("Net income", 34_490, 28_127, 23_058),
)
# line -> the lines it is the sum of
INCOME_SUMS: dict[int, tuple[int, ...]] = {2: (0, 1), 4: (2, 3), 8: (4, 5, 6, 7), 11: (8, 9, 10), 13: (11, 12)}

CASH_FLOW = (
    ("Net income", 34_490, 28_127),
    ("Depreciation and amortisation", 18_236, 16_904),
    ("Share-based pay", 3_118, 2_760),
    ("Inventories", -9_874, 4_215),
    ("Receivables", -6_402, -3_377),
    ("Payables", 3_951, -1_208),
    ("Cash from operations", 43_519, 47_421),
    ("Capital expenditure", -27_340, -15_862),
    ("Purchase of Pellworth Controls", -8_500, 0),
    ("Cash used in investing", -35_840, -15_862),
    ("Repayment of borrowings", -7_500, -10_000),
    ("Dividends paid", -8_803, -7_779),
    ("Cash used in financing", -16_303, -17_779),
    ("Change in cash", -8_624, 13_780),
    ("Cash at start of year", 61_507, 47_727),
    ("Cash at end of year", 52_883, 61_507),
)
CASH_SUMS: dict[int, tuple[int, ...]] = {6: (0, 1, 2, 3, 4, 5), 9: (7, 8), 12: (10, 11), 13: (6, 9, 12), 15: (13, 14)}


def yearly_growth(start: float, end: float, years: int = 3) -> float:
    """Compound growth a year in percent, one decimal."""
    return round(((end / start) ** (1 / years) - 1) * 100, 1)


def change(new: float, old: float) -> float:
    """Change from old to new in percent, one decimal."""
    return round((new / old - 1) * 100, 1)


def share(part: float, whole: float) -> float:
    """Part of the whole in percent, one decimal."""
    return round(part / whole * 100, 1)


def money(value_k: int) -> str:
    """Thousands with separators, negatives in parentheses, zero as a dash."""
    if value_k == 0:
        return "—"
    return f"{value_k:,}" if value_k > 0 else f"({-value_k:,})"


def percent(value: float) -> str:
    """One decimal and a percent sign, negatives in parentheses."""
    return f"{value:.1f}%" if value >= 0 else f"({-value:.1f})%"


def _check_sums(rows: tuple[tuple[str, *tuple[int, ...]], ...], sums: dict[int, tuple[int, ...]]) -> None:
    for line, parts in sums.items():
        for column in range(1, len(rows[line])):
            if rows[line][column] != sum(int(rows[part][column]) for part in parts):
                raise ValueError(f"{rows[line][0]} is not the sum of its parts in column {column}")


def check() -> None:
    """Refuse facts that contradict each other.

    Raises:
        ValueError: which facts do not add up.
    """
    _check_sums(INCOME_STATEMENT, INCOME_SUMS)
    _check_sums(CASH_FLOW, CASH_SUMS)
    backlog = [BACKLOG_M[3]]
    for orders, revenue in zip(ORDERS_2025_M, QUARTER_REVENUE_2025_M, strict=True):
        backlog.append(round(backlog[-1] + orders - revenue, 1))
    facts = {
        "segment revenue 2025": sum(s.revenue_2025_k for s in SEGMENTS) == REVENUE_K[2025],
        "segment revenue 2024": sum(s.revenue_2024_k for s in SEGMENTS) == REVENUE_K[2024],
        "segment income 2025": sum(s.income_2025_k for s in SEGMENTS) + CORPORATE_2025_K == INCOME_STATEMENT[8][1],
        "segment income 2024": sum(s.income_2024_k for s in SEGMENTS) + CORPORATE_2024_K == INCOME_STATEMENT[8][2],
        "fourth quarter 2025": round(sum(s.q4_2025_m for s in SEGMENTS), 1) == QUARTER_REVENUE_2025_M[3],
        "fourth quarter 2024": round(sum(s.q4_2024_m for s in SEGMENTS), 1) == QUARTER_REVENUE_2024_M[3],
        "quarters 2025": round(sum(QUARTER_REVENUE_2025_M), 1) == REVENUE_BY_YEAR_M[2025],
        "quarters 2024": round(sum(QUARTER_REVENUE_2024_M), 1) == REVENUE_BY_YEAR_M[2024],
        "regions 2025": round(sum(REGIONS_2025_M), 1) == REVENUE_BY_YEAR_M[2025],
        "regions 2024": round(sum(REGIONS_2024_M), 1) == REVENUE_BY_YEAR_M[2024],
        "years": all(round(k / 1000, 1) == REVENUE_BY_YEAR_M[year] for year, k in REVENUE_K.items()),
        "backlog": backlog == list(BACKLOG_M[3:]),
    }
    wrong = [name for name, holds in facts.items() if not holds]
    if wrong:
        raise ValueError(f"facts of the sample company do not add up: {', '.join(wrong)}")
