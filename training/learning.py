"""How the networks learn: one loop, and the running mean of the weights that it gives back."""

import math
from collections.abc import Callable

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR, LRScheduler, OneCycleLR


class Mean:
    """The running mean of a network's weights and of what its normalisations saw."""

    def __init__(self, network: nn.Module, keep: float):
        self.keep, self.steps = keep, 0
        self.values = {name: value.detach().clone() for name, value in network.state_dict().items()}

    @torch.no_grad()
    def add(self, network: nn.Module) -> None:
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        state = network.state_dict()
        floats = [name for name, value in state.items() if value.is_floating_point()]
        torch._foreach_mul_([self.values[name] for name in floats], keep)
        torch._foreach_add_(
            [self.values[name] for name in floats], [state[name] for name in floats], alpha=1 - keep
        )


def descend(loss: torch.Tensor, schedule: LRScheduler, clip: float = math.inf) -> None:
    """One step of an optimiser and its schedule, with gradients no longer than `clip`."""
    optimiser = schedule.optimizer
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_([one for group in optimiser.param_groups for one in group['params']], clip)
    optimiser.step()
    schedule.step()


def trained(
    network: nn.Module,
    schedule: LRScheduler,
    loss_of_batch: Callable[[float], torch.Tensor],
    steps: int,
    keep: float = 0.0,
    clip: float = 3.0,
) -> nn.Module:
    """The network with the running mean of its weights (`keep` 0: as they are at the end); `loss_of_batch`
    draws a batch and reads it, after a share of the steps.
    """
    network = network.to(memory_format=torch.channels_last).train()
    mean, total = Mean(network, keep), 0.0
    for step in range(1, steps + 1):
        loss = loss_of_batch(step / steps)
        descend(loss, schedule, clip)
        mean.add(network)
        total += loss.item()
        if step % 50 == 0:
            print(f'step {step} loss {total / 50:.4f}', flush=True)
            total = 0.0
    network.load_state_dict(mean.values)
    return network.eval()


def adamw(network: nn.Module, rate: float, decay: float, of_encoder: float = 1.0) -> torch.optim.AdamW:
    """`of_encoder`: the rate of the weights of `encoder.` that learn, as a share of that of the others."""
    learned = [(name, weight) for name, weight in network.named_parameters() if weight.requires_grad]
    inner, outer = (
        [weight for name, weight in learned if ('encoder.' in name) == wanted] for wanted in (True, False)
    )
    groups = [{'params': part, 'lr': lr} for part, lr in ((inner, rate * of_encoder), (outer, rate)) if part]
    return torch.optim.AdamW(groups, weight_decay=decay)


def one_cycle(optimiser: torch.optim.Optimizer, rate: float, steps: int, climb: float = 0.15) -> OneCycleLR:
    return OneCycleLR(optimiser, rate, total_steps=steps, pct_start=climb)


def cosine(
    optimiser: torch.optim.Optimizer, steps: int, climb: float, lowest: tuple[float, float]
) -> LambdaLR:
    """A short rise from the first of `lowest`, then half a cosine down to the second, of the highest rate."""
    start, end = lowest

    def factor(step: int) -> float:
        share = step / steps
        if share < climb:
            return start + (1 - start) * share / climb
        return end + (1 - end) * (1 + math.cos(math.pi * min(1.0, (share - climb) / (1 - climb)))) / 2

    return LambdaLR(optimiser, factor)
