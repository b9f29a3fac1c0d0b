"""The networks of the cervix on ten generated pictures."""

from pathlib import Path

import torch

from training import efficientnet_lite
from training.smoke.__main__ import same_as_shipped
from training.smoke.pictures import COUNT, cervix, save, table


def write_pictures(data: Path) -> None:
    for name in ('via', 'annocerv'):
        rows, root = [], data / name
        for n in range(COUNT // 2):
            rgb, whole, lesion = cervix()
            save(root / f'{n}.png', rgb)
            save(root / f'{n}-cervix.png', whole * 255)
            save(root / f'{n}-lesion.png', lesion * 255)
            own = {'file': f'{n}.png', 'case': n, 'fold': n, 'width': 400, 'height': 300}
            via = {'mask_cervix': f'{n}-cervix.png', 'mask_lesion': f'{n}-lesion.png', 'mask_scj': ''}
            drawn = {'filled': f'{n}-lesion.png', 'outline_kind': 'closed', 'has_acetowhite': 1}
            rows.append(own | (via | {'via': 'Positive'} if name == 'via' else drawn | {'swede_score': n}))
        table(root / 'labels.csv', rows)


def run(data: Path) -> None:
    write_pictures(data)
    from training.cervix.network import appearance, cache, export, train
    from training.cervix.network.network import CervixNet

    cache.VIEWS = dict.fromkeys(cache.VIEWS, cache.BATCH)
    cache.write_views(data, data)
    sets = {name: load(data / name) for name, load in train.LOADERS.items()}
    network = train.learn(CervixNet(), train.Views(sets, 'all', data), 2, torch.Generator().manual_seed(1))
    export.write(network, data / 'cervix.onnx')
    same_as_shipped(data / 'cervix.onnx', 'cervix/model/cervix.onnx')
    untouched = CervixNet()
    efficientnet_lite.load_imagenet(untouched.encoder)
    appearance.write(untouched, data / 'appearance.onnx')
    same_as_shipped(data / 'appearance.onnx', 'cervix/model/appearance.onnx')
