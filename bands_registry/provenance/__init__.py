"""Canonical JSON, signed envelopes, event chains, keys, the files that travel, and their check."""
