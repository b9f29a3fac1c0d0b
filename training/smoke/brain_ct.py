"""The networks of head CT on ten generated heads."""

from pathlib import Path

import numpy as np
import torch

from training.smoke.__main__ import randomize, same_as_shipped
from training.smoke.pictures import COUNT, head, table

SOURCES = ('ct_ich', 'phe_sich', 'roboflow_ich', 'cpaisd')
TYPES = ('edh', 'sdh', 'sah', 'iph', 'ivh')


def write_heads(data: Path) -> None:
    """As engine/prepare.ts leaves them, with labels: every second head bleeds."""
    for source in SOURCES:
        labels, index, canvas = [], [], []
        for n in range(COUNT):
            grey, inside, bleeding = head()
            bleeds = n % 2 == 0 and source != 'cpaisd'
            canvas.append(np.stack([grey, inside + 4 * bleeding * bleeds]))
            place = {'label_slice': 5, 'slice_order': 5, 'n_slices': 10, 'fold': n % 2, 'case': n}
            kinds = dict.fromkeys(TYPES, int(bleeds))
            labels.append({'file': f'{n}.png', **place, 'any_ich': int(bleeds), **kinds})
            index.append({'row': n, 'file': f'{n}.png', 'inside': int(inside.sum())})
        (data / source).mkdir()
        np.stack(canvas).tofile(data / source / 'canvas.bin')
        table(data / source / 'labels.csv', labels)
        table(data / source / 'index.csv', index)


def hemorrhage(data: Path) -> None:
    from training.brain_ct.hemorrhage import export, pack, rows, train
    from training.brain_ct.hemorrhage.batches import Batches
    from training.brain_ct.hemorrhage.network import HaemorrhageNetwork

    packed = pack.Pack()
    for source in SOURCES:
        pack.add_source(packed, data, data, source, {})
    packed.save(data / 'pack.npz')
    rows.write_rows(data / 'pack.npz', data / 'rows', share=0.002, processes=1)
    batches = Batches(data / 'rows', '1', '', 'cpu')
    network = train.learn(HaemorrhageNetwork(), batches, 'cpu', 2, 4)
    said = train.said_of(network, batches, np.arange(4), 'cpu')
    assert said['logits'].shape == (4, 6)
    line = {name: [1.0, 0.0] for name in ('any', *TYPES)}
    other = HaemorrhageNetwork().eval()
    randomize(other.encoder)
    export.write(export.Ensemble([network.eval(), other], line), data / 'haemorrhage.onnx')
    same_as_shipped(data / 'haemorrhage.onnx', 'brain-ct/model/haemorrhage.onnx')


def midline(data: Path) -> None:
    from training.brain_ct.midline import midline_export, midline_samples, midline_train
    from training.brain_ct.midline.midline_network import MidlineNetwork

    midline_samples.write_samples(data / 'ct_ich', data / 'ct_ich', COUNT)
    planes, truth = (np.load(data / 'ct_ich/midline' / f'{name}.npy') for name in ('planes', 'truth'))
    rows = np.arange(len(planes))
    network = midline_train.learn(MidlineNetwork(), planes, torch.from_numpy(truth), rows, 2)
    midline_export.write(network.eval(), data / 'midline.onnx')
    same_as_shipped(data / 'midline.onnx', 'brain-ct/model/midline.onnx')


def small(data: Path) -> None:
    from training.brain_ct.ischemia import infarct_train
    from training.brain_ct.skull import skull_train, small_export
    from training.brain_ct.skull.small_training import learn
    from training.brain_ct.skull.small_unet import SmallUNet

    heads = [(grey, inside) for _, grey, inside in skull_train.whole_heads(data, data)]
    network = learn(SmallUNet(), lambda: skull_train.views_of(heads), 2)
    small_export.write(network, data / 'skull.onnx', 'inside')
    same_as_shipped(data / 'skull.onnx', 'brain-ct/model/skull.onnx')
    heads = infarct_train.heads_of(data, data)
    network = learn(SmallUNet(), lambda: infarct_train.views_of(heads), 2)
    small_export.write(network, data / 'hypodense.onnx', 'chance')
    same_as_shipped(data / 'hypodense.onnx', 'brain-ct/model/hypodense.onnx')


def window(data: Path) -> None:
    from training.brain_ct.window import window_train

    rng = np.random.default_rng(3)
    facts = rng.random((COUNT, 37)).astype(np.float32)
    width = np.log(rng.uniform(60, 300, COUNT)).astype(np.float32)
    networks = [window_train.trained(facts, width, seed, steps=2) for seed in range(window_train.STARTS)]
    window_train.write(window_train.Window(networks), facts[:1], data / 'window.onnx')
    same_as_shipped(data / 'window.onnx', 'brain-ct/model/window.onnx')


def run(data: Path) -> None:
    write_heads(data)
    for part in (hemorrhage, midline, small, window):
        part(data)
