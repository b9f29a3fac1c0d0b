"""What the hemorrhage network is trained by: pixels, slices, types, place, level, and both views alike."""

import torch
from torch.nn import functional

from training.brain_ct.hemorrhage.network import peak_of


def mean_of(values, weight):
    return (values * weight).sum() / weight.sum().clamp(min=1)


def loss_of(outputs, target, labels, agree):
    logits, slice_logits, position, levels = (part.float() for part in outputs)
    entropy = lambda given, wanted: functional.binary_cross_entropy_with_logits(
        given, wanted, reduction='none'
    )
    known, wanted = (~torch.isnan(target)).float(), torch.nan_to_num(target)
    pixel = mean_of(entropy(logits[:, 0], wanted), known * (1 + 6 * wanted))
    instance = mean_of(entropy(peak_of(logits), labels['any']), labels['found'])
    whole = mean_of(entropy(slice_logits[:, 0], labels['any'] * 0.98 + 0.01), labels['weight'])
    told = (~torch.isnan(labels['types'])).float() * labels['weight'][:, None]
    types = mean_of(entropy(slice_logits[:, 1:], torch.nan_to_num(labels['types'])), told)
    placed_known = (~torch.isnan(labels['position'])).float()
    place = mean_of(
        functional.smooth_l1_loss(
            position[:, 0], torch.nan_to_num(labels['position']), beta=0.1, reduction='none'
        ),
        placed_known,
    )
    leveled = (labels['level'] >= 0).float()
    level = mean_of(
        functional.cross_entropy(
            levels, labels['level'].clamp(min=0), reduction='none', label_smoothing=0.05
        ),
        leveled,
    )
    total = whole + 0.5 * instance + 0.8 * pixel + 0.6 * types + 0.5 * place + 0.25 * level
    return total + agree * disagreement(slice_logits, levels)


def disagreement(slice_logits, levels):
    """Of both views of every slice: of the logits, of the probability, of the level."""
    first, second = slice_logits.chunk(2)
    odds = functional.smooth_l1_loss(first, second, reduction='none').mean(0)
    chances = (first[:, 0].sigmoid() - second[:, 0].sigmoid()) ** 2
    one, other = levels.softmax(1).chunk(2)
    return 0.15 * odds[0] + 0.05 * odds[1:].mean() + chances.mean() + 0.3 * ((one - other) ** 2).sum(1).mean()
