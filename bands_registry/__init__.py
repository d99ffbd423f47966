"""The registry: who said what about which band, provably."""
