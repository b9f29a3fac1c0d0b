"""Candidates of all films, and the models that score them; for `calibrate.py`."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from training.breast.truth import MASS_CLASSES, hit
from training.datasets import lines_of
from training.pipeline import FOLDS

LESION_WEIGHT = 10  # of all candidates on one lesion together: several lie on each, few are lesions
LAID_WEIGHT = 1  # of a cluster laid into a film


class Logistic:
    """A weighted logistic model over standardised measures; no measure counts beyond four standard
    deviations.
    """

    def __init__(self, x, y, weight=None, c=1.0):
        self.scaler = StandardScaler().fit(x)
        if y.min() == y.max():
            raise SystemExit('one class only')
        fitted = LogisticRegression(C=c, max_iter=5000).fit(self.z(x), y, sample_weight=weight)
        self.weights, self.bias = fitted.coef_[0].copy(), float(fitted.intercept_[0])

    def z(self, x):
        return np.clip(self.scaler.transform(x), -4, 4)

    def odds(self, x):
        return self.z(x) @ self.weights + self.bias

    def rescale(self, slope, offset):
        self.weights, self.bias = self.weights * slope, self.bias * slope + offset
        return self

    def json(self):
        def short(values):
            return [float(f'{v:.6g}') for v in values]

        return dict(
            features=[],
            mean=short(self.scaler.mean_),
            scale=short(self.scaler.scale_),
            weights=short(self.weights),
            bias=float(f'{self.bias:.6g}'),
        )


def platt(odds, y):
    fitted = LogisticRegression(C=1e3).fit(np.asarray(odds)[:, None], y)
    return max(float(fitted.coef_[0, 0]), 0.05), float(fitted.intercept_[0])


class Candidates:
    """All candidates of one kind ("masses" or "clusters") of all films as arrays."""

    def __init__(self, films, measured, kind, apart, unplaced=()):
        self.rows, x = [], []
        self.apart = apart
        for file, m in measured.items():
            circles = films[file]['circles']
            for c in m[kind]:
                k = hit(circles, c['x'], c['y'])
                if k < 0 and films[file]['unplaced'] & set(unplaced):
                    continue  # a lesion somewhere: neither right nor wrong
                name, severity = (circles[k][3], circles[k][4]) if k >= 0 else ('', '')
                self.rows.append((file, films[file]['fold'], c['x'], c['y'], c['r'], k, name, severity))
                x.append(c['f'])
        self.x = np.array(x)
        self.file, self.fold = (np.array([r[i] for r in self.rows]) for i in (0, 1))
        self.px, self.py, self.pr = (np.array([r[i] for r in self.rows], float) for i in (2, 3, 4))
        self.hit, self.name, self.severity = (np.array([r[i] for r in self.rows]) for i in (5, 6, 7))
        self.is_mass = np.isin(self.name, list(MASS_CLASSES))
        # Lesions of the candidate's own kind: a benign mass teaches what is not malignant.
        self.teaches = self.is_mass if kind == 'masses' else self.name == 'CALC'
        self.by_file = {f: np.nonzero(self.file == f)[0] for f in films}
        self.weight = np.ones(len(self.rows))
        for index in self.by_file.values():
            for k in set(self.hit[index]) - {-1}:
                on = index[self.hit[index] == k]
                self.weight[on] = LESION_WEIGHT / len(on)

    def kept(self, file, odds, most=20):
        """As `separate` in masses.ts and `clusterSpots` in clusters.ts."""
        index = self.by_file[file]
        index = index[np.argsort(-odds[index])]
        out = []
        for i in index:
            if all(
                np.hypot(self.px[i] - self.px[j], self.py[i] - self.py[j])
                > self.apart * max(self.pr[i], self.pr[j])
                for j in out
            ):
                out.append(i)
            if len(out) == most:
                break
        return np.array(out, int)


def laid_clusters(path):
    """Folds, measures and weights of the places that lie on a cluster laid into a film; one cluster weighs
    LAID_WEIGHT.
    """
    fold, x, weight = [], [], []
    for film in lines_of(path):
        on = [
            c['f'] for c in film['clusters'] if np.hypot(c['x'] - film['x'], c['y'] - film['y']) < film['r']
        ]
        fold += [film['fold']] * len(on)
        x += on
        weight += [LAID_WEIGHT / len(on)] * len(on) if on else []
    return np.array(fold), np.array(x), np.array(weight)


def fit_candidates(c, target, without, strength, calibrate_on=None, laid=None):
    """A weighted model, its odds then calibrated on out-of-fold odds of the same kind of model; other
    lesions do not teach.
    """
    train = (c.fold != without) & (target | (c.hit < 0) | c.teaches)
    x, y, weight = c.x[train], target[train].astype(int), c.weight[train]
    if laid:
        fold, more, weights = laid
        used = fold != without
        x, y, weight = (
            np.vstack([x, more[used]]),
            np.append(y, np.ones(used.sum(), int)),
            np.append(weight, weights[used]),
        )
    model = Logistic(x, y, weight, strength)
    return model.rescale(*calibrate_on) if calibrate_on else model


def out_of_fold(c, target, strength, laid=None):
    odds = np.zeros(len(target))
    for k in FOLDS:
        odds[c.fold == k] = fit_candidates(c, target, k, strength, laid=laid).odds(c.x[c.fold == k])
    return odds


def candidate_platt(c, odds, target, order, folds):
    """Slope and offset on what survives the separation; hits on lesions of another kind count neither way."""
    pairs = [
        (odds[i], target[i])
        for f, index in c.by_file.items()
        if len(index) and c.fold[index[0]] in folds
        for i in c.kept(f, order)
        if target[i] or c.hit[i] < 0 or c.teaches[i]
    ]
    return platt([p[0] for p in pairs], np.array([p[1] for p in pairs]).astype(int))


def calibrated_odds(c, odds, target, order):
    """Every fold's odds with slope and offset of the other folds."""
    out = np.zeros(len(odds))
    for k in FOLDS:
        a, b = candidate_platt(c, odds, target, order, set(FOLDS) - {k})
        out[c.fold == k] = a * odds[c.fold == k] + b
    return out
