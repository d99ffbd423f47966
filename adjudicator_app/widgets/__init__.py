"""Passive views: they paint what a presenter says and tell it what the user did."""
