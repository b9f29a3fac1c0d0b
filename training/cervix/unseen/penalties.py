"""Tried, not adopted: weaker penalties and corrections of the four probabilities, nested by fold, and on a
source that taught none of them.

    python -m training.cervix.unseen.penalties cache/measures.jsonl [cache/puskesmas.jsonl]

Each fold of VIA and AnnoCerv gets models of the other four, and corrections fitted to what models of three
of these say of the fourth. The second file: the same measures of health-center pictures by the shipped
network, read by models of all of VIA and AnnoCerv. Prints calibration error, AUC and Brier score; model
card.
"""

import json
import sys

import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from training.cervix.calibrate import (
    COLPOSCOPE,
    INVERSE_PENALTY,
    NOT_NEGATIVE,
    PHOTOGRAPH,
    SWEDE,
    fit,
    held_out_looks,
    probability,
    truth_of,
    with_looks,
)
from training.cervix.looks import fit_looks
from training.metrics import auc, calibration_error

ASKED = {
    ('via', 'lesion'): PHOTOGRAPH,
    ('annocerv', 'lesion'): COLPOSCOPE,
    ('via', 'notNegative'): NOT_NEGATIVE,
    ('annocerv', 'swede'): SWEDE,
}
ASKED_OF = {
    'photograph': ('via', 'lesion'),
    'colposcope': ('annocerv', 'lesion'),
    'notNegative': ('via', 'notNegative'),
}
INVERSE_PENALTIES = (INVERSE_PENALTY, 0.3, 1.0, 10.0)
SHIPPED = INVERSE_PENALTY


def logit(p):
    p = np.clip(p, 1e-3, 1 - 1e-3)
    return np.log(p / (1 - p))[:, None]


def beta_terms(p):
    p = np.clip(p, 1e-3, 1 - 1e-3)
    return np.stack([np.log(p), -np.log(1 - p)], 1)


def corrections(p, y):
    """Platt, beta (Kull et al., AISTATS 2017) and isotonic, fitted to `p` and `y`."""
    platt = LogisticRegression(C=1e6).fit(logit(p), y)
    beta = LogisticRegression(C=1e6, max_iter=5000).fit(beta_terms(p), y)
    steps = IsotonicRegression(out_of_bounds='clip', y_min=0.02, y_max=0.98).fit(p, y)
    return {
        'Platt': lambda q: platt.predict_proba(logit(q))[:, 1],
        'beta': lambda q: beta.predict_proba(beta_terms(q))[:, 1],
        'isotonic': steps.predict,
    }


class Models:
    """Of some pictures: the appearance models, and the pictures with what held-out ones say of them, to fit
    on.
    """

    def __init__(self, rows):
        self.looks, self.held_out = fit_looks(rows), held_out_looks(rows)

    def say(self, asked, source, target, strength):
        model = fit(
            [row for row in self.held_out if row['set'] == source], target, ASKED[source, target], strength
        )
        return np.array([probability(model, with_looks(row, self.looks)) for row in asked])


def known(rows, source, target):
    return [row for row in rows if row['set'] == source and truth_of(row, target) is not None]


def truths(rows, target):
    return np.array([truth_of(row, target) for row in rows])


def nested(rows, source, target, models):
    """Name of each variant → probabilities and truths, each picture by models that never saw its fold."""
    out = {}
    folds = sorted({row['fold'] for row in rows})
    for k in folds:
        asked = [row for row in known(rows, source, target) if row['fold'] == k]
        found = {f'inverse penalty {c}': models[k,].say(asked, source, target, c) for c in INVERSE_PENALTIES}
        others = [
            (j, [row for row in known(rows, source, target) if row['fold'] == j]) for j in folds if j != k
        ]
        p = np.concatenate(
            [models[tuple(sorted((j, k)))].say(held, source, target, SHIPPED) for j, held in others]
        )
        y = np.concatenate([truths(held, target) for _, held in others])
        found |= {
            name: correct(found[f'inverse penalty {SHIPPED}']) for name, correct in corrections(p, y).items()
        }
        for name, values in found.items():
            out.setdefault(name, []).extend(zip(values, truths(asked, target), strict=True))
    return out


def figures(pairs):
    p, y = np.array(pairs).T
    return f'error {calibration_error(p, y):.3f}, AUC {auc(list(zip(y, p, strict=True))):.3f}, Brier {np.mean((p - y) ** 2):.3f}'


def main(path, unseen=None):
    rows = [json.loads(line) for line in open(path)]
    folds = sorted({row['fold'] for row in rows})
    without = [(k,) for k in folds] + [(j, k) for j in folds for k in folds if j < k]
    models = {left: Models([row for row in rows if row['fold'] not in left]) for left in without}
    for source, target in ASKED:
        for name, pairs in nested(rows, source, target, models).items():
            print(source, target, name, figures(pairs), flush=True)
    if unseen is None:
        return
    asked, whole = [json.loads(line) for line in open(unseen)], Models(rows)
    for strength in INVERSE_PENALTIES:
        parts = {name: whole.say(asked, *ASKED_OF[name], strength) for name in ASKED_OF}
        kind = np.array([with_looks(row, whole.looks)['measures']['looksColposcope'] for row in asked])
        lesion = kind * parts['colposcope'] + (1 - kind) * parts['photograph']
        for name, p, target in (
            ('lesion', lesion, 'lesion'),
            ('notNegative', parts['notNegative'], 'notNegative'),
        ):
            print(
                'source never seen',
                name,
                f'inverse penalty {strength}',
                figures(list(zip(p, truths(asked, target), strict=True))),
            )


if __name__ == '__main__':
    main(*sys.argv[1:])
