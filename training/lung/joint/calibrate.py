"""The line from the logit of a spot to its probability, from spots that the models never saw.

    python -m training.lung.joint.calibrate --data ../shared/datasets/lung --cache training/lung/cache --models training/lung/runs/models --out line.json

`models` holds spot.onnx of each model with the line 1, 0. Each spot counts as the engine finds it; prints
what the line would be without each source.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from training.lung.spot.figures import left_out_slices


def line_of(parts: dict[str, tuple[np.ndarray, np.ndarray]]) -> tuple[float, float]:
    logits, labels = (np.concatenate([part[k] for part in parts.values()]) for k in (0, 1))
    fit = LogisticRegression(C=1e4).fit(logits[:, None], labels)
    return float(fit.coef_[0, 0]), float(fit.intercept_[0])


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    for name in ('data', 'cache', 'models', 'out'):
        parser.add_argument(f'--{name}', type=Path, required=True)
    args = parser.parse_args()
    parts = {}
    for source, slices in left_out_slices(args.data, args.cache, args.models).items():
        p = np.concatenate([one['raw'] for one in slices]).clip(1e-6, 1 - 1e-6)
        labels = np.array([label for one in slices for label, _ in one['labels']])
        known = labels >= 0
        parts[source] = (np.log(p / (1 - p))[known], labels[known])
    for left in parts:
        print('without', left, line_of({source: part for source, part in parts.items() if source != left}))
    slope, offset = line_of(parts)
    print('all', slope, offset)
    args.out.write_text(json.dumps({'slope': slope, 'offset': offset}))
