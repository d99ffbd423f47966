"""Icons and the logo."""
