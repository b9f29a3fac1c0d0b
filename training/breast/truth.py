"""What the training films show: circles, grades, folds."""

import numpy as np
import pandas as pd

from training.pipeline import ANALYSES, DATA, folder_of

CHECKPOINTS = folder_of('breast') / 'checkpoints'
CALIBRATION = ANALYSES / 'breast/model/calibration.json'

MASS_CLASSES = {'CIRC', 'SPIC', 'MISC', 'ARCH', 'ASYM'}


def mias():
    """file → dict(fold, case, abnormal, malignant, density, circles=[(x, y, r, class, severity)],
    unplaced).
    """
    table = pd.read_csv(DATA / 'breast/mias/labels.csv', keep_default_na=False)
    films = {}
    for _, row in table.iterrows():
        circles, unplaced = [], set()
        if row['circles']:
            classes, severities = row['classes'].split('|'), row['severities'].split('|')
            for place, name, severity in zip(row['circles'].split('|'), classes, severities):
                if place == '-':
                    unplaced.add(name)
                else:
                    x, y, r = map(float, place.split(','))
                    circles.append((x, y, r, name, severity))
        films[row['file']] = dict(
            fold=int(row['fold']),
            case=row['case'],
            abnormal=int(row['abnormal']),
            malignant=int(row['malignant']),
            density=row['density'],
            circles=circles,
            unplaced=unplaced,
        )
    return films


def hit(circles, x, y):
    """Index of the circle whose inside holds the place, or -1."""
    best, found = np.inf, -1
    for k, (cx, cy, r, _, _) in enumerate(circles):
        distance = np.hypot(x - cx, y - cy) / r
        if distance < min(1, best):
            best, found = distance, k
    return found
