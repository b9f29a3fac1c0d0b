"""Random views of every picture, seen once by the frozen part of the encoder, for all trainings to share."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from training.cervix.network.data import LOADERS
from training.cervix.network.network import CervixNet
from training.cervix.network.views import SIDE, STRIDE, boxes_of, random_views
from training.efficientnet_lite import load_imagenet
from training.export import export, session_of

# AnnoCerv shows each cervix several times and mostly lacks outlines.
VIEWS = {'via': 56, 'annocerv': 28}
BATCH = 7


class Early(torch.nn.Module):
    def __init__(self, encoder: torch.nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, view: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.encoder.early(view)


def frozen_session(path: Path) -> onnxruntime.InferenceSession:
    """The frozen part of the encoder; ONNX Runtime takes a third of PyTorch's time for it."""
    model = CervixNet()
    load_imagenet(model.encoder)
    export(Early(model.encoder), torch.randn(1, 3, SIDE, SIDE), ('view', ['quarter', 'eighth']), path)
    return session_of(path)


@torch.no_grad()
def write_views(data: Path, out: Path) -> None:
    generator = torch.Generator().manual_seed(5)
    session = frozen_session(out / 'early.onnx')
    for name in LOADERS:
        pictures, views = LOADERS[name](data / name), VIEWS[name]
        boxes = boxes_of(pictures.masks, pictures.shares)
        side = SIDE // STRIDE
        shapes = {
            'quarter': (24, side, side),
            'eighth': (40, side // 2, side // 2),
            'target': (3, side, side),
        }
        files = {
            part: np.lib.format.open_memmap(
                out / f'{name}-{part}.npy',
                'w+',
                np.uint8 if part == 'target' else np.float16,
                (len(boxes) * views, *shape),
            )
            for part, shape in shapes.items()
        }
        for i in range(len(boxes)):
            for start in range(i * views, (i + 1) * views, BATCH):
                chosen = torch.full((BATCH,), i)
                parts = (x[chosen] for x in (pictures.images, pictures.masks, pictures.shares, boxes))
                view, target = random_views(*parts, generator)
                quarter, eighth = session.run(None, {'view': view.numpy()})
                for part, value in (
                    ('quarter', quarter),
                    ('eighth', eighth),
                    ('target', (target * 255).numpy()),
                ):
                    files[part][start : start + BATCH] = value
            if i % 20 == 0:
                print(name, i, flush=True)
