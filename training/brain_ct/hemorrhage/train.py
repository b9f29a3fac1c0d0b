"""Trains one hemorrhage network end to end on packed slices and scenes.

ROWS is the folder that rows.py writes. A network never learns from the patients of its fold of CT-ICH, nor
from the source named, which it is measured on. Every slice of a batch is seen twice, the second time in
another window and quality, and what is said of both must agree. Writes OUT/NAME.pt (running mean of the
weights) and OUT/NAME.npz (what it says of the slices that it did not learn from).
"""

from pathlib import Path

import numpy as np
import torch

from training.efficientnet_lite import load_imagenet
from training.brain_ct.hemorrhage.network import HaemorrhageNetwork
from training.brain_ct.hemorrhage.rendered import planes_of
from training.brain_ct.hemorrhage.scenes import MIMIC, PAINTED
from training.brain_ct.hemorrhage.batches import SLICES, Batches
from training.brain_ct.hemorrhage.loss import loss_of
from training.learning import adamw, cosine, trained

RATE, ENCODER_RATE, WEIGHT_DECAY, WARM = 2e-3, 0.5, 2e-2, 0.06
# Weights that ship are a running mean over the last steps.
MEMORY = 0.995
# Batches of 64 slices in two views, as the shipped networks saw in their minutes on a GPU.
STEPS = 330
# From this share of the steps on both views must agree in full.
AGREE_FROM = 0.3


def learn(network, batches, device, steps, count):
    network = network.to(device)

    def loss_of_batch(share):
        planes, target, labels = batches.batch(count)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            outputs = network(planes.contiguous(memory_format=torch.channels_last))
        return loss_of(outputs, target, labels, min(1.0, share / AGREE_FROM))

    schedule = cosine(adamw(network, RATE, WEIGHT_DECAY, ENCODER_RATE), steps, WARM, (0.05, 1e-3))
    return trained(network, schedule, loss_of_batch, steps, MEMORY)


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


def train_hemorrhage(
    folder: Path, out: Path, name: str, fold: str = 'all', without: str = '', seed: int = 0
) -> None:
    """`fold` 0-4: without its patients, to measure; all: ships. `without` this source, to measure."""
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(seed), np.random.seed(seed)
    batches = Batches(folder, fold, without, device)
    network = HaemorrhageNetwork()
    load_imagenet(network.encoder)
    network = learn(network, batches, device, STEPS, SLICES)
    unseen = np.nonzero(
        batches.is_out & (batches.facts['row'][:, 1] < 0) & ~np.isin(batches.facts['kind'], [PAINTED, MIMIC])
    )[0]
    np.savez_compressed(out / f'{name}.npz', **said_of(network, batches, unseen, device))
    torch.save(network.cpu().state_dict(), out / f'{name}.pt')
