"""Was acetic acid applied? Four ways, each trained and thresholded on the other sources. Prints their
figures.

    python -m training.cervix.unseen.stain cache/stain.npz

"Before" is a picture whose outlined lesion was drawn away (`unseen/stain_measures.py`); no picture taken
before acetic acid was at hand. `AUC`: drawn against all pictures as taken; `clear`: drawn against pictures
as taken without a lesion, which must not be refused. At the threshold that 5 % of the other sources'
pictures as taken pass: share of the drawn ones told, and of the pictures as taken told in vain. Not adopted
(model card).
"""

import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

ASKED = ('via', 'annocerv', 'atlas')
PASSED_IN_VAIN = 0.05
WAYS = {
    'mean whiteness and saturation': 'mean',
    'share of white area': 'white',
    'color statistics': 'color',
    'map and presence scores': 'maps',
    'frozen appearance': 'looks',
}


def weights_of(source: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """Each source and class weighs the same."""
    weight = np.zeros(len(source))
    for name in set(source):
        for label in (0, 1):
            k = (source == name) & (drawn == label)
            weight[k] = 1 / max(1, k.sum())
    return weight * len(source) / weight.sum()


def asked(d: dict, way: str, left: str) -> dict:
    on, out = d['source'] != left, d['source'] == left
    model = make_pipeline(
        StandardScaler(), LogisticRegression(C=0.001 if way == 'looks' else 0.1, max_iter=2000)
    )
    model.fit(
        d[way][on],
        d['drawn'][on],
        logisticregression__sample_weight=weights_of(d['source'][on], d['drawn'][on]),
    )
    scores = model.decision_function(d[way])
    cut = np.quantile(scores[on & (d['drawn'] == 0)], 1 - PASSED_IN_VAIN)
    taken, drawn = out & (d['drawn'] == 0), out & (d['drawn'] == 1)
    clear = taken & (d['lesion'] == 0)
    found = {
        'AUC': roc_auc_score(d['drawn'][out], scores[out]),
        'told': (scores[drawn] > cut).mean(),
        'in vain': (scores[taken] > cut).mean(),
    }
    if clear.any():
        found['clear'] = roc_auc_score(
            np.r_[np.zeros(clear.sum()), np.ones(drawn.sum())], np.r_[scores[clear], scores[drawn]]
        )
        found['clear in vain'] = (scores[clear] > cut).mean()
    return {key: round(float(value), 3) for key, value in found.items()} | {
        'drawn': int(drawn.sum()),
        'taken': int(taken.sum()),
        'clear taken': int(clear.sum()),
    }


if __name__ == '__main__':
    measures = dict(np.load(sys.argv[1]))
    for name, way in WAYS.items():
        for left in ASKED:
            print(name, '| left out:', left, asked(measures, way, left), flush=True)
