"""What the trainings of spots and of slices share."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from training.efficientnet_lite import load_imagenet
from training.learning import adamw, cosine, trained

DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'


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


def follow(
    network: torch.nn.Module, course: Course, loss_of_batch: Callable[[float], torch.Tensor]
) -> torch.nn.Module:
    optimiser = adamw(network, course.rate * course.faster, course.weight_decay, 1 / course.faster)
    schedule = cosine(optimiser, course.steps, 0.05, (0.05, 0.01))
    return trained(network, schedule, loss_of_batch, course.steps, course.keep)


def with_imagenet(network: torch.nn.Module, encoder: torch.nn.Module) -> torch.nn.Module:
    load_imagenet(encoder)
    return network.to(DEVICE)
