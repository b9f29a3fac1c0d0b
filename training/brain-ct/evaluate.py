"""Reads every slice with the network that never saw its patient; fits the calibration; writes metrics and operating point.

`evaluate.py CACHE DATASET CHECKPOINTS MODEL_FOLDER`: writes MODEL_FOLDER/haemorrhage.json (merged into metrics.json by
`measure.ts`), CHECKPOINTS/calibration.json for export.py, and the engine's operating-point.ts.
"""
import json
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve

from network import TYPES, HaemorrhageNetwork
from slices import Slices, degraded, planes_of

BANDS = [(0, 0.36, 'face and posterior fossa'), (0.36, 0.48, 'basal cisterns'), (0.48, 0.72, 'lateral ventricles'), (0.72, 1.01, 'convexity')]


def read(slices, checkpoints, change):
    """Slice logits (n, 6), map peaks (n) and positions (n); nan where no fold network exists."""
    logits, places = np.full((len(slices.rows), 6), np.nan), np.full(len(slices.rows), np.nan)
    for fold in range(5):
        if not (checkpoints / f'fold-{fold}.pt').exists():
            continue
        network = HaemorrhageNetwork()
        network.load_state_dict(torch.load(checkpoints / f'fold-{fold}.pt'))
        network.eval()
        own = np.nonzero(slices.fold == fold)[0]
        for start in range(0, len(own), 48):
            part = own[start:start + 48]
            planes = torch.from_numpy(np.stack([planes_of(change(slices.plain(i)[0]), slices.plain(i)[1]) for i in part]))
            with torch.no_grad():
                (_, a, p), (_, b, q) = network(planes), network(planes.flip(3))
            logits[part], places[part] = ((a + b) / 2).numpy(), ((p + q) / 2)[:, 0].numpy()
    return logits, places


def interval(slices, known, score, label, rounds=400):
    """95 % interval of the AUC, patients drawn with replacement."""
    rng, found = np.random.default_rng(1), []
    cases = np.unique(slices.case[known])
    members = {c: np.nonzero(known & (slices.case == c))[0] for c in cases}
    for _ in range(rounds):
        drawn = np.concatenate([members[c] for c in rng.choice(cases, len(cases))])
        if 0 < label[drawn].sum() < len(drawn):
            found.append(roc_auc_score(label[drawn], score[drawn]))
    return [round(float(v), 4) for v in np.percentile(found, (2.5, 97.5))]


def neighbours_auc(score, label, position, reach=0.06):
    """Share of right orders among pairs of bleeding and none at nearly the same place: what level alone cannot give."""
    positive, negative = np.nonzero(label)[0], np.nonzero(1 - label)[0]
    near = np.abs(position[positive][:, None] - position[negative][None]) < reach
    delta = score[positive][:, None] - score[negative][None]
    return float(((delta > 0) + 0.5 * (delta == 0))[near].mean())


def calibrated(logit, label):
    """Slope and offset of the most likely logistic curve that does not fall: where unseen patients speak against the logit, it
    says nothing, and the probability is the label's share of the slices."""
    fit = LogisticRegression(C=1e6).fit(logit, label)
    if fit.coef_[0, 0] > 0:
        return [float(fit.coef_[0, 0]), float(fit.intercept_[0])]
    share = label.mean()
    return [0.0, float(np.log(share / (1 - share)))]


def main():
    cache, dataset, checkpoints, target = map(Path, sys.argv[1:5])
    random.seed(5), np.random.seed(5), torch.set_num_threads(1), cv2.setNumThreads(1)
    slices = Slices(cache, dataset)
    logits, places = read(slices, checkpoints, lambda grey: grey)
    known = ~np.isnan(logits[:, 0])
    label, score = slices.any, logits[:, 0]
    result = {'patients': int(len(np.unique(slices.case[known]))), 'slices': int(known.sum()), 'bleeding_slices': int(label[known].sum())}
    result['auc_slice'] = {'value': round(float(roc_auc_score(label[known], score[known])), 4), 'interval': interval(slices, known, score, label), 'of': int(known.sum())}
    cases = np.unique(slices.case[known])
    case_label = np.array([label[slices.case == c].max() for c in cases])
    # A patient is the mean of the three highest slices.
    case_score = np.array([np.sort(score[known & (slices.case == c)])[-3:].mean() for c in cases])
    result['auc_patient'] = {'value': round(float(roc_auc_score(case_label, case_score)), 4), 'of': len(cases)}
    result['auc_same_level_pairs'] = round(neighbours_auc(score[known], label[known], slices.position[known]), 4)
    result['auc_by_level'] = {}
    for low, high, name in BANDS:
        band = known & (slices.position >= low) & (slices.position < high)
        if 0 < label[band].sum() < band.sum():
            result['auc_by_level'][name] = {'value': round(float(roc_auc_score(label[band], score[band])), 4), 'of': int(band.sum()), 'bleeding': int(label[band].sum())}
    result['auc_position_alone'] = round(float(roc_auc_score(label[known], -np.abs(slices.position[known] - 0.62))), 4)
    result['auc_by_type'] = {}
    for index, name in enumerate(TYPES):
        own = slices.types[known][:, index]
        if own.sum() == 0:
            continue
        result['auc_by_type'][name] = {'value': round(float(roc_auc_score(own, logits[known][:, 1 + index])), 4), 'bleeding': int(own.sum())}
    changed, _ = read(slices, checkpoints, lambda grey: degraded(grey.copy()))
    result['auc_slice_other_windows_noise_marks'] = round(float(roc_auc_score(label[known], changed[known, 0])), 4)
    result['position_mean_error'] = round(float(np.abs(places - slices.position)[known].mean()), 4)
    calibration = {}
    for index, name in enumerate(['any', *TYPES]):
        own = label if index == 0 else slices.types[:, index - 1]
        if own[known].sum() == 0:  # none in the folds measured: leave the logit as it is
            calibration[name] = [1.0, 0.0]
            continue
        calibration[name] = calibrated(logits[known, index:index + 1], own[known])
    slope, offset = calibration['any']
    probability = 1 / (1 + np.exp(-(slope * score + offset)))
    false, true, cuts = roc_curve(label[known], probability[known])
    at = int(np.argmax(true >= 0.9))
    result['specificity_at_sensitivity_0.90'] = round(float(1 - false[at]), 4)
    best = int(np.argmax(true - false))
    cut = float(min(cuts[at], cuts[best])) if 1 - false[at] >= 0.7 else float(cuts[best])
    cut = round(cut, 4)
    chosen = probability >= cut
    result['operating_point'] = {'threshold': cut, 'sensitivity': round(float(chosen[known & (label == 1)].mean()), 4), 'specificity': round(float(1 - chosen[known & (label == 0)].mean()), 4)}
    bins = np.quantile(probability[known], np.linspace(0, 1, 11))
    which = np.clip(np.digitize(probability, bins) - 1, 0, 9)
    result['expected_calibration_error'] = round(float(sum(abs(probability[known & (which == b)].mean() - label[known & (which == b)].mean()) * (known & (which == b)).sum() for b in range(10) if (known & (which == b)).any()) / known.sum()), 4)
    steps = np.linspace(0, len(false) - 1, min(40, len(false))).astype(int)
    result['roc'] = [{'false_positive_rate': round(float(false[i]), 4), 'sensitivity': round(float(true[i]), 4)} for i in steps]
    target.mkdir(parents=True, exist_ok=True)
    (target / 'haemorrhage.json').write_text(json.dumps(result, indent=2) + '\n')
    (checkpoints / 'calibration.json').write_text(json.dumps(calibration, indent=2) + '\n')
    np.savez(checkpoints / 'out-of-fold.npz', logits=logits, places=places, changed=changed)
    point = target.parent / 'engine' / 'operating-point.ts'
    point.write_text('/** Written by training/brain-ct/evaluate.py from out-of-fold probabilities; see the README. */\n'
                     f'export const haemorrhageFrom = {cut};\n')
    print(json.dumps({k: v for k, v in result.items() if k != 'roc'}, indent=1), calibration)


if __name__ == '__main__':
    main()
