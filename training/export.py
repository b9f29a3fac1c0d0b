"""Writes a network as ONNX, opset 17, and checks it against PyTorch on random input."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from .absorb_pads import absorb_pads


def export(
    model: torch.nn.Module,
    example: torch.Tensor | tuple[torch.Tensor, ...],
    names: tuple[str | list[str], list[str]],
    path: Path,
    free_size: bool = False,
) -> None:
    """`names` are the graph's inputs and its outputs; the first axis of all is the free batch size.

    `free_size` frees height and width too, in steps of the network's coarsest level.
    """
    model.eval()
    sources = [names[0]] if isinstance(names[0], str) else names[0]
    examples = (example,) if isinstance(example, torch.Tensor) else example
    targets = names[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {0: 'batch', 2: 'height', 3: 'width'} if free_size else {0: 'batch'}
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
            dynamic_axes={name: axes for name in [*sources, *targets]},
        )
    onnx.save(absorb_pads(onnx.load(path)), path)
    session = onnxruntime.InferenceSession(str(path), providers=['CPUExecutionProvider'])
    twice = [torch.cat([one, one.flip(-1)]) for one in examples]
    with torch.no_grad():
        wanted = model(*twice)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    for value, given in zip(
        wanted,
        session.run(None, {name: one.numpy() for name, one in zip(sources, twice, strict=True)}),
        strict=True,
    ):
        np.testing.assert_allclose(value.numpy(), given, atol=1e-3)
    print(path, f'{path.stat().st_size / 2**20:.2f} MiB')
