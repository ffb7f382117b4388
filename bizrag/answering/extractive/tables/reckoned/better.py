"""Whether more of what is measured is better, or less. Pure."""

from __future__ import annotations

import re

GOOD = re.compile(
    r"\b(?:availability|uptime|next[- ]day|same[- ]day|marks?|grades?"
    r"|satisfaction|on[- ]time|punctual\w*|margins?|profit\w*|accura\w+|scores?|ratings?"
    r"|perform\w*|(?:do|did|does|done) (?:the )?(?:best|worst)|yields?|efficien\w+|coverage|complian\w+|recall"
    r"|precision|responses?|contributions?|retention|growth|completion|returns?"
    # how well a model does
    r"|f-?1|f-?(?:measure|score)|auc|auroc|bleu(?:-\d)?|rouge(?:-\w+)?|meteor|map|mrr|ndcg|iou|exact match)\b",
    re.IGNORECASE,
)
TIME = re.compile(
    r"\b(?:durations?|lead times?|pay-?back|(?<!full[- ])(?<!part[- ])times?|secs?|seconds|mins?|minutes|hours|days"
    r"|weeks|months|years)\b",
    re.IGNORECASE,
)
BAD = re.compile(
    r"\b(?:delinquen\w+|defaults?|errors?|defects?|complaints?|absen\w+|attrition|churn|downtime|delay\w*|late|overdue"
    r"|accidents?|incidents?|injur\w+|loss(?:es)?|wait\w*|reject\w*|failures?|write-?offs?|readmi\w+|cancel\w+"
    r"|breach\w*|faults?|mortality|outages?|interruptions?|costs?|sickness|staff turnover|length of stay"
    r"|emissions?|waste|consumption|scrap|backlog|latency|expenses?|deaths?|claims|vacanc(?:y|ies)|leverage"
    r"|(?:combined|loss|expense|cost[- ](?:to[- ])?income) ratios?"
    r"|perplexity|ppl|rmse|mae|mse|wer|cer|fid)\b",
    re.IGNORECASE,
)
