"""What the trainings of spots and of slices share: arguments, one model after another, the loop."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from training.efficientnet_lite import load_imagenet
from training.lung.joint.store import LEFT_OUT, Mean, rate_at


@dataclass(frozen=True)
class Course:
    """How a network learns: its encoder at a rate, the rest `faster` times as fast."""

    steps: int
    batch: int
    rate: float
    faster: float
    weight_decay: float
    # Of the running mean of the weights.
    keep: float


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument('--pack', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--models', nargs='*', default=list(LEFT_OUT), choices=list(LEFT_OUT))
    return parser.parse_args()


def trained(
    network: torch.nn.Module,
    encoder: torch.nn.Module,
    loss_of_batch: Callable[[torch.nn.Module], torch.Tensor],
    course: Course,
    device: str,
    name: str,
) -> torch.nn.Module:
    """The network with the running mean of its weights; `loss_of_batch` draws a batch and reads it."""
    network = network.to(memory_format=torch.channels_last).train()
    mean = Mean(network, course.keep)
    optimiser = optimiser_of(network, encoder, course.weight_decay, device)
    highest = (course.rate, course.rate * course.faster)
    for step in range(course.steps):
        for group, rate in zip(optimiser.param_groups, highest, strict=True):
            group['lr'] = rate_at(step / course.steps, rate)
        loss = loss_of_batch(network)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        mean.add(network)
        if (step + 1) % 100 == 0:
            print(f'{name} step {step + 1} loss {loss.item():.4f}', flush=True)
    network.load_state_dict(mean.values)
    return network.eval()


def with_imagenet(network: torch.nn.Module, encoder: torch.nn.Module, device: str) -> torch.nn.Module:
    load_imagenet(encoder)
    return network.to(torch.device(device))


def optimiser_of(
    network: torch.nn.Module, encoder: torch.nn.Module, weight_decay: float, device: str
) -> torch.optim.AdamW:
    """The encoder's weights first, then the others."""
    own = {id(parameter) for parameter in encoder.parameters()}
    others = [parameter for parameter in network.parameters() if id(parameter) not in own]
    groups = [{'params': list(encoder.parameters()), 'lr': 0.0}, {'params': others, 'lr': 0.0}]
    return torch.optim.AdamW(groups, weight_decay=weight_decay, fused=torch.device(device).type == 'cuda')
