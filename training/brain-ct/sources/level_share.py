"""What the log odds of the level would do on sources that the networks never saw: `level_share.py DATA
FACTS MODEL_FOLDER`.

FACTS is the `-facts.json` of engine/alarm-rows.ts; the weight of the log odds stands in metrics.json
(recalibrate.py). They are added to those of the report at shares of that weight: AUC per source, and the
worst and the mean share of right slices with thresholds chosen for them (operating_point.py). Writes
metrics.json and the table of the model card.
"""

import json
import sys
from pathlib import Path

import numpy as np

from evaluate import MIDDLE
from model_card import write_part
from operating_point import chosen, worth
from sources import auc, read_facts

SHARES = [0, 0.25, 0.5, 0.75, 1]
NAMES = {'roboflow_ich': 'Roboflow', 'phe_sich': 'PHE-SICH', 'rsna_dicom': 'RSNA'}


def with_share(facts, share, weight):
    """The facts, their probability with a share of the log odds of the level."""

    def moved(fact):
        odds = np.log(fact['probability'] / (1 - fact['probability'])) - share * weight * (
            abs(fact['position'] - MIDDLE) - MEAN_WAY
        )
        return {**fact, 'probability': float(1 / (1 + np.exp(-odds)))}

    return [moved(fact) if 'level' in fact else fact for fact in facts]


# Of a slice from the middle level in the training scans: keeps the probabilities where thresholds are sought.
MEAN_WAY = 0.26


def figures(read):
    aucs = {name: auc(read[name][0], read[name][2]) for name in NAMES}
    labels, scores = (np.concatenate([part[at] for part in read.values()]) for at in (0, 2))
    worst, mean = worth(read, chosen(read))
    return {
        'auc': {**aucs, 'all': auc(labels, scores)},
        'worst_share_of_right_slices': worst,
        'mean_share_of_right_slices': mean,
    }


def table(found):
    rows = [
        f'| share of the log odds of the level | AUC: {", ".join(NAMES.values())}, all seven sources | least, mean share of right slices, thresholds chosen for it |',
        '|---|---|---|',
    ]
    for share, part in found.items():
        aucs = ', '.join(f'{value:.3f}' for value in part['auc'].values())
        rows.append(
            f'| {share} | {aucs} | {part["worst_share_of_right_slices"]:.3f}, {part["mean_share_of_right_slices"]:.3f} |'
        )
    return rows


def main():
    data, facts, target = map(Path, sys.argv[1:4])
    metrics = json.loads((target / 'metrics.json').read_text())
    level = metrics['haemorrhage']['log_odds_of_the_level']
    told, found = json.loads(facts.read_text()), {}
    for share in SHARES:
        read = {
            name: part[:4]
            for name, part in read_facts(data, with_share(told, share, level['at_home']['weight']))[0].items()
        }
        found[str(share)] = figures(read)
        print(share, found[str(share)], flush=True)
    level['other_sources'] = found
    (target / 'metrics.json').write_text(json.dumps(metrics, indent=2) + '\n')
    write_part(target.parent / 'README.md', 'level', table(found))


if __name__ == '__main__':
    main()
