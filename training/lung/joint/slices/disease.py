"""Masses laid at hilum, mediastinum and wall, the same texture in solid tissue without a mark, and dense
lung.
"""

import math

import torch

from training.lung.joint.draw import blurred, chance, dilated, eroded, lobed, noise, place_in, uniform


def laid(
    grey: torch.Tensor, planes: torch.Tensor, mm: torch.Tensor, levels: torch.Tensor, share: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Masses where the lung meets solid tissue; and the same texture in solid tissue, which is nothing."""
    count, _, side, _ = grey.shape
    device = grey.device
    lung = (planes[:, :1] > 0.5).float()
    dark, soft = levels[:, 0].view(-1, 1, 1, 1), levels[:, 1].view(-1, 1, 1, 1)
    near = dilated(lung, 5)
    edge = near * (1 - eroded(lung, 4))
    inner = lung * chance(count, 0.2, device)
    x_axis = torch.arange(side, device=device).view(1, 1, 1, -1).float()
    middle = (lung.sum((2,), keepdim=True) * x_axis).sum((3,), keepdim=True) / lung.sum(
        (2, 3), keepdim=True
    ).clamp(min=1)
    central = 1 + 3 * torch.exp(-(((x_axis - middle) / 28) ** 2)) * chance(count, 0.6, device)
    x, y, is_any = place_in(edge * central + inner)
    radius = torch.exp(uniform(count, math.log(9), math.log(45), device).flatten()) / mm
    # What lies between the lungs or in the wall is room too, as far as masses grow.
    hull = eroded(dilated(lung, 16), 12)
    mass = lobed(count, side, x, y, radius) * hull
    in_lung = (mass * lung).sum((1, 2, 3)) / mass.sum((1, 2, 3)).clamp(min=1)
    fits = (
        share.flatten() * is_any * (in_lung > 0.12) * (mass.sum((1, 2, 3)) > 25) * (lung.sum((1, 2, 3)) > 600)
    )
    mass = mass * fits.view(-1, 1, 1, 1)
    texture = (
        soft
        + uniform(count, -14, 10, device)
        + uniform(count, 1, 8, device) * noise(count, side, 2, device)
        + uniform(count, 0, 6, device) * noise(count, side, 8, device)
    )
    # Now and then with dead, darker parts.
    texture = texture - (noise(count, side, 8, device) - 0.8).clamp(0, 2) * uniform(
        count, 10, 60, device
    ) * chance(count, 0.3, device)
    rays = (
        (noise(count, side, 4, device) > 1.2).float()
        * (dilated(mass, 4) - mass)
        * lung
        * chance(count, 0.4, device)
    )
    weight = blurred((mass + rays).clamp(max=1), float(torch.empty(1).uniform_(0.5, 1.1)))
    out = grey * (1 - weight) + torch.maximum(grey, texture) * weight
    solid = (grey > (dark + soft) / 2).float() * (1 - dilated(lung, 3)) * planes[:, 6:]
    x, y, is_any = place_in(solid)
    decoy = lobed(count, side, x, y, uniform(count, 8, 35, device).flatten() / mm) * solid * (1 - mass)
    weight = blurred(decoy, 0.8) * chance(count, 0.35, device) * is_any.view(-1, 1, 1, 1)
    out = out * (1 - weight) + texture * weight
    lung, was, known, opacity, dense, told, inside = planes.split(1, 1)
    mass = mass * inside
    planes = torch.cat(
        [
            torch.maximum(lung, mass),
            torch.maximum(was, mass),
            torch.maximum(known, mass),
            opacity,
            dense,
            told * (1 - 0.7 * mass),
            inside,
        ],
        1,
    )
    return out, planes


def filled(
    grey: torch.Tensor, planes: torch.Tensor, levels: torch.Tensor, share: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Denser lung along a wall, or all through a part: lung it remains; what it is otherwise is left open."""
    count, _, side, _ = grey.shape
    device = grey.device
    lung = (planes[:, :1] > 0.5).float()
    turn = uniform(count, 0, 2 * math.pi, device)
    turn = torch.where(chance(count, 0.6, device) > 0, torch.full_like(turn, math.pi / 2), turn)
    rows = torch.arange(side, device=device).view(1, 1, -1, 1).float()
    columns = torch.arange(side, device=device).view(1, 1, 1, -1).float()
    along = columns * turn.cos() + rows * turn.sin()
    top = torch.where(lung > 0, along, torch.full_like(along, -1e4)).amax((2, 3), keepdim=True)
    depth = torch.exp(uniform(count, math.log(5), math.log(110), device))
    band = torch.sigmoid((along - top + depth + 5 * noise(count, side, 14, device)) / 3)
    # One side alone, in half of the cases.
    middle = (lung.sum((2,), keepdim=True) * columns).sum((3,), keepdim=True) / lung.sum(
        (2, 3), keepdim=True
    ).clamp(min=1)
    one = torch.where(chance(count, 0.5, device) > 0, (columns > middle).float(), (columns <= middle).float())
    band = torch.where(chance(count, 0.5, device) > 0, band * one, band)
    weight = (band * uniform(count, 0.4, 1.0, device) * (1 + 0.2 * noise(count, side, 5, device))).clamp(0, 1)
    weight = weight * blurred(lung, 0.6) * share
    soft = levels[:, 1].view(-1, 1, 1, 1)
    texture = soft - uniform(count, 0, 25, device) + 4 * noise(count, side, 2, device)
    out = grey * (1 - weight) + torch.maximum(grey, texture) * weight
    open_ = 1 - (weight > 0.15).float()
    lung, mass, known, opacity, dense, told, inside = planes.split(1, 1)
    return out, torch.cat([lung, mass, known * open_, opacity, dense, told * open_, inside], 1)
