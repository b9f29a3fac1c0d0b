"""Any window, kernel and light of a view."""

import torch

from training.lung.joint.draw import chance, kernels, noise, uniform


def windowed(
    grey: torch.Tensor, limits: torch.Tensor, levels: torch.Tensor, is_free: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Other windows: lung is taken for -850 HU and soft tissue for 40. Grey 0 to 1, limits in it, and the
    window's lower end in HU.
    """
    count, device = len(grey), grey.device
    view = lambda values: values.view(-1, 1, 1, 1)
    dark, soft = view(levels[:, 0]), view(levels[:, 1])
    hu = -850 + (grey - dark) / (soft - dark).clamp(min=20) * 890
    ends = -850 + (limits.view(-1, 2, 1, 1) - dark) / (soft - dark).clamp(min=20) * 890
    plain_low, plain_high = (
        -850 + (0 - dark) / (soft - dark).clamp(min=20) * 890,
        -850 + (255 - dark) / (soft - dark).clamp(min=20) * 890,
    )
    lungs_low, lungs_high = uniform(count, -1400, -950, device), uniform(count, 0, 500, device)
    usual_low, usual_high = uniform(count, -260, -90, device), uniform(count, 160, 300, device)
    wide_low, wide_high = uniform(count, -900, -120, device), uniform(count, 90, 350, device)
    draw = uniform(count, 0, 1, device)
    draw = torch.where(is_free > 0, draw, torch.zeros_like(draw))
    low = torch.where(
        draw < 0.2,
        plain_low,
        torch.where(draw < 0.5, lungs_low, torch.where(draw < 0.75, usual_low, wide_low)),
    )
    high = torch.where(
        draw < 0.2,
        plain_high,
        torch.where(draw < 0.5, lungs_high, torch.where(draw < 0.75, usual_high, wide_high)),
    )
    # A lung window holds one gray for some 6 HU, and hides the noise that a soft window shows.
    grainy = (
        hu
        + (torch.rand_like(hu) - 0.5) * 6
        + uniform(count, 0, 28, device)
        * (low > -900).float()
        * torch.where(
            chance(count, 0.5, device) > 0, torch.randn_like(hu), noise(count, hu.shape[-1], 2.0, device)
        )
    )
    span = (high - low).clamp(min=50)
    # Air around the body lies at the lowest percentile in any window.
    return ((grainy - low) / span).clamp(0, 1), ((ends - low) / span).clamp(0, 1), low.flatten()


def shown(grey: torch.Tensor, ends: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    """As screenshots differ, then scaled by the percentiles as the engine does."""
    count, device = len(grey), grey.device
    low, gain, power = (
        uniform(count, -0.06, 0.1, device),
        torch.exp(uniform(count, -0.15, 0.3, device)),
        torch.exp(uniform(count, -0.35, 0.35, device)),
    )
    light = lambda values: ((values - low) * gain).clamp(1e-4, 1) ** power
    grey, ends = light(grey), light(ends)
    picture = (grey - ends[:, :1]) / (ends[:, 1:] - ends[:, :1]).clamp(min=0.05) * 2 - 1
    picture = kernels(picture).clamp(-1.2, 1.2)
    return torch.where(inside > 0.5, picture, torch.full_like(picture, -1.0))
