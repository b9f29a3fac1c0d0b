"""Fits the engine's logistic models to the measures of the MIAS films.

Clusters laid into films (pasting/clusters.py) teach beside the real ones. Writes
analyses/breast/model/calibration.json (all folds) and checkpoints/calibration-fold{0..4}.json, each fitted
without the films of its fold, for the out-of-fold evaluation.
"""

import json
from pathlib import Path

import numpy as np

from training.breast.candidates import (
    Candidates,
    Logistic,
    calibrated_odds,
    candidate_platt,
    fit_candidates,
    laid_clusters,
    out_of_fold,
)
from training.breast.truth import CALIBRATION, CHECKPOINTS, mias
from training.datasets import lines_of
from training.pipeline import FOLDS

MASS_C = 0.05
CLUSTER_C = 0.1
FILM_C = 1.0
DENSITY_C = 0.1
LEAST_ODDS = -7.0
COUNTED = 8


def image_measures(c, odds, suspicion, file):
    """As `imageFeatures` in image-features.ts."""
    likeliest = np.sort(odds[c.kept(file, odds)])[::-1][:COUNTED]
    return [
        max(LEAST_ODDS, float(np.log(np.exp(likeliest).sum()))) if len(likeliest) else LEAST_ODDS,
        suspicion,
    ]


def write_calibration(measures: Path, clusters: Path) -> None:
    films = mias()
    measured = {m['file']: m for m in lines_of(measures)}
    films = {f: v for f, v in films.items() if f in measured}
    c = Candidates(films, measured, 'masses', 0.6)
    s = Candidates(films, measured, 'clusters', 1.2, ['CALC'])
    laid = laid_clusters(clusters)
    malignant_hit, calcified = c.is_mass & (c.severity == 'M'), s.name == 'CALC'
    odds = {
        'mass': out_of_fold(c, c.is_mass, MASS_C),
        'malignant': out_of_fold(c, malignant_hit, MASS_C),
        'cluster': out_of_fold(s, calcified, CLUSTER_C, laid),
    }
    mass = calibrated_odds(c, odds['mass'], c.is_mass, odds['mass'])
    chosen = json.loads(CALIBRATION.read_text())  # the points that screening.py and sources.py chose
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

        return dict(
            mass=of_candidates(c, 'mass', c.is_mass, MASS_C, 'mass'),
            malignantMass=of_candidates(c, 'malignant', malignant_hit, MASS_C, 'mass'),
            cluster=of_candidates(s, 'cluster', calcified, CLUSTER_C, 'cluster', laid),
            abnormal=Logistic(image_x[on], abnormal[on], c=FILM_C).json(),
            malignant=Logistic(image_x[on], malignant[on], c=FILM_C).json(),
            operating=chosen['operating'],
            marks=chosen['marks'],
            prevalence=round(float(malignant[on].mean()), 4),
            density=dict(
                aboveFatty=Logistic(density_x[on], (grade[on] > 0).astype(int), c=DENSITY_C).json(),
                dense=Logistic(density_x[on], (grade[on] > 1).astype(int), c=DENSITY_C).json(),
            ),
            axillaResponses=[round(float(v), 3) for v in np.sort(responses[on & assessable])],
        )

    CALIBRATION.write_text(json.dumps(fitted(-1)) + '\n')
    for k in FOLDS:
        (CHECKPOINTS / f'calibration-fold{k}.json').write_text(json.dumps(fitted(k)) + '\n')
