"""The cervix as the shipped network outlines it, where none is drawn: only VIA's cervices are.

The shipped network has seen VIA and AnnoCerv; it says here where the cervix lies, and nothing of a lesion.
"""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from training.cervix.network.data import Pictures
from training.cervix.network.read import read

SHIPPED = Path('analyses/cervix/model/cervix.onnx')


class Shipped:
    """The ONNX network with the interface of `CervixNet`: logits, so that `read` can take their sigmoid."""

    def __init__(self, path: Path = SHIPPED) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options)

    def __call__(self, view: torch.Tensor):
        maps, scores = self.session.run(None, {'picture': view.numpy()})
        maps = torch.from_numpy(maps).clamp(1e-5, 1 - 1e-5)
        return torch.log(maps / (1 - maps)), torch.from_numpy(scores), torch.zeros(len(scores), 1)


def seen_cervices(pictures: Pictures, kept: Path) -> torch.Tensor:
    """(n, side, side) of every picture; read from `kept` where that exists."""
    if not kept.exists():
        shipped = Shipped()
        maps = [
            read(shipped, image, share)['maps'][0] > 0.5
            for image, share in zip(pictures.images, pictures.shares, strict=True)
        ]
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, np.stack(maps))
    return torch.from_numpy(np.load(kept))


def outlined(pictures: Pictures, kept: Path) -> Pictures:
    cervices = seen_cervices(pictures, kept)
    for i in range(len(pictures.names)):
        if not pictures.masks[i, 0].any():
            pictures.masks[i, 0] = cervices[i].to(pictures.masks.dtype)
            pictures.known[i, 0] = float(cervices[i].any())
    return pictures
