"""Settings of the agents that look at pages round by round (ViDoRAG), and of what they may spend."""

from __future__ import annotations

from pydantic import BaseModel, Field

__all__ = ["AgentSettings"]


class AgentSettings(BaseModel):
    """How far the agents of ``bizrag ask --agents`` go."""

    max_pages: int = Field(default=20, ge=1, le=100, description="pages to choose from, the best found")
    max_picks: int = Field(default=4, ge=1, description="pages that the seeker may pick in one round")
    max_rounds: int = Field(default=5, ge=1, description="rounds of picking and inspecting before an answer is due")
    max_calls: int = Field(
        default=16, ge=1, description="calls of the agents for one question, kept replies and second tries included"
    )
    max_tokens: int = Field(
        default=300_000,
        ge=1000,
        description="tokens of the agents' calls for one question, estimated before each; an image counts 1,500",
    )
    max_seconds: float = Field(default=300.0, gt=0, description="time after which no further call of an agent begins")
    thumbnail_px: int = Field(default=512, ge=64, description="longest side of the pages that the seeker sees")
    page_chars: int = Field(
        default=4000, ge=0, description="characters of a page's text that come with its image; 0: images alone"
    )
