"""What the training of a small U-Net reads, prepared slices, and the loss of its map."""

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
