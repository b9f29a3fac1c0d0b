"""Trains the network that tells nodules and masses from other spots end to end, one model after another.

    python -m training.lung.joint.spots --pack training/lung/cache/joint --out training/lung/checkpoints --device cuda

A batch mixes spots that the engine found in whole slices, spots of LIDC-IDRI crops, and nodules of the
crops laid into lungs of the slices. Writes spot-weights.npz, and spot-logits.npz: of each model for the
spots that it never saw.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from training.lung.joint.loop import Course, arguments, seconds_of, trained, with_encoder
from training.lung.joint.spots.batches import Drawer
from training.lung.joint.spots.network import SpotNet
from training.lung.joint.spots.unseen import logits_of_unseen, stored
from training.lung.joint.spots.windows import Windows
from training.lung.joint.store import decoded, is_seen, load, packed

# Parts of the time.
MODELS = {'ship': 1.5, '1': 1.0, '2': 1.0, '3': 1.0, '4': 1.0, 'without_luna': 0.5}
COURSE = Course(faster=3, weight_decay=0.05, keep=0.995)


def windows_of(pack: Path) -> Windows:
    rng, data = np.random.default_rng(3), Windows()
    outlined = {'slice': 'lung', 'crop': 'agreement'}
    with ThreadPoolExecutor(3) as pool:
        for record, pixels in pool.map(
            lambda r: (r, (decoded(r['picture']), decoded(r[outlined[r['kind']]]))),
            load(pack, ('slice', 'crop')),
        ):
            data.add_slice(record, *pixels, rng) if record['kind'] == 'slice' else data.add_crop(
                record, *pixels
            )
    return data


def train(data: Windows, model: str, args: argparse.Namespace, seconds: float) -> SpotNet:
    device = torch.device(args.device)
    torch.manual_seed(13)
    drawer, network = Drawer(data, model, device), SpotNet()

    def loss_of_batch(network: SpotNet) -> torch.Tensor:
        patch, facts, known, truth, rows = drawer.batch(args.batch)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            logits = network(patch.contiguous(memory_format=torch.channels_last), facts, known)
        logits = logits.float()
        drawer.hard[rows] = 0.7 * drawer.hard[rows] + 0.3 * logits.detach().sigmoid()[: len(rows)]
        return F.binary_cross_entropy_with_logits(logits, truth * 0.97 + 0.01)

    network = with_encoder(network, network.encoder, args)
    own = np.array([is_seen(record, model) for record in data.records])
    facts = data.facts[torch.from_numpy(np.flatnonzero(own)).to(device)]
    network.facts_mean.copy_(facts.mean(0))
    network.facts_scale.copy_(facts.std(0).clamp(min=1e-3))
    return trained(network, network.encoder, loss_of_batch, COURSE, args, f'spot {model}', seconds)


def main() -> None:
    args = arguments(MODELS, batch=384, rate=1e-3)
    cv2.setNumThreads(1)
    torch.backends.cudnn.benchmark = True
    started, result, weights = time.time(), {}, {}
    data = windows_of(args.pack).on(torch.device(args.device))
    print(
        f'spots: {len(data.labels)}, on nodules {(data.labels == 1).sum()}, grounds {len(data.grounds)}, {time.time() - started:.0f} s',
        flush=True,
    )
    args.out.mkdir(parents=True, exist_ok=True)
    for name, seconds in seconds_of(MODELS, args):
        try:
            network = train(data, name, args, seconds)
            result[name] = logits_of_unseen(network, data, name, args.device)
            weights |= {
                f'{name}/{key}': value for key, value in packed(network.state_dict(), name == 'ship').items()
            }
        except Exception as problem:  # the other models go on
            print(f'spot {name} failed: {problem!r}', flush=True)
        np.savez_compressed(args.out / 'spot-logits.npz', **stored(data, result))
        np.savez_compressed(args.out / 'spot-weights.npz', **weights)


if __name__ == '__main__':
    main()
