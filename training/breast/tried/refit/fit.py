"""Refits the mass map on the frozen networks, one source left out of each refit.

    python -m training.breast.tried.refit.fit cache | fit

Tried, not adopted (model card). Needs `network/recover.py`. `cache` keeps the decoders' outputs for views
of every film, a MIAS film only by the network that never saw it; `fit` trains one small change of the mass
logits per network and source left out, and writes what `engine/evaluate-sources.ts OUT SOURCES refit`
reads.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper
from torch import nn

from training.breast.network import views
from training.breast.network.recover import FOLDS, SHIPPED, heads
from training.breast.network.train import lesion_targets
from training.breast.tried.refit import graft
from training.breast.tried.refit.films import films

CACHE = Path(__file__).resolve().parents[2] / 'cache'
VIEWS = {'cesm_dm_test': 5, 'mammogram_mastery': 8, 'exams': 12, 'mias': 3}
CHANNELS, HIDDEN, BATCH, EPOCHS, RATE, DECAY = 144, 16, 8, 5, 1e-3, 0.05


class Refit(nn.Module):
    """Decoder outputs at stride 8 (n, 144, h, w) and mass logits at stride 4 → changed mass logits."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(CHANNELS, HIDDEN, 3, padding=1), nn.Conv2d(HIDDEN, 1, 1)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x, mass):
        change = self.second(F.relu(self.first(x)))
        return mass + F.interpolate(change, scale_factor=2, mode='bilinear', align_corners=False)


def stacked(deep, middle, fine):
    n, c, h, w = fine.shape
    halved = fine.reshape(n, c, h // 2, 2, w // 2, 2).mean((3, 5))
    return np.concatenate([deep.repeat(2, 2).repeat(2, 3), middle, halved], 1)[0].astype(np.float16)


def cache():
    rng = np.random.default_rng(0)
    model = onnx.shape_inference.infer_shapes(onnx.load(SHIPPED))
    lesion = heads(model)['lesion']
    names = [graft.features_of(fold) + [lesion[fold]] for fold in FOLDS]
    graft.NAMES.write_text(json.dumps(names))
    for name in sum(names, []):
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    seen = [[] for _ in FOLDS]
    for source, film in films():
        if film['unplaced']:
            continue
        for k in range(VIEWS[source]):
            planes, _, circles = views.canonical(film) if k == 0 else views.augment(film, rng)
            outputs = session.run(sum(names, []), {'image': planes[None].astype(np.float32)})
            inside, outside = (t[:1].astype(np.float16) for t in lesion_targets({'circles': circles}))
            for fold in [film['fold']] if source == 'mias' else FOLDS:
                *maps, logits = outputs[4 * fold : 4 * fold + 4]
                seen[fold].append((source, stacked(*maps), logits[0, :1].astype(np.float16), inside, outside))
    torch.save(seen, CACHE / 'refit.pt')


def fit_one(seen, left, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    pools = {s: [one for one in seen if one[0] == s] for s in VIEWS if s != left}
    share = np.sqrt([len(pool) for pool in pools.values()])
    total = sum(map(len, pools.values()))
    network = Refit()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS * total // BATCH)
    for _ in range(EPOCHS * total // BATCH):
        sources = rng.choice(list(pools), BATCH, p=share / share.sum())
        picks = [pools[s][rng.integers(len(pools[s]))] for s in sources]
        x, mass, inside, outside = (
            torch.from_numpy(np.stack(p).astype(np.float32)) for p in list(zip(*picks))[1:]
        )
        logits = network(F.dropout2d(x, 0.2), mass)
        p = torch.sigmoid(logits)
        each = inside * (1 - p) ** 2 * -F.logsigmoid(logits) + outside * p**2 * -F.logsigmoid(-logits)
        optimizer.zero_grad()
        (each.sum() / BATCH).backward()
        optimizer.step()
        schedule.step()
    return {name: value.numpy() for name, value in network.state_dict().items()}


def fit():
    seen = torch.load(CACHE / 'refit.pt', weights_only=False)
    for left in VIEWS:
        graft.write(left, [fit_one(seen[fold], left, fold) for fold in FOLDS])
        print('without', left, flush=True)


if __name__ == '__main__':
    torch.set_num_threads(1)
    {'cache': cache, 'fit': fit}[sys.argv[1]]()
