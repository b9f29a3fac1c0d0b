"""Judges every slice by the network that never saw its patient; fits the calibration; writes metrics and operating point.

`evaluate.py CACHE DATASET CHECKPOINTS MODEL_FOLDER`: reads what `predict.py` wrote (plain-*.npz, and disturbed-*.npz of
CACHE/disturbed); writes MODEL_FOLDER/haemorrhage.json (merged into metrics.json by `write-metrics.py`),
CHECKPOINTS/calibration.json for export.py, and the engine's operating-point.ts.
"""
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve

from network import TYPES
from slices import Slices

BANDS = [(0, 0.36, 'face and posterior fossa'), (0.36, 0.48, 'basal cisterns'), (0.48, 0.72, 'lateral ventricles'), (0.72, 1.01, 'convexity')]
WANTED_SENSITIVITY, WANTED_SPECIFICITY = 0.9, 0.7


def gathered(checkpoints, name, slices):
    """The slices of the folds that were read, their out-of-fold logits (n, 6; the first: any bleeding) and places (n)."""
    logits, places = np.full((len(slices.rows), 6), np.nan), np.full(len(slices.rows), np.nan)
    for path in checkpoints.glob(f'{name}-[0-4].npz'):
        read = np.load(path)
        logits[read['row']], places[read['row']] = read['logits'], read['position']
    known = ~np.isnan(places)
    return slices.only(known), logits[known], places[known]


def auc(label, score):
    return round(float(roc_auc_score(label, score)), 4)


def interval(slices, score, label, rounds=400):
    """95 % interval of the AUC, patients drawn with replacement."""
    rng, found = np.random.default_rng(1), []
    cases = np.unique(slices.case)
    members = {case: np.nonzero(slices.case == case)[0] for case in cases}
    for _ in range(rounds):
        drawn = np.concatenate([members[case] for case in rng.choice(cases, len(cases))])
        if 0 < label[drawn].sum() < len(drawn):
            found.append(roc_auc_score(label[drawn], score[drawn]))
    return [round(float(v), 4) for v in np.percentile(found, (2.5, 97.5))]


def neighbours_auc(score, label, position, reach=0.06):
    """Share of right orders among pairs of bleeding and none at nearly the same place: what level alone cannot give."""
    positive, negative = np.nonzero(label)[0], np.nonzero(1 - label)[0]
    near = np.abs(position[positive][:, None] - position[negative][None]) < reach
    delta = score[positive][:, None] - score[negative][None]
    return float(((delta > 0) + 0.5 * (delta == 0))[near].mean())


def by_patient(slices, score):
    """Label and score of every patient; a patient's score is the mean of the three highest slices."""
    members = [np.nonzero(slices.case == case)[0] for case in np.unique(slices.case)]
    return np.array([slices.any[own].max() for own in members]), np.array([np.sort(score[own])[-3:].mean() for own in members])


def by_level(slices, score):
    found = {}
    for low, high, name in BANDS:
        band = (slices.position >= low) & (slices.position < high)
        found[name] = {'value': auc(slices.any[band], score[band]), 'of': int(band.sum()), 'bleeding': int(slices.any[band].sum())}
    return found


def by_type(slices, logits):
    """A type's own logit on all slices, and the logit of any bleeding on slices of this type against those without bleeding."""
    found = {}
    for index, name in enumerate(TYPES):
        own = slices.types[:, index] > 0
        against_none = own | (slices.any == 0)
        found[name] = {'value': auc(own, logits[:, 1 + index]), 'found_as_any_bleeding': auc(own[against_none], logits[against_none, 0]), 'bleeding': int(own.sum())}
    return found


def calibrated(slices, logits):
    """Slope and offset of every logit. Types share one slope, too few slices show each: a slope of its own would be chance."""
    fit = LogisticRegression(C=1e6).fit(logits[:, :1], slices.any)
    found = {'any': [float(fit.coef_[0, 0]), float(fit.intercept_[0])]}
    count = len(TYPES)
    stacked = np.concatenate([np.hstack([logits[:, 1 + k:2 + k], np.tile(np.eye(count)[k], (len(logits), 1))]) for k in range(count)])
    fit = LogisticRegression(C=1e6, fit_intercept=False, max_iter=1000).fit(stacked, slices.types.T.ravel())
    for k, name in enumerate(TYPES):
        found[name] = [float(fit.coef_[0, 0]), float(fit.coef_[0, 1 + k])]
    if min(slope for slope, _ in found.values()) <= 0:
        raise SystemExit(f'the networks are wrong more often than right: {found}')
    return found


def calibration_error(probability, label, bins=10):
    """Expected calibration error over ten bins of equal count."""
    parts = np.array_split(np.argsort(probability), bins)
    return float(sum(abs(probability[part].mean() - label[part].mean()) * len(part) for part in parts) / len(label))


def operating_point(probability, label):
    """The threshold for the wanted sensitivity where specificity allows it, else that of the best sum of both."""
    false, true, cuts = roc_curve(label, probability)
    at = int(np.argmax(true >= WANTED_SENSITIVITY))
    best = int(np.argmax(true - false))
    cut = round(float(cuts[at] if 1 - false[at] >= WANTED_SPECIFICITY else cuts[best]) - 5e-5, 4)
    chosen = probability >= cut
    point = {'threshold': cut, 'sensitivity': round(float(chosen[label == 1].mean()), 4), 'specificity': round(float(1 - chosen[label == 0].mean()), 4)}
    steps = np.linspace(0, len(false) - 1, min(40, len(false))).astype(int)
    curve = [{'false_positive_rate': round(float(false[i]), 4), 'sensitivity': round(float(true[i]), 4)} for i in steps]
    return point, curve, round(float(1 - false[at]), 4)


def sturdiness(cache, checkpoints, slices, logits, calibration):
    """The same slices as they are and as publications show them: AUC, and how far the probability moves."""
    changed, moved, _ = gathered(checkpoints, 'disturbed', Slices(cache / 'disturbed' / 'frames', cache / 'disturbed'))
    place = {Path(row['file']).stem: index for index, row in enumerate(slices.rows)}
    same = [place[Path(row['file']).stem] for row in changed.rows]
    slope, offset = calibration['any']
    before, after = (1 / (1 + np.exp(-(slope * logit + offset))) for logit in (logits[same, 0], moved[:, 0]))
    return {'auc': {'value': auc(changed.any, after), 'of': len(same)}, 'auc_as_published': auc(changed.any, before), 'mean_change_of_probability': round(float(np.abs(after - before).mean()), 4)}


def main():
    cache, dataset, checkpoints, target = map(Path, sys.argv[1:5])
    slices, logits, places = gathered(checkpoints, 'plain', Slices(cache, dataset))
    label, score = slices.any, logits[:, 0]
    calibration = calibrated(slices, logits)
    slope, offset = calibration['any']
    probability = 1 / (1 + np.exp(-(slope * score + offset)))
    point, curve, specificity = operating_point(probability, label)
    case_label, case_score = by_patient(slices, score)
    result = {
        'patients': len(case_label), 'slices': len(label), 'bleeding_slices': int(label.sum()),
        'auc_slice': {'value': auc(label, score), 'interval': interval(slices, score, label), 'of': len(label)},
        'auc_patient': {'value': auc(case_label, case_score), 'of': len(case_label)},
        'auc_same_level_pairs': round(neighbours_auc(score, label, slices.position), 4),
        'auc_by_level': by_level(slices, score),
        'auc_position_alone': auc(label, -np.abs(slices.position - 0.62)),
        'auc_by_type': by_type(slices, logits),
        'as_publications_show_it': sturdiness(cache, checkpoints, slices, logits, calibration),
        'position_mean_error': round(float(np.abs(places - slices.position).mean()), 4),
        'specificity_at_sensitivity_0.90': specificity,
        'operating_point': point,
        'expected_calibration_error': round(calibration_error(probability, label), 4),
        'roc': curve,
    }
    target.mkdir(parents=True, exist_ok=True)
    (target / 'haemorrhage.json').write_text(json.dumps(result, indent=2) + '\n')
    (checkpoints / 'calibration.json').write_text(json.dumps(calibration, indent=2) + '\n')
    (target.parent / 'engine' / 'operating-point.ts').write_text(
        '/** Written by training/brain-ct/evaluate.py from out-of-fold probabilities; see the README. */\n'
        f'export const haemorrhageFrom = {point["threshold"]};\n')
    print(json.dumps({k: v for k, v in result.items() if k != 'roc'}, indent=1), calibration)


if __name__ == '__main__':
    main()
