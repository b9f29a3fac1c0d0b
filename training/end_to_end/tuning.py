"""Trains a network with an encoder from the first layer to the last, within a time. Users: the folders of
the same name of breast and cervix.
"""

import copy
from dataclasses import dataclass

import torch

from training.efficientnet_lite import FROZEN
from training.pretraining import mixed, optimizer_of, remember, timed


@dataclass(frozen=True)
class Plan:
    """`rates`: highest learning rate of the encoder's first blocks ("early"), its others ("late") and the
    rest ("decoder").
    """

    rates: dict[str, float]
    decay: float
    memory: float  # of the running mean of the weights, at most


def groups_of(network, rates):
    early = [network.encoder._conv_stem, network.encoder._bn0, *network.encoder._blocks[:FROZEN]]
    parts = {
        'early': [p for m in early for p in m.parameters()],
        'late': list(network.encoder._blocks[FROZEN:].parameters()),
        'decoder': [p for n, p in network.named_parameters() if not n.startswith('encoder.')],
    }
    return [{'params': p, 'rate': rates[name]} for name, p in parts.items()]


def early_levels(network, view, mixes):
    """The encoder's levels at strides 4 and 8, on request with the feature statistics of pictures mixed."""
    quarter, eighth = network.encoder.early(view)
    return (mixed(quarter), mixed(eighth)) if mixes else (quarter, eighth)


def tune(network, loss_of_batch, plan, *, seconds, device, name):
    """Trains `network` in place by `loss_of_batch()`; returns the running mean of its weights."""
    average = copy.deepcopy(network).eval()
    groups = groups_of(network, plan.rates)
    trained = [p for g in groups for p in g['params']]
    optimizer = optimizer_of(groups, plan.decay, device)
    network.train()
    step = 0

    def loss_of() -> torch.Tensor:
        nonlocal step
        if step:
            remember(average, network, min(plan.memory, (1 + step) / (10 + step)))
        step += 1
        return loss_of_batch()

    timed(seconds, optimizer, trained, loss_of, f'tune {name}')
    remember(average, network, plan.memory)
    return average.eval()
