"""What a model says of the spots that it never saw."""

import numpy as np
import torch

from training.lung.joint.spots.network import SpotNet
from training.lung.joint.spots.views import plain
from training.lung.joint.spots.windows import Windows
from training.lung.joint.store import is_seen


@torch.no_grad()
def logits_of(network: SpotNet, data: Windows, rows: np.ndarray, device, batch: int = 512) -> np.ndarray:
    network.eval()
    result = []
    for part in torch.from_numpy(rows).to(device).split(batch):
        result.append(network(plain(data, part), data.facts[part]).float().cpu().numpy())
    return np.concatenate(result) if result else np.zeros(0, np.float32)


def auc(scores: np.ndarray, labels: np.ndarray) -> float:
    order = scores.argsort().argsort()
    positives = labels == 1
    count = positives.sum()
    return float((order[positives].sum() - count * (count - 1) / 2) / max(1, count * (~positives).sum()))


def logits_of_unseen(
    network: SpotNet, data: Windows, model: str, device: str
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of spots of slices, and their logits; prints how well each source is told apart."""
    rows = np.flatnonzero(
        [not is_seen(record, model) and record['kind'] == 'slice' for record in data.records]
    )
    logits = logits_of(network, data, rows, torch.device(device))
    sources = np.array([data.records[i]['source'] for i in rows])
    for source in np.unique(sources):
        own = (sources == source) & (data.labels[rows] >= 0)
        if own.any():
            print(
                f'spot {model} never saw {source}: auc {auc(logits[own], data.labels[rows][own]):.4f} of {own.sum()}',
                flush=True,
            )
    return rows, logits


def stored(data: Windows, result: dict[str, tuple[np.ndarray, np.ndarray]]) -> dict[str, np.ndarray]:
    """By model: logits, the slices' files, and which spot of its slice each is."""
    first: dict[int, int] = {}
    for i, record in enumerate(data.records):
        first.setdefault(id(record), i)
    arrays = {}
    for model, (rows, logits) in result.items():
        arrays[f'{model}/logits'] = logits.astype(np.float32)
        arrays[f'{model}/files'] = np.array(
            [f'{data.records[i]["source"]}/{data.records[i]["file"]}' for i in rows]
        )
        arrays[f'{model}/spot'] = np.array([i - first[id(data.records[i])] for i in rows], np.int16)
    return arrays
