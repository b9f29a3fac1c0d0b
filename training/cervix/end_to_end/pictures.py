"""The packed pictures as tensors on a device, and batches of views of those that teach."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from training.cervix.network.data import CANVAS, LOADERS
from training.cervix.network.views import (
    SIDE,
    boxes_of,
    inside_of,
    normalise,
    random_colours,
    random_theta,
    random_views,
    sample,
)

MASKS = ('masks', 'shares', 'known', 'scores', 'score_known')
CONTRASTED = 28  # pictures, each in two views
PLACES = 8


@dataclass
class Everything:
    """All sources after one another; `source` "other" has no labels."""

    source: np.ndarray
    name: np.ndarray
    case: np.ndarray
    fold: np.ndarray
    images: torch.Tensor
    masks: torch.Tensor
    shares: torch.Tensor
    known: torch.Tensor
    scores: torch.Tensor
    score_known: torch.Tensor
    boxes: torch.Tensor


def load(folder: Path, device: torch.device) -> Everything:
    saved = np.load(folder / 'labels.npz')
    columns: dict[str, list] = {key: [] for key in ('source', 'name', 'case', 'fold', *MASKS)}
    images = []
    for name in (*LOADERS, 'other'):
        shares = saved[f'{name}/shares']
        n = len(shares)
        for i in range(n):
            images.append(cv2.imread(str(folder / f'{name}-{i}.jpg'))[..., ::-1].transpose(2, 0, 1))
        columns['source'].append(np.full(n, name))
        columns['shares'].append(shares)
        other = name == 'other'
        for key, stored in (('name', 'names'), ('case', 'cases'), ('fold', 'folds')):
            columns[key].append(
                np.array([f'{name}-{i}' for i in range(n)]) if other else saved[f'{name}/{stored}']
            )
        columns['masks'].append(
            np.zeros((n, 3, CANVAS, CANVAS), np.uint8)
            if other
            else np.unpackbits(saved[f'{name}/masks'], axis=-1)[..., :CANVAS]
        )
        for key in ('known', 'scores', 'score_known'):
            columns[key].append(np.zeros((n, 3), np.float32) if other else saved[f'{name}/{key}'])
    joined = {key: np.concatenate(parts) for key, parts in columns.items()}
    tensors = {key: torch.from_numpy(joined[key]).to(device) for key in MASKS}
    boxes = boxes_of(tensors['masks'].cpu(), tensors['shares'].cpu()).to(device)
    return Everything(
        *(joined[key] for key in ('source', 'name', 'case', 'fold')),
        torch.from_numpy(np.stack(images)).to(device),
        *tensors.values(),
        boxes,
    )


class Teacher:
    """Views of the pictures that are not left out; drawn by chance, sources and classes brought nearer to
    one share.
    """

    def __init__(
        self,
        everything: Everything,
        left: np.ndarray,
        device: torch.device,
        seed: int,
        batch: int,
        strength: float,
    ) -> None:
        self.all, self.device, self.batch_size, self.strength = everything, device, batch, strength
        self.generator = torch.Generator(device).manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.shown = np.nonzero(~left)[0]
        self.labeled = self.shown[everything.source[self.shown] != 'other']
        chances = np.array([self._chance(i, left) for i in self.labeled])
        self.chances = chances / chances.sum()

    def _chance(self, i: int, left: np.ndarray) -> float:
        e = self.all
        label = e.scores[:, 0].cpu().numpy() + 2 * e.score_known[:, 0].cpu().numpy()
        mine = (e.source == e.source[i]) & ~left
        same = (mine & (label == label[i])).sum()
        outlined = bool((e.masks[i, 1] > 0).any())
        return float(same**-0.5 * (mine & (e.case == e.case[i])).sum() ** -0.5 * (2 if outlined else 1))

    def parts(self, picks: np.ndarray) -> list[torch.Tensor]:
        chosen = torch.as_tensor(picks, device=self.device)
        return [part[chosen] for part in (self.all.images, self.all.masks, self.all.shares, self.all.boxes)]

    def batch(self) -> tuple[torch.Tensor, ...]:
        picks = self.rng.choice(self.labeled, self.batch_size, p=self.chances)
        view, target = random_views(*self.parts(picks), self.generator, strength=self.strength)
        chosen = torch.as_tensor(picks, device=self.device)
        return view, target, self.all.known[chosen], self.all.scores[chosen], self.all.score_known[chosen]

    def seen(self, picks: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Normalized views in much other light, and where they lie in the canvas."""
        images, _, shares, boxes = self.parts(picks)
        theta = random_theta(boxes, shares, self.generator)
        inside = (sample(inside_of(shares, CANVAS), theta, SIDE) > 0.5).float()
        return normalise(
            random_colours(sample(images, theta, SIDE) / 255, self.generator, 2.0), inside
        ), theta

    def pair(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Two views of each picture and places near the cervix that match, for `contrast`."""
        picks = self.rng.choice(self.shown, min(CONTRASTED, self.batch_size), replace=False)
        parts = [self.seen(picks) for _ in range(2)]
        boxes = self.all.boxes[torch.as_tensor(picks, device=self.device)]
        spread = torch.rand(len(picks), PLACES, 2, generator=self.generator, device=self.device) * 1.6 - 0.8
        spots = boxes[:, None, :2] + spread * boxes[:, None, 2:] / 2
        places = [
            torch.linalg.solve(theta[:, :, :2], (spots - theta[:, None, :, 2]).transpose(1, 2)).transpose(
                1, 2
            )
            for _, theta in parts
        ]
        return torch.cat([view for view, _ in parts]), torch.cat(places)

    def picture(self) -> torch.Tensor:
        return self.seen(self.rng.choice(self.shown, self.batch_size))[0]


def peak_loss(
    maps: torch.Tensor, target: torch.Tensor, scores: torch.Tensor, known: torch.Tensor
) -> torch.Tensor:
    """The mean of the lesion map's highest values within the cervix tells whether a lesion is present."""
    logits = torch.where(target[:, 0] > 0.5, maps[:, 1], torch.full_like(maps[:, 1], -12.0)).flatten(1)
    peak = logits.topk(max(1, logits.shape[1] // 40), dim=1).values.mean(1)
    each = F.binary_cross_entropy_with_logits(peak, scores[:, 0], reduction='none')
    return (each * known[:, 0]).sum() / known[:, 0].sum().clamp(min=1)
