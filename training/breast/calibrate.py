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
DENSITY_C = 0.3
FALSE_MASSES_PER_IMAGE = 0.3
FALSE_CLUSTERS_PER_IMAGE = 0.15
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
    """All mass candidates of all films as arrays."""

    def __init__(self, films, measured):
        self.rows = []
        for file, m in measured.items():
            circles = films[file]["circles"]
            for c in m["masses"]:
                k = hit(circles, c["x"], c["y"])
                name, severity = (circles[k][3], circles[k][4]) if k >= 0 else ("", "")
                self.rows.append((file, films[file]["fold"], c["x"], c["y"], c["r"], k, name, severity))
        self.x = np.array([c["f"] for m in measured.values() for c in m["masses"]])
        self.file, self.fold = (np.array([r[i] for r in self.rows]) for i in (0, 1))
        self.px, self.py, self.pr = (np.array([r[i] for r in self.rows], float) for i in (2, 3, 4))
        self.hit, self.name, self.severity = (np.array([r[i] for r in self.rows]) for i in (5, 6, 7))
        self.is_mass = np.isin(self.name, list(MASS_CLASSES))
        self.by_file = {f: np.nonzero(self.file == f)[0] for f in films}
        self.weight = np.ones(len(self.rows))
        for index in self.by_file.values():
            for k in set(self.hit[index]) - {-1}:
                on = index[self.hit[index] == k]
                self.weight[on] = LESION_WEIGHT / len(on)

    def kept(self, file, odds, most=20):
        """As `separate` in masses.ts."""
        index = self.by_file[file]
        index = index[np.argsort(-odds[index])]
        out = []
        for i in index:
            if all(np.hypot(self.px[i] - self.px[j], self.py[i] - self.py[j]) > 0.6 * max(self.pr[i], self.pr[j]) for j in out):
                out.append(i)
            if len(out) == most:
                break
        return np.array(out, int)


def fit_mass(c, target, train, calibrate_on):
    """A weighted model, its odds then calibrated on out-of-fold odds of the same kind of model."""
    model = Logistic(c.x[train], target[train].astype(int), c.weight[train], MASS_C)
    return model.rescale(*calibrate_on) if calibrate_on else model


def out_of_fold(c, target):
    odds = np.zeros(len(target))
    for k in FOLDS:
        odds[c.fold == k] = fit_mass(c, target, c.fold != k, None).odds(c.x[c.fold == k])
    return odds


def mass_platt(c, odds, target, order, folds):
    """Slope and offset on what survives the separation; hits on calcifications count neither way."""
    pairs = [(odds[i], target[i]) for f, index in c.by_file.items() if len(index) and c.fold[index[0]] in folds
             for i in c.kept(f, order) if target[i] or c.hit[i] < 0]
    return platt([p[0] for p in pairs], np.array([p[1] for p in pairs]).astype(int))


def cluster_rows(films, measured):
    rows = []
    for file, m in measured.items():
        truth = films[file]
        calcified = [c for c in truth["circles"] if c[3] == "CALC"]
        for cluster in m["clusters"]:
            inside = calcified and (hit(calcified, cluster["x"], cluster["y"]) >= 0 or
                                    np.mean([hit(calcified, s["x"], s["y"]) >= 0 for s in cluster["spots"]]) > 0.3)
            if not inside and "CALC" in truth["unplaced"]:
                continue  # calcifications somewhere: neither right nor wrong
            rows.append((file, truth["fold"], cluster["f"], int(bool(inside)), len(cluster["spots"])))
    return rows


def image_measures(c, mass_odds, file):
    """As `imageFeatures` in image-features.ts."""
    return [max([LEAST_ODDS, *mass_odds[c.by_file[file]]])]


def main():
    films = mias()
    lines = [json.loads(line) for line in open(sys.argv[1])]
    measured = {m["file"]: m for m in lines if m["set"] == "mias"}
    films = {f: v for f, v in films.items() if f in measured}
    c = Candidates(films, measured)
    malignant_hit = c.is_mass & (c.severity == "M")
    odds = {"mass": out_of_fold(c, c.is_mass), "malignant": out_of_fold(c, malignant_hit)}
    clusters = cluster_rows(films, measured)
    cluster_x, cluster_y = np.array([r[2] for r in clusters]), np.array([r[3] for r in clusters])
    cluster_fold = np.array([r[1] for r in clusters])
    cluster_oof = np.zeros(len(clusters))
    for k in FOLDS:
        cluster_oof[cluster_fold == k] = Logistic(cluster_x[cluster_fold != k], cluster_y[cluster_fold != k], c=0.1).odds(cluster_x[cluster_fold == k])
    everything = set(FOLDS)
    calibrated_mass, calibrated_malignant = np.zeros(len(c.rows)), np.zeros(len(c.rows))
    for k in FOLDS:
        a, b = mass_platt(c, odds["mass"], c.is_mass, odds["mass"], everything - {k})
        calibrated_mass[c.fold == k] = a * odds["mass"][c.fold == k] + b
        a, b = mass_platt(c, odds["malignant"], malignant_hit, odds["mass"], everything - {k})
        calibrated_malignant[c.fold == k] = a * odds["malignant"][c.fold == k] + b
    names = list(films)
    image_x = np.array([image_measures(c, calibrated_mass, f) for f in names])
    fold = np.array([films[f]["fold"] for f in names])
    abnormal = np.array([films[f]["abnormal"] for f in names])
    malignant = np.array([films[f]["malignant"] for f in names])
    density_x = np.array([measured[f]["density"] for f in names])
    grade = np.array(["FGD".index(films[f]["density"]) for f in names])
    responses = np.array([max(measured[f]["axilla"]["responses"], default=0) for f in names])
    assessable = np.array([measured[f]["axilla"]["assessable"] for f in names])

    def fitted(without):
        """The whole calibration, fitted without one fold (-1: with all)."""
        some = everything - {without}
        train, image_train = c.fold != without, fold != without
        pick = cluster_fold != without
        mass = fit_mass(c, c.is_mass, train, mass_platt(c, odds["mass"], c.is_mass, odds["mass"], some))
        worst = fit_mass(c, malignant_hit, train, mass_platt(c, odds["malignant"], malignant_hit, odds["mass"], some))
        cluster = Logistic(cluster_x[pick], cluster_y[pick], c=0.1)
        return dict(
            mass=mass.json(), malignantMass=worst.json(), cluster=cluster.json(),
            abnormal=Logistic(image_x[image_train], abnormal[image_train], c=1.0).json(),
            malignant=Logistic(image_x[image_train], malignant[image_train], c=1.0).json(),
            operating=dict(mass=mass_point(image_train), calcification=cluster_point(pick, image_train)),
            density=dict(aboveFatty=Logistic(density_x[image_train], (grade[image_train] > 0).astype(int), c=DENSITY_C).json(),
                         dense=Logistic(density_x[image_train], (grade[image_train] > 1).astype(int), c=DENSITY_C).json()),
            axillaResponses=[round(float(v), 3) for v in np.sort(responses[image_train & assessable])])

    def mass_point(image_train):
        false = [calibrated_mass[i] for f, t in zip(names, image_train) if t for i in c.kept(f, calibrated_mass) if c.hit[i] < 0]
        return threshold(false, FALSE_MASSES_PER_IMAGE * image_train.sum())

    def cluster_point(pick, image_train):
        dense = np.array([r[4] >= 5 for r in clusters])
        return threshold(cluster_oof[pick & dense & (cluster_y == 0)], FALSE_CLUSTERS_PER_IMAGE * image_train.sum())

    def threshold(false, allowed):
        ordered = np.sort(np.asarray(false))[::-1]
        value = ordered[min(int(allowed), len(ordered) - 1)] if len(ordered) else 0.0
        return float(f"{1 / (1 + np.exp(-value)):.4g}")

    MODEL.write_text(json.dumps(fitted(-1)) + "\n")
    (HERE / "checkpoints").mkdir(exist_ok=True)
    for k in FOLDS:
        (HERE / "checkpoints" / f"calibration-fold{k}.json").write_text(json.dumps(fitted(k)) + "\n")
    summary(films, names, c, calibrated_mass, clusters, cluster_oof, image_x, fold, abnormal, malignant, density_x, grade)


def summary(films, names, c, mass, clusters, cluster_oof, image_x, fold, abnormal, malignant, density_x, grade):
    """Out-of-fold figures of the fit, for the person at the screen; the metrics come from evaluate.py."""
    from sklearn.metrics import roc_auc_score
    lesions = [(f, k) for f in names for k, l in enumerate(films[f]["circles"]) if l[3] in MASS_CLASSES]
    events = []
    for f in names:
        seen = set()
        for i in c.kept(f, mass):
            if c.hit[i] < 0:
                events.append((mass[i], 0))
            elif c.is_mass[i] and c.hit[i] not in seen:
                seen.add(c.hit[i])
                events.append((mass[i], 1))
    events.sort(reverse=True)
    for limit in (0.25, 0.5, 1, 2, 4):
        false = true = 0
        for _, good in events:
            false, true = false + (1 - good), true + good
            if false > limit * len(names):
                break
        print(f"mass sensitivity at {limit} per image: {true / len(lesions):.3f}")
    y = np.array([r[3] for r in clusters])
    print("clusters", len(y), "true", y.sum(), "AUC", round(roc_auc_score(y, cluster_oof), 3))
    for label, target in (("abnormal", abnormal), ("malignant", malignant)):
        odds = np.zeros(len(names))
        for k in FOLDS:
            odds[fold == k] = Logistic(image_x[fold != k], target[fold != k], c=1.0).odds(image_x[fold == k])
        print(label, "AUC", round(roc_auc_score(target, odds), 3), {n: round(roc_auc_score(target, image_x[:, i]), 3) for i, n in enumerate(
            ["mass1"])})
    right = 0
    for k in FOLDS:
        a = Logistic(density_x[fold != k], (grade[fold != k] > 0).astype(int), c=DENSITY_C).odds(density_x[fold == k])
        d = Logistic(density_x[fold != k], (grade[fold != k] > 1).astype(int), c=DENSITY_C).odds(density_x[fold == k])
        pa, pd = 1 / (1 + np.exp(-a)), 1 / (1 + np.exp(-d))
        pd = np.minimum(pa, pd)
        right += (np.argmax(np.stack([1 - pa, pa - pd, pd]), 0) == grade[fold == k]).sum()
    print("density accuracy", round(right / len(names), 3))


if __name__ == "__main__":
    main()
