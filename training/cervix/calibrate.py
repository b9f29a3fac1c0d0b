"""Fits thresholds and picture probabilities to measures of held-out pictures (`engine/measure.ts`).

Writes `checkpoints/reading-fold<k>.json`, fitted without the pictures of fold k, for the evaluation, and
`analyses/cervix/model/reading.json`, fitted on all, which ships.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from training.cervix.looks import LOOKS, fit_looks, looks_of
from training.cervix.network.data import CHECKPOINTS, READING
from training.datasets import lines_of

# Strength of the penalty; small samples and related measures call for a strong one. Not tuned.
INVERSE_PENALTY = 0.1
# Measures that each probability rests on: how sure the lesion map is at its peak, and the looks. The
# network's own picture scores add nothing to these out of fold.
PHOTOGRAPH = ('mapPeak', 'looksLesionInPhotograph', 'looksNotNegative')
COLPOSCOPE = ('mapPeak', 'looksLesionInColposcope', 'looksSwede')
NOT_NEGATIVE = ('mapPeak', 'looksNotNegative')
SWEDE = ('mapPeak', 'looksSwede', 'looksLesionInColposcope')
# A lesion is reported from the probability that reaches this share of the pictures with one: a miss weighs
# more than a second look.
SENSITIVITY = 0.9
# With this weight all five folds choose the same pair of thresholds; with 1 they do not, and the junction
# loses 0.004.
JUNCTION_WEIGHT = 1.5


def truth_of(row: dict, target: str) -> float | None:
    if target == 'swede':
        return None if row['labels']['swede'] is None else float(row['labels']['swede'] >= 5)
    value = row['labels'][target]
    return None if value is None else float(value)


def case_weights(rows: list[dict]) -> np.ndarray:
    """Several pictures of one cervix count as one."""
    cases = [(row['set'], row['case']) for row in rows]
    return np.array([1 / cases.count(case) for case in cases])


def fit(rows: list[dict], target: str, names: tuple[str, ...]) -> dict:
    rows = [row for row in rows if truth_of(row, target) is not None]
    x = np.array([[row['measures'][name] for name in names] for row in rows])
    y = np.array([truth_of(row, target) for row in rows])
    mean, scale = x.mean(0), x.std(0).clip(1e-3)
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=1000)
    model.fit(((x - mean) / scale).clip(-3, 3), y, sample_weight=case_weights(rows))
    terms = [
        {
            'measure': name,
            'mean': round(float(m), 5),
            'scale': round(float(s), 5),
            'weight': round(float(w), 5),
        }
        for name, m, s, w in zip(names, mean, scale, model.coef_[0], strict=True)
    ]
    return {'bias': round(float(model.intercept_[0]), 5), 'terms': terms}


def probability(model: dict, row: dict) -> float:
    z = [
        np.clip((row['measures'][t['measure']] - t['mean']) / t['scale'], -3, 3) * t['weight']
        for t in model['terms']
    ]
    return float(1 / (1 + np.exp(-(model['bias'] + sum(z)))))


def lesion_probability(models: dict, row: dict) -> float:
    kind = row['measures']['looksColposcope']
    return kind * probability(models['colposcope'], row) + (1 - kind) * probability(models['photograph'], row)


def best_thresholds(rows: list[dict]) -> dict[str, float]:
    """The pair for which the map that shows lesion and junction has the highest weighted sum of both mean
    Dices.
    """
    scans = [row['dice']['map'] for row in rows if row['set'] == 'via']

    def gain(k: int) -> float:
        values = [
            [scan[k][name] for scan in scans if scan[k][name] is not None]
            for name in ('lesionDice', 'junctionDice')
        ]
        return float(np.mean(values[0]) + JUNCTION_WEIGHT * np.mean(values[1]))

    best = scans[0][max(range(len(scans[0])), key=gain)]
    return {'lesion': best['lesion'], 'junction': best['junction']}


def report_from(rows: list[dict], models: dict) -> float:
    found = sorted(lesion_probability(models, row) for row in rows if row['labels']['lesion'])
    return round(found[int((1 - SENSITIVITY) * len(found))], 3)


def with_looks(row: dict, constants: dict) -> dict:
    return {**row, 'measures': {**row['measures'], **looks_of(constants, row['appearance'])}}


def held_out_looks(rows: list[dict]) -> list[dict]:
    """Each row with the looks that models fitted without its fold give it, to fit what rests on them."""
    out = []
    for fold in sorted({row['fold'] for row in rows}):
        constants = fit_looks([row for row in rows if row['fold'] != fold])
        out += [with_looks(row, constants) for row in rows if row['fold'] == fold]
    return out


def constants(rows: list[dict], before_acid: dict) -> dict:
    """All that is fitted here, and the model of `steps.py` as it is."""
    held_out = held_out_looks(rows)
    by_set = {name: [row for row in held_out if row['set'] == name] for name in ('via', 'annocerv')}
    lesion = {
        'photograph': fit(by_set['via'], 'lesion', PHOTOGRAPH),
        'colposcope': fit(by_set['annocerv'], 'lesion', COLPOSCOPE),
    }
    return {
        'thresholds': best_thresholds(rows),
        'reportFrom': {
            'photograph': report_from(by_set['via'], lesion),
            'colposcope': report_from(by_set['annocerv'], lesion),
        },
        'lesion': lesion,
        'notNegative': fit(held_out, 'notNegative', NOT_NEGATIVE),
        'swedeFromFive': fit(held_out, 'swede', SWEDE),
        'appearance': {**fit_looks(rows), 'beforeAcid': before_acid},
    }


def written(values: dict) -> str:
    """JSON with the long lists of `appearance` on one line each."""
    looks = values['appearance']
    lines = [f'    "{name}": {json.dumps(looks[name])}' for name in ('means', 'scales', *LOOKS, 'beforeAcid')]
    rest = json.dumps({name: value for name, value in values.items() if name != 'appearance'}, indent=2)
    return rest[: rest.rindex('\n}')] + ',\n  "appearance": {\n' + ',\n'.join(lines) + '\n  }\n}\n'


def write_constants(measures: Path) -> None:
    rows = lines_of(measures)
    before_acid = json.loads(READING.read_text())['appearance']['beforeAcid']
    for fold in sorted({row['fold'] for row in rows}):
        others = [row for row in rows if row['fold'] != fold]
        (CHECKPOINTS / f'reading-fold{fold}.json').write_text(written(constants(others, before_acid)))
    READING.write_text(written(constants(rows, before_acid)))
