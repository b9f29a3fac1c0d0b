"""How the slices of a head become one probability of a patient, judged on networks that never saw the patient.

`exam_patient.py CACHE DATASET CHECKPOINTS`: reads what `predict.py` wrote (plain-*.npz); prints the figures of the exam as JSON, with the
slope and offset that stand in analyses/brain-ct/exam/patient-calibration.ts.
"""
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from evaluate import gathered, seen_of, with_level
from outlined import outlines
from slices import Slices

# How many of the likeliest steps of 5 mm are averaged, and from which probability on the patient is named.
HIGHEST, NAMED_FROM = 6, 0.4


def calibrated_by_fold(label, value, fold):
    """Log odds of every case by a fit on the other folds."""
    found = np.zeros(len(value))
    for one in np.unique(fold):
        own = fold == one
        fit = LogisticRegression(C=1.0).fit(value[~own, None], label[~own])
        found[own] = fit.decision_function(value[own, None])
    return found


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


def main():
    cache, dataset, checkpoints = map(Path, sys.argv[1:4])
    slices, logits, positions, _ = gathered(checkpoints, 'plain', Slices(cache, dataset))
    own = calibrated_by_fold(slices.any, with_level(slices, logits, positions, slices)[:, 0], slices.fold)
    joined = joined_with_neighbours(slices, own)
    cases = np.unique(slices.case)
    members = [np.nonzero(slices.case == case)[0] for case in cases]
    label = np.array([slices.any[part].max() for part in members])
    fold = np.array([slices.fold[part][0] for part in members])
    outlined = np.array([seen_of(slices, outlines(slices))[part].any() for part in members])
    highest = lambda count: np.array([np.sort(own[part])[-count:].mean() for part in members])
    value = highest(HIGHEST)
    probability = 1 / (1 + np.exp(-calibrated_by_fold(label, value, fold)))
    fit = LogisticRegression(C=1.0).fit(value[:, None], label)
    named = probability >= NAMED_FROM
    print(json.dumps({
        'patients': len(cases), 'bleeding': int(label.sum()), 'with_outlined_bleeding': int(outlined.sum()),
        'slice_auc': round(roc_auc_score(slices.any, own), 3), 'slice_auc_neighbours_joined': round(roc_auc_score(slices.any, joined), 3),
        'patient_auc': round(roc_auc_score(label, value), 3), 'patient_auc_interval': interval(label, value),
        'patient_auc_maximum_alone': round(roc_auc_score(label, highest(1)), 3),
        'patient_auc_with_outlined': round(roc_auc_score(outlined[outlined | (label == 0)], value[outlined | (label == 0)]), 3),
        'brier': round(float(((probability - label) ** 2).mean()), 3),
        'named_from': NAMED_FROM, 'sensitivity': round(float(named[label == 1].mean()), 3),
        'sensitivity_outlined': round(float(named[outlined].mean()), 3), 'specificity': round(float(1 - named[label == 0].mean()), 3),
        'slope': round(float(fit.coef_[0, 0]), 4), 'offset': round(float(fit.intercept_[0]), 4),
    }, indent=1))


if __name__ == '__main__':
    main()
