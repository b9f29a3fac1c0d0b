"""What the trainings of spots and of slices share: arguments, one model after another, the loop."""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from training.lung.joint.store import Mean, load_encoder, rate_at


@dataclass(frozen=True)
class Course:
    """How a network learns: its encoder at a rate, the rest `faster` times as fast."""

    faster: float
    weight_decay: float
    # Of the running mean of the weights.
    keep: float


def arguments(models: dict[str, float], batch: int, rate: float) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument('--pack', type=Path, required=True)
    parser.add_argument('--encoder', type=Path, help='ImageNet weights; by default of the installed package')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--seconds', type=float, default=640, help='of all models together')
    parser.add_argument('--batch', type=int, default=batch)
    parser.add_argument('--rate', type=float, default=rate)
    parser.add_argument('--models', nargs='*', default=list(models))
    return parser.parse_args()


def seconds_of(models: dict[str, float], args: argparse.Namespace) -> Iterator[tuple[str, float]]:
    """Each model with its share of the time."""
    total = sum(models[name] for name in args.models)
    for name in args.models:
        yield name, args.seconds * models[name] / total


def with_encoder(
    network: torch.nn.Module, encoder: torch.nn.Module, args: argparse.Namespace
) -> torch.nn.Module:
    """On the device, its encoder with ImageNet weights."""
    load_encoder(encoder, args.encoder)
    return network.to(torch.device(args.device))


def trained(
    network: torch.nn.Module,
    encoder: torch.nn.Module,
    loss_of_batch: Callable[[torch.nn.Module], torch.Tensor],
    course: Course,
    args: argparse.Namespace,
    told_as: str,
    seconds: float,
) -> torch.nn.Module:
    """The network with the running mean of its weights after so many seconds; `loss_of_batch` draws a batch
    and reads it.
    """
    network = network.to(memory_format=torch.channels_last).train()
    mean, optimiser = (
        Mean(network, course.keep),
        optimiser_of(network, encoder, course.weight_decay, args.device),
    )
    highest = (args.rate, args.rate * course.faster)
    started, step, told = time.time(), 0, time.time()
    while (share := (time.time() - started) / seconds) < 1:
        for group, rate in zip(optimiser.param_groups, highest, strict=True):
            group['lr'] = rate_at(share, rate)
        loss = loss_of_batch(network)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        mean.add(network)
        step += 1
        if time.time() - told > 10:
            told = time.time()
            print(f'{told_as} {told - started:.0f} s step {step} loss {loss.item():.4f}', flush=True)
    network.load_state_dict(mean.values)
    print(f'{told_as} {step} steps of {args.batch}', flush=True)
    return network.eval()


def optimiser_of(
    network: torch.nn.Module, encoder: torch.nn.Module, weight_decay: float, device: str
) -> torch.optim.AdamW:
    """The encoder's weights first, then the others."""
    own = {id(parameter) for parameter in encoder.parameters()}
    others = [parameter for parameter in network.parameters() if id(parameter) not in own]
    groups = [{'params': list(encoder.parameters()), 'lr': 0.0}, {'params': others, 'lr': 0.0}]
    return torch.optim.AdamW(groups, weight_decay=weight_decay, fused=torch.device(device).type == 'cuda')
