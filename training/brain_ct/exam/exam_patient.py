"""A head as its likeliest slice (decision 045), judged on networks that never saw the patient: the figures of
the exam in metrics.json, from CHECKPOINTS/fold-*.npz of train.py and calibration.json of what ships.
"""

import json
from pathlib import Path

import numpy as np
from training.brain_ct.hemorrhage.evaluate import gathered, seen_of
from training.brain_ct.hemorrhage.outlined import outlines
from training.brain_ct.hemorrhage.slices import Slices
from training.brain_ct.sources.sources import threshold
from training.metrics import auc, interval, write_figures

NOTE = 'Patient level, networks that never saw the patient. training/brain_ct/exam/exam_patient.py.'


def patients_of(slices):
    """Rows of every patient's slices; label, and whether a bleeding is outlined."""
    members = [np.nonzero(slices.case == case)[0] for case in np.unique(slices.case)]
    seen = seen_of(slices, outlines(slices))
    return members, *(
        np.array([of(part) for part in members])
        for of in (
            lambda part: slices.any[part].max(),
            lambda part: seen[part].any(),
        )
    )


def figures(slices, logits, calibration):
    slope, offset = calibration['any']
    own = slope * logits[:, 0] + offset
    members, label, outlined = patients_of(slices)
    value = np.array([own[part].max() for part in members])
    probability = 1 / (1 + np.exp(-value))
    named, chosen = probability >= threshold(), outlined | (label == 0)
    rounded = lambda share: round(float(share), 3)
    return {
        'patients': len(members),
        'bleeding': int(label.sum()),
        'with_outlined_bleeding': int(outlined.sum()),
        'auc_patient': interval(list(zip(label, value)), range(len(members)), auc),
        'auc_patient_with_outlined': {
            'value': rounded(auc(list(zip(label[chosen], value[chosen])))),
            'of': int(chosen.sum()),
        },
        'brier': rounded(((probability - label) ** 2).mean()),
        'sensitivity': rounded(named[label == 1].mean()),
        'sensitivity_outlined': rounded(named[outlined].mean()),
        'specificity': rounded(1 - named[label == 0].mean()),
    }


def write_exam(cache: Path, dataset: Path, checkpoints: Path) -> None:
    slices, logits, *_ = gathered(checkpoints, Slices(cache, dataset))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    write_figures('brain-ct', {'exam': {'note': NOTE, **figures(slices, logits, calibration)}})
