"""What is known of a page before a model looks at it: of its text layer, or of its image."""
