"""Is a lesion's probability calibrated on a source left out? Corrections fitted on the other sources.
Prints their errors.

    python -m training.cervix.unseen.calibrations cache/stain.npz

The probability is a logistic model of frozen appearance and colors, so that nothing of the source asked was
seen; the corrections are fitted on its out-of-fold values of the other sources. `floor`: the error that
probabilities right in every bin would show at this number of pictures (mean of 500 draws). `shifted` is
given the share of lesions in the source asked. Not adopted (model card).
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from training.cervix.calibrate import lesion_probability
from training.cervix.looks import looks_of
from training.metrics import calibration_error

ASKED = ('via', 'annocerv', 'puskesmas')
SHARES = np.linspace(0, 1, 11)
TEMPERATURES = np.exp(np.linspace(-1, 2.5, 36))


def logit(p: np.ndarray) -> np.ndarray:
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.log(p / (1 - p))


def sigmoid(z: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-z))


def loss(p: np.ndarray, y: np.ndarray) -> float:
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))


def corrections(p: np.ndarray, y: np.ndarray) -> dict:
    """Each correction as a function of a probability, fitted to these."""
    platt = LogisticRegression(C=1e6).fit(logit(p)[:, None], y)
    steps = IsotonicRegression(out_of_bounds='clip').fit(p, y)
    level = y.mean()
    share = min(SHARES, key=lambda s: loss((1 - s) * p + s * level, y))
    heat = min(TEMPERATURES, key=lambda t: loss(sigmoid(logit(p) / t), y))
    return {
        'as it is': lambda q: q,
        'Platt': lambda q: platt.predict_proba(logit(q)[:, None])[:, 1],
        'isotonic': steps.predict,
        f'shrunk by {share:.1f} to prevalence': lambda q: (1 - share) * q + share * level,
        f'temperature {heat:.2f}': lambda q: sigmoid(logit(q) / heat),
        'prevalence alone': lambda q: np.full_like(q, level),
    }


def floor(p: np.ndarray, draws: int = 500) -> float:
    rng = np.random.default_rng(1)
    return float(
        np.mean([calibration_error(p, (rng.random(len(p)) < p).astype(float)) for _ in range(draws)])
    )


def shifted(p: np.ndarray, level: float) -> np.ndarray:
    """The same odds, all raised or lowered alike until their mean is `level`."""
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sigmoid(logit(p) + middle).mean() < level else (low, middle)
    return sigmoid(logit(p) + low)


def fitted(x: np.ndarray, y: np.ndarray):
    return make_pipeline(StandardScaler(), LogisticRegression(C=0.001, max_iter=2000)).fit(x, y)


def out_of_fold(x: np.ndarray, y: np.ndarray, case: np.ndarray) -> np.ndarray:
    p = np.zeros(len(y))
    for train, test in GroupKFold(5).split(x, y, case):
        p[test] = fitted(x[train], y[train]).predict_proba(x[test])[:, 1]
    return p


def told(p: np.ndarray, y: np.ndarray, q: np.ndarray, z: np.ndarray) -> dict:
    """Errors on `q`, `z` of corrections fitted on `p`, `y`."""
    found = {}
    for name, correct in corrections(p, y).items():
        now = correct(q)
        found[name] = (round(calibration_error(now, z), 3), round(floor(now), 3))
    return found


def shipped(d: dict) -> np.ndarray:
    """The shipped models' probability of each picture: its constants over the appearance and the map's
    peak.
    """
    constants = json.loads(Path('analyses/cervix/model/reading.json').read_text())
    return np.array(
        [
            lesion_probability(
                constants['lesion'], {'measures': {'mapPeak': m[0], **looks_of(constants['appearance'], a)}}
            )
            for m, a in zip(d['maps'], d['looks'], strict=True)
        ]
    )


def half_of(case: str) -> int:
    return sum(map(ord, case)) % 2


def main(path: str) -> None:
    d = dict(np.load(path))
    use = (d['drawn'] == 0) & np.isin(d['source'], ASKED)
    source, case, y = d['source'][use], d['case'][use], d['lesion'][use]
    x = np.concatenate([d['looks'], d['color']], 1)[use]
    for left in ASKED:
        on, out = source != left, source == left
        q = fitted(x[on], y[on]).predict_proba(x[out])[:, 1]
        print(
            'left out:',
            left,
            int(out.sum()),
            'prevalence',
            round(float(y[out].mean()), 2),
            told(out_of_fold(x[on], y[on], case[on]), y[on], q, y[out]),
            flush=True,
        )
        moved = shifted(q, y[out].mean())
        print(
            '  shifted to its prevalence',
            round(calibration_error(moved, y[out]), 3),
            'floor',
            round(floor(moved), 3),
            flush=True,
        )
    for home in ('via', 'annocerv'):
        own = source == home
        p = out_of_fold(x[own], y[own], case[own])
        half = np.array([half_of(c) for c in case[own]])
        found = [told(p[half != k], y[own][half != k], p[half == k], y[own][half == k]) for k in (0, 1)]
        print('within', home, 'halves by case:', found, flush=True)
    q = shipped(d)[use]
    for home, count in (('via', 209), ('annocerv', 196), ('via', 130)):
        drawn = np.resize(np.random.default_rng(0).permutation(q[source == home]), count)
        print('shipped models,', home, count, 'pictures, floor', round(floor(drawn), 3))
    seen, unseen = source != 'puskesmas', source == 'puskesmas'
    print(
        'shipped models, puskesmas, corrected on the sources they have seen:',
        told(q[seen], y[seen], q[unseen], y[unseen]),
    )


if __name__ == '__main__':
    main(sys.argv[1])
