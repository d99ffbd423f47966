"""Estimands on trajectories and bands: flips, floors, within range; plan to report."""
