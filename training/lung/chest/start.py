"""The decoder of masses as analyses/lung/model/opacity.onnx holds it, to go on training from:
`chest/train.py --start`.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.lung.opacity.network import OpacityNet

# Of the names of the decoder's parts in the model.
PREFIX = 'chest/'


def weights_of(model: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of each convolution in the order of the graph: batch norms are folded in, weights may
    be halved.
    """
    graph = onnx.load(model).graph
    values = {
        one.name: numpy_helper.to_array(one) for one in graph.initializer if one.name.startswith(PREFIX)
    }
    of = lambda name: torch.from_numpy(np.array(values.get(name, values.get(f'{name}.half')), np.float32))
    convolutions = [node for node in graph.node if node.op_type == 'Conv' and node.name.startswith(PREFIX)]
    return [(of(node.input[1]), of(node.input[2])) for node in convolutions]


@torch.no_grad()
def started(network: OpacityNet, model: Path, kept: list[torch.Tensor]) -> None:
    """Batch norms are set so that on the features `kept` the network answers as the model does."""
    *joins, coarse, fine, head = weights_of(model)
    pairs = [(join[at], join[at + 1]) for join in network.up for at in (0, 3, 6)] + [
        (network.fine[0], network.fine[1])
    ]
    biases = {}
    for (convolution, norm), (weight, bias) in zip(pairs, [*joins, fine], strict=True):
        convolution.weight.copy_(weight)
        biases[norm] = bias
    for convolution, (weight, bias) in ((network.coarse[1], coarse), (network.head, head)):
        convolution.weight.copy_(weight)
        convolution.bias.copy_(bias)

    def settle(norm: torch.nn.BatchNorm2d, given: tuple[torch.Tensor]) -> None:
        mean, variance = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(biases[norm] + mean)

    hooks = [norm.register_forward_pre_hook(settle) for norm in biases]
    network.eval()(*kept)
    for hook in hooks:
        hook.remove()
