"""Speed, memory and coverage of the analysis core, measured by scripts."""
