"""Where ``dg`` looks for definitions of its own making; ours are in orchestration.definitions."""
