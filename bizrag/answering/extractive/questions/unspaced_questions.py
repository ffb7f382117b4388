"""Chinese, Japanese and Korean questions for the highest or lowest of something, asked as tables are in English.

Pure.
"""

from __future__ import annotations

import re

_HIGHEST, _LOWEST = "highest", "lowest"
_MOST = {
    "高": _HIGHEST, "大": _HIGHEST, "多": _HIGHEST, "低": _LOWEST, "小": _LOWEST, "少": _LOWEST,
    "高い": _HIGHEST, "大きい": _HIGHEST, "多い": _HIGHEST, "低い": _LOWEST, "小さい": _LOWEST, "少ない": _LOWEST,
    "높은": _HIGHEST, "큰": _HIGHEST, "많은": _HIGHEST, "낮은": _LOWEST, "작은": _LOWEST, "적은": _LOWEST,
}  # fmt: skip
_FORMS = tuple(
    re.compile(form)
    for form in (
        # "2024年哪个分部的毛利率最高?"
        r"^(?P<before>[^哪]*?)[,，]?哪(?:一?[个個家种種]|些|一)?(?P<kind>[^的最]+?)的?(?P<measure>(?<=的)[^最?？]+?)最(?P<most>[高大多低小少])",
        # "毛利率最高的分部是哪个?"
        r"^(?P<before>)(?P<measure>[^最]+?)最(?P<most>[高大多低小少])的(?P<kind>[^是?？]+?)是(?:哪|什[么麼])",
        # "利益率が最も高い部門はどれですか"
        r"^(?:(?P<before>[^はが、]*?)[は、で])?(?P<measure>[^がは]+?)が(?:最も|もっとも|一番)(?P<most>[高大多低小少][^\u4e00-\u9fff]{1,2})"
        r"(?P<kind>[^はの]+?)(?:は|の)",
        # "이익률이 가장 높은 부문은 어디입니까?"
        r"^(?P<before>)(?P<measure>\S+?)[이가] (?:가장|제일) (?P<most>높은|큰|많은|낮은|작은|적은) "
        r"(?P<kind>\S+?)(?:[은는]|의)(?= )",
    )
)


def framed(question: str) -> str:
    """A question for the highest or lowest of something as it would be asked in English, with its own words in it;
    any other question as it is.

    >>> framed("哪个分部的毛利率最高?"), framed("利益率が最も高い部門はどれですか")
    ('Which 分部 has the highest 毛利率?', 'Which 部門 has the highest 利益率?')
    >>> framed("2024年营业收入最低的分部是哪个?"), framed("이익률이 가장 높은 부문은 어디입니까?")
    ('Which 分部 has the lowest 2024年营业收入?', 'Which 부문 has the highest 이익률?')
    >>> framed("公司有多少员工?")
    '公司有多少员工?'
    """
    if question.isascii():
        return question
    found = next((match for form in _FORMS if (match := form.search(question))), None)
    if found is None or found["most"] not in _MOST:
        return question
    when = f"{found['before']} " if found["before"] else ""
    return f"Which {found['kind'].strip()} has the {_MOST[found['most']]} {when}{found['measure'].strip()}?"
