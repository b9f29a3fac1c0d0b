"""Random views of all slices with the features of the untrained encoder, once for all folds.

    python -m training.lung.opacity.views --data ../shared/datasets/lung

The encoder never learns from a slice, so a fold model may use the views of its own slices from the common
store. Writes training/lung/cache/opacity-*.npy and opacity-views.csv (which folds a view must be kept
from).
"""

import argparse
import csv
from pathlib import Path

import numpy as np
import torch

from training.efficientnet_lite import load_imagenet
from training.lung.opacity.data import VIEW, Slice, load_covid, load_without, random_view
from training.lung.opacity.network import MAPS, OpacityNet

OF_COVID = 16
OF_WITHOUT = 4
CHUNK = 8
# Channels and stride of the kept features.
FEATURES = ((16, 2), (24, 4), (40, 8), (112, 16), (192, 32))


def chosen(data: Path, rng: np.random.Generator) -> list[tuple[str, Slice]]:
    covid = [('covid', s) for s in load_covid(data / 'covid_infnet') for _ in range(OF_COVID)]
    without = [
        ('without', s)
        for s in load_without(data / 'petct_dx', data / 'lidc_nodules')
        for _ in range(OF_WITHOUT)
    ]
    everything = covid + without
    return [everything[i] for i in rng.permutation(len(everything))]


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--out', type=Path, default=Path('training/lung/cache'))
    args = parser.parse_args()
    torch.set_num_threads(1)
    rng = np.random.default_rng(23)
    args.out.mkdir(parents=True, exist_ok=True)
    views = chosen(args.data, rng)
    model = OpacityNet().eval()
    load_imagenet(model.encoder)
    model = model.to(memory_format=torch.channels_last)
    shapes = [('target', (len(views), len(MAPS), VIEW, VIEW), np.uint8)]
    shapes += [
        (f'features-{stride}', (len(views), width, VIEW // stride, VIEW // stride), np.float16)
        for width, stride in FEATURES
    ]
    stores = {
        name: np.lib.format.open_memmap(args.out / f'opacity-{name}.npy', 'w+', kind, shape)
        for name, shape, kind in shapes
    }
    for start in range(0, len(views), CHUNK):
        pairs = [random_view(item, rng) for _, item in views[start : start + CHUNK]]
        picture = torch.from_numpy(np.stack([p for p, _ in pairs]).astype(np.float32))
        stores['target'][start : start + CHUNK] = np.rint(np.stack([t for _, t in pairs]) * 255)
        with torch.no_grad():
            kept = model.encoder(picture.expand(-1, 3, -1, -1).contiguous(memory_format=torch.channels_last))
        for (_, stride), value in zip(FEATURES, kept, strict=True):
            stores[f'features-{stride}'][start : start + CHUNK] = value.numpy().astype(np.float16)
        print(f'{start + len(pairs)}/{len(views)}', flush=True)
    with open(args.out / 'opacity-views.csv', 'w', newline='') as file:
        csv.writer(file).writerows(
            [['kind', 'folds'], *([kind, '|'.join(item.folds)] for kind, item in views)]
        )
