"""One cycle of training of a decoder on stored views; what is kept is the running mean of its weights."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn


def fit(
    model: nn.Module,
    decoder: nn.Module,
    loss_of_batch: Callable[[], torch.Tensor],
    path: Path,
    *,
    steps: int,
    rate: float,
    averaged: float,
    every: int,
) -> None:
    """Trains the weights of `decoder`, a part of `model` or all of it; writes the mean weights of `model`
    to `path` every so many steps.
    """
    mean = {name: value.clone() for name, value in model.state_dict().items()}
    optimiser = torch.optim.AdamW(decoder.parameters(), lr=rate, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    path.parent.mkdir(parents=True, exist_ok=True)
    total = 0.0
    for step in range(1, steps + 1):
        loss = loss_of_batch()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(decoder.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        total += loss.item()
        keep = min(averaged, step / (step + 10))
        for name, value in model.state_dict().items():
            mean[name] = (
                mean[name] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
            )
        if step % every == 0 or step == steps:
            torch.save(mean, path)
            print(
                f'{path.stem} step {step} loss {total / (step % every or every):.4f}, cpu {time.process_time():.0f}s',
                flush=True,
            )
            total = 0.0


def add_options(parser: argparse.ArgumentParser, steps: int, store: Path) -> None:
    parser.add_argument('--steps', type=int, default=steps)
    parser.add_argument('--rate', type=float, default=4e-3)
    parser.add_argument('--store', type=Path, default=store)
    parser.add_argument('--out', type=Path, default=Path('training/lung/checkpoints'))
