"""Figures of the cervix engine from `engine/measure.ts` and `engine/evaluate.ts` → metrics.json."""

from pathlib import Path

import numpy as np

from training.datasets import lines_of
from training.metrics import auc, calibration_error, interval, mean, write_figures

REGIONS = ('cervix', 'lesion', 'junction')


def joined(measures: list[dict], evaluated: list[dict]) -> list[dict]:
    labels = {(row['set'], row['file']): row['labels'] for row in measures}
    return [{**row, 'labels': labels[row['set'], row['file']]} for row in evaluated]


def dice_figure(rows: list[dict], region: str) -> dict:
    rows = [row for row in rows if row['dice'][region] is not None]
    return interval([row['dice'][region] for row in rows], [row['case'] for row in rows], mean)


def auc_figure(rows: list[dict], truth, score) -> dict:
    rows = [row for row in rows if truth(row) is not None]
    return interval([(float(truth(row)), score(row)) for row in rows], [row['case'] for row in rows], auc)


def share(rows: list[dict], holds) -> dict:
    return interval([float(holds(row)) for row in rows], [row['case'] for row in rows], mean)


def lesion_of(row: dict) -> bool:
    return row['labels']['lesion']


def swede_of(row: dict) -> bool | None:
    return None if row['labels']['swede'] is None else row['labels']['swede'] >= 5


def gap(rows: list[dict], truth, name: str) -> float:
    rows = [row for row in rows if truth(row) is not None]
    predicted = np.array([row['scores'][name] for row in rows])
    return round(calibration_error(predicted, np.array([float(truth(row)) for row in rows])), 4)


def set_figures(rows: list[dict], name: str) -> dict:
    figures: dict = {'pictures': len(rows)}
    for region in REGIONS if name == 'via' else ('lesion',):
        figures[f'dice_{region}'] = dice_figure(rows, region)
    figures['auc_lesion'] = auc_figure(rows, lesion_of, lambda row: row['scores']['lesion'])
    figures['calibration_error_lesion'] = gap(rows, lesion_of, 'lesion')
    with_lesion, without = ([row for row in rows if lesion_of(row) == wanted] for wanted in (True, False))
    figures['sensitivity_lesion_reported'] = share(with_lesion, lambda row: row['lesionReported'])
    figures['specificity_lesion_reported'] = share(without, lambda row: not row['lesionReported'])
    if name == 'via':
        figures['auc_not_negative'] = auc_figure(
            rows, lambda row: row['labels']['notNegative'], lambda row: row['scores']['not_negative']
        )
        figures['calibration_error_not_negative'] = gap(
            rows, lambda row: row['labels']['notNegative'], 'not_negative'
        )
        return figures
    figures['auc_swede_from_5'] = auc_figure(rows, swede_of, lambda row: row['scores']['swede_from_five'])
    figures['calibration_error_swede_from_5'] = gap(rows, swede_of, 'swede_from_five')
    return figures


def write_evaluation(measures: Path, evaluation: Path) -> None:
    rows = joined(lines_of(measures), lines_of(evaluation))
    folds = sorted({row['fold'] for row in rows})
    figures = {
        'evaluated': f'out of fold, folds {", ".join(folds)} of 0-4, through the engine: network, thresholds and '
        'probabilities of each picture come from the other folds',
        **{
            name: set_figures([row for row in rows if row['set'] == name], name)
            for name in ('via', 'annocerv')
        },
        'gate': {
            'false_refusal': share(rows, lambda row: not row['accepted']),
            'refused_after_heavy_blur': share(rows, lambda row: not row['blurredAccepted']),
        },
    }
    write_figures('cervix', figures)
