"""Trains the haemorrhage network. `train.py CACHE DATASET OUT --fold 0-4 --minutes N [--start CHECKPOINT]`. One thread."""
import argparse
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from network import HaemorrhageNetwork
from slices import Slices, sample

BATCH = 24


def pools_of(slices, fold):
    pools = {'positive': {}, 'negative': {}}
    for index in np.nonzero(slices.fold != fold)[0]:
        name = 'positive' if slices.any[index] else 'negative'
        pools[name].setdefault(slices.case[index], []).append(int(index))
    return pools


def loss_of(outputs, place, target, position):
    logits, slice_logits, where = outputs
    known = ~torch.isnan(place)
    weight = 1 + 6 * torch.nan_to_num(place)
    pixel = functional.binary_cross_entropy_with_logits(logits[:, 0][known], place[known], weight=weight[known])
    # A real bleeding has no outline here: its brightest places must answer, whichever they are.
    peaks = torch.topk(logits.flatten(1), 12, dim=1).values.mean(1)
    instance = functional.binary_cross_entropy_with_logits(peaks, target[:, 0])
    whole = functional.binary_cross_entropy_with_logits(slice_logits[:, 0], target[:, 0])
    types = functional.binary_cross_entropy_with_logits(slice_logits[:, 1:], target[:, 1:])
    return whole + 0.5 * instance + 0.8 * pixel + 0.6 * types + 0.5 * functional.smooth_l1_loss(where[:, 0], position, beta=0.1), whole


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('dataset', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--fold', type=int, required=True)
    parser.add_argument('--minutes', type=float, default=10, help='of processor time')
    parser.add_argument('--start', type=Path)
    parser.add_argument('--rate', type=float, default=3e-3)
    options = parser.parse_args()
    torch.set_num_threads(1), cv2.setNumThreads(1)
    seed = random.randrange(10**6) if options.start else 40 + options.fold
    random.seed(seed), np.random.seed(seed), torch.manual_seed(seed)
    slices = Slices(options.cache, options.dataset)
    pools = pools_of(slices, options.fold)
    network = HaemorrhageNetwork()
    if options.start:
        network.load_state_dict(torch.load(options.start))
    optimiser = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=0.02)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    began, step, recent = time.process_time(), 0, []
    while (share := (time.process_time() - began) / (options.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group['lr'] = options.rate * min(1, step / 40 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        planes, place, target, position = (torch.from_numpy(np.stack(part)) for part in zip(*(sample(slices, pools) for _ in range(BATCH))))
        loss, whole = loss_of(network(planes), place, target, position.float())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5)
        optimiser.step()
        average.update_parameters(network)
        step += 1
        recent = (recent + [(loss.item(), whole.item())])[-50:]
        if step % 50 == 0:
            print(f'{step} steps {time.process_time() - began:.0f} s loss {np.mean(recent, 0).round(4)}', flush=True)
            torch.save(average.module.state_dict(), options.out)
    torch.save(average.module.state_dict(), options.out)


if __name__ == '__main__':
    main()
