"""Random views of every picture, seen once by the frozen part of the encoder, for all trainings to share.

    python -m training.cervix.cache --via ... --annocerv ...
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from training.cervix.data import load_annocerv, load_via
from training.cervix.network import CervixNet, load_imagenet
from training.cervix.views import SIDE, STRIDE, boxes_of, random_views

# AnnoCerv shows each cervix several times and mostly lacks outlines.
VIEWS = {"via": 14, "annocerv": 7}
BATCH = 7


@torch.no_grad()
def build(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(5)
    model = CervixNet()
    load_imagenet(model)
    model = model.eval().to(memory_format=torch.channels_last)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, load, folder in (("via", load_via, args.via), ("annocerv", load_annocerv, args.annocerv)):
        pictures, views = load(folder), VIEWS[name]
        boxes = boxes_of(pictures.masks, pictures.shares)
        side = SIDE // STRIDE
        shapes = {"quarter": (24, side, side), "eighth": (40, side // 2, side // 2), "target": (3, side, side)}
        files = {
            part: np.lib.format.open_memmap(
                args.out / f"{name}-{part}.npy", "w+", np.uint8 if part == "target" else np.float16, (len(boxes) * views, *shape)
            )
            for part, shape in shapes.items()
        }
        for i in range(len(boxes)):
            for start in range(i * views, (i + 1) * views, BATCH):
                chosen = torch.full((BATCH,), i)
                parts = (x[chosen] for x in (pictures.images, pictures.masks, pictures.shares, boxes))
                view, target = random_views(*parts, generator)
                quarter, eighth = model.encoder.early(view.contiguous(memory_format=torch.channels_last))
                for part, value in (("quarter", quarter), ("eighth", eighth), ("target", target * 255)):
                    files[part][start : start + BATCH] = value.numpy()
            if i % 20 == 0:
                print(name, i, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--via", type=Path, required=True)
    parser.add_argument("--annocerv", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("training/cervix/cache"))
    build(parser.parse_args())
