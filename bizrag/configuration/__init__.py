"""Parts of the settings, each with the class that says what may be set; ``bizrag.settings`` puts them together."""
