"""Trains one hemorrhage network end to end on packed slices and scenes.

    python -m training.brain_ct.hemorrhage.train ROWS OUT --name NAME [--fold 0-4|all] [--without SOURCE]

ROWS is the folder that rows.py writes. A network never learns from the patients of its fold of CT-ICH, nor
from the source named, which it is measured on. Every slice of a batch is seen twice, the second time in
another window and quality, and what is said of both must agree. Writes OUT/NAME.pt (running mean of the
weights) and OUT/NAME.npz (what it says of the slices that it did not learn from).
"""

import argparse
import copy
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from training.efficientnet_lite import load_imagenet
from training.brain_ct.hemorrhage.network import HaemorrhageNetwork
from training.brain_ct.hemorrhage.rendered import planes_of
from training.brain_ct.hemorrhage.scenes import MIMIC, PAINTED
from training.brain_ct.hemorrhage.batches import SLICES, Batches
from training.brain_ct.hemorrhage.loss import loss_of


RATE, ENCODER_RATE, WEIGHT_DECAY, WARM = 2e-3, 0.5, 2e-2, 0.06
# Weights that ship are a running mean over the last steps.
MEMORY = 0.995
# Batches of 64 slices in two views, as the shipped networks saw in their minutes on a GPU.
STEPS = 330
# From this share of the steps on both views must agree in full.
AGREE_FROM = 0.3


@torch.no_grad()
def remember(mean, network, memory):
    for old, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
        old.lerp_(new, 1 - memory) if old.is_floating_point() else old.copy_(new)


def rate_at(share):
    """Of the highest rate, at a share of the steps: a short rise, then half a cosine."""
    return (
        share / WARM if share < WARM else 0.5 * (1 + math.cos(math.pi * (share - WARM) / (1 - WARM))) + 1e-3
    )


def learn(network, batches, device, steps, count, log):
    network = network.to(device, memory_format=torch.channels_last).train()
    mean = copy.deepcopy(network).eval()
    encoder = list(network.encoder.parameters())
    rest = [value for name, value in network.named_parameters() if not name.startswith('encoder.')]
    optimiser = torch.optim.AdamW(
        [{'params': encoder, 'scale': ENCODER_RATE}, {'params': rest, 'scale': 1.0}],
        lr=RATE,
        weight_decay=WEIGHT_DECAY,
    )
    recent = []
    for step in range(1, steps + 1):
        share = step / steps
        for group in optimiser.param_groups:
            group['lr'] = RATE * group['scale'] * rate_at(share)
        planes, target, labels = batches.batch(count)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            outputs = network(planes.contiguous(memory_format=torch.channels_last))
        loss, *parts = loss_of(outputs, target, labels, min(1.0, share / AGREE_FROM))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        remember(mean, network, min(MEMORY, 1 - 1 / (1 + step / 10)))
        recent.append(torch.stack([loss.detach(), *(part.detach() for part in parts)]))
        if step % 20 == 0:
            log(f'{step} steps', *torch.stack(recent[-100:]).mean(0).cpu().numpy().round(3))
    return mean


@torch.no_grad()
def said_of(network, batches, rows, device, size=64):
    """Logits (n, 6), map's probabilities (n, 28, 28), position (n) and levels (n, 5) of rows as they are:
    slice and mirror image.
    """
    parts = []
    for start in range(0, len(rows), size):
        at = torch.from_numpy(rows[start : start + size]).to(device)
        planes = planes_of(batches.grey[at].float() / 255, ((batches.region[at] & 3) == 1).float())
        straight, turned = network(planes), network(planes.flip(3))
        both = [(a + b) / 2 for a, b in zip(straight[1:3], turned[1:3], strict=True)]
        place = (straight[0][:, 0].sigmoid() + turned[0][:, 0].flip(2).sigmoid()) / 2
        level = (straight[3].softmax(1) + turned[3].softmax(1)) / 2
        parts.append([part.float().cpu().numpy() for part in (both[0], place, both[1][:, 0], level)])
    logits, place, position, level = (np.concatenate(column) for column in zip(*parts, strict=True))
    return {
        'row': rows,
        'logits': logits,
        'place': np.round(place * 255).astype(np.uint8),
        'position': position,
        'levels': level,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('rows', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument(
        '--fold', default='all', help='0-4: without the patients of this fold, to measure; all: ships'
    )
    parser.add_argument('--without', default='', help='without this source, to measure')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--steps', type=int, default=STEPS)
    parser.add_argument('--name', required=True)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    options = parser.parse_args()
    torch.set_num_threads(1), cv2.setNumThreads(1)
    torch.manual_seed(options.seed), np.random.seed(options.seed)
    log = lambda *words: print(time.strftime('%H:%M:%S'), options.name, *words, flush=True)
    batches = Batches(options.rows, options.fold, options.without, options.device)
    log(*(f'{kind}: {len(rows)}' for kind, (rows, _) in batches.draws.items()))
    network = HaemorrhageNetwork()
    load_imagenet(network.encoder)
    network = learn(network, batches, options.device, options.steps, SLICES, log).eval()
    torch.save(network.cpu().state_dict(), options.out / f'{options.name}.pt')
    network = network.to(options.device)
    found = said_of(
        network,
        batches,
        np.nonzero(
            batches.is_out
            & (batches.facts['row'][:, 1] < 0)
            & ~np.isin(batches.facts['kind'], [PAINTED, MIMIC])
        )[0],
        options.device,
    )
    np.savez_compressed(options.out / f'{options.name}.npz', **found)
    log('done', len(found['row']))


if __name__ == '__main__':
    main()
