"""Fits the engine's logistic models to the measures of the MIAS films and writes calibration.json.

    python -m training.breast.calibrate training/breast/cache/measures.jsonl training/breast/cache/clusters.jsonl

The second holds the measures of clusters laid into films (pasting/clusters.py), which teach beside the real
ones; without it the model of clusters stays as it is, since no network decides about them. Writes
analyses/breast/model/calibration.json (all folds) and checkpoints/calibration-fold{0..4}.json, each fitted
without the films of its fold, for the out-of-fold evaluation.
"""

import json
import sys
from pathlib import Path

import numpy as np

from training.breast.candidates import (
    FOLDS,
    Candidates,
    Logistic,
    calibrated_odds,
    candidate_platt,
    fit_candidates,
    laid_clusters,
    out_of_fold,
)
from training.breast.truth import MASS_CLASSES, mias

HERE = Path(__file__).resolve().parent
MODEL = HERE.parents[1] / 'analyses/breast/model/calibration.json'
MASS_C = 0.05
CLUSTER_C = 0.1
FILM_C = 1.0
DENSITY_C = 0.1
FALSE_CLUSTERS_PER_IMAGE = 0.05
LEAST_ODDS = -7.0
COUNTED = 8


def image_measures(c, odds, suspicion, file):
    """As `imageFeatures` in image-features.ts."""
    likeliest = np.sort(odds[c.kept(file, odds)])[::-1][:COUNTED]
    return [
        max(LEAST_ODDS, float(np.log(np.exp(likeliest).sum()))) if len(likeliest) else LEAST_ODDS,
        suspicion,
    ]


def threshold(false, allowed):
    ordered = np.sort(np.asarray(false))[::-1]
    value = ordered[min(int(allowed), len(ordered) - 1)] if len(ordered) else 0.0
    return float(f'{1 / (1 + np.exp(-value)):.4g}')


def main():
    films = mias()
    measured = {m['file']: m for m in map(json.loads, open(sys.argv[1]))}
    films = {f: v for f, v in films.items() if f in measured}
    c = Candidates(films, measured, 'masses', 0.6)
    s = Candidates(films, measured, 'clusters', 1.2, ['CALC'])
    laid = laid_clusters(sys.argv[2]) if len(sys.argv) > 2 else None
    malignant_hit, calcified = c.is_mass & (c.severity == 'M'), s.name == 'CALC'
    odds = {
        'mass': out_of_fold(c, c.is_mass, MASS_C),
        'malignant': out_of_fold(c, malignant_hit, MASS_C),
        'cluster': out_of_fold(s, calcified, CLUSTER_C, laid),
    }
    mass = calibrated_odds(c, odds['mass'], c.is_mass, odds['mass'])
    cluster = calibrated_odds(s, odds['cluster'], calcified, odds['cluster'])
    chosen = json.loads(MODEL.read_text())  # the points that sources.py chose
    names = list(films)
    image_x = np.array([image_measures(c, mass, measured[f]['suspicion'], f) for f in names])
    fold, abnormal, malignant = (
        np.array([films[f][key] for f in names]) for key in ('fold', 'abnormal', 'malignant')
    )
    density_x = np.array([measured[f]['density'] for f in names])
    grade = np.array(['FGD'.index(films[f]['density']) for f in names])
    responses = np.array([max(measured[f]['axilla']['responses'], default=0) for f in names])
    assessable = np.array([measured[f]['axilla']['assessable'] for f in names])

    def fitted(without):
        """The whole calibration, fitted without one fold (-1: with all)."""
        some, on = set(FOLDS) - {without}, fold != without

        def of_candidates(which, name, target, strength, order, laid=None):
            return fit_candidates(
                which,
                target,
                without,
                strength,
                candidate_platt(which, odds[name], target, odds[order], some),
                laid,
            ).json()

        def false_ones(which, scores):
            return [
                scores[i] for f, t in zip(names, on) if t for i in which.kept(f, scores) if which.hit[i] < 0
            ]

        return dict(
            mass=of_candidates(c, 'mass', c.is_mass, MASS_C, 'mass'),
            malignantMass=of_candidates(c, 'malignant', malignant_hit, MASS_C, 'mass'),
            cluster=of_candidates(s, 'cluster', calcified, CLUSTER_C, 'cluster', laid)
            if laid
            else chosen['cluster'],
            abnormal=Logistic(image_x[on], abnormal[on], c=FILM_C).json(),
            malignant=Logistic(image_x[on], malignant[on], c=FILM_C).json(),
            operating=dict(
                mass=chosen['operating']['mass'],
                calcification=threshold(false_ones(s, cluster), FALSE_CLUSTERS_PER_IMAGE * on.sum())
                if laid
                else chosen['operating']['calcification'],
            ),
            marks=chosen['marks'],
            density=dict(
                aboveFatty=Logistic(density_x[on], (grade[on] > 0).astype(int), c=DENSITY_C).json(),
                dense=Logistic(density_x[on], (grade[on] > 1).astype(int), c=DENSITY_C).json(),
            ),
            axillaResponses=[round(float(v), 3) for v in np.sort(responses[on & assessable])],
        )

    MODEL.write_text(json.dumps(fitted(-1)) + '\n')
    (HERE / 'checkpoints').mkdir(exist_ok=True)
    for k in FOLDS:
        (HERE / 'checkpoints' / f'calibration-fold{k}.json').write_text(json.dumps(fitted(k)) + '\n')
    summary(
        films,
        names,
        (c, c.is_mass, mass, MASS_CLASSES),
        (s, calcified, cluster, {'CALC'}),
        image_x,
        fold,
        {'abnormal': abnormal, 'malignant': malignant},
        density_x,
        grade,
    )


def sensitivities(films, names, candidates, target, odds, classes):
    lesions = sum(l[3] in classes for f in names for l in films[f]['circles'])
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

    for name, (candidates, target, odds, classes) in (('mass', masses), ('cluster', clusters)):
        print(name, sensitivities(films, names, candidates, target, odds, classes))
    for label, target in labels.items():
        odds = np.zeros(len(names))
        for k in FOLDS:
            odds[fold == k] = Logistic(image_x[fold != k], target[fold != k], c=FILM_C).odds(
                image_x[fold == k]
            )
        print(
            label,
            'AUC',
            round(roc_auc_score(target, odds), 3),
            [round(roc_auc_score(target, image_x[:, i]), 3) for i in range(image_x.shape[1])],
        )
    right = 0
    for k in FOLDS:
        above, dense = (
            Logistic(density_x[fold != k], (grade[fold != k] > cut).astype(int), c=DENSITY_C).odds(
                density_x[fold == k]
            )
            for cut in (0, 1)
        )
        pa, pd = 1 / (1 + np.exp(-above)), 1 / (1 + np.exp(-dense))
        pd = np.minimum(pa, pd)
        right += (np.argmax(np.stack([1 - pa, pa - pd, pd]), 0) == grade[fold == k]).sum()
    print('density accuracy', round(right / len(names), 3))


if __name__ == '__main__':
    main()
