"""Tried, not adopted: richer heads for abnormal and malignant films, and other models of clusters, out of
fold by patient.

    python -m training.breast.tried.heads films training/breast/cache/measured-sources.jsonl
    python -m training.breast.tried.heads clusters training/breast/cache/measured-sources.jsonl training/breast/cache/clusters.jsonl

Films: nested folds (six outer, five inner), mean of several splits, gain over the shipped two numbers with
a paired bootstrap over patients. Clusters: eight folds by patient, laid clusters as in `calibrate.py`.
`engine/measure.ts --sources mias` writes the measures.
"""

import json
import sys

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from training.breast.calibrate import CLUSTER_C, LEAST_ODDS, MASS_C, image_measures
from training.breast.candidates import Candidates, Logistic, laid_clusters
from training.breast.truth import mias

OUTER, INNER, SPLITS, RESAMPLES = 6, 5, 3, 500
ALLOWED = (0.5, 1, 2, 4)


def read(path):
    truths = mias()
    measured = {m['file']: m for m in map(json.loads, open(path)) if m['source'] == 'mias'}
    return {f: truths[f] for f in measured}, measured


def fit(c, target, on, strength):
    """None where no candidate of these films is one."""
    train = on & (target | (c.hit < 0) | c.teaches)
    return (
        Logistic(c.x[train], target[train].astype(int), c.weight[train], strength)
        if target[train].any()
        else None
    )


def odds_of(model, x):
    return np.full(len(x), LEAST_ODDS) if model is None else model.odds(x)


def inner_odds(c, target, strength, on, inner):
    """Odds of every candidate by a model that saw neither its film nor any film left out."""
    out = odds_of(fit(c, target, on, strength), c.x)
    for k in range(INNER):
        some = on & (inner == k)
        out[some] = odds_of(fit(c, target, on & (inner != k), strength), c.x[some])
    return out


def film_numbers(names, measured, masses, clusters, odds):
    def most(values, n):
        best = list(np.sort(values)[::-1][:n])
        return best + [LEAST_ODDS] * (n - len(best))

    parts = {'shipped': [], 'malignant': [], 'clusters': [], 'density': []}
    for f in names:
        kept, groups = (
            masses.kept(f, odds['mass']),
            clusters.kept(f, odds['cluster']) if len(clusters.by_file[f]) else [],
        )
        parts['shipped'].append(image_measures(masses, odds['mass'], measured[f]['suspicion'], f))
        parts['malignant'].append(most(odds['malignant'][kept], 3))
        parts['clusters'].append(most(odds['cluster'][groups], 2) if len(groups) else [LEAST_ODDS] * 2)
        parts['density'].append(measured[f]['density'])
    return {name: np.array(rows, float) for name, rows in parts.items()}


SETS = {
    'shipped': ('shipped',),
    'and malignant odds': ('shipped', 'malignant'),
    'and density': ('shipped', 'density'),
    'and malignant odds, density': ('shipped', 'malignant', 'density'),
    'and malignant odds, clusters': ('shipped', 'malignant', 'clusters'),
}
MODELS = {
    'logistic 1': lambda: LogisticRegression(C=1.0, max_iter=2000),
    'logistic 0.1': lambda: LogisticRegression(C=0.1, max_iter=2000),
    'extra trees': lambda: ExtraTreesClassifier(300, min_samples_leaf=5, random_state=0),
}


class Films:
    """The measured films: candidates, patients, labels, and what the models of candidates are fitted to."""

    def __init__(self, path):
        truths, self.measured = read(path)
        self.names = list(truths)
        self.masses = Candidates(truths, self.measured, 'masses', 0.6)
        self.clusters = Candidates(truths, self.measured, 'clusters', 1.2, ['CALC'])
        self.case = np.array([truths[f]['case'] for f in self.names])
        self.labels = {k: np.array([truths[f][k] for f in self.names]) for k in ('abnormal', 'malignant')}
        masses, clusters = self.masses, self.clusters
        self.targets = {
            'mass': (masses, masses.is_mass, MASS_C),
            'malignant': (masses, masses.is_mass & (masses.severity == 'M'), MASS_C),
            'cluster': (clusters, clusters.name == 'CALC', CLUSTER_C),
        }

    def numbers(self, on, inner):
        """Of each film, by the candidates' models fitted on the films that are `on`, by the inner folds."""
        film_of = {id(c): [self.names.index(f) for f in c.file] for c in (self.masses, self.clusters)}
        odds = {
            name: inner_odds(c, target, strength, on[film_of[id(c)]], inner[film_of[id(c)]])
            for name, (c, target, strength) in self.targets.items()
        }
        return film_numbers(self.names, self.measured, self.masses, self.clusters, odds)


def films(path):
    measured = Films(path)
    names, case, labels = measured.names, measured.case, measured.labels
    patients, rng, seen = np.unique(case), np.random.default_rng(0), {}
    for _ in range(SPLITS):
        outer = dict(zip(patients, rng.permutation(len(patients)) % OUTER))
        fold = np.array([outer[c] for c in case])
        for k in range(OUTER):
            inside = dict(zip(patients, rng.permutation(len(patients)) % INNER))
            inner = np.array([inside[c] for c in case])
            on = fold != k
            numbers = measured.numbers(on, inner)
            for name, parts in SETS.items():
                x = np.hstack([numbers[p] for p in parts])
                z = np.clip((x - x[on].mean(0)) / (x[on].std(0) + 1e-6), -4, 4)
                for kind, make in MODELS.items():
                    for label, y in labels.items():
                        found = seen.setdefault((label, name, kind), np.zeros(len(names)))
                        found[~on] += make().fit(z[on], y[on]).predict_proba(z[~on])[:, 1] / SPLITS
    draws = [
        np.concatenate([np.flatnonzero(case == c) for c in rng.choice(patients, len(patients))])
        for _ in range(RESAMPLES)
    ]
    for (label, name, kind), p in seen.items():
        y, base = labels[label], seen[label, 'shipped', 'logistic 1']
        gains = [
            roc_auc_score(y[i], p[i]) - roc_auc_score(y[i], base[i]) for i in draws if 0 < y[i].sum() < len(i)
        ]
        print(
            label,
            name,
            kind,
            round(roc_auc_score(y, p), 3),
            'gain',
            np.percentile(gains, (2.5, 50, 97.5)).round(3),
        )


def found_at(c, target, odds, names, lesions):
    events = []
    for f in names:
        seen = set()
        for i in c.kept(f, odds):
            if c.hit[i] < 0 or (target[i] and c.hit[i] not in seen):
                seen.add(c.hit[i])
                events.append((odds[i], c.hit[i] >= 0))
    events.sort(reverse=True)
    out = []
    for limit in ALLOWED:
        false = np.cumsum([not good for _, good in events])
        out.append(
            round(sum(good for (_, good), n in zip(events, false) if n <= limit * len(names)) / lesions, 2)
        )
    return out


def clusters(path, laid_path):
    truths, measured = read(path)
    c = Candidates(truths, measured, 'clusters', 1.2, ['CALC'])
    target = c.name == 'CALC'
    lesions = sum(circle[3] == 'CALC' for t in truths.values() for circle in t['circles'])
    group = np.array([int(truths[f]['case'][1:]) % 8 for f in c.file])
    laid = [
        (one['f'], int(mias()[f'images/{film["file"].split("-")[1][:-4]}.webp']['case'][1:]) % 8)
        for film in map(json.loads, open(laid_path))
        for one in film['clusters']
        if np.hypot(one['x'] - film['x'], one['y'] - film['y']) < film['r']
    ]
    more, of = np.array([f for f, _ in laid]), np.array([g for _, g in laid])
    weight = laid_clusters(laid_path)[2]

    def logistic(strength):
        return lambda x, y, w, z: Logistic(x, y, w, strength).odds(z)

    def trees(x, y, w, z):
        return (
            ExtraTreesClassifier(400, min_samples_leaf=3, random_state=0)
            .fit(x, y, sample_weight=w)
            .predict_proba(z)[:, 1]
        )

    def boosting(x, y, w, z):
        return (
            HistGradientBoostingClassifier(max_depth=3, max_iter=80, learning_rate=0.08, random_state=0)
            .fit(x, y, sample_weight=w)
            .decision_function(z)
        )

    for name, make in {
        'logistic 0.1 (shipped)': logistic(0.1),
        'logistic 0.01': logistic(0.01),
        'logistic 1': logistic(1.0),
        'extra trees': trees,
        'boosting': boosting,
    }.items():
        odds = np.zeros(len(target))
        for g in range(8):
            on = (group != g) & (target | (c.hit < 0))
            x, y = (
                np.vstack([c.x[on], more[of != g]]),
                np.append(target[on], np.ones((of != g).sum())).astype(int),
            )
            odds[group == g] = make(x, y, np.append(c.weight[on], weight[of != g]), c.x[group == g])
        print(
            name,
            dict(zip(ALLOWED, found_at(c, target, odds, list(truths), lesions))),
            lesions,
            'clusters',
            flush=True,
        )


if __name__ == '__main__':
    {'films': films, 'clusters': clusters}[sys.argv[1]](*sys.argv[2:])
