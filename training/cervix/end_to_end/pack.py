"""Pictures of all sources on their canvases, in a folder that a machine without the data sets can train from.

    python -m training.cervix.end_to_end.pack --data ../shared/datasets/cervix --out FOLDER [--cache DIR]

The shipped network outlines the cervix where none is drawn (`network/cervix_outlines.py`). The atlas's
other pictures (iodine, green filter, with arrows) teach without a label.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from training.cervix.network.cervix_outlines import seen_cervices
from training.cervix.network.data import LOADERS, Pictures, _image, _place, _shapes, rows_of, with_presence

QUALITY = 93
# What an outline by the network counts of a drawn one.
SEEN_WEIGHT = 0.3


def other_atlas(root: Path, known: set[str]) -> tuple[list[np.ndarray], list[tuple[float, float]]]:
    rows = [row for row in rows_of(root) if row['file'] not in known]
    shapes = _shapes(rows)
    images = [_image(root / row['file'], shape) for row, shape in zip(rows, shapes, strict=True)]
    return images, [(_place(s)[2] / images[0].shape[-1], _place(s)[3] / images[0].shape[-1]) for s in shapes]


def labels_of(name: str, pictures: Pictures, outlines: torch.Tensor) -> dict[str, np.ndarray]:
    drawn = (pictures.masks[:, 0] > 0).flatten(1).any(1)
    masks = pictures.masks.clone()
    masks[~drawn, 0] = outlines[~drawn].to(masks.dtype)
    known = pictures.known.clone()
    known[~drawn, 0] = SEEN_WEIGHT * (outlines[~drawn] > 0).flatten(1).any(1).float()
    if name == 'puskesmas':
        known[:, 1] = torch.maximum(known[:, 1], 1 - pictures.scores[:, 1])
    return {
        'masks': np.packbits(masks.numpy() > 0, axis=-1),
        'shares': pictures.shares.numpy(),
        'known': known.numpy(),
        'scores': pictures.scores.numpy(),
        'score_known': pictures.score_known.numpy(),
        'cases': np.array(pictures.cases),
        'folds': np.array(pictures.folds),
        'names': np.array(pictures.names),
        'drawn': drawn.numpy(),
    }


def write_images(out: Path, name: str, images) -> None:
    for i, image in enumerate(images):
        plain = np.ascontiguousarray(np.asarray(image).transpose(1, 2, 0)[..., ::-1])
        cv2.imwrite(str(out / f'{name}-{i}.jpg'), plain, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def main(args: argparse.Namespace) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    parts = {}
    for name, load in LOADERS.items():
        pictures = with_presence(name, load(args.data / name))
        for key, value in labels_of(
            name, pictures, seen_cervices(pictures, args.cache / f'{name}-cervix.npy')
        ).items():
            parts[f'{name}/{key}'] = value
        write_images(args.out, name, pictures.images.numpy())
        print(name, len(pictures.names), flush=True)
        if name == 'atlas':
            images, shares = other_atlas(args.data / name, set(pictures.names))
            write_images(args.out, 'other', images)
            parts['other/shares'] = np.array(shares, np.float32)
    np.savez_compressed(args.out / 'labels.npz', **parts)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--cache', type=Path, default=Path('training/cervix/cache'))
    main(parser.parse_args())
