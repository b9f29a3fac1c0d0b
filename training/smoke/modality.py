"""The gate on ten generated pictures."""

from pathlib import Path

import numpy as np
import torch

from training.smoke.__main__ import same_as_shipped
from training.smoke.pictures import cervix, chest, film, head


def run(data: Path) -> None:
    from training.modality import export, features, train
    from training.modality.network import WIDTH, ModalityNetwork, frozen_features
    from training.modality.synthetic import draw

    makers = (lambda: film()[0], lambda: head()[0], lambda: chest()[0], lambda: cervix()[0], draw)
    records = [(kind, f'{kind}-{n}', 'made', n, make()) for kind, make in enumerate(makers) for n in (0, 1)]
    features.VIEWS, features.HIDDEN = (4,) * 5, {'headCt': 2, 'chestCt': 2}
    features.learnt(features.runner(data), records, data)
    learnt = np.load(data / 'learnt.npz')
    seen, kinds = (
        torch.from_numpy(learnt[name].astype(kind))
        for name, kind in (('features', np.float32), ('kinds', np.int64))
    )
    train.BATCH = 8
    network = ModalityNetwork(frozen_features(), train.fit(seen, kinds), torch.nn.Linear(WIDTH, 1))
    export.write(network, data / 'modality.onnx')
    same_as_shipped(data / 'modality.onnx', 'modality/model/modality.onnx')
