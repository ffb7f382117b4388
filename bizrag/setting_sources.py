"""Where settings are read: variables and ``.env``. A text that is no JSON stays text, so that its setting judges it.

Without this, one wrong variable is an error of the library that names neither the variable nor what it should be.
"""

from __future__ import annotations

from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, PydanticBaseSettingsSource


class _Variables(EnvSettingsSource):
    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        try:
            return super().decode_complex_value(field_name, field, value)
        except ValueError:
            return value


class _File(DotEnvSettingsSource, _Variables):
    """Decodes as the variables do."""


def tolerant_sources(
    settings: type[BaseSettings], dotenv: PydanticBaseSettingsSource
) -> tuple[PydanticBaseSettingsSource, ...]:
    """The variables of the process, then the file that ``dotenv`` would read."""
    assert isinstance(dotenv, DotEnvSettingsSource), "the library's own"
    return _Variables(settings), _File(settings, env_file=dotenv.env_file)
