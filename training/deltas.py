"""Many trained networks in one small file: each as its difference from the encoder that all of them began
with.

Large tensors are stored per output channel in few bits (their difference from `base` where it has one of
that name), the rest in half precision; a whole file is compressed. The loss is a thousandth of a weight and
less.
"""

import lzma
import pickle
from pathlib import Path

import numpy as np
import torch

SMALL = 256  # tensors up to here, and vectors, stay in half precision
DIFFERENCE_BITS, WHOLE_BITS = 5, 7


def packed(state, base):
    """State dict → bytes; `base` holds the tensors that most of it began as."""
    out = {}
    for name, value in state.items():
        value = value.detach().float().cpu().numpy() if value.is_floating_point() else value.cpu().numpy()
        if value.dtype != np.float32 or value.size <= SMALL or value.ndim < 2:
            out[name] = value.astype(np.float16) if value.dtype == np.float32 else value
            continue
        known = name in base
        flat = (value - base[name].float().cpu().numpy() if known else value).reshape(len(value), -1)
        step = np.abs(flat).max(1, keepdims=True).clip(1e-8) / (
            2 ** ((DIFFERENCE_BITS if known else WHOLE_BITS) - 1) - 1
        )
        out[name] = (np.round(flat / step).astype(np.int8), step.astype(np.float32), value.shape, known)
    return lzma.compress(pickle.dumps(out))


def unpacked(parts, base):
    state = {}
    for name, value in pickle.loads(lzma.decompress(parts)).items():
        if isinstance(value, tuple):
            levels, step, shape, known = value
            value = (levels * step).reshape(shape)
            value = value + base[name].float().cpu().numpy() if known else value
        value = np.asarray(value)
        state[name] = torch.from_numpy(value.astype(np.float32) if value.dtype == np.float16 else value)
    return state


def write(path: Path, content):
    """Replaces the file at once, so that a reader never sees half of it."""
    part = path.with_suffix('.part')
    part.write_bytes(pickle.dumps(content))
    part.replace(path)


def read(path: Path):
    return pickle.loads(path.read_bytes())
