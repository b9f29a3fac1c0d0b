"""Loss of the maps (cross-entropy, focal for the lesion, plus soft Dice) and of the picture scores."""

import torch
from torch.nn import functional as F

LESION = 1
FOCUS = 1.5
# A lesion pixel that is hard to tell counts more than the many easy ones of the background.
LESION_WEIGHT = 2.0
SCORE_WEIGHT = 0.25


def mask_loss(logits: torch.Tensor, target: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Per-pixel loss everywhere a mask is known, soft Dice where it is known and not empty."""
    entropy = F.binary_cross_entropy_with_logits(logits, target, reduction='none')
    missed = (1 - torch.exp(-entropy[:, LESION])) ** FOCUS
    pixels = entropy.mean((2, 3))
    focal = LESION_WEIGHT * (missed * entropy[:, LESION]).mean((1, 2))
    pixels = torch.stack([pixels[:, 0], focal, pixels[:, 2]], 1)
    p = torch.sigmoid(logits)
    overlap = (p * target).sum((2, 3))
    size = p.sum((2, 3)) + target.sum((2, 3))
    dice = 1 - (2 * overlap + 4) / (size + 4)
    present = known * (target.sum((2, 3)) > 0)
    return (pixels * known).sum() / known.sum().clamp(min=1) + (dice * present).sum() / present.sum().clamp(
        min=1
    )


def score_loss(logits: torch.Tensor, target: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    entropy = F.binary_cross_entropy_with_logits(logits, target, reduction='none')
    return (entropy * known).sum() / known.sum().clamp(min=1)
