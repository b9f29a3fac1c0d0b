"""Trains the modality network. `train.py CACHE OUT --fold -1|0-4 --minutes N`: fold -1 learns from every fold."""
import argparse
import pickle
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from augment import letterboxed, view
from network import KINDS, ModalityNetwork
from synthetic import draw

BATCH = 48


def pools(records, fold):
    """Pictures to learn from, by kind and then by source, so that small sources are seen as well."""
    chosen = [{} for _ in KINDS]
    for kind, _, source, its_fold, picture in records:
        if its_fold == -2 or (fold >= 0 and (its_fold == fold or source.startswith('gallery'))):
            continue
        chosen[kind].setdefault(source, []).append(picture)
    return chosen


def weights(sources):
    return [min(len(pictures), 1200) ** 0.7 for pictures in sources.values()]


def sample(chosen):
    kind = random.choices(range(5), [1, 1, 1, 0.9, 3])[0]
    if kind == 4 and random.random() < 0.2:
        return kind, letterboxed(view(4, draw()))
    sources = list(chosen[kind].values())
    pictures = random.choices(sources, weights(chosen[kind]))[0]
    return kind, letterboxed(view(kind, random.choice(pictures)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--fold', type=int, default=-1)
    parser.add_argument('--minutes', type=float, default=10, help='of processor time')
    parser.add_argument('--start', type=Path)
    parser.add_argument('--rate', type=float, default=3e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    seed = 100 + options.fold
    random.seed(seed), np.random.seed(seed), torch.manual_seed(seed)
    with open(options.cache, 'rb') as handle:
        chosen = pools(pickle.load(handle), options.fold)
    network = ModalityNetwork()
    if options.start:
        network.load_state_dict(torch.load(options.start))
    optimiser = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=0.01)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    began, step, recent = time.process_time(), 0, []
    while (share := (time.process_time() - began) / (options.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group['lr'] = options.rate * min(1, step / 50 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        kinds, planes = zip(*(sample(chosen) for _ in range(BATCH)))
        loss = loss_of(network(torch.from_numpy(np.stack(planes))), torch.tensor(kinds))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(network)
        step += 1
        recent = (recent + [loss.item()])[-50:]
        if step % 50 == 0:
            print(f'{step} steps {time.process_time() - began:.0f} s loss {np.mean(recent):.4f}', flush=True)
            options.out.parent.mkdir(parents=True, exist_ok=True)
            torch.save(average.module.state_dict(), options.out)
    torch.save(average.module.state_dict(), options.out)


if __name__ == '__main__':
    main()
