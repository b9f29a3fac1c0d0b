"""Random views of slices on the device that trains: placement, window, quality. All of a batch at once.

`grey` (n, 256, 256) 0 to 1 in the engine's brain window of 120 HU, `inside` and `mask` alike. Chances and
ranges are of `slices.py`. `planes_of` is what analyses/brain-ct/engine/measure/haemorrhage.ts makes of a
slice; keep the two alike.
"""

import io
import math

import torch
from PIL import Image
from torch.nn import functional

from training.brain_ct.hemorrhage.draws import chance, normal, uniform
from training.brain_ct.hemorrhage.network import MAP, SIDE
from training.brain_ct.hemorrhage.slices import middle_of

# Grey from which a place counts as bone, and over how much it comes to do so fully.
WHITE_FROM, WHITE_SPAN = 0.93, 0.05


def median_within(grey, inside, steps=12):
    """Median (n, 1, 1) of 0 to 1 within a mask, found by halving."""
    low, high = torch.zeros_like(grey[:, :1, :1]), torch.ones_like(grey[:, :1, :1])
    half = inside.sum((1, 2), keepdim=True) / 2
    for _ in range(steps):
        middle = (low + high) / 2
        is_below = ((grey < middle) * inside).sum((1, 2), keepdim=True) < half
        low, high = torch.where(is_below, middle, low), torch.where(is_below, high, middle)
    return (low + high) / 2


def brain_of(grey, inside, usual):
    return torch.where(
        inside.sum((1, 2), keepdim=True) > 128,
        median_within(grey, inside),
        torch.full_like(grey[:, :1, :1], usual),
    )


def blurred(planes, sigma):
    """Gaussian blur of (n, h, w) by `sigma`, a number or one per picture (n, 1, 1), borders mirrored."""
    reach, side = 4, planes.shape[2]
    at = torch.arange(-reach, reach + 1, device=planes.device, dtype=planes.dtype)
    sigma = torch.as_tensor(sigma, device=planes.device, dtype=planes.dtype).reshape(-1, 1)
    kernel = torch.exp(-(at**2) / (2 * sigma**2))
    kernel = (kernel / kernel.sum(1, keepdim=True))[:, :, None, None]
    wide = functional.pad(planes[None], (reach, reach, reach, reach), mode='reflect')[0]
    wide = sum(kernel[:, tap] * wide[:, :, tap : tap + side] for tap in range(2 * reach + 1))
    return sum(kernel[:, tap] * wide[:, tap : tap + side] for tap in range(2 * reach + 1))


def planes_of(grey, inside):
    """What the network sees (n, 3, 224, 224), -1 to 1: the whole window about brain's own grey; 60 HU from
    just below brain to blood, inside the skull; the difference to the mirror image, inside the skull. Bone inside
    the skull (petrous ridge, sella, orbital roof) is white: it is toned down in the second plane and left out
    of the third, so that it does not pass for blood.
    """
    about = grey - brain_of(grey, inside, 0.45)
    white = ((grey - WHITE_FROM) / WHITE_SPAN).clamp(0, 1)
    calm = blurred(about * (1 - white), 1.0)
    whole = (about + 0.45).clamp(0, 1)
    blood = (about * 2 + 0.35).clamp(0, 1) * (1 - 0.6 * white) * inside
    unlike = ((calm - calm.flip(2)) * 2 * inside + 0.5).clamp(0, 1)
    return middle_of(torch.stack([whole, blood, unlike], 1) * 2 - 1)


def through_window(grey, inside):
    """As a picture in another window comes back once its window has been told: cut off, in fewer greys, a
    little wrong.
    """
    count, device = len(grey), grey.device
    usual = chance(count, 0.5, device)
    wide = torch.exp(uniform(count, math.log(45), math.log(400), device))
    width = torch.where(usual, uniform(count, 60, 150, device), wide)
    low, high = (62 - width / 2).clamp(min=20), (25 + width / 2).clamp(max=130)
    centre = torch.where(
        usual, uniform(count, 30, 45, device), low + (high - low) * uniform(count, 0, 1, device)
    )
    shown = ((grey * 120 - 20 - centre) / width + 0.5).clamp(0, 1)
    shown = torch.where(grey < 0.01, 0.0, torch.where(grey > 0.99, 1.0, shown))
    gamma = torch.where(chance(count, 0.2, device), uniform(count, 0.75, 1.35, device), 1.0)
    shown = torch.round(shown.clamp(min=1e-6) ** gamma * 255) / 255
    brain = brain_of(shown, inside, 0.5)
    wrong = torch.where(
        chance(count, 0.8, device), normal(count, 0.13, device), normal(count, 0.3, device)
    ).clamp(-0.6, 0.6)
    found = width * torch.exp(wrong)
    back = (54 + normal(count, 2.0, device) + (shown - brain) * found) / 120
    black, white = (shown * found / 1.5).clamp(max=1), ((1 - shown) * found / 1.5).clamp(max=1)
    return 1 - (1 - back.clamp(0, 1) * black) * white


def transform_of(device):
    """Cosine transform of eight values."""
    at = torch.arange(8, device=device, dtype=torch.float32)
    rows = torch.cos((2 * at[None] + 1) * at[:, None] * math.pi / 16) / 2
    rows[0] /= math.sqrt(2)
    return rows


def quanta() -> list[int]:
    """Of luminance at a quality of 50: Annex K of the JPEG standard (ITU-T T.81)."""
    file = io.BytesIO()
    Image.new('L', (8, 8)).save(file, 'JPEG', quality=50)
    return Image.open(file).quantization[0]


QUANTA = quanta()


def as_jpeg(grey):
    """What JPEG loses at a quality of 30 to 90."""
    count, device = len(grey), grey.device
    quality = torch.rand(count, device=device) * 60 + 30
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50).reshape(-1, 1, 1, 1, 1)
    quanta = torch.tensor(QUANTA, device=device, dtype=torch.float32).reshape(8, 8) / 255 * scale
    cosine = transform_of(device)
    blocks = grey.reshape(count, 32, 8, 32, 8).permute(0, 1, 3, 2, 4) - 0.5
    turned = lambda both, matrix: (both.mT @ matrix).mT @ matrix
    kept = torch.round(turned(blocks, cosine.T) / quanta) * quanta
    return (turned(kept, cosine) + 0.5).permute(0, 1, 3, 2, 4).reshape(count, 256, 256)


def marked(grey, marks):
    """Letters and arrows laid over: `marks` (m, 2, 256, 256) their tone and where they are, 0 to 255."""
    picked = marks[torch.randint(len(marks), (len(grey),), device=grey.device)].float() / 255
    shift = torch.randint(0, 256, (2,)).tolist()
    picked = torch.roll(picked, shift, (2, 3))
    return grey * (1 - picked[:, 1]) + picked[:, 0] * picked[:, 1]


def coarser(grey):
    """As from a small picture."""
    side = int(torch.randint(110, 230, ()))
    small = functional.interpolate(
        grey[:, None], size=(side, side), mode='bilinear', align_corners=False, antialias=True
    )
    return functional.interpolate(small, size=(256, 256), mode='bilinear', align_corners=False)[:, 0]


def some(grey, share, change):
    """Changes a random share of the pictures."""
    chosen = torch.nonzero(torch.rand(len(grey)) < share)[:, 0].to(grey.device)
    return grey.index_copy(0, chosen, change(grey[chosen])) if len(chosen) else grey


def degraded(grey, inside, marks, windows):
    """`windows`: how many pictures come in another window. The rest is done to pictures of either kind."""
    count, device = len(grey), grey.device
    through = torch.nonzero(torch.rand(count) < windows)[:, 0].to(device)
    if len(through):
        grey = grey.index_copy(0, through, through_window(grey[through], inside[through]))
    grey = some(grey, 0.15, lambda part: part.clamp(1e-6, 1) ** uniform(len(part), 0.8, 1.25, device))
    grey = some(grey, 0.3, lambda part: blurred(part, uniform(len(part), 0.4, 1.2, device)))
    grey = some(
        grey, 0.15, lambda part: part + uniform(len(part), 0.3, 1.5, device) * (part - blurred(part, 1.0))
    )
    grey = some(grey, 0.2, coarser)
    grey = some(
        grey, 0.35, lambda part: part + torch.randn_like(part) * uniform(len(part), 0.005, 0.04, device)
    )
    grey = some(
        grey,
        0.15,
        lambda part: part + blurred(torch.randn_like(part), 0.8) * uniform(len(part), 0.02, 0.1, device),
    )
    grey = some(grey, 0.2, lambda part: marked(part, marks))
    grey = torch.round(grey.clamp(0, 1) * 255) / 255
    return some(grey, 0.25, as_jpeg).clamp(0, 1)


def misjudged(inside):
    """The region inside the skull as it may be found: a little too large or too small, on some."""
    size = 2 * int(torch.randint(1, 4, ())) + 1
    wide = lambda part: functional.max_pool2d(part[:, None], size, 1, size // 2)[:, 0]
    inside = some(inside, 0.06, wide)
    return some(inside, 0.06, lambda part: 1 - wide(1 - part))


def map_target(mask, unknown):
    """Where the map must be bright (n, 28, 28): nan where a place is neither known to bleed nor not to."""
    shrink = lambda part: functional.avg_pool2d(middle_of(part.float())[:, None], SIDE // MAP)[:, 0]
    target = (shrink(mask) > 0.3).float()
    return torch.where(shrink(unknown) > 0, torch.nan, target)
