"""Coverage-guided fuzzing of what reads bytes from strangers; `make fuzz` runs it."""
