"""The markdown formatter (HiQA 3.1): a chat model writes a report as chapters, window after window.

What it writes is read for its headings only: chunks keep the parser's text, so that quotes and boxes stay true. Each
window sees the previous one and what was made of it. A window in which text was lost or invented is asked for once
more, with what is wrong; then the parser's headings stay there, and the outline says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bizrag.configuration.format import FormatSettings
from bizrag.describing.asking import Asker, describer_identity
from bizrag.describing.formatting.checks import Checked, Heading, Problem, Wrong, check_window
from bizrag.describing.formatting.outline import KeptWindow, Outline
from bizrag.describing.formatting.windows import Window, split_windows
from bizrag.errors import RefusedError
from bizrag.model.parses import Parse
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, Message, TextPart
from bizrag.providers.fence import fence_word
from bizrag.providers.prompts import messages, render

PROMPT = "format_markdown"
_TRIES = 2


def identity(model: str, settings: FormatSettings) -> str:
    """Who formats and how: part of the stage's version."""
    return describer_identity(
        model,
        PROMPT,
        window=settings.window_words,
        padding=settings.padding_words,
        changed_per_mille=round(settings.max_changed_share * 1000),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """A window and what the model made of it."""

    window: Window
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownFormatter:
    """Finds the sections of reports with a chat model."""

    chat: ChatModel
    settings: FormatSettings

    def outline(self, parse: Parse, asker: Asker) -> Outline:
        """The headings of a document, in at most two calls a window, one after the other.

        Raises what the model raises, but for a refusal: then the window keeps the parser's headings.
        """
        settings = self.settings
        windows = split_windows(parse, window_words=settings.window_words, padding_words=settings.padding_words)
        headings: list[Heading] = []
        kept: list[KeptWindow] = []
        previous: _Written | None = None
        for window in windows:
            checked, previous = self._format(window, previous, asker)
            headings += checked.headings
            if checked.problems:
                kept.append(_kept(window, checked.problems))
        return Outline(headings=tuple(headings), num_windows=len(windows), kept=tuple(kept))

    def _format(self, window: Window, previous: _Written | None, asker: Asker) -> tuple[Checked, _Written | None]:
        """The window's headings, or what is wrong; and what the next window sees of it."""
        request = ChatRequest(messages=_conversation(window, previous))
        checked = Checked()
        asked: list[ChatRequest] = []
        for _ in range(_TRIES):
            asked.append(request)
            try:
                reply = asker.complete(self.chat, request)
            except RefusedError as error:
                return Checked(problems=(Problem(wrong=Wrong.REFUSED, detail=str(error)),)), None
            checked = self._check(window, reply)
            if not checked.problems:
                return checked, _Written(window=window, text=reply.text)
            request = _asked_again(request, reply, checked.problems)
        for request in asked:
            # of no use: the next run asks anew
            self.chat.discard(request)
        return checked, None

    def _check(self, window: Window, reply: ChatReply) -> Checked:
        if reply.finish_reason == "length":
            return Checked(problems=(Problem(wrong=Wrong.CUT),))
        return check_window(window, reply.text, max_changed_share=self.settings.max_changed_share)


def _conversation(window: Window, previous: _Written | None) -> tuple[Message, ...]:
    """The previous window with what was made of it as an earlier turn, then this one."""
    system, asked = _prompt(window)
    if previous is None:
        return system, asked
    _, earlier = _prompt(previous.window)
    said = Message(role="assistant", parts=(TextPart(text=previous.text),))
    return system, earlier, said, asked


def _prompt(window: Window) -> tuple[Message, Message]:
    word = fence_word([window.before, window.text, window.after])
    system, user = messages(PROMPT, before=window.before, text=window.text, after=window.after, fence=word)
    return system, user


def _asked_again(request: ChatRequest, reply: ChatReply, problems: Sequence[Problem]) -> ChatRequest:
    said = Message(role="assistant", parts=(TextPart(text=reply.text or "(nothing)"),))
    wrong = Message(
        role="user", parts=(TextPart(text=render("format_again", problems=[problem.line for problem in problems])),)
    )
    return replace(request, messages=(*request.messages, said, wrong))


def _kept(window: Window, problems: Sequence[Problem]) -> KeptWindow:
    return KeptWindow(
        first_ordinal=window.blocks[0].ordinal,
        last_ordinal=window.blocks[-1].ordinal,
        why=tuple(dict.fromkeys(problem.wrong for problem in problems)),
    )
