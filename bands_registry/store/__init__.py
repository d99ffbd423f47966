"""Store of signed events, kept files, drafts, and what is derived from them (SQLite)."""
