"""Judges every slice by the network that never saw its patient; fits the calibration; writes the figures.

Reads CHECKPOINTS/fold-*.npz of train.py, whose first rows are the slices of CT-ICH. Writes metrics.json and
CHECKPOINTS/calibration.json for export.py.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_curve

from training.brain_ct.hemorrhage.network import MAP, TYPES
from training.brain_ct.hemorrhage.outlined import outlines
from training.brain_ct.hemorrhage.slices import Slices, shrunk
from training import metrics
from training.brain_ct.sources.sources import auc
from training.metrics import interval, write_figures

BANDS = [
    (0, 0.36, 'face and posterior fossa'),
    (0.36, 0.48, 'basal cisterns'),
    (0.48, 0.72, 'lateral ventricles'),
    (0.72, 1.01, 'convexity'),
]
# The level at which most slices bleed.
MIDDLE = 0.62
# Share of the slices without bleeding on which the report names none.
WANTED_SPECIFICITY = 0.95


def gathered(checkpoints, slices):
    """The slices of the folds that were read, their out-of-fold logits (n, 6; the first: any bleeding),
    positions (n), maps (n, 28, 28) and likeliest levels (n).
    """
    count = len(slices.rows)
    logits, positions = np.full((count, 6), np.nan), np.full(count, np.nan)
    place, level = np.zeros((count, MAP, MAP), np.float32), np.full(count, -1)
    for path in checkpoints.glob('fold-[0-4].npz'):
        read = np.load(path)
        own = read['row'] < count
        row = read['row'][own]
        logits[row], positions[row] = read['logits'][own], read['position'][own]
        place[row], level[row] = read['place'][own] / 255, read['levels'][own].argmax(1)
    known = ~np.isnan(positions)
    return slices.only(known), logits[known], positions[known], place[known], level[known]


def neighbours_auc(score, label, position, reach=0.06):
    """Share of right orders among pairs of bleeding and none at nearly the same place: what level alone
    cannot give.
    """
    positive, negative = np.nonzero(label)[0], np.nonzero(1 - label)[0]
    near = np.abs(position[positive][:, None] - position[negative][None]) < reach
    delta = score[positive][:, None] - score[negative][None]
    return float(((delta > 0) + 0.5 * (delta == 0))[near].mean())


def by_level(slices, score):
    found = {}
    for low, high, name in BANDS:
        band = (slices.position >= low) & (slices.position < high)
        found[name] = {
            'value': auc(slices.any[band], score[band]),
            'of': int(band.sum()),
            'bleeding': int(slices.any[band].sum()),
        }
    return found


def by_type(slices, logits):
    """A type's own logit on all slices, and the logit of any bleeding on slices of this type against those
    without bleeding.
    """
    found = {}
    for index, name in enumerate(TYPES):
        own = slices.types[:, index] > 0
        against_none = own | (slices.any == 0)
        found[name] = {
            'value': auc(own, logits[:, 1 + index]),
            'found_as_any_bleeding': auc(own[against_none], logits[against_none, 0]),
            'bleeding': int(own.sum()),
        }
    return found


def calibrated(slices, logits):
    """Slope and offset of every logit. Types share one slope, too few slices show each: a slope of its own
    would be chance.
    """
    fit = LogisticRegression(C=1e6).fit(logits[:, :1], slices.any)
    found = {'any': [float(fit.coef_[0, 0]), float(fit.intercept_[0])]}
    count = len(TYPES)
    stacked = np.concatenate(
        [
            np.hstack([logits[:, 1 + k : 2 + k], np.tile(np.eye(count)[k], (len(logits), 1))])
            for k in range(count)
        ]
    )
    fit = LogisticRegression(C=1e6, fit_intercept=False, max_iter=1000).fit(stacked, slices.types.T.ravel())
    for k, name in enumerate(TYPES):
        found[name] = [float(fit.coef_[0, 0]), float(fit.coef_[0, 1 + k])]
    if min(slope for slope, _ in found.values()) <= 0:
        raise SystemExit(f'the networks are wrong more often than right: {found}')
    return found


def calibration_error(probability, label, bins=10):
    """Expected calibration error over ten bins of equal count."""
    parts = np.array_split(np.argsort(probability), bins)
    return float(
        sum(abs(probability[part].mean() - label[part].mean()) * len(part) for part in parts) / len(label)
    )


def operating_point(probability, label, seen):
    """The lowest threshold that leaves the wanted share of slices without bleeding unnamed; the ROC;
    specificity at sensitivity 0.9.

    A lower one would name the level, not blood: most labelled bleedings that nobody found lie below it.
    """
    cut = round(float(np.quantile(probability[label == 0], WANTED_SPECIFICITY)) + 5e-5, 4)
    chosen = probability >= cut
    point = {
        'threshold': cut,
        'sensitivity': round(float(chosen[label == 1].mean()), 4),
        'sensitivity_outlined': round(float(chosen[seen].mean()), 4),
        'specificity': round(float(1 - chosen[label == 0].mean()), 4),
    }
    false, true, _ = roc_curve(label, probability)
    steps = np.linspace(0, len(false) - 1, min(40, len(false))).astype(int)
    curve = [
        {'false_positive_rate': round(float(false[i]), 4), 'sensitivity': round(float(true[i]), 4)}
        for i in steps
    ]
    return point, curve, round(float(1 - false[int(np.argmax(true >= 0.9))]), 4)


def seen_of(slices, masks):
    """Which slices (n) have an outlined bleeding."""
    return np.isin(np.arange(len(slices.any)), list(masks))


def by_outline(slices, score, masks):
    """What can be seen told apart: bleedings that are outlined, and those that nobody found, each against
    slices without bleeding.
    """
    seen, none = seen_of(slices, masks), slices.any == 0
    against_none = lambda chosen: auc(chosen[chosen | none], score[chosen | none])
    patients = len(np.unique(slices.case[seen]))
    return {
        'outlined': {'value': against_none(seen), 'of': int(seen.sum()), 'patients': patients},
        'not_found_by_eye': {
            'value': against_none(~seen & ~none),
            'of': int((~seen & ~none).sum()),
            'patients': len(np.unique(slices.case[~none])) - patients,
        },
    }


def brightest_place_within(place, masks):
    """Share of the outlined bleedings within which the map is brightest."""
    hits = [bool(shrunk(mask).ravel()[place[row].argmax()] > 0) for row, mask in masks.items()]
    return {'value': round(float(np.mean(hits)), 4), 'of': len(hits)}


def write_hemorrhage(cache: Path, dataset: Path, checkpoints: Path) -> None:
    slices, logits, positions, place, level = gathered(checkpoints, Slices(cache, dataset))
    label, score = slices.any, logits[:, 0]
    calibration = calibrated(slices, logits)
    slope, offset = calibration['any']
    probability = 1 / (1 + np.exp(-(slope * score + offset)))
    masks = outlines(slices)
    point, curve, specificity = operating_point(probability, label, seen_of(slices, masks))
    result = {
        'patients': len(np.unique(slices.case)),
        'slices': len(label),
        'bleeding_slices': int(label.sum()),
        'auc_slice': interval(list(zip(label, score)), slices.case, metrics.auc),
        'auc_by_outline': by_outline(slices, score, masks),
        'brightest_place_within_outline': brightest_place_within(place, masks),
        'auc_same_level_pairs': round(neighbours_auc(score, label, slices.position), 4),
        'auc_by_level': by_level(slices, score),
        'auc_position_alone': auc(label, -np.abs(slices.position - MIDDLE)),
        'auc_by_type': by_type(slices, logits),
        'position_mean_error': round(float(np.abs(positions - slices.position).mean()), 4),
        'specificity_at_sensitivity_0.90': specificity,
        'operating_point': point,
        'expected_calibration_error': round(calibration_error(probability, label), 4),
        'roc': curve,
    }
    write_figures('brain-ct', {'haemorrhage': result})
    (checkpoints / 'calibration.json').write_text(json.dumps(calibration, indent=2) + '\n')
