"""Heads on the frozen encoder that tell nodules and masses from other spots, one set for each model of
joint/store.py.

`cache` holds what spot/features.py wrote for each set. Writes the states of each model's heads.
"""

import pickle
from pathlib import Path

import numpy as np
import torch

from training.lung.joint.store import LEFT_OUT, is_seen
from training.lung.spot.figures import FACTS, SOURCES, boxes_of, label_of
from training.lung.spot.network import fit

SEEDS = (0, 1, 2)
PASSES = 24


def load(cache: Path, source: str) -> list[dict]:
    slices = []
    with open(cache / f'{source}.pkl', 'rb') as handle:
        for row, spots, features in pickle.load(handle):
            if len(spots) == 0:
                continue
            boxes, others = boxes_of(row.get('boxes')), boxes_of(row.get('other_boxes'))
            labels = [label_of(spot, boxes, others)[0] for spot in spots]
            seen = np.concatenate([spots[:, :FACTS], features], 1)
            slices.append(
                {
                    'source': source,
                    'case': row['case'],
                    'fold': row.get('fold', '-'),
                    'file': row['file'],
                    'labels': labels,
                    'seen': seen,
                }
            )
    return slices


def heads_of(slices: list[dict], model: str) -> list:
    """The only patient with a mass from 3 cm on teaches no head."""
    own = [one for one in slices if is_seen(one, model) and one['source'] != 'petct_dx']
    seen = torch.from_numpy(np.concatenate([one['seen'] for one in own]))
    labels = torch.tensor([label for one in own for label in one['labels']])
    known = labels >= 0
    return [fit(seen[known], labels[known].float(), seed, passes=PASSES) for seed in SEEDS]


def train_heads(cache: Path, out: Path) -> None:
    slices = [one for source in SOURCES for one in load(cache, source)]
    heads = {model: heads_of(slices, model) for model in LEFT_OUT}
    torch.save({model: [head.state_dict() for head in own] for model, own in heads.items()}, out)
