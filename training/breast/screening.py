"""Figures of screening mammograms from `engine/evaluate-screening.ts`: `screening` of metrics.json; and the
operating point of masses, the least at which at most CALLED of the women without cancer are called.

Sites that taught nothing, cancer proven per breast. A woman is called where a mass is named on any of her
views. Points chosen without a woman's fold show what the choice costs on women who had no part in it
(`women_cross_fitted`).
"""

import json
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd

from training.breast.truth import CALIBRATION
from training.datasets import lines_of
from training.metrics import auc, interval, mean, write_figures
from training.pipeline import FOLDS, SOURCES

CALLED = 0.15
# Second views of named places are taken from half of the point.
MARKS = 0.5
# So many breasts with and without cancer are needed for the AUC of one machine.
LEAST = 10
# Machines whose images are flat and gray, without processing (README of the data set).
FLAT = (21, 29, 93, 190, 210, 216)


def images(path):
    labels = pd.read_csv(SOURCES / 'breast/rsna_640/labels.csv', dtype={'case': str}).set_index('file')
    read = pd.DataFrame(lines_of(path)).set_index('file')
    read['odds'] = np.log(read['malignant'] / (1 - read['malignant']))
    found = read[['accepted', 'odds', 'mass']].join(labels)
    found['mass'] = found['mass'].where(found['accepted'], 0)
    return found


def point_of(women):
    scores = np.sort(women.loc[women['malignant'] == 0, 'mass'])[::-1]
    return round(float(scores[int(CALLED * len(scores))]) + 5e-4, 3)


def shares(rows, calls, cases):
    """Called among those without and with cancer."""
    return {
        f'called_{words}_cancer': interval(list(calls[of].astype(float)), list(cases[of]), mean)
        for words, of in (('without', rows['malignant'] == 0), ('with', rows['malignant'] == 1))
    }


def told_apart(rows, score):
    return interval(list(zip(rows['malignant'], rows[score], strict=True)), list(rows['case']), auc)


def worst_machine(breasts):
    groups = [own for _, own in breasts.groupby('machine')]
    enough = [own for own in groups if min((own['malignant'] == label).sum() for label in (0, 1)) >= LEAST]
    return min((told_apart(own, 'mean') for own in enough), key=lambda figure: figure['value'])


def women_of(rows):
    return rows.groupby('case')[['mass', 'malignant', 'fold']].max()


def choose_mass_point(screening: Path) -> None:
    point, calibration = point_of(women_of(images(screening))), json.loads(CALIBRATION.read_text())
    calibration['operating']['mass'], calibration['marks']['mass'] = point, round(MARKS * point, 4)
    CALIBRATION.write_text(json.dumps(calibration) + '\n')


def write_refused(gate: Path) -> None:
    """Of `engine/evaluate-gate.ts`: all images; those without an implant; of these the flat or inverted."""
    labels = pd.read_csv(SOURCES / 'breast/rsna_640/labels.csv', dtype={'case': str}).set_index('file')
    rows = pd.DataFrame(lines_of(gate)).set_index('file').join(labels)
    own = rows['implant'] == 0
    parts = {
        'all': rows,
        'without_implant': rows[own],
        'flat_or_inverted': rows[own & (rows['machine'].isin(FLAT) | (rows['inverted_in_source'] == 1))],
    }
    figures = {
        name: interval(list((~part['accepted']).astype(float)), list(part['case']), mean)
        for name, part in parts.items()
    }
    write_figures('breast', {'gate': figures})


def write_screening(screening: Path) -> None:
    rows = images(screening)
    women, point = women_of(rows), json.loads(CALIBRATION.read_text())['operating']['mass']
    others = {k: point_of(women[women['fold'] != k]) for k in FOLDS}
    breasts = rows.groupby(['case', 'side'], as_index=False).agg(
        mean=('odds', 'mean'),
        highest=('odds', 'max'),
        malignant=('malignant', 'max'),
        machine=('machine', 'first'),
    )
    hard = rows[rows['difficult_negative'] == 1]
    figures = {
        'date': date.today().isoformat(),
        'note': 'RSNA screening challenge, two sites, images squeezed to 640 by 640 pixels; no network saw them. '
        'The operating point was chosen on the women without cancer; cross-fitted: on those of other folds.',
        'women': shares(women, women['mass'] >= point, women.index),
        'women_cross_fitted': shares(women, women['mass'] >= women['fold'].map(others), women.index),
        'images': shares(rows, rows['mass'] >= point, rows['case']),
        'hard_negative_images_called': interval(
            list((hard['mass'] >= point).astype(float)), list(hard['case']), mean
        ),
        'image_auc': told_apart(rows, 'odds'),
        'breast_auc_mean_of_views': told_apart(breasts, 'mean'),
        'breast_auc_highest_view': told_apart(breasts, 'highest'),
        'breast_auc_worst_machine': worst_machine(breasts),
    }
    write_figures('breast', {'screening': figures})
