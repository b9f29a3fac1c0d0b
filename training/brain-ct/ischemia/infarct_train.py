"""Trains the network of hypodense areas: `infarct_train.py CACHE DATA OUT [--without SOURCE] [--fold N]
--steps N`. One thread.

Learns from the outlined infarcts of aisd and cpaisd (`--without` leaves out one or, with a comma, both) and
from areas laid into heads of ct_ich and phe_sich; patients of `--fold` of those two are left out. Others
are not read.
"""

import argparse
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from infarct_heads import INFARCTS, PLAIN, is_without, prepared
from infarct_views import view_of
from small_training import loss_of
from small_unet import SmallUNet

RATE = 4e-3
# Views of a batch: real infarcts (areas laid in where none is learnt from), areas laid in, heads as they are.
REAL, LAID, AS_THEY_ARE = 2, 5, 6


def heads_of(options):
    real = [
        head
        for source in INFARCTS
        if source not in options.without.split(',')
        for _, head in prepared(options.cache, options.data, source)
        if head[2].any()
    ]
    plain = [
        head
        for source in PLAIN
        for label, head in prepared(options.cache, options.data, source)
        if label['fold'] != options.fold and (is_without(label) or source == 'phe_sich')
    ]
    return real, plain


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('data', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--without', default='')
    parser.add_argument('--fold', default='')
    parser.add_argument('--steps', type=int, default=700)
    parser.add_argument('--seed', type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1), cv2.setNumThreads(1)
    random.seed(options.seed), np.random.seed(options.seed), torch.manual_seed(options.seed)
    real, plain = heads_of(options)
    bank = [head[2] for head in real]
    print(len(real), 'slices with an infarct,', len(plain), 'other heads', flush=True)
    network = SmallUNet().train().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=options.steps, pct_start=0.15)
    began, recent = time.time(), []
    for step in range(1, options.steps + 1):
        as_they_are = random.choices(plain, k=AS_THEY_ARE) + (random.choices(real, k=REAL) if real else [])
        laid = random.choices(plain, k=LAID if real else LAID + REAL)
        views = [view_of(head, bank, False) for head in as_they_are] + [
            view_of(head, bank, True) for head in laid
        ]
        planes, place = (
            torch.from_numpy(np.stack(column).astype(np.float32)) for column in zip(*views, strict=True)
        )
        loss = loss_of(network(planes.contiguous(memory_format=torch.channels_last))[:, 0], place)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        recent = (recent + [loss.item()])[-50:]
        if step % 50 == 0:
            torch.save(network.state_dict(), options.out)
            print(
                step,
                f'{time.time() - began:.0f} s, {time.process_time():.0f} s of processor, loss {np.mean(recent):.4f}',
                flush=True,
            )


if __name__ == '__main__':
    main()
