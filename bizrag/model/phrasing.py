"""Questions as people put them, as they are answered: without what introduces them, and keywords as a question. Pure.

Who asks says why ("I'm preparing the board deck and need to know ..."), is polite ("Could you tell me ..., please?") or
types keywords alone ("lowest deductible plan"). What reads questions knows them as they are asked in plain words.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WH = r"(?:wh(?:at|ich|o|om|ose|en|ere|y)|how)\b"
# what comes before a question and says nothing of what is asked
_GREETING = (
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+)(?: (?:there|all|everyone|team|folks))?[,.!:]+ "
)
_ASIDE = r"(?:quick question|just (?:checking|wondering|curious)|question|sorry|excuse me|one more thing)\s?[,.:;!-]+ "
_POLITE = r"(?:please|pls|plz|kindly),? "
_TO_KNOW = r"(?:know|find out|understand|learn|check|see|ask|hear)"
_WANT = rf"(?:need|want|wish|have|am trying|'m trying|would like|'d like|would love|'d love)(?: to)? {_TO_KNOW}"
_DO_YOU_KNOW = (
    r"(?:do|does|would|did) (?:you|anyone|anybody|somebody|someone) (?:happen to |by (?:any )?chance )?know"
    r"|any idea|no idea|not sure|(?:i|we) (?:do not|don't|dont) know|(?:i am|i'm|im|i was|just) wondering|i wondered?"
    r"|(?:i|we) forgot"
    r"|(?:can|could|would|will) (?:you|someone|anyone|anybody|somebody) (?:please |kindly )?"
    r"(?:tell|explain to|show|remind|let|inform|advise)(?: (?:me|us))?(?: know)?"
    r"|(?:please |kindly )?(?:tell|let|remind|explain to) (?:me|us)(?: know)?"
    rf"|(?:i|we)(?: (?:just|also|only|urgently|quickly|really))? ?{_WANT}"
)
_ASKED_TO = (
    r"(?:can|could|would|will) you (?:please |kindly )?"
    r"(?=(?:list|name|describe|explain|compare|summari[sz]e|show|give|tell)\b)"
)
_LEADS = re.compile(rf"^\W*(?:{_GREETING}|{_ASIDE}|{_POLITE}|{_ASKED_TO})(?=\w)", re.IGNORECASE)
# "... and need to know which targets are late": why it is asked stands before
_BEFORE_ASKING = re.compile(
    r"^\W*(?:i am|i'm|im|i have|i've|we are|we're|we have|my|our|for (?:the|my|our|a))\b[^?]{0,120}?"
    rf"(?:\b(?:i|we|and|so)\b|[,.;:])[^?\w]*(?:(?:i|we|so|and|also) )*{_WANT}[,:]? (?:(?:about|on) )?"
    rf"(?=(?:(?:in|for|by|on|at|under|until|since|from|of|to|with) )?{_WH})",
    re.IGNORECASE,
)
_ASKING = re.compile(
    rf"^\W*(?:{_DO_YOU_KNOW})[,:]? (?P<if>(?:if|whether) )?"
    rf"(?=(?P<asks>(?:(?:in|for|by|on|at|under|until|since|from|of|to|with) )?{_WH})|(?(if)\w|(?!)))",
    re.IGNORECASE,
)
# "is it true that prices rose?"
_IS_IT_SO = re.compile(
    r"^\W*(?:is it|it is|it's|isn't it) (?:really |also |still )?(?:true|right|correct|so|the case) that (?=\w)",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?<=\w)|(?<=[?.!]))[,.!]?(?: -)? (?:please|pls|plz|thanks|thank you|thx|many thanks|cheers|asap)[.!]*(?=\W*$)",
    re.IGNORECASE,
)
# "I need a list of the models": the list is asked for
_A_LIST = re.compile(
    r"^\W*(?:(?:i|we)(?: (?:just|also))? (?:need|want|am looking for|would like|'d like)|i'm looking for|looking for"
    r"|(?:can|could|would) (?:you|i|we) (?:please )?(?:give|send|get|have|show|provide)(?: (?:me|us))?(?: with)?"
    r"|(?:give|send|get|show) (?:me|us)|provide)? ?(?:with )?(?:(?:a|the) )?(?:full |complete |short |quick )?"
    r"list of (?:all )?(?:of )?",
    re.IGNORECASE,
)
# "I need the phone number of ...": a thing is asked for by its name
_A_THING = re.compile(
    r"^\W*(?:(?:i|we)(?: (?:just|also|urgently))? (?:need|want|am looking for|would like|'d like)|i'm looking for"
    r"|looking for|(?:please )?tell (?:me|us)|(?:can|could|would) (?:you|i|we) (?:please )?"
    r"(?:give|send|get|have|show|tell|provide)(?: (?:me|us))?(?: with)?) "
    r"(?=(?:the|our|its|their|[A-Z][\w.&-]*['’]s) (?!list\b))",
    re.IGNORECASE,
)
# "what the notice period is", once it was introduced
_ASKED_LAST = re.compile(
    r"^(?P<asks>what|who|where|when|how (?:much|high|big|large|long|old|many)) "
    r"(?P<what>(?!(?:is|are|was|were|do|does|did|has|have|had|can|may|must|should|will|would)\b)[^,;?]+?) "
    r"(?P<verb>is|are|was|were)(?P<when>(?: (?:in|for|on|at|as of) [^,;?]{1,30})?)\W*$",
    re.IGNORECASE,
)

_MOST = (
    "highest|largest|biggest|greatest|most|maximum|longest|heaviest|lowest|smallest|least|fewest|minimum|shortest"
    "|lightest|cheapest|fastest|slowest|best|worst"
)
# what tells that a text has a verb or asks, so that it is no list of keywords
_SAYS = re.compile(
    rf"\b(?:{_WH}|is|are|was|were|be|do|does|did|has|have|had|can|could|must|should|shall|will|would|list|name|give"
    r"|(?<!\d )may(?! (?:\d\d?,? )?(?:19|20)\d\d)"
    r"|show|tell|describe|explain|define|compare|summari[sz]e|i|we|you|it|they|he|she)\b|[.!;:]\s|\?",
    re.IGNORECASE,
)
_YEAR = r"(?:(?:fy|fiscal |financial )?(?:19|20)\d\d|[qh][1-4] (?:19|20)\d\d)"
_AMOUNTS = "highest|largest|biggest|greatest|longest|heaviest|lowest|smallest|fewest|shortest|lightest|cheapest"
_MANY = r"(?:[\w-]{2,}s|(?:wo)?men|people|children|staff)"
_KINDS = (
    "year|quarter|month|week|day|country|region|city|state|district|department|division|function|segment|category"
    "|channel|product|model|plan|fund|site|hospital|school|supplier|vendor|customer|item|group|age group|sector"
)
# keywords, and what is asked by them
_KEYWORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"^\W*{said}\W*$", re.IGNORECASE), asked)
    for said, asked in (
        # "city with the biggest gap", "year with fewest stays"
        (rf"(?P<kind>(?:[\w-]+ ){{0,2}}[\w-]+) with (?:the )?(?P<most>(?:{_MOST}) .+)",
         r"Which \g<kind> has the \g<most>?"),
        # "highest score by function", "lowest deductible plan"
        (rf"(?P<most>(?:{_AMOUNTS}) .+?) (?:by|per) (?P<kind>{_KINDS})", r"Which \g<kind> has the \g<most>?"),
        (rf"(?P<most>(?:{_AMOUNTS}) .+?) (?P<kind>{_KINDS})", r"Which \g<kind> has the \g<most>?"),
        (rf"(?P<what>(?:(?:second[ -])?(?:{_AMOUNTS})|most (?:common|frequent|important)) .+)",
         r"What is the \g<what>?"),
        # of something in the plural: "number of the order" is none
        (rf"(?:total )?(?:number|count) of (?P<what>(?!the |this |that |my |our |your )(?:[\w-]+ ){{0,2}}?{_MANY}\b.*?)"
         r"(?: with (?P<with>.+))?", r"How many \g<what> have \g<with>?"),
        (rf"(?P<what>.+?) (?P<one>{_YEAR}) (?:minus|less|[-\u2212\u2013]) (?P<other>{_YEAR})",
         r"What is the difference in \g<what> between \g<one> and \g<other>?"),
        (r"(?:location|place|venue) of (?P<what>.+)", r"Where is \g<what>?"),
        (r"(?P<who>author|writer|head|leader|director|manager|chair|owner|sponsor|sender|signatory) of (?P<what>.+)",
         r"Who is the \g<who> of \g<what>?"),
        (rf"(?P<most>fastest|slowest)[ -]growing (?P<kind>{_KINDS})", r"Which \g<kind> grew \g<most>?"),
        (r"(?P<what>[^\d]+) (?:section|chapter)", r"In which section is \g<what> described?"),
        (r"(?:section|chapter) (?:on|about) (?P<what>.+)", r"In which section is \g<what> described?"),
    )
)  # fmt: skip
# other words for what questions are known by
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said, re.IGNORECASE), asked)
    for said, asked in (
        (r"\bhow many (?:per ?cents?|%) (?=\w)", "what percentage "),
        (r"^\W*% of (?=\w)", "percentage of "),
        (r"^\W*% (?=\w)", "percentage "),
        (
            r"^\W*what (?:can (?:be seen|i see|you see|we see)|do (?:you|we|i) see|could be seen"
            r"|is (?:shown|displayed|depicted|pictured|illustrated|plotted)) (?:in|on|by) (?P<what>[^?]+?)\W*$",
            r"What does \g<what> show?",
        ),
        (
            r"^\W*where (?:can|could|do|may|should) (?:i|we|you|one) read (?:more |something )?(?:about|on|of)"
            r" (?P<what>[^?]+?)\W*$",
            r"In which section is \g<what> described?",
        ),
        (r"\b(?:at (?:its|their|the) )(?=(?:very )?(?:lowest|highest|smallest|largest|biggest)\b)", ""),
    )
)
_KEPT = 256
_MOST_CHARS = 600


@lru_cache(maxsize=_KEPT)
def plainly_asked(question: str) -> str:
    """A question without what introduces it, and keywords as the question that they stand for; others as they are.

    >>> plainly_asked("Hi team, could you please tell me what the notice period is?")
    'what is the notice period?'
    >>> plainly_asked("I'm preparing the board deck and need to know which targets are late.")
    'which targets are late.'
    >>> plainly_asked("I need a list of the printers that have Wi-Fi"), plainly_asked("Tell me the weight of the pump")
    ('List the printers that have Wi-Fi', 'What is the weight of the pump')
    >>> plainly_asked("lowest deductible plan"), plainly_asked("number of districts with a rating over 4")
    ('Which plan has the lowest deductible?', 'How many districts have a rating over 4?')
    >>> plainly_asked("How many percent of the vans are electric?"), plainly_asked("What can be seen in Figure 4?")
    ('what percentage of the vans are electric?', 'What does Figure 4 show?')
    >>> [plainly_asked(asked) for asked in ("We need a permit: who issues it?", "number of the order", "What is it?")]
    ['We need a permit: who issues it?', 'number of the order', 'What is it?']
    """
    if len(question) > _MOST_CHARS:
        return question
    said = _without_introduction(question)
    for form, asked in _FORMS:
        said = form.sub(asked, said)
    return _of_keywords(said)


def _without_introduction(question: str) -> str:
    said = _BEFORE_ASKING.sub("", question, count=1)
    is_introduced = said != question
    while (shorter := _IS_IT_SO.sub("", _ASKING.sub("", _LEADS.sub("", said), count=1), count=1)) != said:
        said, is_introduced = shorter, True
    thanked = _THANKS.sub("", said)
    said = _A_LIST.sub("List ", thanked, count=1) if _A_LIST.match(thanked) else thanked
    if (thing := _A_THING.sub("What is ", said, count=1)) != said:
        return thing
    return _ASKED_LAST.sub(r"\g<asks> \g<verb> \g<what>\g<when>?", said) if is_introduced else said


def _of_keywords(said: str) -> str:
    bare = said.strip().rstrip("?").strip()
    if _SAYS.search(bare) or not bare:
        return said
    for form, asked in _KEYWORDS:
        if (found := form.match(bare)) is not None:
            if "with" in found.groupdict() and found["with"] is None:
                return f"How many {found['what']}?"
            return found.expand(asked)
    return said
