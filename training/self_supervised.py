"""Self-supervised pre-training of the encoder's second half: SimSiam (Chen and He, CVPR 2021) on cached
views.

Views of one place are to look alike to the network. The first half keeps its ImageNet weights, so its
outputs of stride 8 are computed once for every view (`seen`) and the second half alone is trained. Users:
`breast/tried/pretraining.py`, `cervix/unseen/pretraining.py`.
"""

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import DEEPEST_WIDTH, FROZEN, Encoder

MIDDLE_WIDTH, HIDDEN, BOTTLE, BATCH = 112, 256, 64, 32
RATE, DECAY, SAVED_EVERY = 3e-4, 0.02, 50


class Pooled(nn.Module):
    """Level of stride 8 (n, 40, h, w) → means over the levels of stride 16 and 32 (n, 304)."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, eighth: torch.Tensor) -> torch.Tensor:
        return torch.cat([level.mean((2, 3)) for level in self.encoder.late(eighth)], 1)

    def train(self, mode: bool = True) -> 'Pooled':
        """The encoder's normalisation keeps the statistics it was given."""
        super().train(mode)
        self.encoder.eval()
        return self


@torch.no_grad()
def seen(encoder: Encoder, views: np.ndarray, batch: int = 32) -> torch.Tensor:
    """Levels of stride 8, half precision, of views (n, 3, h, w) between -1 and 1."""
    encoder.eval()
    parts = [
        encoder.early(torch.from_numpy(views[k : k + batch]).float())[1].half()
        for k in range(0, len(views), batch)
    ]
    return torch.cat(parts)


def layers(widths: list[int], last: bool) -> nn.Sequential:
    parts: list[nn.Module] = []
    for a, b in zip(widths, widths[1:]):
        parts += [nn.Linear(a, b, bias=False), nn.BatchNorm1d(b), nn.ReLU(inplace=True)]
    return nn.Sequential(*(parts[:-1] if last else parts))


def unlike(predicted: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Negative cosine; the target is held still."""
    return -F.cosine_similarity(predicted, target.detach(), dim=1).mean()


def pretrain(encoder: Encoder, views: torch.Tensor, steps: int, seed: int, checkpoint: Path) -> float:
    """Trains the second half on `views` (places, views of each, 40, h, w); ends with the spread of the
    projections.

    A spread near zero would be collapse (all views alike); 1 is the most.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    body = Pooled(encoder)
    project = layers([DEEPEST_WIDTH + MIDDLE_WIDTH, HIDDEN, HIDDEN], last=True)
    predict = nn.Sequential(layers([HIDDEN, BOTTLE], last=False), nn.Linear(BOTTLE, HIDDEN))
    trained = [*encoder._blocks[FROZEN:].parameters(), *project.parameters(), *predict.parameters()]
    optimizer = torch.optim.AdamW(trained, lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    spread = 0.0
    for step in range(steps):
        places = rng.choice(len(views), BATCH, replace=False)
        which = [rng.permutation(views.shape[1])[:2] for _ in places]
        pair = [
            torch.stack([views[p, w[k]] for p, w in zip(places, which, strict=True)]).float()
            for k in range(2)
        ]
        body.train()
        z = project(body(torch.cat(pair)))
        p = predict(z)
        loss = (unlike(p[:BATCH], z[BATCH:]) + unlike(p[BATCH:], z[:BATCH])) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        spread = float(F.normalize(z.detach(), dim=1).std(0).mean() * HIDDEN**0.5)
        if (step + 1) % SAVED_EVERY == 0 or step + 1 == steps:
            torch.save(encoder.state_dict(), checkpoint)
            print(
                step + 1,
                f'loss {float(loss.detach()):.3f}, spread {spread:.2f}, {time.process_time():.0f} s',
                flush=True,
            )
    return spread


def classify(
    encoder: Encoder, views: torch.Tensor, labels: np.ndarray, weight: np.ndarray, steps: int, seed: int
) -> Pooled:
    """Fine-tunes the second half with one linear score on `views` (pictures, views of each, 40, h, w);
    returns both as `Pooled.head`.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    body = Pooled(encoder)
    body.head = nn.Linear(DEEPEST_WIDTH + MIDDLE_WIDTH, 1)
    groups = [
        {'params': encoder._blocks[FROZEN:].parameters(), 'lr': RATE},
        {'params': body.head.parameters(), 'lr': 10 * RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        picks = rng.choice(len(views), BATCH, p=weight / weight.sum())
        x = torch.stack([views[i, rng.integers(views.shape[1])] for i in picks]).float()
        wanted = torch.from_numpy(labels[picks].astype(np.float32))
        body.train()
        loss = F.binary_cross_entropy_with_logits(body.head(F.dropout(body(x), 0.3))[:, 0], wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return body.eval()


@torch.no_grad()
def scores(body: Pooled, views: torch.Tensor) -> np.ndarray:
    """Mean score of all views of each picture."""
    flat = views.flatten(0, 1)
    each = torch.cat([body.head(body(flat[k : k + 64].float()))[:, 0] for k in range(0, len(flat), 64)])
    return each.view(views.shape[:2]).mean(1).numpy()
