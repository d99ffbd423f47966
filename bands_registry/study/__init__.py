"""Study folders: strict loader, JSON Schema, leak check, skeleton, canonical JSON."""
