"""Lets convolutions pad for themselves.

PyTorch exports the padding of a `SameConv` as a node of its own, before which onnxruntime brings every tensor
back from its blocked layout. A convolution that pads for itself gives the same values in half the time.
"""

import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator


def absorb_pads(model: onnx.ModelProto) -> onnx.ModelProto:
    """Every padding with zeros, of height and width, that only convolutions read becomes part of them."""
    graph = model.graph
    makers = {output: node for node in graph.node for output in node.output}
    readers: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    for pad in [node for node in graph.node if node.op_type == 'Pad']:
        convolutions = readers.get(pad.output[0], [])
        edges = edges_of(pad, model, makers)
        if edges is None or not convolutions or any(node.op_type != 'Conv' for node in convolutions):
            continue
        for convolution in convolutions:
            widen(convolution, edges)
            convolution.input[0] = pad.input[0]
        graph.node.remove(pad)
    drop_unread(graph)
    onnx.checker.check_model(model)
    return model


def edges_of(pad: onnx.NodeProto, model: onnx.ModelProto, makers) -> list[int] | None:
    """Top, left, bottom and right; None for anything but zeros around height and width."""
    modes = [attribute.s for attribute in pad.attribute if attribute.name == 'mode']
    if modes not in ([], [b'constant']) or len(pad.input) > 3:
        return None
    if len(pad.input) == 3 and pad.input[2] and float(constant(pad.input[2], model, makers)) != 0:
        return None
    batch, channels, top, left, batch_end, channels_end, bottom, right = (
        int(value) for value in constant(pad.input[1], model, makers)
    )
    if batch or channels or batch_end or channels_end:
        return None
    return [top, left, bottom, right]


def constant(name: str, model: onnx.ModelProto, makers):
    """The value of a tensor that depends on no input."""
    nodes, waiting = [], [name]
    while waiting:
        maker = makers.get(waiting.pop())
        if maker is not None and maker not in nodes:
            nodes.append(maker)
            waiting.extend(maker.input)
    ordered = [node for node in model.graph.node if node in nodes]
    value = onnx.ValueInfoProto(name=name)
    graph = helper.make_graph(ordered, 'constant', [], [value], model.graph.initializer)
    return ReferenceEvaluator(helper.make_model(graph, opset_imports=model.opset_import)).run(None, {})[0]


def widen(convolution: onnx.NodeProto, edges: list[int]) -> None:
    kept = [attribute for attribute in convolution.attribute if attribute.name != 'pads']
    own = [list(attribute.ints) for attribute in convolution.attribute if attribute.name == 'pads']
    pads = [a + b for a, b in zip(own[0] if own else [0] * 4, edges, strict=True)]
    del convolution.attribute[:]
    convolution.attribute.extend([*kept, helper.make_attribute('pads', pads)])


def drop_unread(graph: onnx.GraphProto) -> None:
    """What computed the paddings."""
    wanted = {output.name for output in graph.output}
    for node in reversed(list(graph.node)):
        if wanted.isdisjoint(node.output):
            graph.node.remove(node)
        else:
            wanted.update(node.input)
