"""What pack.py wrote, and which of it a model must not see."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch

from training.efficientnet_lite import load_imagenet

# Models by name: the fold of luna_slices, lidc_nodules and covid_infnet, and the source or patient that each
# never sees. `ship` never sees what measures it; of the infections it sees all.
LEFT_OUT = {
    'ship': ('0', 'petct_dx'),
    '0': ('0', 'petct_dx'),
    '1': ('1', 'msd_tumour'),
    '2': ('2', 'LIDC-IDRI-0745'),
    '3': ('3', 'lidc_series'),
    '4': ('4', 'LIDC-IDRI-0513'),
    'without_luna': ('0', 'luna_slices'),
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


def load_encoder(encoder: torch.nn.Module, path: Path | None) -> None:
    """ImageNet weights: a state dict, for machines without the package that holds them."""
    if path is None:
        return load_imagenet(encoder)
    encoder.load_state_dict(
        {
            name: value.float() if value.is_floating_point() else value
            for name, value in torch.load(path, map_location='cpu').items()
        }
    )


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
    """Learning rate after a share of the time: a short rise, then half a cosine."""
    if share < 0.05:
        return highest * (0.05 + share / 0.05 * 0.95)
    return highest * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(1.0, (share - 0.05) / 0.95))))


def packed(values: dict[str, torch.Tensor], whole: bool) -> dict[str, np.ndarray]:
    """Weights in half precision; or, for models that only measure, large ones in 8 bits with a scale per
    output channel.
    """
    result = {}
    for name, value in values.items():
        array = value.detach().float().cpu().numpy()
        if whole or array.ndim < 2 or array.size < 2048:
            result[name] = array.astype(
                np.float16 if np.abs(array).max(initial=0) < 6e4 and whole else np.float32
            )
            continue
        scale = np.abs(array).reshape(len(array), -1).max(1).clip(1e-12) / 127
        result[name] = np.rint(array / scale.reshape(-1, *[1] * (array.ndim - 1))).astype(np.int8)
        result[f'{name}@scale'] = scale.astype(np.float32)
    return result


def unpacked(file: dict, prefix: str) -> dict[str, torch.Tensor]:
    """The state dict that `packed` stored under names with `prefix`."""
    result = {}
    for name in file:
        if not name.startswith(prefix) or name.endswith('@scale'):
            continue
        array = np.asarray(file[name], np.float32)
        if f'{name}@scale' in file:
            array = array * file[f'{name}@scale'].reshape(-1, *[1] * (array.ndim - 1))
        result[name[len(prefix) :]] = torch.from_numpy(array)
    return result
