"""Statistics: arrays in, `Estimate` out; nothing here knows a vignette, a band or a file."""
