"""Words for what rises and what falls, as parts of regular expressions: which way a question asks. Pure data."""

from __future__ import annotations

#: of figures only: what rose or fell is a figure that changed
RISING = r"r[io]s(?:e[ns]?|ing)|gr[eo]w(?:n|s|ing)?|increas(?:e[ds]?|ing)|(?:go(?:es|ne|ing)?|went) up"
FALLING = (
    r"f[ae]ll(?:en|s|ing)?|drop(?:s|ped|ping)?|declin(?:e[ds]?|ing)|decreas(?:e[ds]?|ing)|shr[aiu]nk(?:s|ing)?"
    r"|(?:go(?:es|ne|ing)?|went) down"
)
#: of other things as well: "the gain on the sale" and "the order that was lost" are no changes
_BECAME = r"(?:gets?|getting|got(?:ten)?|becom(?:es?|ing)|became)"
GAINING = (
    r"gain(?:s|ed|ing)?|improv(?:e[ds]?|ing)|climb(?:s|ed|ing)?|jump(?:s|ed|ing)?|advance[ds]?|raise[ds]?"
    rf"|{_BECAME} better"
)
LOSING = (
    r"los(?:t|es?|ing)|reduc(?:e[ds]?|ing)|deteriorat(?:e[ds]?|ing)|worsen(?:s|ed|ing)?|slip(?:s|ped|ping)?"
    rf"|{_BECAME} worse"
)
#: of two that are compared
MORE = r"larger|bigger|higher|longer|more|dearer|heavier|louder|taller|wider|deeper|warmer|hotter|older|thicker"
LESS = r"smaller|shorter|lower|less|fewer|cheaper|lighter|quieter|narrower|cooler|colder|younger|thinner"
#: what went furthest, as a noun
LARGEST = r"largest|biggest|highest|greatest|strongest|steepest|sharpest|fastest"
RISE = r"increase|rise|growth|gain|improvement|jump"
FALL = r"decrease|decline|drop|fall|loss|deterioration|slump"
#: words for the largest and for the smallest amount
MOST = (
    r"highest|largest|biggest|greatest|most|maximum|peak(?:ed)?|longest|heaviest|top|dearest|costliest|priciest"
    r"|loudest|busiest|tallest|deepest|widest|hottest|warmest|commonest"
    # "the number one risk" is told in words
    r"|number one(?= (?:in|for|by|among|of|on)\b|\W*$)|market leader"
)
LEAST = r"lowest|smallest|(?<!at )least|fewest|minimum|shortest|lightest|cheapest|quietest|narrowest|coldest|coolest"
#: "the most that they pay" is one value
MOST_ALLOWED = (
    r"most (?:(?:that )?(?:an?|the|I|we|you|it|they|one|(?-i:[A-Z])[\w’'-]+) )(?:[\w’'-]+ ){0,4}?"
    r"(?:pays?|can|could|may|will|would)\b"
)
