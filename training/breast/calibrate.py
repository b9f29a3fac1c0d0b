"""Fits the engine's logistic models to the measures of the MIAS films and writes calibration.json.

usage: calibrate.py cache/measures.jsonl
Writes ../../analyses/breast/model/calibration.json (all folds) and checkpoints/calibration-fold{0..4}.json, each
fitted without the films of its fold, for the out-of-fold evaluation.
"""
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from truth import MASS_CLASSES, hit, mias

HERE = Path(__file__).resolve().parent
MODEL = HERE.parents[1] / "analyses/breast/model/calibration.json"
FOLDS = range(5)
LESION_WEIGHT = 10  # of all candidates on one lesion together: several lie on each, few are lesions
MASS_C = 0.05
CLUSTER_C = 0.03
FILM_C = 1.0
DENSITY_C = 0.3
FALSE_MASSES_PER_IMAGE = 0.2
FALSE_CLUSTERS_PER_IMAGE = 0.05
LEAST_ODDS = -7.0


class Logistic:
    def __init__(self, x, y, weight=None, c=1.0):
        self.scaler = StandardScaler().fit(x)
        if y.min() == y.max():
            raise SystemExit("one class only")
        fitted = LogisticRegression(C=c, max_iter=5000).fit(self.z(x), y, sample_weight=weight)
        self.weights, self.bias = fitted.coef_[0].copy(), float(fitted.intercept_[0])

    def z(self, x):
        return np.clip(self.scaler.transform(x), -4, 4)

    def odds(self, x):
        return self.z(x) @ self.weights + self.bias

    def rescale(self, slope, offset):
        self.weights, self.bias = self.weights * slope, self.bias * slope + offset
        return self

    def json(self, names=()):
        def short(values):
            return [float(f"{v:.6g}") for v in values]
        return dict(features=list(names), mean=short(self.scaler.mean_), scale=short(self.scaler.scale_),
                    weights=short(self.weights), bias=float(f"{self.bias:.6g}"))


def platt(odds, y):
    fitted = LogisticRegression(C=1e3).fit(np.asarray(odds)[:, None], y)
    return max(float(fitted.coef_[0, 0]), 0.05), float(fitted.intercept_[0])


class Candidates:
    """All candidates of one kind ("masses" or "clusters") of all films as arrays."""

    def __init__(self, films, measured, kind, apart, unplaced=()):
        self.rows, x = [], []
        self.apart = apart
        for file, m in measured.items():
            circles = films[file]["circles"]
            for c in m[kind]:
                k = hit(circles, c["x"], c["y"])
                if k < 0 and films[file]["unplaced"] & set(unplaced):
                    continue  # a lesion somewhere: neither right nor wrong
                name, severity = (circles[k][3], circles[k][4]) if k >= 0 else ("", "")
                self.rows.append((file, films[file]["fold"], c["x"], c["y"], c["r"], k, name, severity))
                x.append(c["f"])
        self.x = np.array(x)
        self.file, self.fold = (np.array([r[i] for r in self.rows]) for i in (0, 1))
        self.px, self.py, self.pr = (np.array([r[i] for r in self.rows], float) for i in (2, 3, 4))
        self.hit, self.name, self.severity = (np.array([r[i] for r in self.rows]) for i in (5, 6, 7))
        self.is_mass = np.isin(self.name, list(MASS_CLASSES))
        # Lesions of the candidate's own kind: a benign mass teaches what is not malignant.
        self.teaches = self.is_mass if kind == "masses" else self.name == "CALC"
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
            if all(np.hypot(self.px[i] - self.px[j], self.py[i] - self.py[j]) > self.apart * max(self.pr[i], self.pr[j]) for j in out):
                out.append(i)
            if len(out) == most:
                break
        return np.array(out, int)


def fit_candidates(c, target, train, strength, calibrate_on=None):
    """A weighted model, its odds then calibrated on out-of-fold odds of the same kind of model; other lesions do not teach."""
    train = train & (target | (c.hit < 0) | c.teaches)
    model = Logistic(c.x[train], target[train].astype(int), c.weight[train], strength)
    return model.rescale(*calibrate_on) if calibrate_on else model


def out_of_fold(c, target, strength):
    odds = np.zeros(len(target))
    for k in FOLDS:
        odds[c.fold == k] = fit_candidates(c, target, c.fold != k, strength).odds(c.x[c.fold == k])
    return odds


def candidate_platt(c, odds, target, order, folds):
    """Slope and offset on what survives the separation; hits on other lesions count neither way."""
    pairs = [(odds[i], target[i]) for f, index in c.by_file.items() if len(index) and c.fold[index[0]] in folds
             for i in c.kept(f, order) if target[i] or c.hit[i] < 0]
    return platt([p[0] for p in pairs], np.array([p[1] for p in pairs]).astype(int))


def calibrated_odds(c, odds, target, order):
    """Every fold's odds with slope and offset of the other folds."""
    out = np.zeros(len(odds))
    for k in FOLDS:
        a, b = candidate_platt(c, odds, target, order, set(FOLDS) - {k})
        out[c.fold == k] = a * odds[c.fold == k] + b
    return out


def image_measures(c, mass_odds, file):
    """As `imageFeatures` in image-features.ts."""
    return [max([LEAST_ODDS, *mass_odds[c.by_file[file]]])]


def threshold(false, allowed):
    ordered = np.sort(np.asarray(false))[::-1]
    value = ordered[min(int(allowed), len(ordered) - 1)] if len(ordered) else 0.0
    return float(f"{1 / (1 + np.exp(-value)):.4g}")


def main():
    films = mias()
    measured = {m["file"]: m for m in map(json.loads, open(sys.argv[1]))}
    films = {f: v for f, v in films.items() if f in measured}
    c = Candidates(films, measured, "masses", 0.6)
    s = Candidates(films, measured, "clusters", 1.2, ["CALC"])
    malignant_hit, calcified = c.is_mass & (c.severity == "M"), s.name == "CALC"
    odds = {"mass": out_of_fold(c, c.is_mass, MASS_C), "malignant": out_of_fold(c, malignant_hit, MASS_C),
            "cluster": out_of_fold(s, calcified, CLUSTER_C)}
    mass = calibrated_odds(c, odds["mass"], c.is_mass, odds["mass"])
    cluster = calibrated_odds(s, odds["cluster"], calcified, odds["cluster"])
    names = list(films)
    image_x = np.array([image_measures(c, mass, f) for f in names])
    fold, abnormal, malignant = (np.array([films[f][key] for f in names]) for key in ("fold", "abnormal", "malignant"))
    density_x = np.array([measured[f]["density"] for f in names])
    grade = np.array(["FGD".index(films[f]["density"]) for f in names])
    responses = np.array([max(measured[f]["axilla"]["responses"], default=0) for f in names])
    assessable = np.array([measured[f]["axilla"]["assessable"] for f in names])

    def fitted(without):
        """The whole calibration, fitted without one fold (-1: with all)."""
        some, train, on = set(FOLDS) - {without}, c.fold != without, fold != without

        def of_candidates(which, name, target, train, strength, order):
            return fit_candidates(which, target, train, strength, candidate_platt(which, odds[name], target, odds[order], some)).json()

        def false_ones(which, scores):
            return [scores[i] for f, t in zip(names, on) if t for i in which.kept(f, scores) if which.hit[i] < 0]

        return dict(
            mass=of_candidates(c, "mass", c.is_mass, train, MASS_C, "mass"),
            malignantMass=of_candidates(c, "malignant", malignant_hit, train, MASS_C, "mass"),
            cluster=of_candidates(s, "cluster", calcified, s.fold != without, CLUSTER_C, "cluster"),
            abnormal=Logistic(image_x[on], abnormal[on], c=FILM_C).json(),
            malignant=Logistic(image_x[on], malignant[on], c=FILM_C).json(),
            operating=dict(mass=threshold(false_ones(c, mass), FALSE_MASSES_PER_IMAGE * on.sum()),
                           calcification=threshold(false_ones(s, cluster), FALSE_CLUSTERS_PER_IMAGE * on.sum())),
            density=dict(aboveFatty=Logistic(density_x[on], (grade[on] > 0).astype(int), c=DENSITY_C).json(),
                         dense=Logistic(density_x[on], (grade[on] > 1).astype(int), c=DENSITY_C).json()),
            axillaResponses=[round(float(v), 3) for v in np.sort(responses[on & assessable])])

    MODEL.write_text(json.dumps(fitted(-1)) + "\n")
    (HERE / "checkpoints").mkdir(exist_ok=True)
    for k in FOLDS:
        (HERE / "checkpoints" / f"calibration-fold{k}.json").write_text(json.dumps(fitted(k)) + "\n")
    summary(films, names, (c, c.is_mass, mass, MASS_CLASSES), (s, calcified, cluster, {"CALC"}), image_x, fold,
            {"abnormal": abnormal, "malignant": malignant}, density_x, grade)


def sensitivities(films, names, candidates, target, odds, classes):
    lesions = sum(l[3] in classes for f in names for l in films[f]["circles"])
    events = []
    for f in names:
        seen = set()
        for i in candidates.kept(f, odds):
            if candidates.hit[i] < 0:
                events.append((odds[i], 0))
            elif target[i] and candidates.hit[i] not in seen:
                seen.add(candidates.hit[i])
                events.append((odds[i], 1))
    events.sort(reverse=True)
    found = {}
    for limit in (0.25, 0.5, 1, 2, 4):
        false = true = 0
        for _, good in events:
            false, true = false + (1 - good), true + good
            if false > limit * len(names):
                break
        found[limit] = round(true / lesions, 3)
    return found


def summary(films, names, masses, clusters, image_x, fold, labels, density_x, grade):
    """Out-of-fold figures of the fit, for the person at the screen; the metrics come from evaluate.py."""
    from sklearn.metrics import roc_auc_score
    for name, (candidates, target, odds, classes) in (("mass", masses), ("cluster", clusters)):
        print(name, sensitivities(films, names, candidates, target, odds, classes))
    for label, target in labels.items():
        odds = np.zeros(len(names))
        for k in FOLDS:
            odds[fold == k] = Logistic(image_x[fold != k], target[fold != k], c=FILM_C).odds(image_x[fold == k])
        print(label, "AUC", round(roc_auc_score(target, odds), 3),
              [round(roc_auc_score(target, image_x[:, i]), 3) for i in range(image_x.shape[1])])
    right = 0
    for k in FOLDS:
        above, dense = (Logistic(density_x[fold != k], (grade[fold != k] > cut).astype(int), c=DENSITY_C).odds(density_x[fold == k])
                        for cut in (0, 1))
        pa, pd = 1 / (1 + np.exp(-above)), 1 / (1 + np.exp(-dense))
        pd = np.minimum(pa, pd)
        right += (np.argmax(np.stack([1 - pa, pa - pd, pd]), 0) == grade[fold == k]).sum()
    print("density accuracy", round(right / len(names), 3))


if __name__ == "__main__":
    main()
