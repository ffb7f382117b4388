"""Doctests are collected here too, but for the programs that run in the peers' own environments."""

collect_ignore_glob = ["*_peers_*.py", "ranx_check.py"]
