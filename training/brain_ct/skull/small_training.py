"""What the training of a small U-Net reads, prepared slices, the loss of its map, and its steps."""

import csv

import numpy as np
import torch
from torch.nn import functional


def prepared(cache, data, source):
    """(label row, grey 0-1, inside, infarct) of every prepared slice of a set."""
    labels = {row['file']: row for row in csv.DictReader(open(data / source / 'labels.csv'))}
    canvas = np.memmap(cache / source / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
    for row in csv.DictReader(open(cache / source / 'index.csv')):
        grey, region = canvas[int(row['row'])]
        yield (
            labels[row['file']],
            grey,
            (region & 3 == 1).astype(np.uint8),
            ((region & 8) > 0).astype(np.uint8),
        )


def loss_of(logits, place):
    known = ~torch.isnan(place)
    place = torch.nan_to_num(place)
    each = functional.binary_cross_entropy_with_logits(
        logits, place, weight=(1 + 3 * place) * known, reduction='mean'
    )
    chance = logits.sigmoid() * known
    overlap = (2 * (chance * place).sum((1, 2)) + 20) / (chance.sum((1, 2)) + place.sum((1, 2)) + 20)
    return each + 0.3 * (1 - overlap).mean()


def learn(network, draw, steps, rate=4e-3):
    """`draw` gives the views of a batch: planes and target of each."""
    network = network.train().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    recent = []
    for step in range(1, steps + 1):
        planes, place = (
            torch.from_numpy(np.stack(column).astype(np.float32)) for column in zip(*draw(), strict=True)
        )
        loss = loss_of(network(planes.contiguous(memory_format=torch.channels_last))[:, 0], place)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        recent = (recent + [loss.item()])[-50:]
        if step % 50 == 0:
            print(step, f'loss {np.mean(recent):.4f}', flush=True)
    return network
