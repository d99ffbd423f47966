"""The desktop program with which clinicians judge and sign."""
