"""A fold model's maps of whole slices: the same steps as analyses/lung/engine/lungs/tissue.ts."""

from pathlib import Path

import cv2
import numpy as np
import torch

from training.lung.joint.export import loaded
from training.lung.joint.slices.network import ChestNet
from training.lung.opacity.data import SIDE, normalise
from training.lung.opacity.network import OpacityNet

STEP = 32


def load(weights: Path, fold: int) -> OpacityNet:
    return loaded(ChestNet(), weights / 'slices-weights.npz', str(fold)).opacity.to(
        memory_format=torch.channels_last
    )


@torch.no_grad()
def maps_of(model: OpacityNet, grey: np.ndarray) -> np.ndarray:
    """8-bit slice → lung, opacity, consolidation, 0 to 1, in its own size."""
    height, width = grey.shape
    scale = SIDE / max(height, width)
    inner = round(width * scale), round(height * scale)
    frame = [-(-length // STEP) * STEP for length in inner]
    left, top = (frame[0] - inner[0]) // 2, (frame[1] - inner[1]) // 2
    picture = np.full(frame[::-1], -1, np.float32)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture[top : top + inner[1], left : left + inner[0]] = cv2.resize(
        normalise(grey), inner, interpolation=how
    )
    maps = torch.sigmoid(model(torch.from_numpy(picture)[None, None]))[0].numpy()
    full = [cv2.resize(m, tuple(frame), interpolation=cv2.INTER_LINEAR) for m in maps]
    return np.stack(
        [
            cv2.resize(
                m[top : top + inner[1], left : left + inner[0]],
                (width, height),
                interpolation=cv2.INTER_LINEAR,
            )
            for m in full
        ]
    )
