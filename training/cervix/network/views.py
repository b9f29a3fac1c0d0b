"""Square views into a canvas: random ones to train on, plain ones to measure; with colour normalised per
view.
"""

import math

import torch
from torch.nn import functional as F

# The network's input while training; it reads larger views as well.
SIDE = 224
# Maps are this much smaller than the view.
STRIDE = 4
# Mean grey of a normalised view, and how far towards it a view is brought.
MEAN_GREY = 0.45
BRIGHTNESS_POWER = 0.7
COLOUR_POWER = 0.5


def normalise(view: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    """0..1 → roughly -1..1: means over the picture's own pixels are drawn towards one grey; outside is 0."""
    count = inside.sum((2, 3), keepdim=True).clamp(min=1)
    means = ((view * inside).sum((2, 3), keepdim=True) / count).clamp(min=0.02)
    grey = means.mean(1, keepdim=True)
    colour = ((grey / means) ** COLOUR_POWER).clamp(0.6, 1.6)
    light = ((MEAN_GREY / grey) ** BRIGHTNESS_POWER).clamp(0.6, 2.0)
    return (view * colour * light - 0.5) * 2 * inside


def _ellipse_box(mask: torch.Tensor) -> tuple[float, float, float]:
    """Centre and longer side of a mask, in canvas coordinates -1..1 (side 2 is the whole canvas)."""
    size = mask.shape[-1]
    columns = mask.any(0).nonzero().flatten()
    rows = mask.any(1).nonzero().flatten()
    x0, x1, y0, y1 = (int(v) for v in (columns[0], columns[-1] + 1, rows[0], rows[-1] + 1))
    return (x0 + x1) / size - 1, (y0 + y1) / size - 1, 2 * max(x1 - x0, y1 - y0) / size


def boxes_of(masks: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """(n, 3): where to look closer: the cervix where it is drawn, else the middle of the picture."""
    boxes = []
    for mask, share in zip(masks[:, 0], shares, strict=True):
        boxes.append(_ellipse_box(mask > 0) if mask.any() else (0.0, 0.0, 2 * float(share.min())))
    return torch.tensor(boxes)


def sample(canvas: torch.Tensor, theta: torch.Tensor, side: int, mode: str = 'bilinear') -> torch.Tensor:
    grid = F.affine_grid(theta, [len(theta), canvas.shape[1], side, side], align_corners=False)
    return F.grid_sample(canvas.float(), grid, mode=mode, padding_mode='zeros', align_corners=False)


def inside_of(shares: torch.Tensor, size: int) -> torch.Tensor:
    """1 where the canvas shows the picture."""
    place = (torch.arange(size, device=shares.device) + 0.5) / size * 2 - 1
    across = place.abs()[None] < shares[:, :1]
    down = place.abs()[None] < shares[:, 1:]
    return (down[:, None, :, None] & across[:, None, None, :]).float()


def _uniform(count: int, low: float, high: float, generator: torch.Generator) -> torch.Tensor:
    return torch.rand(count, generator=generator, device=generator.device) * (high - low) + low


def random_theta(boxes: torch.Tensor, shares: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Turned, mirrored and stretched; a fifth of the views show the whole canvas, the rest the cervix."""
    n = len(boxes)

    def u(low: float, high: float) -> torch.Tensor:
        return _uniform(n, low, high, generator)

    whole = u(0, 1) < 0.2
    close = boxes[:, 2] / 2 * torch.exp(u(0.0, 0.35))
    half = torch.where(whole, torch.exp(u(-0.1, 0.1)), close)
    cx = torch.where(whole, u(-0.05, 0.05), boxes[:, 0] + u(-0.12, 0.12) * half)
    cy = torch.where(whole, u(-0.05, 0.05), boxes[:, 1] + u(-0.12, 0.12) * half)
    quarter = (u(0, 1) < 0.15).float() * (math.pi / 2)
    angle = u(-math.pi / 8, math.pi / 8) + quarter
    stretch = torch.exp(u(-0.18, 0.18))
    # A picture much wider than high is sometimes shown squeezed to a square, as some sources store it.
    wide = shares[:, 0] / shares[:, 1]
    squeezed = torch.where(
        (wide > 1.4) & (u(0, 1) < 0.35), wide.sqrt(), torch.ones(n, device=generator.device)
    )
    mirror = torch.where(u(0, 1) < 0.5, -1.0, 1.0)
    flip = torch.where(u(0, 1) < 0.3, -1.0, 1.0)
    sx, sy = half * stretch * squeezed, half / stretch / squeezed
    cos, sin = angle.cos(), angle.sin()
    rows = [[cos * mirror * sx, -sin * flip * sx, cx], [sin * mirror * sy, cos * flip * sy, cy]]
    return torch.stack([torch.stack(row, 1) for row in rows], 1)


def random_colours(view: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Other lamp, exposure, contrast, saturation, an uneven light, a little blur and noise; 0..1 → 0..1."""
    n, _, h, w = view.shape
    device = generator.device

    def u(low: float, high: float) -> torch.Tensor:
        return _uniform(n, low, high, generator)[:, None, None, None]

    def around(span: float) -> torch.Tensor:
        return u(-span, span)

    tint = torch.exp((torch.rand(n, 3, 1, 1, generator=generator, device=device) * 0.16 - 0.08))
    view = (view.clamp(0, 1) ** torch.exp(around(0.15)) * tint * torch.exp(around(0.2))).clamp(0, 1)
    grey = view.mean(1, keepdim=True)
    view = grey + (view - grey) * torch.exp(around(0.165))
    across, down = (
        torch.linspace(-1, 1, w, device=device)[None, None, None],
        torch.linspace(-1, 1, h, device=device)[None, None, :, None],
    )
    view = view * (1 + around(0.12) * across + around(0.12) * down)
    soft = F.avg_pool2d(F.pad(view, (2, 2, 2, 2), mode='replicate'), 5, 1)
    view = view + (soft - view) * (u(0, 1) - 0.6).clamp(min=0) * 2.5
    return (view + torch.randn(view.shape, generator=generator, device=device) * u(0, 0.03)).clamp(0, 1)


def random_views(
    images: torch.Tensor,
    masks: torch.Tensor,
    shares: torch.Tensor,
    boxes: torch.Tensor,
    generator: torch.Generator,
    side: int = SIDE,
) -> tuple[torch.Tensor, torch.Tensor]:
    theta = random_theta(boxes, shares, generator)
    inside = (sample(inside_of(shares, images.shape[-1]), theta, side) > 0.5).float()
    view = random_colours(sample(images, theta, side) / 255, generator)
    target = (sample(masks, theta, side) > 0.5).float()
    return normalise(view, inside), F.avg_pool2d(target, STRIDE)
