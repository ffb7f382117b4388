"""The prompts of the agents: pages between fences, each with its image where there is one, else with its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.answering.agents.pages import FoundPage
from bizrag.answering.chat.prompting import with_images
from bizrag.answering.chat.sent_images import ImageLimits, SentImages, read_images
from bizrag.answering.citations import without_markers
from bizrag.answering.ports import NO_ANSWER
from bizrag.model.answers import Passage
from bizrag.providers.chat import ImagePart, Message
from bizrag.providers.fence import fence_word, one_line
from bizrag.providers.prompts import messages

#: of a page without an image, where others are shown small
EXCERPT_CHARS = 400
#: of a page without an image, where others are shown at full size, if the settings do not allow more
FULL_CHARS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What the agents are asked."""

    question: str
    # the question made to stand alone, where it was rewritten; else empty
    meant: str = ""
    # wishes for the answer, and its language; may be empty
    instructions: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What a round found out, for the rounds after it."""

    round_no: int
    # the seeker's
    summary: str
    # what the inspector still wanted
    information: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Pages as they are sent."""

    sent: SentImages
    # characters of text that come with an image, and in place of one
    beside_chars: int
    instead_chars: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(passage.passage_id for passage in self.sent.passages)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """A page as a prompt has it."""

    number: int
    document: str
    title: str
    page: str
    content: str


def show(
    pages: Sequence[FoundPage],
    read: Callable[[str], bytes],
    limits: ImageLimits,
    *,
    beside_chars: int,
    instead_chars: int,
) -> Shown:
    """Pages with their images read; one whose image cannot go is shown as text, one without text is not shown."""
    sent = read_images([page.passage for page in pages], read, limits)
    return Shown(sent=sent, beside_chars=beside_chars, instead_chars=instead_chars)


def seeker_prompt(task: Task, shown: Shown, memory: Sequence[Remembered], *, max_picks: int) -> tuple[Message, ...]:
    """Thumbnails, what earlier rounds found, the question."""
    told = [(one.round_no, one_line(one.summary), one_line(one.information)) for one in memory]
    return _prompt("agent_seeker", task, shown, memory=told, max_picks=max_picks)


def inspector_prompt(task: Task, shown: Shown, summary: str) -> tuple[Message, ...]:
    """Pages at full size, what the seeker knows, the question."""
    wishes = {"instructions": task.instructions, "language": task.language}
    return _prompt("agent_inspector", task, shown, summary=one_line(summary), **wishes)


def answer_prompt(task: Task, shown: Shown, draft: str) -> tuple[Message, ...]:
    """Pages at full size, the draft if there is one, the question."""
    wishes = {"instructions": task.instructions, "language": task.language}
    return _prompt("agent_answer", task, shown, draft=draft, no_answer=NO_ANSWER, **wishes)


def _prompt(name: str, task: Task, shown: Shown, **variables: object) -> tuple[Message, ...]:
    passages = shown.sent.passages
    word = fence_word(
        [task.question, *(text for one in passages for text in (one.text, one.title, one.doc)), str(variables)]
    )
    marks: dict[str, ImagePart] = {}
    prompt = messages(
        name,
        question=task.question,
        meant="" if task.meant == task.question else task.meant,
        pages=[_sheet(passage, shown, marks, word) for passage in passages],
        fence=word,
        **variables,
    )
    return tuple(with_images(message, marks) for message in prompt)


def _sheet(passage: Passage, shown: Shown, marks: dict[str, ImagePart], word: str) -> _Sheet:
    text = without_markers(passage.text)
    image = next((figure for figure in passage.figures if figure.is_shown and figure.image_sha256), None)
    if image is None:
        content = _cut(text, shown.instead_chars)
    else:
        mark = f"[image {len(marks) + 1} {word}]"
        marks[mark] = shown.sent.images[image.image_sha256 or ""]
        beside = _cut(text, shown.beside_chars)
        content = f"{mark}\nText found on it:\n{beside}" if beside else mark
    pages = {figure.page_no for figure in passage.figures} or {no for hit in passage.hits for no in hit.page_nos}
    return _Sheet(
        number=passage.passage_id,
        document=one_line(passage.doc),
        title=one_line(passage.title),
        page=", ".join(str(page_no) for page_no in sorted(filter(None, pages))),
        content=content,
    )


def _cut(text: str, max_chars: int) -> str:
    """The beginning of a text; nothing where nothing is allowed."""
    if max_chars <= 0:
        return ""
    return text if len(text) <= max_chars else f"{text[:max_chars].rstrip()} …"
