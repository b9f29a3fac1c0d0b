"""How the slices of a head become one probability of a patient, judged on networks that never saw the
patient.

    python -m training.brain_ct.exam.exam_patient CACHE DATASET CHECKPOINTS

Reads CHECKPOINTS/fold-*.npz of train.py and calibration.json of what ships; writes the figures of the exam
into metrics.json.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from training.brain_ct.hemorrhage.evaluate import gathered, seen_of
from training.brain_ct.hemorrhage.outlined import outlines
from training.brain_ct.hemorrhage.slices import Slices
from training.brain_ct.sources.sources import threshold
from training.metrics import write_figures

# Means of so many of the likeliest steps of 5 mm, for comparison with the likeliest one.
NUMBERS = [1, 3, 6, 9, 12]
NOTE = 'Patient level, networks that never saw the patient. training/brain_ct/exam/exam_patient.py.'


def joined_with_neighbours(slices, logits):
    """As analyses/brain-ct/exam/patient-probability.ts does it for slices of 5 mm."""
    out, order = logits.copy(), np.array([int(row['slice_order']) for row in slices.rows])
    for case in np.unique(slices.case):
        own = np.nonzero(slices.case == case)[0]
        own = own[np.argsort(order[own])]
        value = logits[own]
        out[own] = 0.5 * value + 0.25 * (np.r_[value[:1], value[:-1]] + np.r_[value[1:], value[-1:]])
    return out


def interval(label, score, rounds=2000):
    rng, found = np.random.default_rng(1), []
    for _ in range(rounds):
        drawn = rng.integers(0, len(label), len(label))
        if 0 < label[drawn].sum() < len(drawn):
            found.append(roc_auc_score(label[drawn], score[drawn]))
    return [round(float(value), 3) for value in np.percentile(found, (2.5, 97.5))]


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
    highest = lambda count, score=own: np.array([np.sort(score[part])[-count:].mean() for part in members])
    auc = lambda value, chosen=slice(None): round(float(roc_auc_score(label[chosen], value[chosen])), 3)
    value = highest(1)
    probability = 1 / (1 + np.exp(-value))
    named = probability >= threshold()
    return {
        'patients': len(members),
        'bleeding': int(label.sum()),
        'with_outlined_bleeding': int(outlined.sum()),
        'auc_patient': {'value': auc(value), 'interval': interval(label, value), 'of': len(members)},
        'auc_patient_by_number_of_slices': {str(count): auc(highest(count)) for count in NUMBERS},
        'auc_patient_neighbours_joined': auc(highest(1, joined_with_neighbours(slices, own))),
        'auc_patient_with_outlined': {
            'value': auc(value, outlined | (label == 0)),
            'of': int((outlined | (label == 0)).sum()),
        },
        'auc_slice': round(float(roc_auc_score(slices.any, own)), 3),
        'auc_slice_neighbours_joined': round(
            float(roc_auc_score(slices.any, joined_with_neighbours(slices, own))), 3
        ),
        'brier': round(float(((probability - label) ** 2).mean()), 3),
        'sensitivity': round(float(named[label == 1].mean()), 3),
        'sensitivity_outlined': round(float(named[outlined].mean()), 3),
        'specificity': round(float(1 - named[label == 0].mean()), 3),
    }


def main():
    cache, dataset, checkpoints = map(Path, sys.argv[1:4])
    slices, logits, *_ = gathered(checkpoints, Slices(cache, dataset))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    found = figures(slices, logits, calibration)
    print(json.dumps(found, indent=1))
    write_figures('brain-ct', {'exam': {'note': NOTE, **found}})


if __name__ == '__main__':
    main()
