"""Everyday words for what documents call otherwise: who asks for "staff" means the employees where there is no staff.

A word gives way only where no text that was read has it in any form, and a text has one that means the same in nearly
every document of business. Both spellings of English and common abbreviations are such words, too. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from bizrag.model.abbreviations import words_of_initials
from bizrag.model.foreign_words import FOREIGN
from bizrag.model.terms import STOPWORDS, stem
from bizrag.model.words import tokens
from bizrag.model.written_otherwise import stands, written_otherwise

# Words that mean the same, a line each; behind ">" those that are never asked for by others of the line, as they mean
# more: a fee is a price, and no price of a share is a fee.
_ALIKE = """
    staff, employees, workforce, personnel, headcount
    coworkers, colleagues
    laptop > notebook
    vacation, holiday, annual leave, holidays
    public holidays, bank holidays, statutory holidays
    doctor, physician
    quit, resign, hand in notice > resignation
    fired, laid off, sacked > dismissed, dismissal, redundancy, terminated
    pay rise, pay raise, salary increase, raise in pay
    salary, wage, wages > remuneration, compensation, pay
    costs, expenses, expenditure
    unfilled, vacant, vacancies
    pay increases, wage increases, pay rises, wage rises > wages
    recycled paper, recovered paper, waste paper
    hauliers, truckers > carriers
    cost, price > fee, charge, premium, tariff
    charge, fee
    bill, invoice
    loan, lent, lend
    amount > sum
    profit > net income, earnings
    profit margin > net margin
    net profit, net income, net earnings
    operating profit, operating income, operating result > ebit
    ebit > operating profit, operating income, operating result
    jobless, unemployed > unemployment
    operating cash flow, cash flow from operations > cash provided by operating activities
    operating cash flow, cash flow from operations > cash generated from operations
    finance chief, finance director, chief financial officer
    buy back, bought back, buyback, buybacks > repurchase, repurchases, repurchased
    competitors, rivals, peers
    minority interests, minority interest, non controlling interests, noncontrolling interests
    minority shareholders, non controlling shareholders
    profit and loss account, income statement, statement of profit or loss, p l
    balance sheet, statement of financial position
    cash flow statement, statement of cash flows
    share repurchase, share buyback, repurchase of shares
    cars, vehicles > fleet
    order book, order backlog, backlog
    turnover > revenue, revenues, net sales, sales
    shipments > volumes, deliveries
    investment spending, capital spending, capital expenditure > capex
    picked, chosen, selected
    ruined, destroyed
    lorry, truck
    petrol, gasoline
    motorway, highway
    car park, parking lot > parking space
    ground floor > first floor
    toilet, restroom, washroom, lavatory
    cell phone, mobile phone
    phone, telephone
    email, e mail
    mail address > e mail
    screen > display, monitor
    memory, ram
    wifi, wi fi, wlan, wireless lan, wireless network
    lan, ethernet
    paper jam, jammed paper
    both sides, two sided, double sided, duplex
    bug, defect
    crash > outage
    downtime > outage, unavailability
    uptime, availability
    landlord, lessor
    tenant, lessee, renter
    rent out > let, sublet
    rent, rental > lease
    bike rental, bike hire, bicycle rental, bicycle hire, cycle hire, hire a bike, rent a bike
    car rental, car hire, rental car, hire car
    bike, bicycle > pedal cycle, cycle
    burst pipe, water leak, leaking pipe > escape of water
    burglary, break in > theft
    stolen > theft
    gale > storm
    deductible, excess
    gift, present
    closing date > deadline
    tender, bid > proposal, offer
    extras, accessories > options, optional equipment
    sent back > returned, returns, return rate
    carry over, carry forward
    timetable, schedule
    one way ticket, single ticket > single
    round trip, return ticket > return
    zip code, postcode, postal code
    flat, apartment
    elevator, lift
    fridge, refrigerator
    medicine, medication, drug
    side effects, adverse events, adverse reactions, undesirable effects
    high blood pressure, hypertension
    heart attack, myocardial infarction
    flu, influenza
    painkiller > analgesic
    client, customer
    supplier, vendor
    in charge of, responsible for, accountable for > owner of, owner, lead
    boss > manager, supervisor
    chairwoman, chairman, chairperson, chair
    judge > justice
    disagree, dissent
    attendees, participants
    absentees > apologies, absent
    contract, agreement
    start, begin, commence, commencement > effective date, launch, inception
    inception, launch, launched
    duration > term, period
    deadline, time limit, due date
    cancel, terminate, cancellation, termination
    breaks the warranty, voids the warranty, invalidates the warranty > warranty does not cover, warranty excludes
    get paid > paid, payment, salary
    time off > leave
    renew, extend > renewal, extension
    prolong > extend, renewal, extension
    signature, sign
    penalty > fine, liquidated damages
    damages > compensation
    liability cap, cap on liability > limit of liability, limitation of liability
    cap, ceiling, upper limit > limit, maximum
    warranty, guarantee
    law suit, lawsuit > litigation, legal proceedings, claim
    applicable law, governing law > governed
    place of jurisdiction, jurisdiction > courts
    confidentiality, secrecy, non disclosure
    sick note, doctors note, sick certificate > medical certificate
    sick leave, sick days > sickness, illness
    parental leave > maternity leave, paternity leave
    work from home, working from home, home office > telework, remote work, remote working, teleworking
    abroad > foreign country, another country, outside the country
    business trip, work trip > travel
    per diem, daily allowance > subsistence
    mileage allowance, mileage rate > kilometre rate, per km, per mile
    bullying > harassment
    perks > benefits
    pension > retirement
    erase, delete, deletion, erasure
    forbidden, prohibited, banned > not permitted, not allowed, must not
    allowed, permitted
    mandatory, compulsory, obligatory
    fix, repair
    mistake, error
    corrective measures, corrective actions
    to dos, todos, action items > actions, tasks
    goals, targets, objectives
    reply, respond, response
    questionnaire, survey
    score, rating
    interviewed, surveyed, polled
    respondents, participants in the survey > interviewees
    women, female
    men, male
    kids, children
    elderly, older people
    footnote > note
    star, asterisk
    summary, abstract
    weighting, weight
    shops, stores
    wholesale > selling to shops
    forecast, outlook, projection > guidance
    staff turnover, employee turnover, attrition
    outages, power cuts > interruptions
    electricity > power
    rubbish, garbage, trash > waste
    garbage collection > waste collection
    safety glasses > eye protection, goggles
    protective clothing, protective gear, protective equipment, ppe, personal protective equipment
    flash point, flashpoint
    emergency room, er > emergency department
    death > fatality
    childbirth > delivery, birth
    teeth > dental
    glasses > vision
    home page, website, web site
    log in > login
    password reset > forgot password
    customer service > helpdesk, help desk, service desk
    helpdesk, help desk, service desk
    setup > installation, install
    uninstall > remove
    upgrade > update
    free cash flow, fcf
    assets under management, aum > fund size, fund volume, net assets
    cost of goods sold, cogs > cost of sales, cost of revenue
    return on equity, roe
    return on investment, roi
    year on year, yoy, year over year
    annual general meeting, agm
    safety data sheet, sds, msds
    purchase order, po
    standard operating procedure, sop
    non disclosure agreement, nda
    data processing agreement, dpa
    terms and conditions, terms of service
    two factor authentication, multi factor authentication, mfa, 2fa
    minutes of the meeting, minutes
    frequently asked questions, faq
    gross domestic product, gdp
    full time equivalents, fte, ftes
    artificial intelligence, ai
"""
# endings and letters that British and American English spell differently
_SPELLED = (
    ("isation", "ization"), ("ise", "ize"), ("ising", "izing"), ("ised", "ized"), ("ises", "izes"), ("iser", "izer"),
    ("yse", "yze"), ("ysed", "yzed"), ("ysing", "yzing"), ("our", "or"), ("ours", "ors"), ("oured", "ored"),
    ("ouring", "oring"), ("ourable", "orable"), ("tre", "ter"), ("tres", "ters"), ("bre", "ber"), ("ogue", "og"),
    ("ogues", "ogs"), ("ence", "ense"), ("ences", "enses"), ("lled", "led"), ("lling", "ling"), ("ller", "ler"),
    ("gramme", "gram"), ("grammes", "grams"), ("ement", "ment"), ("ements", "ments"), ("lment", "llment"),
    ("lments", "llments"), ("eque", "eck"), ("eques", "ecks"), ("tyre", "tire"), ("tyres", "tires"), ("grey", "gray"),
    ("aluminium", "aluminum"), ("plough", "plow"), ("sceptical", "skeptical"), ("ageing", "aging"),
    ("fulfil", "fulfill"), ("enrol", "enroll"), ("skilful", "skillful"), ("mould", "mold"), ("moulds", "molds"),
    ("aemia", "emia"), ("paediatric", "pediatric"), ("anaesthetic", "anesthetic"), ("orthopaedic", "orthopedic"),
)  # fmt: skip
_ABBREVIATION = re.compile(r"\b[A-Z]{3,5}\b")
_LEAST_SPELLED = 4
_MOST_WORDS = 5
_Lexicon = Mapping[tuple[str, ...], Mapping[tuple[str, ...], str]]
_WORD = re.compile(r"[^\W_]+(?:['’]s\b)?")
# "What does it cost?": no amount that is called so
_COSTS = re.compile(r"\b(?:do|does|did|will|would|can|could|might)\b[^?]*?\b(?P<verb>cost)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Found:
    """Words of a question that the lexicon has: ``question[start:end]``, by their stems, and what texts may have."""

    start: int
    end: int
    asked: tuple[str, ...]
    # as they are written, by their stems
    written: Mapping[tuple[str, ...], str]


def written_words(question: str, texts: Iterable[str], *, is_foreign: bool = False) -> dict[str, str]:
    """What a question says and no text does, with what the texts say for it; with ``is_foreign`` words that it has in
    German, French or Spanish, with the English ones of the texts.

    >>> written_words("How many staff work there?", ["Employees: 412."])
    {'staff': 'employees'}
    >>> written_words("How many staff work there?", ["Employees: 412.", "Staff of the shops"])
    {}
    >>> written_words("Whose catalogue is it?", ["The catalog of Acme"]), written_words("The AUM?", ["Fund size"])
    ({'catalogue': 'catalog'}, {'AUM': 'fund size'})
    >>> written_words("What does it cost?", ["Prices of May"]), written_words("Cost of it?", ["Prices of May"])
    ({}, {'Cost': 'price'})
    >>> written_words("How did Dutch sales change?", ["Netherlands: 2024 12; 2025 14."])
    {'Dutch': 'Netherlands'}
    >>> written_words("Was ist das Gewicht?", ["Weight 5 kg"], is_foreign=True)
    {'Gewicht': 'weight'}
    """
    texts = list(texts)
    lowered = "\n".join(texts).casefold()
    said = {} if is_foreign else written_otherwise(question, lowered)
    found = list(_found(question, _foreign()) if is_foreign else _everyday(question))
    initials = () if is_foreign or question.isupper() else tuple(dict.fromkeys(_ABBREVIATION.findall(question)))
    # as it stands a word is soon found; reading all texts takes longer than a search
    found = [one for one in found if not stands(question[one.start : one.end], lowered)]
    initials = tuple(short for short in initials if not stands(short, lowered))
    if not found and not initials:
        return said
    read = f" {' '.join(' '.join((*map(stem, tokens(text)), '')) for text in texts)}"
    for one in found:
        if _times(read, one.asked):
            continue
        counts = Counter({stems: _times(read, stems) for stems in one.written})
        best, times = max(counts.items(), key=lambda entry: entry[1], default=((), 0))
        if times:
            said[question[one.start : one.end]] = one.written[best]
    for short in initials:
        if short not in said and (spelled := words_of_initials(short, texts)):
            said[short] = spelled
    return said


def in_written_words(question: str, said: Mapping[str, str]) -> str:
    """The question in the words of the texts.

    >>> in_written_words("How many staff are staff members?", {"staff": "employees"})
    'How many employees are employees members?'
    """
    for asked, written in said.items():
        question = re.sub(rf"(?<!\w){re.escape(asked)}(?!\w)", lambda _, to=written: to, question)
    return question


def _everyday(question: str) -> Iterator[_Found]:
    """The words of the lexicon in a question, and others that are spelled in two ways; names are none."""
    lexicon = _lexicon()
    costs = {found.start("verb") for found in _COSTS.finditer(question)}
    found = [
        one
        for one in _found(question, lexicon)
        if one.start not in costs and not _is_name(question[one.start : one.end], one.start)
    ]
    yield from found
    for word in _WORD.finditer(question):
        is_known = any(one.start <= word.start() < one.end for one in found)
        if not is_known and (other := _spellings(word.group().casefold())):
            own = (stem(word.group().casefold()),)
            yield _Found(word.start(), word.end(), own, {(stem(spelled),): spelled for spelled in other})


def _found(question: str, lexicon: _Lexicon) -> Iterator[_Found]:
    """The longest words of a lexicon in a question, from left to right."""
    words = list(_WORD.finditer(question))
    stems = [stem(word.group().casefold().removesuffix("'s").removesuffix("’s")) for word in words]
    at = 0
    while at < len(words):
        sizes = range(min(_MOST_WORDS, len(words) - at), 0, -1)
        size = next((size for size in sizes if tuple(stems[at : at + size]) in lexicon), 0)
        if size:
            asked = tuple(stems[at : at + size])
            yield _Found(words[at].start(), words[at + size - 1].end(), asked, lexicon[asked])
        at += max(size, 1)


def _is_name(words: str, start: int) -> bool:
    """Whether words that do not begin a question have capitals, as names have; "AUM" is short for something."""
    return start > 0 and any(map(str.istitle, words.split()))


@lru_cache(maxsize=256)
def _spellings(word: str) -> tuple[str, ...]:
    """A word as the other side of the Atlantic spells it, or may: what is no word stands in no text.

    >>> _spellings("organisations"), _spellings("color"), _spellings("cat")
    (('organizations',), ('colour',), ())
    """
    if word in STOPWORDS:
        return ()
    bare = word.removesuffix("s") if word.endswith(("isations", "izations")) else word
    plural = word[len(bare) :]
    pairs = (*_SPELLED, *((american, british) for british, american in _SPELLED))
    return tuple(
        f"{bare.removesuffix(one)}{other}{plural}"
        for one, other in pairs
        if bare.endswith(one) and (len(bare) - len(one) >= _LEAST_SPELLED - 2)
    )


@cache
def _foreign() -> _Lexicon:
    """Words of other languages that are asked for, by their stems, with the English ones, by their stems."""
    known: dict[tuple[str, ...], dict[tuple[str, ...], str]] = {}
    for line in filter(None, map(str.strip, FOREIGN.splitlines())):
        english, _, words = line.partition(": ")
        for word in words.split(", "):
            known.setdefault(_stems(word), {})[_stems(english)] = english
    return known


@cache
def _lexicon() -> _Lexicon:
    """Words that are asked for, by their stems, with those that texts may have for them, by their stems."""
    known: dict[tuple[str, ...], dict[tuple[str, ...], str]] = {}
    for line in filter(None, map(str.strip, _ALIKE.splitlines())):
        alike, _, wider = (part.strip() for part in line.partition(">"))
        asked, written = alike.split(", "), [*alike.split(", "), *filter(None, wider.split(", "))]
        for word in asked:
            own = _stems(word)
            others = {_stems(other): other for other in written if _stems(other) != own}
            known[own] = {**others, **known.get(own, {})}
    return known


def _stems(words: str) -> tuple[str, ...]:
    return tuple(map(stem, words.casefold().split()))


def _times(read: str, stems: tuple[str, ...]) -> int:
    return read.count(f" {' '.join(stems)} ")
