"""Frozen values and rules: action space, acceptable sets, bands, cases, clauses, verdicts."""
