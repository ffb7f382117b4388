"""JSON schemas as servers enforce them: OpenAI's strict mode takes closed objects with all keys required."""

from __future__ import annotations

from typing import Any, cast

__all__ = ["is_strict", "strict_schema"]

# Keywords that strict mode refuses. The output is validated here anyway.
_REFUSED = {"default", "minLength", "maxLength", "uniqueItems", "examples"}
# Keywords whose value is a mapping from names to schemas.
_NAMED = ("properties", "$defs")


def is_strict(schema: dict[str, Any]) -> bool:
    """Whether strict mode can express the schema: it knows no objects with free keys.

    >>> is_strict({"type": "object", "additionalProperties": {"type": "integer"}})
    False
    """
    if schema.get("type") == "object" and not schema.get("properties"):
        return False
    if schema.get("additionalProperties") or "patternProperties" in schema:
        return False
    return all(is_strict(part) for part in _parts(schema))


def strict_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with every object closed and every key required.

    >>> strict_schema({"type": "object", "properties": {"a": {"type": "string", "default": ""}}})["required"]
    ['a']
    """
    made: dict[str, Any] = {}
    for name, value in schema.items():
        if name in _REFUSED:
            continue
        if name in _NAMED:
            made[name] = {key: strict_schema(part) for key, part in cast("dict[str, Any]", value).items()}
        else:
            made[name] = _strict(value)
    if "properties" in made:
        made |= {"required": list(made["properties"]), "additionalProperties": False}
    return made


def _strict(value: Any) -> Any:
    if isinstance(value, dict):
        return strict_schema(cast("dict[str, Any]", value))
    if isinstance(value, list):
        return [_strict(item) for item in cast("list[Any]", value)]
    return value


def _parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas inside a schema."""
    found: list[dict[str, Any]] = []
    for name, value in schema.items():
        values: list[Any] = (
            list(value.values()) if name in _NAMED else cast("list[Any]", value) if isinstance(value, list) else [value]
        )
        found += [cast("dict[str, Any]", item) for item in values if isinstance(item, dict)]
    return found
