"""Fits the model that recognizes photographs before acetic acid, from what `engine/measure-steps.ts` wrote.

Writes `appearance.beforeAcid` of analyses/cervix/model/reading.json and, per source, what models that never
saw the woman (folds) or the source recognize.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from training.cervix.calibrate import written
from training.cervix.looks import FURTHEST
from training.cervix.network.data import READING
from training.datasets import lines_of
from training.metrics import write_figures
from training.pipeline import FOLDS

INVERSE_PENALTY = 0.1
# Weight of the IARC photographs after acetic acid, whose women are those before it; of other sources 1.
IARC_WEIGHT = 2
# Share of photographs after acetic acid, of women the model never saw, that may be taken for earlier ones.
FALSE_SHARE = 0.1


def loaded(path: Path) -> dict[str, np.ndarray]:
    rows = [row for row in lines_of(path) if row['step'] in ('before', 'after')]
    return {
        'x': np.array([row['appearance'] for row in rows]),
        'close': np.array([row['close'] for row in rows]),
        'presence': np.array([row['presence'] for row in rows]),
        'before': np.array([row['step'] == 'before' for row in rows]),
        'fold': np.array([int(row['fold']) for row in rows]),
        'source': np.array(['iarc' if row['set'] in ('iarc_steps', 'via') else row['set'] for row in rows]),
    }


def weights_of(before: np.ndarray, source: np.ndarray) -> np.ndarray:
    """Both steps of the same weight; after acetic acid that of a source is shared by its images."""
    out = np.where(before, 0.5 / max(1, before.sum()), 0.0)
    shares = {name: IARC_WEIGHT if name == 'iarc' else 1 for name in sorted(set(source[~before]))}
    for name, share in shares.items():
        own = ~before & (source == name)
        out[own] = 0.5 * share / sum(shares.values()) / own.sum()
    return out * len(before)


def fitted(z: np.ndarray, before: np.ndarray, source: np.ndarray) -> LogisticRegression:
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=3000)
    return model.fit(z, before, sample_weight=weights_of(before, source))


def out_of_fold(z: np.ndarray, data: dict[str, np.ndarray]) -> np.ndarray:
    logits = np.zeros(len(z))
    for fold in FOLDS:
        own = data['fold'] == fold
        model = fitted(z[~own], data['before'][~own], data['source'][~own])
        logits[own] = model.decision_function(z[own])
    return logits


def write_steps(measures: Path) -> None:
    data, constants = loaded(measures), json.loads(READING.read_text())
    looks = constants['appearance']
    close_means = data['close'].mean(0).round(4)
    close_scales = data['close'].std(0).clip(1e-3).round(4)
    z = np.hstack(
        [(data['x'] - looks['means']) / looks['scales'], (data['close'] - close_means) / close_scales]
    ).clip(-FURTHEST, FURTHEST)
    logits, before, source = out_of_fold(z, data), data['before'], data['source']
    iarc = source == 'iarc'
    limit = float(np.quantile(logits[iarc & ~before], 1 - FALSE_SHARE))

    def share(held: np.ndarray) -> dict:
        return {'value': round(float(np.mean(held)), 3), 'n': len(held)}

    figures = {
        'auc_before_against_after_iarc': {
            'value': round(float(roc_auc_score(before[iarc], logits[iarc])), 3),
            'n': int(iarc.sum()),
        },
        'recognized_before_acid': share(logits[before] >= limit),
        'lesion_named_before_acid': share(
            (logits[before] < limit) & (data['presence'][before] >= constants['reportFrom']['photograph'])
        ),
    }
    for name in sorted(set(source)):
        own = ~before & (source == name)
        others = source != name if name != 'iarc' else np.ones(len(z), bool)
        unseen = fitted(z[others], before[others], source[others]).decision_function(z[own])
        figures[f'{name}_after_taken_for_before'] = share(logits[own] >= limit)
        if name != 'iarc':
            figures[f'{name}_never_seen_after_taken_for_before'] = share(unseen >= limit)
    model = fitted(z, before, source)
    # The limit becomes a probability of one half.
    looks['beforeAcid'] = {
        'bias': round(float(model.intercept_[0]) - limit, 5),
        'weights': [round(float(w), 5) for w in model.coef_[0]],
        'closeMeans': close_means.tolist(),
        'closeScales': close_scales.tolist(),
    }
    READING.write_text(written(constants))
    write_figures('cervix', {'before_acid': figures})
