"""Trains the network that sees whole slices end to end, one model after another.

    python -m training.lung.joint.slices --pack training/lung/cache/joint --out training/lung/checkpoints

Views are drawn on the device: turned, stretched, in any window, with masses laid at hilum, mediastinum and
wall, the same texture in solid tissue without a mark, dense lung along a wall, and lung that is white
throughout. Writes slices-MODEL.pt.
"""

import cv2
import torch

from training.lung.joint.loop import Course, arguments, trained, with_imagenet
from training.lung.joint.slices.batches import Drawer
from training.lung.joint.slices.loss import loss_of
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.slices.planes import Slices

COURSE = Course(steps=1500, batch=48, rate=8e-4, faster=4, weight_decay=0.03, keep=0.99)


def learn(
    network: ChestNet, drawer: Drawer, device: str, course: Course = COURSE, name: str = 'slices'
) -> ChestNet:
    def loss_of_batch(network: ChestNet) -> torch.Tensor:
        picture, planes, low = drawer.batch(course.batch)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            outputs = network(picture.contiguous(memory_format=torch.channels_last))
        return loss_of(outputs, planes, low)

    return trained(network, network.opacity.encoder, loss_of_batch, course, device, name)


def main() -> None:
    args = arguments()
    cv2.setNumThreads(1)
    data = Slices(args.pack, torch.device(args.device))
    for model in args.models:
        torch.manual_seed(19)
        network = ChestNet()
        network = with_imagenet(network, network.opacity.encoder, args.device)
        drawer = Drawer(data, model, torch.device(args.device))
        network = learn(network, drawer, args.device, name=f'slices {model}')
        torch.save(network.cpu().state_dict(), args.out / f'slices-{model}.pt')


if __name__ == '__main__':
    main()
