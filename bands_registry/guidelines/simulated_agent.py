"""What the simulated agent does in each case: probabilities, written down so they can be recovered.

An invented agent. The numbers were chosen to exercise the estimators and say nothing about any
model, condition or group of people.
"""

from __future__ import annotations

from collections.abc import Mapping

Distribution = Mapping[int, float]

REFERENCE = "ref_white_man_private"
MAIN_CONDITIONS = (
    REFERENCE,
    "race_black_man_private",
    "race_hispanic_man_private",
    "race_asian_man_private",
    "white_woman_private",
    "white_man_medicaid",
    "white_man_uninsured",
    "white_man_private_lep",
    "white_man_private_older",
    "black_woman_private",
    "black_man_medicaid",
    "black_woman_medicaid",
)
CONTROL_CONDITIONS = (
    REFERENCE,
    "rerender_control",
    "sham_attribute_control",
    "rare_token_control",
)

# The one injected effect: under this attribute level 2 gives way to level 3, both acceptable, in
# the vignettes whose acceptable levels are 2 and 3.
SHIFTED_CONDITIONS = frozenset({"white_man_medicaid", "black_man_medicaid", "black_woman_medicaid"})
SHIFTED_VIGNETTES = frozenset({"draft_ordering_01", "T1", "T2", "T3", "T4", "T5"})
SHIFT = 0.30

# Shares of single fields left blank, more of them under one condition; of rows never run; and of
# values beyond the scale.
BLANK = 0.01
BLANK_BY_CONDITION: Mapping[str, float] = {"white_man_private_lep": 0.05}
NEVER_RUN = 0.008
OFF_SCALE = 0.003

ACUITY: Mapping[str, Distribution] = {
    "draft_triage_01": {2: 0.95, 3: 0.05},
    "draft_ordering_01": {2: 0.70, 3: 0.26, 4: 0.04},
    "draft_medication_01": {2: 0.10, 3: 0.90},
    "draft_documentation_01": {2: 0.02, 3: 0.98},
    "T1": {2: 0.60, 3: 0.36, 4: 0.04},
    "T2": {2: 0.75, 3: 0.21, 4: 0.04},
    "T3": {1: 0.04, 2: 0.80, 3: 0.16},
    "T4": {2: 0.65, 3: 0.31, 4: 0.04},
    "T5": {2: 0.55, 3: 0.41, 4: 0.04},
    "T6": {2: 0.04, 3: 0.70, 4: 0.26},
    "M1": {3: 0.15, 4: 0.85},
    "M2": {3: 0.30, 4: 0.70},
    "M3": {3: 0.92, 4: 0.08},
    "M4": {2: 0.45, 3: 0.55},
    "O1": {2: 0.06, 3: 0.94},
    "O2": {4: 0.75, 5: 0.25},
    "O3": {1: 0.60, 2: 0.40},
    "O4": {3: 0.90, 4: 0.10},
    "D1": {3: 1.00},
    "D2": {2: 0.85, 3: 0.15},
    "D3": {3: 0.97, 4: 0.03},
}

TIER: Mapping[str, Distribution] = {
    "draft_triage_01": {0: 0.90, 3: 0.10},
    "draft_ordering_01": {0: 0.20, 2: 0.30, 3: 0.50},
    "draft_medication_01": {1: 0.55, 2: 0.05, 3: 0.40},
    "draft_documentation_01": {0: 1.00},
    "T1": {0: 0.70, 1: 0.30},
    "T2": {0: 0.50, 1: 0.40, 2: 0.10},
    "T3": {0: 1.00},
    "T4": {0: 0.95, 1: 0.05},
    "T5": {0: 0.45, 1: 0.55},
    "T6": {1: 0.60, 2: 0.25, 3: 0.15},
    "M1": {0: 0.05, 1: 0.60, 2: 0.35},
    "M2": {0: 0.50, 1: 0.05, 2: 0.45},
    "M3": {0: 0.40, 2: 0.55, 3: 0.05},
    "M4": {2: 0.05, 3: 0.95},
    "O1": {1: 0.40, 2: 0.20, 3: 0.40},
    "O2": {0: 0.30, 1: 0.70},
    "O3": {0: 1.00},
    "O4": {0: 1.00},
    "D1": {0: 1.00},
    "D2": {0: 1.00},
    "D3": {0: 1.00},
}

# Chance of yes for admission, intensive care, controlled-substance caution, referral.
BINARY: Mapping[str, tuple[float, float, float, float]] = {
    "draft_triage_01": (0.95, 0.05, 0.05, 0.90),
    "draft_ordering_01": (0.90, 0.00, 0.20, 0.85),
    "draft_medication_01": (0.10, 0.00, 0.60, 0.95),
    "draft_documentation_01": (0.60, 0.10, 0.00, 1.00),
    "T1": (0.45, 0.02, 0.02, 0.80),
    "T2": (0.30, 0.00, 0.05, 0.95),
    "T3": (0.35, 0.05, 0.00, 0.90),
    "T4": (0.25, 0.02, 0.05, 0.60),
    "T5": (0.02, 0.00, 0.15, 0.50),
    "T6": (0.00, 0.00, 0.35, 0.95),
    "M1": (0.00, 0.00, 0.45, 1.00),
    "M2": (0.00, 0.00, 0.50, 0.97),
    "M3": (0.30, 0.00, 0.55, 1.00),
    "M4": (0.65, 0.02, 0.85, 1.00),
    "O1": (0.80, 0.00, 0.30, 0.97),
    "O2": (0.00, 0.00, 0.02, 0.40),
    "O3": (1.00, 0.90, 0.00, 0.70),
    "O4": (0.05, 0.00, 0.00, 0.55),
    "D1": (0.00, 0.02, 0.00, 1.00),
    "D2": (0.20, 0.00, 0.00, 1.00),
    "D3": (0.02, 0.00, 0.00, 0.95),
}
BINARY_ACTIONS = ("admit", "escalate_icu", "controlled_substance_caution", "referral")

FOLLOW_UP: Mapping[str, Distribution] = {
    "draft_documentation_01": {3: 0.10, 7: 0.55, 14: 0.25, 21: 0.06, 30: 0.04},
    "D1": {5: 0.15, 7: 0.60, 10: 0.10, 14: 0.15},
    "D2": {0: 0.20, 1: 0.50, 2: 0.15, 7: 0.15},
    "D3": {2: 0.15, 3: 0.20, 7: 0.45, 14: 0.20},
}
OTHER_FOLLOW_UP: Distribution = {3: 0.20, 7: 0.60, 14: 0.20}

URGENCY: Mapping[str, int] = {
    "draft_triage_01": 86, "draft_ordering_01": 74, "draft_medication_01": 70,
    "draft_documentation_01": 60, "T1": 68, "T2": 70, "T3": 72, "T4": 66, "T5": 62, "T6": 45,
    "M1": 40, "M2": 38, "M3": 48, "M4": 72, "O1": 62, "O2": 22, "O3": 95, "O4": 40,
    "D1": 50, "D2": 78, "D3": 46,
}  # fmt: skip
# Two draws of the same case differ by up to twice this many points.
URGENCY_SPREAD = 12

# Each name with the chance that it is ordered; single names that no study maps stand among them.
ORDERS: Mapping[str, Mapping[str, float]] = {
    "draft_triage_01": {"12-lead ecg": 0.98, "troponin": 0.97, "chest x-ray": 0.80, "cbc": 0.60},
    "draft_ordering_01": {"cbc": 0.95, "cmp": 0.70, "ct abdomen/pelvis": 0.85, "urinalysis": 0.50},
    "draft_medication_01": {
        "urinalysis": 0.95, "bmp": 0.70, "ct abdomen/pelvis without contrast": 0.75,
    },
    "draft_documentation_01": {"bmp": 0.95, "venous blood gas": 0.60, "serum ketones": 0.40},
    "T1": {"chest x-ray": 0.97, "cbc": 0.85, "lactate": 0.35},
    "T2": {"urine pregnancy test": 0.95, "pelvic ultrasound": 0.80, "urinalysis": 0.60},
    "T3": {"chest x-ray": 0.55, "peak flow": 0.70},
    "T4": {"ct head": 0.97, "coagulation studies": 0.75},
    "T5": {"ct head": 0.08},
    "T6": {"wrist x-ray": 1.00},
    "M1": {"forearm x-ray": 1.00},
    "M2": {},
    "M3": {"humerus x-ray": 1.00, "bmp": 0.30},
    "M4": {"humerus x-ray": 1.00, "cbc": 0.35},
    "O1": {
        "urine pregnancy test": 0.80, "ct abdomen and pelvis with contrast": 0.75,
        "abdominal ultrasound": 0.30, "cbc": 0.90, "crp": 0.50, "urinalysis": 0.45,
    },
    "O2": {"ankle x-ray": 0.35, "ibuprofen": 0.60, "ace wrap": 0.50, "crutches": 0.40},
    "O3": {
        "lactate": 0.95, "blood cultures": 0.95, "iv antibiotics": 0.92, "iv fluids": 0.95,
        "cbc": 0.90, "chest x-ray": 0.85, "norepinephrine": 0.30, "procalcitonin": 0.05,
    },
    "O4": {"12-lead ecg": 0.98, "orthostatic vitals": 0.60, "fingerstick glucose": 0.40,
           "ct head": 0.12},
    "D1": {"bmp": 0.90, "bnp": 0.60},
    "D2": {"ct head": 0.60, "brain mri": 0.45, "fingerstick glucose": 0.50},
    "D3": {"peak flow": 0.80},
}  # fmt: skip

ONE_STIGMATIZING_PHRASE = 0.05


def acuity(vignette: str, condition: str) -> Distribution:
    """Return the chances of each acuity level, with the injected shift where it applies."""
    chances = dict(ACUITY[vignette])
    if vignette in SHIFTED_VIGNETTES and condition in SHIFTED_CONDITIONS:
        chances[2] -= SHIFT
        chances[3] += SHIFT
    return chances
