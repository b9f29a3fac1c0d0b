"""Networks to and from files: ONNX, opset 17, checked against PyTorch on random input; checkpoints."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from training.absorb_pads import absorb_pads
from training.half import halved


def export(
    model: torch.nn.Module,
    example: torch.Tensor | tuple[torch.Tensor, ...],
    names: tuple[str | list[str], list[str]],
    path: Path,
    free: str = 'batch',
    half: bool = False,
) -> None:
    """`names` are the graph's inputs and its outputs.

    `free`: the first axis of all is the free batch size ('batch'), height and width are free too, in steps
    of the network's coarsest level ('size'), or nothing is ('nothing'). `half` stores the weights in half
    precision; they are reckoned with in full.
    """
    model.eval()
    sources = [names[0]] if isinstance(names[0], str) else names[0]
    examples = (example,) if isinstance(example, torch.Tensor) else example
    targets = names[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {'nothing': {}, 'batch': {0: 'batch'}, 'size': {0: 'batch', 2: 'height', 3: 'width'}}[free]
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            model,
            examples,
            str(path),
            opset_version=17,
            dynamo=False,
            input_names=sources,
            output_names=targets,
            dynamic_axes={name: axes for name in [*sources, *targets]} if axes else None,
        )
    graph = absorb_pads(onnx.load(path))
    onnx.save(halved(graph) if half else graph, path)
    session = session_of(path)
    given = examples if free == 'nothing' else [torch.cat([one, one.flip(-1)]) for one in examples]
    with torch.no_grad():
        wanted = model(*given)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    feeds = {name: one.numpy() for name, one in zip(sources, given, strict=True)}
    for value, answer in zip(wanted, session.run(None, feeds), strict=True):
        np.testing.assert_allclose(value.numpy(), answer, atol=5e-2 if half else 1e-3)
    print(path, f'{path.stat().st_size / 2**20:.2f} MiB')


def loaded(network: torch.nn.Module, path: Path) -> torch.nn.Module:
    """With the weights of a checkpoint."""
    network.load_state_dict(torch.load(path))
    return network.eval()


def session_of(path: Path) -> onnxruntime.InferenceSession:
    """On one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])
