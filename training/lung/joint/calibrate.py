"""The line from the logit of a spot to its probability, from spots that the models never saw.

`models` holds spot.onnx of each model with the line 1, 0. Each spot counts as the engine finds it.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from training.lung.spot.figures import left_out_slices


def write_line(data: Path, cache: Path, models: Path, out: Path) -> None:
    slices = [one for own in left_out_slices(data, cache, models).values() for one in own]
    p = np.concatenate([one['raw'] for one in slices]).clip(1e-6, 1 - 1e-6)
    labels = np.array([label for one in slices for label, _ in one['labels']])
    known = labels >= 0
    fit = LogisticRegression(C=1e4).fit(np.log(p / (1 - p))[known, None], labels[known])
    out.write_text(json.dumps({'slope': float(fit.coef_[0, 0]), 'offset': float(fit.intercept_[0])}))
