"""Stores an ONNX network's weights in half precision; it is still reckoned with in full."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Smaller tensors gain nothing by half precision.
HALVED_FROM = 256


def halved(model):
    """Large float tensors in half precision, each widened again by a node that the runtime folds when it
    loads the file.
    """
    widened = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < HALVED_FROM:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f'{name}.half'))
        widened.append(helper.make_node('Cast', [tensor.name], [name], to=TensorProto.FLOAT))
    nodes = [*widened, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model
