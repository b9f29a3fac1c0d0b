"""Trains the network that tells the region inside an open skull.

Heads of ct_ich and phe_sich, whose skulls are whole: what the engine's rule encloses there is learnt, the
skull taken out in part. Patients of fold 0 only measure: Dice of the network on their opened heads.
"""

import random
from pathlib import Path

import cv2
import numpy as np
import torch

from training.brain_ct.canvas import inside_of, prepared
from training.brain_ct.skull.skull_samples import view_of
from training.brain_ct.skull.small_training import learn
from training.brain_ct.skull.small_unet import SmallUNet
from training.metrics import dice, write_figures

BATCH, STEPS = 12, 500


def solidity(inside):
    """Share of its convex hull: a region cut by an opened skull lacks a wedge."""
    outlines, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.fillConvexPoly(np.zeros_like(inside), cv2.convexHull(np.concatenate(outlines)), 1)
    return inside.sum() / hull.sum()


def whole_heads(cache, data):
    """(is measured on, grey, inside) of slices that show enough brain within a whole skull."""
    for source in ('ct_ich', 'phe_sich'):
        for row, grey, region in prepared(cache / source, data / source):
            inside = inside_of(region)
            if inside.mean() > 0.12 and solidity(inside) > 0.94:
                yield row['fold'] == '0', grey.copy(), inside


@torch.no_grad()
def dice_of(network, heads):
    found = []
    for grey, inside in heads:
        planes, place = view_of(grey.astype(np.float32) / 255, inside)
        told = network(torch.from_numpy(planes[None].astype(np.float32)))[0, 0].sigmoid().numpy() > 0.5
        known = ~np.isnan(place)
        found.append(dice(told[known], place[known] > 0.5))
    return found


def views_of(heads):
    return [view_of(grey.astype(np.float32) / 255, inside) for grey, inside in random.choices(heads, k=BATCH)]


def train_skull(cache: Path, data: Path, out: Path) -> None:
    random.seed(5), np.random.seed(5), torch.manual_seed(5)
    heads = list(whole_heads(cache, data))
    learnt, measured = (
        [(grey, inside) for is_out, grey, inside in heads if is_out == wanted] for wanted in (False, True)
    )
    network = learn(SmallUNet(), lambda: views_of(learnt), STEPS)
    torch.save(network.state_dict(), out)
    found = dice_of(network, random.sample(measured, min(100, len(measured))))
    figures = {
        'mean_dice': round(float(np.mean(found)), 4),
        'least_dice': round(min(found), 4),
        'of': len(found),
    }
    write_figures('brain-ct', {'intracranial_mask': figures})
