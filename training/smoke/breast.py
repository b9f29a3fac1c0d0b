"""The networks of mammograms on ten generated films."""

from pathlib import Path

import numpy as np
from PIL import Image

from training.smoke.__main__ import randomize, same_as_shipped
from training.smoke.pictures import COUNT, film, save, table


def write_films(data: Path) -> None:
    for folder, column in (('mias', 'tissue_pseudo'), ('ddsm_tissue', 'mask')):
        rows = []
        for n in range(COUNT // 2):
            grey, labels = film()
            root = data / 'breast' / folder
            save(root / f'{n}.png', np.repeat(grey[..., None], 3, 2))
            tissue = labels if folder == 'mias' else np.choose(labels, [0, 1, 3])
            Image.fromarray(tissue.astype(np.uint8)).save(root / f'{n}-m.png')
            lesion = n < 3
            rows.append(
                {
                    'file': f'{n}.png',
                    column: f'{n}-m.png',
                    'case': n,
                    'fold': n % 2,
                    'abnormal': int(lesion),
                    'malignant': int(n == 0),
                    'density': 'FGD'[n % 3],
                    'classes': 'CIRC' if lesion else '',
                    'severities': 'M' if n == 0 else 'B' if lesion else '',
                    'circles': '90,300,18' if lesion else '',
                }
            )
        table(root / 'labels.csv', rows)


def run(data: Path) -> None:
    write_films(data)
    from training.breast.network import cache, export, train
    from training.breast.network.network import BreastNetwork

    cache.BREAST = train.BREAST = data
    cache.VIEWS = {'ddsm': 1, 'lesion': 2, 'other': 2}
    cache.write_part(0, 1)
    views = train.Views()
    groups = np.array([facts['group'] for facts in views.facts])
    pools = {group: np.flatnonzero(groups == group).tolist() for group in train.DRAWN}
    network = train.learn(BreastNetwork(), views, pools, 2, np.random.default_rng(1))
    others = [BreastNetwork() for _ in export.JOINED[1:]]
    for other in others:
        randomize(other.encoder)
    export.write(export.Together([network, *others]), data / 'breast.onnx', half=True)
    same_as_shipped(data / 'breast.onnx', 'breast/model/breast.onnx')
