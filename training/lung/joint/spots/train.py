"""Trains the network that tells nodules and masses from other spots end to end, one model after another.

A batch mixes spots that the engine found in whole slices, spots of LIDC-IDRI crops, and nodules of the
crops laid into lungs of the slices. Writes spots-MODEL.pt.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.joint.loop import DEVICE, Course, follow, with_imagenet
from training.lung.joint.spots.batches import Drawer
from training.lung.joint.spots.network import SpotNet
from training.lung.joint.spots.windows import Windows
from training.lung.joint.store import LEFT_OUT, decoded, is_seen, load

COURSE = Course(steps=3000, batch=384, rate=1e-3, faster=3, weight_decay=0.05, keep=0.995)


def windows_of(pack: Path) -> Windows:
    rng, data = np.random.default_rng(3), Windows()
    outlined = {'slice': 'lung', 'crop': 'agreement'}
    with ThreadPoolExecutor(3) as pool:
        for record, pixels in pool.map(
            lambda r: (r, (decoded(r['picture']), decoded(r[outlined[r['kind']]]))),
            load(pack, ('slice', 'crop')),
        ):
            if record['kind'] == 'slice':
                data.add_slice(record, *pixels, rng)
            else:
                data.add_crop(record, *pixels)
    return data


def learn(network: SpotNet, drawer: Drawer, device: str, course: Course = COURSE) -> SpotNet:
    def loss_of_batch(_: float) -> torch.Tensor:
        patch, facts, known, truth, rows = drawer.batch(course.batch)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            logits = network(patch.contiguous(memory_format=torch.channels_last), facts, known)
        logits = logits.float()
        drawer.hard[rows] = 0.7 * drawer.hard[rows] + 0.3 * logits.detach().sigmoid()[: len(rows)]
        return F.binary_cross_entropy_with_logits(logits, truth * 0.97 + 0.01)

    return follow(network, course, loss_of_batch)


def train_spots(pack: Path, out: Path) -> None:
    data = windows_of(pack).on(torch.device(DEVICE))
    for model in LEFT_OUT:
        torch.manual_seed(13)
        network = SpotNet()
        network = with_imagenet(network, network.encoder)
        own = np.flatnonzero([is_seen(record, model) for record in data.records])
        facts = data.facts[torch.from_numpy(own).to(DEVICE)]
        network.facts_mean.copy_(facts.mean(0))
        network.facts_scale.copy_(facts.std(0).clamp(min=1e-3))
        network = learn(network, Drawer(data, model, torch.device(DEVICE)), DEVICE)
        torch.save(network.cpu().state_dict(), out / f'spots-{model}.pt')
