"""Tried, not adopted: which numbers of a film its two scores rest on, chosen within each outer fold; and
those of the other breast beside them.

    python -m training.breast.tried.nested training/breast/cache/measured-sources.jsonl

Folds, candidates' models and measures as in `heads.py`. "choice": the set and penalty that rank the inner
folds best, for each label by itself. "other": the other breast's sums of odds, network's map and worst
mass. "without any": abnormal films against those of patients without an abnormal film, since most patients
of MIAS have one abnormal breast and one normal.
"""

import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from training.breast.tried.heads import INNER, OUTER, RESAMPLES, SETS, SPLITS, Films

STRENGTHS = (1.0, 0.1, 0.02)
CHOICES = {**SETS, 'all': ('shipped', 'malignant', 'clusters', 'density')}
PAIRED = {'other breast': ('shipped', 'other'), 'difference from the other breast': ('shipped', 'difference')}


def odds_of(x, y, on, strength):
    z = np.clip((x - x[on].mean(0)) / (x[on].std(0) + 1e-6), -4, 4)
    return LogisticRegression(C=strength, max_iter=3000).fit(z[on], y[on]).decision_function(z)


def with_other(parts, case):
    """What the patient's other film says; its mean over all films where there is none."""
    own = np.hstack([parts['shipped'], parts['malignant'][:, :1]])
    partners = [np.flatnonzero((case == c) & (np.arange(len(case)) != n)) for n, c in enumerate(case)]
    other = np.array([own[p].mean(0) if len(p) else own.mean(0) for p in partners])
    return {**parts, 'other': other, 'difference': own - other}


def chosen(numbers, y, on, inner):
    """The set and penalty with the best AUC of the inner folds."""

    def rank(names, strength):
        x, found = np.hstack([numbers[n] for n in names]), np.zeros(len(y))
        for k in range(INNER):
            if y[on & (inner != k)].any():
                found[inner == k] = odds_of(x, y, on & (inner != k), strength)[inner == k]
        return roc_auc_score(y[on], found[on])

    return max(((names, c) for names in CHOICES.values() for c in STRENGTHS), key=lambda one: rank(*one))


def report(seen, labels, case, patients, rng):
    draws = [
        np.concatenate([np.flatnonzero(case == c) for c in rng.choice(patients, len(patients))])
        for _ in range(RESAMPLES)
    ]
    for (label, name), p in seen.items():
        y, base = labels[label], seen[label, 'shipped']
        gains = [
            roc_auc_score(y[i], p[i]) - roc_auc_score(y[i], base[i]) for i in draws if 0 < y[i].sum() < len(i)
        ]
        plain = np.array([labels['abnormal'][case == c].max() == 0 for c in case])
        some = plain | (y == 1)
        print(
            label,
            name,
            round(roc_auc_score(y, p), 3),
            'gain',
            np.percentile(gains, (2.5, 50, 97.5)).round(3),
            'without any',
            round(roc_auc_score(y[some], p[some]), 3),
            flush=True,
        )


def main(path):
    films = Films(path)
    names, case, labels = films.names, films.case, films.labels
    patients, rng, seen = np.unique(case), np.random.default_rng(7), {}
    for _ in range(SPLITS):
        fold = (rng.permutation(len(patients)) % OUTER)[np.searchsorted(patients, case)]
        for k in range(OUTER):
            inner = (rng.permutation(len(patients)) % INNER)[np.searchsorted(patients, case)]
            on = fold != k
            numbers = with_other(films.numbers(on, inner), case)
            for label, y in labels.items():
                tried = {
                    'shipped': (('shipped',), 1.0),
                    'choice': chosen(numbers, y, on, inner),
                    **{n: (s, 0.1) for n, s in PAIRED.items()},
                }
                for name, (parts, strength) in tried.items():
                    p = odds_of(np.hstack([numbers[n] for n in parts]), y, on, strength)
                    seen.setdefault((label, name), np.zeros(len(names)))[~on] += (
                        1 / (1 + np.exp(-p[~on])) / SPLITS
                    )
    report(seen, labels, case, patients, rng)


if __name__ == '__main__':
    main(sys.argv[1])
