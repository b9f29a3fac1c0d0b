"""How often a slice has a nodule or mass, by the score of its likeliest mark: reads
`analyses/lung/model/alarm-curve.json`.

    python -m training.lung.spot.calibration

Heads that never saw the source (`alarm-curve.sh`). Prints a line per tenth of the score, and the mean
difference over all slices.
"""

import json
from pathlib import Path

import numpy as np

CURVE = Path('analyses/lung/model/alarm-curve.json')
# Points of the curve in a line, in hundredths of the score.
WIDTH = 10


def main() -> None:
    curve = json.loads(CURVE.read_text(encoding='utf-8'))
    slices = {name: sum(source[name] for source in curve['sources']) for name in ('with', 'without')}
    points = curve['points']
    above = {
        'with': [1.0, *(p['sensitivity'] for p in points), 0.0],
        'without': [1.0, *(p['falseAlarmsPer100'] / 100 for p in points), 0.0],
    }
    at = {name: slices[name] * -np.diff(shares) for name, shares in above.items()}
    scores = (np.array([0, *(p['threshold'] for p in points)]) + 0.5) / 100
    error = 0.0
    for first in range(0, len(scores), WIDTH):
        line = slice(first, first + WIDTH)
        hits, misses = at['with'][line], at['without'][line]
        count = hits.sum() + misses.sum()
        share, score = hits.sum() / count, ((hits + misses) * scores[line]).sum() / count
        error += count / sum(slices.values()) * abs(share - score)
        print(
            f'{first / 100:.1f} to {(first + WIDTH) / 100:.1f}: {count:.0f} slices, score {score:.2f}, with one {share:.2f}'
        )
    print(f'mean difference {error:.3f} of {sum(slices.values())} slices')


if __name__ == '__main__':
    main()
