"""Figures of the cervix engine from `engine/measure.ts` and `engine/evaluate.ts` → metrics.json.

python -m training.cervix.evaluate cache/measures.jsonl cache/evaluation.jsonl
"""

import argparse
import json
from pathlib import Path

import numpy as np

from training.metrics import auc, calibration_error, interval, mean, median, write_figures

ROOT = Path(__file__).resolve().parents[2]
REGIONS = ('cervix', 'lesion', 'junction')


def load(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def joined(measures: list[dict], evaluated: list[dict]) -> list[dict]:
    known = {(row['set'], row['file']): row for row in measures}
    return [
        {
            **row,
            'labels': known[row['set'], row['file']]['labels'],
            'scan': known[row['set'], row['file']]['dice'],
        }
        for row in evaluated
    ]


def dice_figure(rows: list[dict], region: str) -> dict:
    rows = [row for row in rows if row['dice'][region] is not None]
    return interval([row['dice'][region] for row in rows], [row['case'] for row in rows], mean)


def outlined(rows: list[dict], region: str, checkpoints: Path) -> dict:
    """Dice of the outline alone, whether or not a lesion is reported or lies over it; threshold of the
    other folds.
    """
    values, cases = [], []
    for row in rows:
        if row['scan'][region] is None:
            continue
        constants = json.loads((checkpoints / f'reading-fold{row["fold"]}.json').read_text())
        at = row['scan']['thresholds'].index(constants['thresholds'][region])
        values.append(row['scan'][region][at])
        cases.append(row['case'])
    return interval(values, cases, mean)


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


def set_figures(rows: list[dict], name: str, checkpoints: Path) -> dict:
    figures: dict = {'pictures': len(rows)}
    for region in REGIONS if name == 'via' else ('lesion',):
        figures[f'dice_{region}'] = dice_figure(rows, region)
    figures['dice_lesion_whether_reported_or_not'] = outlined(rows, 'lesion', checkpoints)
    if name == 'via':
        figures['dice_junction_whether_covered_or_not'] = outlined(rows, 'junction', checkpoints)
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
    figures['auc_lesion_squeezed_copies'] = auc_figure(rows, lesion_of, lambda row: row['squeezed']['lesion'])
    return figures


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('measures', type=Path)
    parser.add_argument('evaluation', type=Path)
    parser.add_argument('--checkpoints', type=Path, default=ROOT / 'training/cervix/checkpoints')
    args = parser.parse_args()
    rows = joined(load(args.measures), load(args.evaluation))
    folds = sorted({row['fold'] for row in rows})
    figures = {
        'evaluated': f'out of fold, folds {", ".join(folds)} of 0-4, through the engine: network, thresholds and '
        'probabilities of each picture come from the other folds',
        **{
            name: set_figures([row for row in rows if row['set'] == name], name, args.checkpoints)
            for name in ('via', 'annocerv')
        },
        'gate': {
            'false_refusal': share(rows, lambda row: not row['accepted']),
            'refused_after_heavy_blur': share(rows, lambda row: not row['blurredAccepted']),
        },
        'processor_milliseconds_per_picture': interval(
            [row['milliseconds'] for row in rows], [row['case'] for row in rows], median
        ),
    }
    write_figures('cervix', figures)
    print(json.dumps(figures, indent=1))
