"""The networks of chest CT on ten generated slices, crops and slices with an infection."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch

from training.efficientnet_lite import Encoder
from training.smoke.__main__ import randomize, same_as_shipped
from training.smoke.pictures import COUNT, chest, crop, save, table


def write_sets(data: Path) -> None:
    slices, crops, covid = [], [], []
    for n in range(COUNT):
        grey, nodule, box = chest()
        corners = ','.join(map(str, box))
        own = {'file': f'{n}.png', 'case': f'LIDC-{n}', 'fold': 1 + n % 4}
        for name in ('luna_slices', 'covid_infnet'):
            save(data / name / f'{n}.png', grey)
            save(data / name / f'{n}-m.png', nodule * (240 if name == 'luna_slices' else 2))
        slices.append(own | {'agreement': f'{n}-m.png', 'boxes': corners, 'mm_per_pixel': 1.0})
        covid.append(own | {'mask_classes': f'{n}-m.png'})
        picture, readers = crop()
        save(data / 'lidc_nodules' / f'{n}.png', picture)
        save(data / 'lidc_nodules' / f'{n}-a.png', readers)
        crops.append(own | {'agreement': f'{n}-a.png', 'area_2of4': 400, 'role': 'largest'})
        # Two spots as engine/whole-slices.ts writes them: the nodule, and one elsewhere.
        other = [0.3, 0.2, 3.0, 1.0, 240, 100, 250, 110, 0.0]
        spots = [[0.9, 0.5, 5.0, 1.0, *map(float, box), 0.0], other]
        with open(data / 'luna_slices.jsonl', 'a') as lines:
            lines.write(json.dumps({'file': f'{n}.png', 'spots': spots}) + '\n')
    for name, rows in (('luna_slices', slices), ('lidc_nodules', crops), ('covid_infnet', covid)):
        table(data / name / 'labels.csv', rows)


def nodule(data: Path) -> None:
    from training.datasets import rows_of
    from training.lung.crops.data import load_crops
    from training.lung.nodule import export, train
    from training.lung.nodule.network import UNet

    root = data / 'lidc_nodules'
    network = train.learn(UNet(), *load_crops(root, rows_of(root)), epochs=1, batch=5)
    export.write(network, data / 'nodule.onnx')
    same_as_shipped(data / 'nodule.onnx', 'lung/model/nodule.onnx')


def masses(data: Path) -> Iterator[torch.nn.Module]:
    from training.lung.chest import train, views
    from training.lung.opacity.data import random_view
    from training.lung.opacity.network import ChestDecoder

    rng = np.random.default_rng(3)
    store = views.Store(data / 'chest/luna_slices')
    items = [item for _, item in zip(range(train.BATCH), views.chosen(data, 'luna_slices', rng))]
    store.add([random_view(item, rng, views.MIRRORED) for item in items])
    store.close()
    drawn = train.Views(data / 'chest', [], seed=1)
    for _ in range(2):
        yield train.learn(ChestDecoder(), drawn, steps=2, rate=4e-3)


def slices(data: Path) -> None:
    from training.lung.joint import export, pack
    from training.lung.joint.slices import train
    from training.lung.joint.slices.network import ChestNet

    pack.write(data / 'joint', 'covid', pack.covid_of(data))
    pack.write(data / 'joint', 'luna_slices', pack.slices_of(data, 'luna_slices'))
    drawer = train.Drawer(train.Slices(data / 'joint', 'cpu'), 'ship', torch.device('cpu'))
    network = train.learn(ChestNet(), drawer, 'cpu', replace(train.COURSE, steps=2, batch=4))
    encoder = Encoder().eval()
    randomize(encoder)
    export.write_slices(export.Slice(network, encoder, *masses(data)), data / 'opacity.onnx')
    same_as_shipped(data / 'opacity.onnx', 'lung/model/opacity.onnx')


def spots(data: Path) -> None:
    from training.lung.joint import export, pack
    from training.lung.joint.spots import train
    from training.lung.joint.spots.network import SpotNet
    from training.lung.spot import network as frozen

    records = pack.respotted(data, data, 'luna_slices', pack.slices_of(data, 'luna_slices'))
    pack.write(data / 'joint', 'luna_slices', records)
    pack.write(data / 'joint', 'crops', pack.crops_of(data))
    windows = train.windows_of(data / 'joint').on('cpu')
    network = train.learn(
        SpotNet(), train.Drawer(windows, 'ship', 'cpu'), 'cpu', replace(train.COURSE, steps=2, batch=12)
    )
    around = frozen.Around().eval()
    patches = torch.rand(8, 1, frozen.SIDE, frozen.SIDE)
    with torch.no_grad():
        seen = torch.cat([torch.rand(8, frozen.FACTS), around(patches)], 1)
    labels = torch.tensor([0.0, 1.0] * 4)
    heads = [frozen.fit(seen, labels, seed, passes=1) for seed in range(3)]
    spot = export.Spot(network, frozen.SpotNetwork(heads).eval(), 1.0, 0.0)
    export.write_spots(spot, data / 'spot.onnx')
    same_as_shipped(data / 'spot.onnx', 'lung/model/spot.onnx')


def run(data: Path) -> None:
    cv2.setNumThreads(1)
    write_sets(data)
    for part in (nodule, slices, spots):
        part(data)
