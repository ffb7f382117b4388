"""Answers of a chat model: its prompt, the images that go with it, its citations checked."""
