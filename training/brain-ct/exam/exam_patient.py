"""How the slices of a head become one probability of a patient, judged on networks that never saw the
patient.

`exam_patient.py CACHE DATASET CHECKPOINTS`: reads plain-*.npz of `predict.py` and calibration.json of what
ships; writes the figures of the exam into metrics.json and the table of the model card, and
analyses/brain-ct/exam/patient-calibration.ts.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from evaluate import gathered, seen_of, with_level
from model_card import write_part
from outlined import outlines
from slices import Slices

# How many of the likeliest steps of 5 mm are averaged, and from which probability on the patient is named.
HIGHEST, NAMED_FROM = 6, 0.4
# Other numbers of steps, for comparison.
NUMBERS = [1, 3, 6, 9, 12]
NOTE = 'Patient level, networks that never saw the patient. training/brain-ct/exam/exam_patient.py.'
ANALYSIS = Path(__file__).resolve().parents[3] / 'analyses/brain-ct'


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


def patients_of(slices):
    """Rows of every patient's slices; label, fold, and whether a bleeding is outlined."""
    members = [np.nonzero(slices.case == case)[0] for case in np.unique(slices.case)]
    seen = seen_of(slices, outlines(slices))
    return members, *(
        np.array([of(part) for part in members])
        for of in (
            lambda part: slices.any[part].max(),
            lambda part: slices.fold[part][0],
            lambda part: seen[part].any(),
        )
    )


def figures(slices, logits, positions, calibration):
    slope, offset = calibration['any']
    own = slope * logits[:, 0] + offset
    members, label, fold, outlined = patients_of(slices)
    highest = lambda count, score=own: np.array([np.sort(score[part])[-count:].mean() for part in members])
    auc = lambda value, chosen=slice(None): round(float(roc_auc_score(label[chosen], value[chosen])), 3)
    value = highest(HIGHEST)
    probability = 1 / (1 + np.exp(-calibrated_by_fold(label, value, fold)))
    fit = LogisticRegression(C=1.0).fit(value[:, None], label)
    named = probability >= NAMED_FROM
    leveled = with_level(slices, logits, positions, slices)
    return {
        'patients': len(members),
        'bleeding': int(label.sum()),
        'with_outlined_bleeding': int(outlined.sum()),
        'auc_patient': {'value': auc(value), 'interval': interval(label, value), 'of': len(members)},
        'auc_patient_by_number_of_slices': {str(count): auc(highest(count)) for count in NUMBERS},
        'auc_patient_neighbours_joined': auc(highest(HIGHEST, joined_with_neighbours(slices, own))),
        'auc_patient_with_log_odds_of_the_level': auc(highest(HIGHEST, leveled)),
        'auc_patient_with_outlined': {
            'value': auc(value, outlined | (label == 0)),
            'of': int((outlined | (label == 0)).sum()),
        },
        'auc_slice': round(float(roc_auc_score(slices.any, own)), 3),
        'auc_slice_neighbours_joined': round(
            float(roc_auc_score(slices.any, joined_with_neighbours(slices, own))), 3
        ),
        'brier': round(float(((probability - label) ** 2).mean()), 3),
        'named_from': NAMED_FROM,
        'sensitivity': round(float(named[label == 1].mean()), 3),
        'sensitivity_outlined': round(float(named[outlined].mean()), 3),
        'specificity': round(float(1 - named[label == 0].mean()), 3),
    }, (round(float(fit.coef_[0, 0]), 4), round(float(fit.intercept_[0]), 4))


def table(found):
    low, high = found['auc_patient']['interval']
    numbers = found['auc_patient_by_number_of_slices']
    rows = [
        ('patient AUC', f'{found["auc_patient"]["value"]:.3f} ({low:.3f}-{high:.3f})'),
        (
            f'… by the {", ".join(numbers)} highest slices',
            ', '.join(f'{value:.3f}' for value in numbers.values()),
        ),
        (
            '… with the log odds of the level, left out of the report',
            f'{found["auc_patient_with_log_odds_of_the_level"]:.3f}',
        ),
        ('… neighbors joined before', f'{found["auc_patient_neighbours_joined"]:.3f}'),
        (
            f'… {found["with_outlined_bleeding"]} patients with an outlined bleeding against the {found["patients"] - found["bleeding"]} without any',
            f'{found["auc_patient_with_outlined"]["value"]:.3f}',
        ),
        (
            f'slice AUC, neighbors joined (alone {found["auc_slice"]:.3f})',
            f'{found["auc_slice_neighbours_joined"]:.3f}',
        ),
        (
            f'named from {found["named_from"]}: sensitivity, of it outlined / specificity',
            f'{found["sensitivity"]:.2f}, {found["sensitivity_outlined"]:.2f} / {found["specificity"]:.3f}',
        ),
        ('Brier score of the calibrated probability, fitted on the other folds', f'{found["brier"]:.3f}'),
    ]
    return ['| measure | value |', '|---|---|', *(f'| {name} | {value} |' for name, value in rows)]


def write_calibration(slope, offset):
    (ANALYSIS / 'exam/patient-calibration.ts').write_text(
        "/**\n * How the log odds of a patient's likeliest steps of 5 mm become a probability, and from which one a bleeding\n"
        ' * of the patient is named. Written by training/brain-ct/exam/exam_patient.py from patients that the networks\n * never saw.\n */\n'
        f'export const patientCalibration = {{ highest: {HIGHEST}, slope: {slope}, offset: {offset} }} as const;\nexport const namedFrom = {NAMED_FROM};\n'
    )


def main():
    cache, dataset, checkpoints = map(Path, sys.argv[1:4])
    slices, logits, positions, _ = gathered(checkpoints, 'plain', Slices(cache, dataset))
    calibration = json.loads((checkpoints / 'calibration.json').read_text())
    found, (slope, offset) = figures(slices, logits, positions, calibration)
    print(json.dumps(found, indent=1), slope, offset)
    write_calibration(slope, offset)
    path = ANALYSIS / 'model/metrics.json'
    metrics = json.loads(path.read_text())
    before = metrics['exam']
    metrics['exam'] = {'note': NOTE, **found, 'pasted_bleedings': before['pasted_bleedings']}
    path.write_text(json.dumps(metrics, indent=2) + '\n')
    write_part(ANALYSIS / 'README.md', 'exam', table(found))


if __name__ == '__main__':
    main()
