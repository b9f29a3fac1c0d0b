"""What a network makes of pictures it has not seen, in Python: a curve to choose the length of the training
by.
"""

import numpy as np

from training.cervix.network.data import Pictures
from training.cervix.network.network import CervixNet
from training.cervix.network.read import read
from training.metrics import auc, dice

THRESHOLDS = np.arange(0.2, 0.7, 0.05)
REGIONS = ('cervix', 'lesion', 'junction')


def watch(model: CervixNet, sets: dict[str, Pictures], fold: str) -> str:
    """One line: mean Dice of each outline at its best threshold (VIA), AUC of the picture scores (both
    sets).
    """
    scans: dict[str, list] = {region: [] for region in REGIONS}
    scores: dict[str, list] = {}
    for name, pictures in sets.items():
        for i in (i for i, f in enumerate(pictures.folds) if f == fold):
            result = read(model, pictures.images[i], pictures.shares[i])
            maps = result['maps']
            for r, region in enumerate(REGIONS):
                truth = pictures.masks[i, r].numpy() > 0
                if name == 'via' and truth.any():
                    scans[region].append([dice(maps[r] > t, truth) for t in THRESHOLDS])
            for k, target in enumerate(('lesion', 'not negative', 'swede')):
                if pictures.score_known[i, k]:
                    value = float(result['scores'][k] + result['first_scores'][k])
                    scores.setdefault(f'{name} {target}', []).append((float(pictures.scores[i, k]), value))
    means = {region: np.mean(rows, 0) for region, rows in scans.items()}
    words = [f'{region} {m.max():.3f} at {THRESHOLDS[int(m.argmax())]:.2f}' for region, m in means.items()]
    return ', '.join(words + [f'{target} {auc(pairs):.3f}' for target, pairs in scores.items()])
