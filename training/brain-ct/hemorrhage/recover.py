"""Takes the two networks out of the shipped haemorrhage.onnx, to go on training from: `recover.py TARGET` writes TARGET/shipped-{0,1}.pt,
their calibration.json and level-head.pt, which is trained anew where the networks change (level_train.py).

They learnt from CT-ICH alone, all its patients, so a network that goes on from them can only be judged on other sources. Normalisation
was joined with the convolutions when they were exported: it comes back as one that adds an offset, and `train.py --from` leaves it so.
"""
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper

from export import Ensemble
from level_train import head_of
from network import FROZEN, SIDE, TYPES, HaemorrhageNetwork

SHIPPED = Path(__file__).resolve().parents[3] / 'analyses/brain-ct/model/haemorrhage.onnx'


def weights_in_order(model):
    """(weight, bias) of every convolution and matrix, in the order in which they are reckoned."""
    values = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == 'Cast' and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
        if node.op_type in ('Conv', 'Gemm'):
            weight, bias = (torch.from_numpy(values[name].astype(np.float32)) for name in node.input[1:3])
            yield weight, bias


def layers(network, first_block, last_block):
    """(convolution, its normalisation) of some blocks of the encoder."""
    for block in network.encoder._blocks[first_block:last_block]:
        if block._expand_conv is not None:
            yield block._expand_conv, block._bn0
        yield block._depthwise_conv, block._bn1
        yield block._project_conv, block._bn2


def rest_of(network):
    """What follows the frozen blocks, in the order in which it is reckoned."""
    yield from layers(network, FROZEN, None)
    yield from ((one, None) for one in (network.lateral[1], network.lateral[0], network.lateral[2]))
    yield network.joined[0], network.joined[1]
    yield from ((one, None) for one in (network.map, network.slice[1], network.position[0], network.position[2]))


@torch.no_grad()
def give(layer, normalisation, weight, bias):
    if layer.weight.shape != weight.shape:
        raise SystemExit(f'{tuple(weight.shape)} where {tuple(layer.weight.shape)} belongs')
    layer.weight.copy_(weight)
    if normalisation is None:
        layer.bias.copy_(bias)
        return
    normalisation.weight.fill_(1), normalisation.bias.copy_(bias)
    normalisation.running_mean.fill_(0), normalisation.running_var.fill_(1 - normalisation.eps)


def recovered(model):
    """The two networks, which share their first blocks, and the level head."""
    weights = list(weights_in_order(model))
    networks, place = [], 0
    for network in (HaemorrhageNetwork().eval(), HaemorrhageNetwork().eval()):
        shared = [(network.encoder._conv_stem, network.encoder._bn0), *layers(network, 0, FROZEN)]
        rest = list(rest_of(network))
        place = place or len(shared)
        for layer, given in zip([*shared, *rest], weights[:len(shared)] + weights[place:place + len(rest)], strict=True):
            give(*layer, *given)
        place += len(rest)
        networks.append(network)
    (weight, bias), = weights[place:]
    head = head_of(None)
    head.load_state_dict({'weight': weight, 'bias': bias})
    return networks, head


def calibration_of(model):
    """As evaluate.py writes it: slope and offset of each logit."""
    values = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    pairs = zip(values['slope'].tolist(), values['offset'].tolist(), strict=True)
    return dict(zip(['any', *TYPES], pairs, strict=True))


def main():
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    model = onnx.load(SHIPPED)
    (networks, head), calibration = recovered(model), calibration_of(model)
    planes = torch.rand(1, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(1)) * 2 - 1
    given = onnxruntime.InferenceSession(str(SHIPPED)).run(None, {'planes': planes.numpy()})
    with torch.no_grad():
        found = Ensemble(networks, calibration, head).eval()(planes)
    for wanted, value in zip(given, found, strict=True):
        np.testing.assert_allclose(wanted, value.numpy(), atol=2e-3)
    for number, network in enumerate(networks):
        torch.save(network.state_dict(), target / f'shipped-{number}.pt')
    torch.save(head.state_dict(), target / 'level-head.pt')
    (target / 'calibration.json').write_text(json.dumps(calibration, indent=2) + '\n')
    print('both networks read as the shipped file does')


if __name__ == '__main__':
    main()
