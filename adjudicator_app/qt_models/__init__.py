"""Frozen values as Qt's item models."""
