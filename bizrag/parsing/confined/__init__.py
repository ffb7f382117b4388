"""Processes that read files of strangers: confined from the inside (``child``), asked and watched from the outside."""
