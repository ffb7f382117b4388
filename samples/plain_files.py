"""The press release (HTML) and the support notes (plain text)."""

from __future__ import annotations

from pathlib import Path

from samples import company
from samples.company import change, percent

_RELEASE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tarnholm reports fourth quarter and full year 2025</title>
<style>body {{ font-family: sans-serif; max-width: 46em; margin: 2em auto; }} td, th {{ padding: 0.2em 0.8em; }}
td + td, th + th {{ text-align: right; }}</style>
<script>
window.dataLayer = window.dataLayer || [];
var promo = "This sentence is code and must never be found: revenue was $999.9 million.";
</script>
</head>
<body>
<nav><a href="/">Home</a> | <a href="/investors">Investors</a> | <a href="/press">Press</a></nav>
<article>
<h1>Tarnholm reports record orders in the fourth quarter of 2025</h1>
<p><strong>Port Ellery, 3 February 2026.</strong> Tarnholm Thermal Systems ({ticker}) today published unaudited figures
for the three months ended 31 December 2025. Revenue rose by {growth} to ${q4:.1f} million. Orders reached
${orders:.1f} million, the highest figure of any quarter so far, and included the heat pumps for the harbour plant of
Nordhaven at $22.4 million.</p>
<h2>Figures of the quarter</h2>
<table>
<caption>Fourth quarter, millions of dollars except per share</caption>
<thead><tr><th>Item</th><th>Q4 2025</th><th>Q4 2024</th><th>Change</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
<h2>Comments</h2>
<p>"The quarter shows what happens when cities stop studying and start building," said {chief}, Chief Executive
Officer. "We have hired 41 people at Sorel Bay since October and still work on six days a week."</p>
<p>{finance}, Chief Financial Officer, added: "Stock was $9.9 million higher than a year ago. We plan to release half
of that before the summer."</p>
<h2>Segments in the quarter</h2>
<ul>
{segments}
</ul>
<h2>Outlook</h2>
<p>For 2026 the company expects revenue of $440 million to $460 million. Details follow with the
<a href="https://www.tarnholm.example/investors/annual-report-2025">annual report</a> on 26 February. A conference call
for analysts takes place today at 15:00; the access code is 7714.</p>
<h2>Other news</h2>
<p>The supervisory authority for pressure vessels renewed the certificate of the Brackwater plant until 2030. In
December the company also won the Copper Flame, an industry award, for its butane heat pump.</p>
</article>
<footer>
<p>Press contact: Odile Farnham, <a href="mailto:press@tarnholm.example">press@tarnholm.example</a>, +00 555 0127</p>
<p>This release contains forward-looking statements. Actual figures may differ.</p>
</footer>
</body>
</html>
"""

_NOTES = """\
TARNHOLM SERVICE DESK - SUPPORT NOTES
Kestrel Park, collected January 2025 to February 2026
For internal use

1. GASKETED EXCHANGERS

1.1 HX-2200B: drops of water at the frame after cleaning
Date: 2025-03-18    Case: SD-40117
The plates had been put back with the frame closed to 412 mm. The correct distance for 96 plates is 398 mm; it stands
on the type plate. Close the frame in steps of 3 mm, crosswise. Replace gasket kit GK-220 if the leak stays.

1.2 HX-2200B: pressure loss rises within two weeks
Date: 2025-06-02    Case: SD-40688
River water with mussel larvae. Back-flush every 36 hours and fit the 0.8 mm strainer ST-08. The customer, a cannery,
reported normal values after nine days.

1.3 HX-3100M: titanium plates and chlorine
Date: 2025-09-11    Case: SD-41302
Dosing chlorine above 2 ppm is allowed for titanium but not for the nitrile gaskets. Use gasket kit GK-310V.

2. BRAZED EXCHANGERS

2.1 HX-2400D: frozen by mistake
Date: 2025-01-27    Case: SD-39854
The flow switch had been bridged by an electrician. A frozen brazed exchanger cannot be repaired. Warranty refused;
replacement delivered in 11 days. Since then every unit leaves with the warning label WL-7.

3. HEAT PUMPS

3.1 HP-900S: alarm E-37 at start
Date: 2025-10-06    Case: SD-41477
E-37 means that the oil is colder than 25 degrees. Wait for the crankcase heater, about four hours after the mains has
been off. Do not reset the alarm more than twice.

3.2 HP-1600S: alarm E-52, supply temperature too low
Date: 2025-11-24    Case: SD-41836
Cause at Vellmar harbour: expansion valve of stage 2 limited to 60 percent by an old parameter set. Load parameter set
P-14 or later. After that the units held 138 degrees.

3.3 HP-1600S: butane sensor reports a fault in fog
Date: 2026-01-15    Case: SD-42090
Moist air disturbs sensor type BS-1. Exchange it for BS-2 free of charge on all units built before week 40 of 2025.

4. CONTROLLER TC-4

4.1 Firmware 4.2.1 loses the clock
Date: 2025-12-09    Case: SD-41911
After a power cut the clock starts at 2000-01-01 and trend data is lost. Fixed in firmware 4.2.3, released on
2026-01-20. Until the update connect the buffer battery BB-2.

4.2 Remote access refused
Date: 2026-02-03    Case: SD-42177
The certificate of units connected before May 2024 ran out on 31 January 2026. Renew it at the panel: Menu, Network,
Certificate, Renew. The unit must reach port 8443 of the gateway.

5. CONTACTS
Heat pumps: Bettina Osgood, extension 318.  Exchangers: Rafael Tinworth, extension 342.  Night shift: extension 300.
Spare parts that are in stock leave Kestrel Park the same day if ordered before 14:30.
"""


def _release_rows() -> str:
    figures = (
        ("Orders received", 131.2, 112.4),
        ("Revenue", company.QUARTER_REVENUE_2025_M[3], company.QUARTER_REVENUE_2024_M[3]),
        ("Operating income", 14.9, 12.1),
        ("Net income", 10.5, 7.8),
    )
    rows = [
        f"<tr><td>{name}</td><td>{new:.1f}</td><td>{old:.1f}</td><td>{percent(change(new, old))}</td></tr>"
        for name, new, old in figures
    ]
    rows.append("<tr><td>Diluted earnings per share ($)</td><td>0.43</td><td>0.32</td><td>34.4%</td></tr>")
    rows.append("<tr><td>Cash from operations</td><td>(2.7)</td><td>16.4</td><td></td></tr>")
    return "\n".join(rows)


def _release_segments() -> str:
    return "\n".join(
        f"<li>{item.name.replace('&', '&amp;')}: ${item.q4_2025_m:.1f} million, "
        f"after ${item.q4_2024_m:.1f} million</li>"
        for item in company.SEGMENTS
    )


def build_release(path: Path) -> None:
    """Write the press release to `path`."""
    quarter, before = company.QUARTER_REVENUE_2025_M[3], company.QUARTER_REVENUE_2024_M[3]
    text = _RELEASE.format(
        ticker=company.TICKER,
        growth=percent(change(quarter, before)),
        q4=quarter,
        orders=company.ORDERS_2025_M[3],
        rows=_release_rows(),
        segments=_release_segments(),
        chief=company.CHIEF_EXECUTIVE,
        finance=company.CHIEF_FINANCIAL_OFFICER,
    )
    path.write_text(text, encoding="utf-8", newline="\n")


def build_notes(path: Path) -> None:
    """Write the support notes to `path`."""
    path.write_text(_NOTES, encoding="utf-8", newline="\n")
