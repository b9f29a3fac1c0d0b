"""What shares of the log odds of the level would do at home, on patients that the networks never saw:
`level_at_home.py CACHE DATASET CHECKPOINTS MODEL_FOLDER`.

CHECKPOINTS holds plain-*.npz (unpack.py) and calibration.json (evaluate.py). Writes metrics.json and the
table of the model card.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from evaluate import MIDDLE, WANTED_SPECIFICITY, calibration_error, gathered, level_weight, seen_of
from model_card import write_part
from outlined import outlines
from slices import Slices

SHARES, HIGHEST = [0, 0.25, 0.5, 1], 6


def chance(odds):
    return 1 / (1 + np.exp(-odds))


def figures(slices, odds, seen):
    """AUC of slices, of outlined bleedings and of patients; the share of outlined ones named where 5 %
    without bleeding are.
    """
    none, cases = slices.any == 0, np.unique(slices.case)
    auc = lambda label, score: round(float(roc_auc_score(label, score)), 3)
    label = [slices.any[slices.case == case].max() for case in cases]
    patient = [np.sort(odds[slices.case == case])[-HIGHEST:].mean() for case in cases]
    from_here = np.quantile(odds[none], WANTED_SPECIFICITY)
    return {
        'auc_slice': auc(slices.any, odds),
        'auc_outlined': auc(seen[seen | none], odds[seen | none]),
        'auc_patient': auc(label, patient),
        'sensitivity_outlined_at_specificity_0.95': round(float((odds[seen] >= from_here).mean()), 3),
    }


def main():
    cache, dataset, checkpoints, target = map(Path, sys.argv[1:5])
    slices, logits, positions, _ = gathered(checkpoints, 'plain', Slices(cache, dataset))
    slope, offset = json.loads((checkpoints / 'calibration.json').read_text())['any']
    odds, label = slope * logits[:, 0], slices.any
    weight = slope * level_weight(slices, slices.fold >= 0)
    seen, away = seen_of(slices, outlines(slices)), np.abs(positions - MIDDLE)
    found = {str(share): figures(slices, odds - share * weight * away, seen) for share in SHARES}
    level = {
        'slices': len(label),
        'patients': len(np.unique(slices.case)),
        'weight': round(weight, 3),
        'expected_calibration_error': round(calibration_error(chance(odds + offset), label), 4),
        'by_share': found,
    }
    print(json.dumps(level, indent=1))
    path = target / 'metrics.json'
    metrics = json.loads(path.read_text())
    metrics['haemorrhage']['log_odds_of_the_level'] = {
        **metrics['haemorrhage'].get('log_odds_of_the_level', {}),
        'at_home': level,
    }
    path.write_text(json.dumps(metrics, indent=2) + '\n')
    rows = [
        f'| {share} | ' + ' | '.join(f'{value:.3f}' for value in part.values()) + ' |'
        for share, part in found.items()
    ]
    head = '| share of the log odds of the level | slice AUC | … outlined | patient AUC | outlined ones named at a specificity of 0.95 |'
    write_part(target.parent / 'README.md', 'home', [head, '|---|---|---|---|---|', *rows])


if __name__ == '__main__':
    main()
