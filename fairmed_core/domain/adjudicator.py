"""Who judges: pseudonymous credential in public, practice codes with their printed labels."""

from __future__ import annotations

from dataclasses import dataclass

PROFESSIONS: dict[str, str] = {
    "physician": "Physician",
    "emergency_nurse": "Emergency nurse",
    "triage_nurse": "Triage nurse",
    "nurse": "Nurse",
    "pharmacist": "Pharmacist",
    "medical_interpreter": "Medical interpreter",
    "physician_assistant": "Physician assistant",
    "other": "Other",
}

SPECIALTIES: dict[str, str] = {
    "acute_care": "Acute care",
    "anaesthesiology": "Anaesthesiology",
    "cardiology": "Cardiology",
    "diabetology": "Diabetology",
    "emergency_medicine": "Emergency medicine",
    "endocrinology": "Endocrinology",
    "family_medicine": "Family medicine",
    "general_medicine": "General medicine",
    "geriatric_medicine": "Geriatric medicine",
    "internal_medicine": "Internal medicine",
    "neurology": "Neurology",
    "pain_medicine": "Pain medicine",
    "primary_care": "Primary care",
    "respiratory_medicine": "Respiratory medicine",
    "surgery": "Surgery",
    "none": "No specialty",
    "other": "Other",
}

# What seats are called, beside the names of professions; a study may write any other.
ROLES = ("Acute and general medicine physician", "Emergency physician", "Geriatrician")

YEARS_BANDS: dict[str, str] = {
    "0-2": "up to 2 years in practice",
    "3-5": "3 to 5 years in practice",
    "6-10": "6 to 10 years in practice",
    "11-20": "11 to 20 years in practice",
    "21+": "more than 20 years in practice",
}

# Under a heading that says what the years are.
YEARS_SHORT: dict[str, str] = {
    code: label.removesuffix(" in practice") for code, label in YEARS_BANDS.items()
}


@dataclass(frozen=True)
class Credential:
    """What is public about an adjudicator.

    Attributes
    ----------
    profession
        A key of `PROFESSIONS`.
    specialties
        Keys of `SPECIALTIES`, the main one first.
    jurisdiction
        Where she is licensed, as a country or region code ("DE", "US-CA").
    years
        A key of `YEARS_BANDS`.
    """

    profession: str
    specialties: tuple[str, ...]
    jurisdiction: str
    years: str

    def __post_init__(self) -> None:
        if self.profession not in PROFESSIONS:
            raise ValueError(f"unknown profession {self.profession!r}")
        unknown = [code for code in self.specialties if code not in SPECIALTIES]
        if unknown or not self.specialties:
            raise ValueError(f"unknown or missing specialty: {', '.join(unknown) or 'none given'}")
        if self.years not in YEARS_BANDS:
            raise ValueError(f"unknown years band {self.years!r}")
        if not self.jurisdiction.strip():
            raise ValueError("the jurisdiction is missing")

    def printed(self) -> str:
        """Return the credential as one printed line."""
        specialties = ", ".join(SPECIALTIES[code].lower() for code in self.specialties)
        return f"{PROFESSIONS[self.profession]} · {specialties} · {YEARS_BANDS[self.years]}"
