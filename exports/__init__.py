"""Renders attestations, reports, tables and figures; computes nothing and decides nothing."""
