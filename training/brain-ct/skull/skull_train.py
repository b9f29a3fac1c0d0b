"""Trains the network that tells the region inside an open skull: `skull_train.py CACHE DATA OUT --steps N`.
One thread.

CACHE/SOURCE of prepare.ts for ct_ich and phe_sich, whose skulls are whole: what the engine's rule encloses
there is learnt, the skull taken out in part. Patients of fold 0 only measure: prints Dice of the network on
their opened heads.
"""

import argparse
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from skull_samples import view_of
from small_training import loss_of, prepared
from small_unet import SmallUNet

BATCH, RATE = 12, 4e-3


def solidity(inside):
    """Share of its convex hull: a region cut by an opened skull lacks a wedge."""
    outlines, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.fillConvexPoly(np.zeros_like(inside), cv2.convexHull(np.concatenate(outlines)), 1)
    return inside.sum() / hull.sum()


def whole_heads(cache, data):
    """(is measured on, grey, inside) of slices that show enough brain within a whole skull."""
    for source in ('ct_ich', 'phe_sich'):
        for row, grey, inside, _ in prepared(cache, data, source):
            if inside.mean() > 0.12 and solidity(inside) > 0.94:
                yield row['fold'] == '0', grey.copy(), inside


@torch.no_grad()
def dice_of(network, heads):
    network.eval()
    found = []
    for grey, inside in heads:
        planes, place = view_of(grey.astype(np.float32) / 255, inside)
        told = network(torch.from_numpy(planes[None].astype(np.float32)))[0, 0].sigmoid().numpy() > 0.5
        known = ~np.isnan(place)
        a, b = told[known], place[known] > 0.5
        found.append(2 * (a & b).sum() / max(1, a.sum() + b.sum()))
    return np.array(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('data', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--steps', type=int, default=500)
    options = parser.parse_args()
    torch.set_num_threads(1), cv2.setNumThreads(1)
    random.seed(5), np.random.seed(5), torch.manual_seed(5)
    heads = list(whole_heads(options.cache, options.data))
    learnt, measured = (
        [(grey, inside) for is_out, grey, inside in heads if is_out == wanted] for wanted in (False, True)
    )
    print(len(learnt), 'heads learnt from,', len(measured), 'to measure', flush=True)
    network = SmallUNet().train().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=options.steps, pct_start=0.15)
    began, recent = time.time(), []
    for step in range(1, options.steps + 1):
        views = [
            view_of(grey.astype(np.float32) / 255, inside) for grey, inside in random.choices(learnt, k=BATCH)
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
    dice = dice_of(network, random.sample(measured, min(100, len(measured))))
    print(f'Dice on opened heads of other patients: mean {dice.mean():.4f}, least {dice.min():.4f}')


if __name__ == '__main__':
    main()
