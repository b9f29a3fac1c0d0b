"""What the three outputs of a slice are judged by."""

import torch
from torch.nn import functional as F

OPACITY_WEIGHTS, CHEST_WEIGHTS = (0.5, 1.0, 0.7), (0.6, 1.0)


def weighed(
    logits: torch.Tensor, target: torch.Tensor, known: torch.Tensor, weights: tuple[float, ...], extra: float
) -> torch.Tensor:
    """Cross-entropy and soft Dice over the batch and per picture, of what is known."""
    factor = known * (1 + extra * target)
    entropy = (F.binary_cross_entropy_with_logits(logits, target, reduction='none') * factor).mean((0, 2, 3))
    p = torch.sigmoid(logits) * known
    t = target * known
    by_batch = 1 - (2 * (p * t).sum((0, 2, 3)) + 20) / (p.sum((0, 2, 3)) + t.sum((0, 2, 3)) + 20)
    by_picture = 1 - (2 * (p * t).sum((2, 3)) + 20) / (p.sum((2, 3)) + t.sum((2, 3)) + 20)
    return (
        (entropy + 0.4 * by_batch + 0.3 * by_picture.mean(0)) * torch.tensor(weights, device=logits.device)
    ).sum()


def loss_of(outputs: tuple[torch.Tensor, ...], planes: torch.Tensor, low: torch.Tensor) -> torch.Tensor:
    opacity, chest, soft = (output.float() for output in outputs)
    lung, mass, mass_known, opaque, dense, opaque_known = planes.split(1, 1)
    ones = torch.ones_like(lung)
    loss = weighed(
        opacity,
        torch.cat([lung, opaque, dense], 1),
        torch.cat([ones, opaque_known, opaque_known], 1),
        OPACITY_WEIGHTS,
        0.0,
    )
    whole = torch.cat([lung, mass], 1)
    known = torch.cat([ones, (mass_known > 0.5).float()], 1)
    # Which decoder is asked depends on whether the window shows air black.
    for output, own in ((chest, (low < -500).float()), (soft, (low > -800).float())):
        part = own.view(-1, 1, 1, 1)
        loss = loss + weighed(output, whole * part, known * part, CHEST_WEIGHTS, 2.0)
    return loss
