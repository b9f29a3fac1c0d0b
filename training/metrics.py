"""Measures shared by the evaluations: Dice, AUC, calibration error, bootstrap intervals over cases; and where
they are kept.
"""

import json
from collections.abc import Callable, Sequence

import numpy as np
from sklearn.metrics import roc_auc_score

from training.pipeline import ANALYSES

RESAMPLES = 1000


def write_figures(module: str, figures: dict) -> None:
    """Puts figures into the module's metrics.json; groups that are there already keep their other figures."""
    path = ANALYSES / module / 'model/metrics.json'
    path.write_text(json.dumps(merged(json.loads(path.read_text()), figures), indent=2) + '\n')


def merged(before: dict, figures: dict) -> dict:
    """As `before`, but for what `figures` names; a measured figure is replaced whole."""
    out = dict(before)
    for name, value in figures.items():
        is_group = isinstance(value, dict) and isinstance(out.get(name), dict) and 'value' not in value
        out[name] = merged(out[name], value) if is_group else value
    return out


def dice(a: np.ndarray, b: np.ndarray) -> float:
    total = a.sum() + b.sum()
    return 1.0 if total == 0 else float(2 * (a & b).sum() / total)


def interval(
    values: Sequence, cases: Sequence[str], measure: Callable[[list], float], seed: int = 1
) -> dict[str, float | int | None]:
    """`measure` of all values with its 95 % bootstrap interval, drawing whole cases."""
    if len(values) == 0:
        return {'value': None, 'low': None, 'high': None, 'n': 0}
    by_case: dict[str, list] = {}
    for value, case in zip(values, cases, strict=True):
        by_case.setdefault(case, []).append(value)
    names = list(by_case)
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(RESAMPLES):
        sample = [v for i in rng.integers(0, len(names), len(names)) for v in by_case[names[i]]]
        result = measure(sample)
        if np.isfinite(result):
            drawn.append(result)
    low, high = np.percentile(drawn, [2.5, 97.5]) if drawn else (np.nan, np.nan)
    figures = (measure(list(values)), low, high)
    value, low, high = (round(float(f), 4) if np.isfinite(f) else None for f in figures)
    return {'value': value, 'low': low, 'high': high, 'n': len(values)}


def mean(values: list) -> float:
    return float(np.mean(values))


def median(values: list) -> float:
    return float(np.median(values))


def auc(pairs: list) -> float:
    """`pairs` of (label, score); not a number where only one label occurs."""
    labels = [label for label, _ in pairs]
    return (
        float(roc_auc_score(labels, [score for _, score in pairs])) if len(set(labels)) == 2 else float('nan')
    )


def calibration_error(predicted: np.ndarray, observed: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error: mean gap between predicted and observed share, weighted by bin size."""
    index = np.minimum((predicted * bins).astype(int), bins - 1)
    gaps = [
        abs(predicted[index == b].mean() - observed[index == b].mean()) * (index == b).mean()
        for b in range(bins)
        if (index == b).any()
    ]
    return float(sum(gaps))
