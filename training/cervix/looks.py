"""Ridge models over the 736 numbers of `network/appearance.py`: what a picture looks like, before any
outline.

Few pictures and many numbers: the penalty is strong and was not tuned beyond its order of magnitude.
"""

import numpy as np

PENALTY = 300.0
# A shift of the standardised numbers counts no further than this; as in
# analyses/cervix/engine/findings/reading.ts.
FURTHEST = 3.0
# Logit per unit of the score that tells colposcope from photograph (0 or 1), which the two hardly overlap in.
KIND_STEEPNESS = 10.0
LOOKS = ('colposcope', 'lesionInPhotograph', 'lesionInColposcope', 'notNegative', 'swede')
MEASURES = {name: f'looks{name[0].upper()}{name[1:]}' for name in LOOKS}


def _truths(row: dict) -> tuple[float | None, ...]:
    labels, via = row['labels'], row['set'] == 'via'
    lesion = float(labels['lesion'])
    return (
        0.0 if via else 1.0,
        lesion if via else None,
        None if via else lesion,
        None if labels['notNegative'] is None else float(labels['notNegative']),
        None if labels['swede'] is None else float(labels['swede'] >= 5),
    )


def _ridge(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights and bias of the weighted ridge regression, solved in the space of the pictures."""
    centre, level = np.average(x, axis=0, weights=weights), np.average(y, weights=weights)
    z = x - centre
    w = z.T @ np.linalg.solve(z @ z.T + PENALTY * np.diag(1 / weights), y - level)
    return w, float(level - centre @ w)


def fit_looks(rows: list[dict]) -> dict:
    """The squeezed copy of a picture stands beside it: shape is no evidence."""
    pairs = [
        (row, seen)
        for row in rows
        for seen in (row['appearance'], row['squeezedAppearance'])
        if seen is not None
    ]
    x = np.array([seen for _, seen in pairs])
    means, scales = x.mean(0).round(4), x.std(0).clip(1e-3).round(4)
    z = ((x - means) / scales).clip(-FURTHEST, FURTHEST)
    truths = [_truths(row) for row, _ in pairs]
    copies = np.array([2.0 if row['squeezedAppearance'] is not None else 1.0 for row, _ in pairs])
    out: dict = {'means': means.tolist(), 'scales': scales.tolist()}
    for k, name in enumerate(LOOKS):
        known = [i for i, truth in enumerate(truths) if truth[k] is not None]
        w, bias = _ridge(z[known], np.array([truths[i][k] for i in known]), 1 / copies[known])
        if name == 'colposcope':
            w, bias = w * KIND_STEEPNESS, (bias - 0.5) * KIND_STEEPNESS
        out[name] = {'bias': round(bias, 5), 'weights': [round(float(v), 5) for v in w]}
    return out


def looks_of(constants: dict, appearance: list[float]) -> dict[str, float]:
    """The measures of one picture, as analyses/cervix/engine/findings/reading.ts takes them."""
    z = ((np.array(appearance) - constants['means']) / constants['scales']).clip(-FURTHEST, FURTHEST)
    scores = {name: constants[name]['bias'] + float(z @ constants[name]['weights']) for name in LOOKS}
    scores['colposcope'] = float(1 / (1 + np.exp(-scores['colposcope'])))
    return {MEASURES[name]: score for name, score in scores.items()}
