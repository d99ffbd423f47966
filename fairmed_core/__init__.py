"""The analysis core of FairMed: bands, trajectories and the estimands computed from them."""
