"""Trains the network that sees whole slices end to end, one model after another.

Views are drawn on the device: turned, stretched, in any window, with masses laid at hilum, mediastinum and
wall, the same texture in solid tissue without a mark, dense lung along a wall, and lung that is white
throughout. Writes slices-MODEL.pt.
"""

from pathlib import Path

import torch

from training.lung.joint.loop import DEVICE, Course, follow, with_imagenet
from training.lung.joint.slices.batches import Drawer
from training.lung.joint.slices.loss import loss_of
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.slices.planes import Slices
from training.lung.joint.store import LEFT_OUT

COURSE = Course(steps=1500, batch=48, rate=8e-4, faster=4, weight_decay=0.03, keep=0.99)


def learn(network: ChestNet, drawer: Drawer, device: str, course: Course = COURSE) -> ChestNet:
    def loss_of_batch(_: float) -> torch.Tensor:
        picture, planes, low = drawer.batch(course.batch)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            outputs = network(picture.contiguous(memory_format=torch.channels_last))
        return loss_of(outputs, planes, low)

    return follow(network, course, loss_of_batch)


def train_slices(pack: Path, out: Path) -> None:
    data = Slices(pack, torch.device(DEVICE))
    for model in LEFT_OUT:
        torch.manual_seed(19)
        network = ChestNet()
        network = with_imagenet(network, network.opacity.encoder)
        network = learn(network, Drawer(data, model, torch.device(DEVICE)), DEVICE)
        torch.save(network.cpu().state_dict(), out / f'slices-{model}.pt')
