"""Trains the network that sees whole slices end to end, one model after another.

    python -m training.lung.joint.slices --pack training/lung/cache/joint --out training/lung/checkpoints --device cuda

Views are drawn on the device: turned, stretched, in any window, with masses laid at hilum, mediastinum and
wall, the same texture in solid tissue without a mark, dense lung along a wall, and lung that is white
throughout. Writes slices-weights.npz.
"""

import argparse
import time

import cv2
import numpy as np
import torch

from training.lung.joint.loop import Course, arguments, seconds_of, trained, with_encoder
from training.lung.joint.slices.batches import Drawer
from training.lung.joint.slices.loss import loss_of
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.slices.planes import Slices
from training.lung.joint.store import packed

# Parts of the time.
MODELS = {'ship': 1.3, '0': 1.0, '1': 1.0, '2': 1.0, '3': 1.0, '4': 1.0}
COURSE = Course(faster=4, weight_decay=0.03, keep=0.99)


def train(data: Slices, model: str, args: argparse.Namespace, seconds: float) -> ChestNet:
    device = torch.device(args.device)
    torch.manual_seed(19)
    drawer, network = Drawer(data, model, device), ChestNet()

    def loss_of_batch(network: ChestNet) -> torch.Tensor:
        picture, planes, low = drawer.batch(args.batch)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            outputs = network(picture.contiguous(memory_format=torch.channels_last))
        return loss_of(outputs, planes, low)

    network = with_encoder(network, network.opacity.encoder, args)
    return trained(network, network.opacity.encoder, loss_of_batch, COURSE, args, f'slices {model}', seconds)


def main() -> None:
    args = arguments(MODELS, batch=48, rate=8e-4)
    cv2.setNumThreads(1)
    torch.backends.cudnn.benchmark = True
    started, weights = time.time(), {}
    data = Slices(args.pack, torch.device(args.device))
    print(f'slices: {len(data.records)}, {time.time() - started:.0f} s', flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, seconds in seconds_of(MODELS, args):
        try:
            network = train(data, name, args, seconds)
            weights |= {
                f'{name}/{key}': value for key, value in packed(network.state_dict(), name == 'ship').items()
            }
        except Exception as problem:  # the other models go on
            print(f'slices {name} failed: {problem!r}', flush=True)
        np.savez_compressed(args.out / 'slices-weights.npz', **weights)


if __name__ == '__main__':
    main()
