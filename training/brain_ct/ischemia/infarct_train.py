"""Trains the network of hypodense areas.

Learns from areas laid into heads of ct_ich and phe_sich; patients of fold 0 of those two are left out, and
real infarcts, which measure it.
"""

import random
from pathlib import Path

import numpy as np
import torch

from training.brain_ct.ischemia.infarct_heads import PLAIN, is_without, prepared
from training.brain_ct.ischemia.infarct_views import view_of
from training.brain_ct.skull.small_training import learn
from training.brain_ct.skull.small_unet import SmallUNet

STEPS, SEED, LEFT_OUT = 1000, 6, '0'
# Views of a batch: areas laid in, heads as they are.
LAID, AS_THEY_ARE = 7, 6


def heads_of(cache, data):
    return [
        head
        for source in PLAIN
        for label, head in prepared(cache, data, source)
        if label['fold'] != LEFT_OUT and (is_without(label) or source == 'phe_sich')
    ]


def views_of(heads):
    as_they_are, laid = random.choices(heads, k=AS_THEY_ARE), random.choices(heads, k=LAID)
    return [view_of(head, False) for head in as_they_are] + [view_of(head, True) for head in laid]


def train_infarcts(cache: Path, data: Path, out: Path) -> None:
    random.seed(SEED), np.random.seed(SEED), torch.manual_seed(SEED)
    heads = heads_of(cache, data)
    torch.save(learn(SmallUNet(), lambda: views_of(heads), STEPS).state_dict(), out)
