"""What pack.py wrote, and which of it a model must not see."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch

# Models by name: the fold of luna_slices, lidc_nodules and covid_infnet, and the source or patient that each
# never sees. `ship` never sees what measures it; of the infections it sees all.
LEFT_OUT = {
    'ship': ('0', 'petct_dx'),
    '0': ('0', 'petct_dx'),
    '1': ('1', 'msd_tumour'),
    '2': ('2', 'LIDC-IDRI-0745'),
    '3': ('3', 'lidc_series'),
    '4': ('4', 'LIDC-IDRI-0513'),
}
FOLDED = ('luna_slices', 'lidc_nodules', 'covid_infnet')


def is_seen(record: dict, model: str) -> bool:
    fold, other = LEFT_OUT[model]
    if other in (record['source'], record['case']):
        return False
    if model == 'ship' and record['source'] == 'covid_infnet':
        return True
    return record['source'] not in FOLDED or record['fold'] != fold


def load(folder: Path, kinds: tuple[str, ...]) -> Iterator[dict]:
    for path in sorted(folder.glob('*.pkl')):
        with open(path, 'rb') as handle:
            yield from (record for record in pickle.load(handle) if record['kind'] in kinds)


def decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)


class Mean:
    """The running mean of a model's weights and of what its normalisations saw."""

    def __init__(self, model: torch.nn.Module, keep: float):
        self.keep, self.steps = keep, 0
        self.values = {name: value.detach().clone() for name, value in model.state_dict().items()}

    @torch.no_grad()
    def add(self, model: torch.nn.Module) -> None:
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        state = model.state_dict()
        floats = [name for name, value in state.items() if value.is_floating_point()]
        torch._foreach_mul_([self.values[name] for name in floats], keep)
        torch._foreach_add_(
            [self.values[name] for name in floats], [state[name] for name in floats], alpha=1 - keep
        )


def rate_at(share: float, highest: float) -> float:
    """Learning rate after a share of the steps: a short rise, then half a cosine."""
    if share < 0.05:
        return highest * (0.05 + share / 0.05 * 0.95)
    return highest * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(1.0, (share - 0.05) / 0.95))))
