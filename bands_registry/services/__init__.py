"""One module per thing a clinician, a coordinator or an analyst does."""
