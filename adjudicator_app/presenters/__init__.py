"""State and commands of each screen; no widget is known here."""
