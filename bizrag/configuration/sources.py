"""Where settings are read: variables and ``.env``. A text that is no JSON stays text, so that its setting judges it.

Without this, one wrong variable is an error of the library that names neither the variable nor what it should be.

Indexes of single variables (``BIZRAG_INDEXES__SECOND__EMBEDDING=small``) stand beside ``default``, which answers
questions and would no longer be kept up to date; ``BIZRAG_INDEXES`` as a whole says which there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)


class _Variables(EnvSettingsSource):
    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        try:
            return super().decode_complex_value(field_name, field, value)
        except ValueError:
            return value


class _File(DotEnvSettingsSource, _Variables):
    """Decodes as the variables do."""


class _DefaultIndex(PydanticBaseSettingsSource):
    """Comes last, so that it adds the index and changes nothing that was said of it."""

    def __init__(self, settings: type[BaseSettings], variables: Sequence[EnvSettingsSource]) -> None:
        super().__init__(settings)
        prefix = settings.model_config.get("env_prefix", "")
        # the library spells the names of variables small
        self._is_whole = any(f"{prefix}indexes".lower() in source.env_vars for source in variables)

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        is_given = "indexes" in self.settings_sources_data.get(InitSettingsSource.__name__, {})
        if self._is_whole or is_given or not self.current_state.get("indexes"):
            return {}
        return {"indexes": {"default": {}}}


def tolerant_sources(
    settings: type[BaseSettings], dotenv: PydanticBaseSettingsSource
) -> tuple[PydanticBaseSettingsSource, ...]:
    """The variables of the process, then the file that ``dotenv`` would read, then what stands beside both."""
    assert isinstance(dotenv, DotEnvSettingsSource), "the library's own"
    variables, file = _Variables(settings), _File(settings, env_file=dotenv.env_file)
    return variables, file, _DefaultIndex(settings, (variables, file))
