"""Random views of many films at once, on the device of the films: what `network/views.py` does one film at
a time.

Geometry is chosen on the processor; sampling, masses laid in, contrast and the network's three planes are
tensors.
"""

import numpy as np
import torch
from torch.nn import functional as F

from training.breast.tried.end_to_end.films import COLUMNS, MADE, MASS, NORMAL, ROWS, SPAN, Films
from training.breast.network.views import COARSE, HEIGHT, STRIDE, WIDTH, fit
from training.breast.network.films import PECTORAL
from training.breast.tried.end_to_end.appearance import (
    chances,
    gaussian,
    jpeg,
    planes_of,
    recolored,
    tape,
)

# Chances of a mass and of a normal place laid in, by group of film; of the masses, how many are drawn.
LAID = {'lesion': (0.15, 0.1), 'other': (0.45, 0.2), 'ddsm_tissue': (0.25, 0.15), 'sources': (0.2, 0.15)}
DRAWN_SHARE = 0.3


def box_of(film, reach, rng):
    """As `crop_box`: usually the breast, sometimes below the muscle (like CC), sometimes tight."""
    x0, y0, x1, y1 = (float(v) for v in film['box'])
    w, h = x1 - x0, y1 - y0
    muscle_end, columns = reach
    if rng.random() < 0.3 and muscle_end >= 0:
        cut = (
            muscle_end + rng.uniform(-0.02, 0.05) * h
            if rng.random() < 0.5
            else rng.uniform(y0, max(muscle_end, y0 + 1))
        )
        if y1 - cut > 0.35 * h:
            y0, h = cut, y1 - cut
            if rng.random() < 0.5:
                x1 = float(columns[min(max(int(y0), 0), len(columns) - 1)])
                w = max(x1 - x0, 8.0)
    tight = rng.random() < 0.2
    low, high = (-0.12, 0.02) if tight else (-0.01, 0.10)
    x0 -= w * (rng.uniform(-0.08, 0.0) if tight else rng.uniform(-0.02, 0.05) * (rng.random() < 0.4))
    return (
        x0,
        y0 - h * rng.uniform(low, high),
        x1 + w * rng.uniform(low, high),
        y1 + h * rng.uniform(low, high),
    )


def matrix_of(box, rng):
    """Film → input, (3, 3), and the rectangle (w, h, top) of the view in the input."""
    x0, y0, x1, y1 = box
    stretch = np.exp(rng.normal(0, 0.08))
    w, h, top = fit((x1 - x0) * stretch, (y1 - y0) / stretch)
    sx, sy = w / (x1 - x0), h / (y1 - y0)
    angle, shear = np.deg2rad(rng.normal(0, 6)), rng.normal(0, 0.06)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s + shear, 0], [s, c, 0], [0, 0, 1]])
    to, back = (
        np.array([[1, 0, w / 2], [0, 1, h / 2 + top], [0, 0, 1]]),
        np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]]),
    )
    return to @ turn @ back @ np.array([[sx, 0, -x0 * sx], [0, sy, -y0 * sy], [0, 0, 1]]), (w, h, top)


def laid_in(films: Films, picks, groups, allowed, rng):
    """For each film (x, y, radius, turn, mirror, factor, lift or -1, kind, malignant)."""
    rows = np.zeros((len(picks), 9), np.float32)
    rows[:, 6] = -1
    for n, (i, group) in enumerate(zip(picks, groups, strict=True)):
        real, false = LAID[group]
        chance = rng.random()
        if chance >= real + false:
            continue
        kind = NORMAL if chance >= real else MADE if rng.random() < DRAWN_SHARE else MASS
        pool = allowed[kind]
        places, depths = films.deep[i]
        if not len(pool):
            continue
        lift = pool[rng.integers(len(pool))]
        radius = films.lift_facts[lift, 3] * rng.uniform(0.7, 1.3)
        fitting = np.searchsorted(-depths, -0.6 * radius)
        if not fitting:
            continue
        y, x = places[rng.integers(fitting)]
        rows[n] = (
            x,
            y,
            radius,
            rng.uniform(0, 2 * np.pi),
            rng.choice((-1, 1)),
            rng.uniform(0.7, 1.2),
            lift,
            kind,
            films.lift_facts[lift, 2],
        )
    return rows


class Views:
    """Draws batches of views; `lift_films` says which films may lend a mass or a normal place."""

    def __init__(self, films: Films, lends, device, seed):
        self.films, self.device, self.rng = films, device, np.random.default_rng(seed)
        origin, kind = films.lift_facts[:, 0], films.lift_facts[:, 1]
        self.allowed = {
            k: np.nonzero((kind == k) & ((origin < 0) | np.isin(origin, lends)))[0]
            for k in (MASS, NORMAL, MADE)
        }
        y, x = torch.meshgrid(
            torch.arange(HEIGHT, device=device) + 0.5, torch.arange(WIDTH, device=device) + 0.5, indexing='ij'
        )
        self.x, self.y = x[None].float(), y[None].float()

    def tensor(self, values):
        return torch.as_tensor(np.asarray(values, np.float32)).to(self.device)

    def sampled(self, picks, laid, geometry):
        """Gray 0..255, labels, rectangle, and the matrices film → input."""
        n = len(picks)
        matrices = self.tensor([m for m, _ in geometry])
        w, h, top = (self.tensor([r[k] for _, r in geometry]).view(n, 1, 1) for k in range(3))
        inside = ((self.y > top) & (self.y < top + h) & (self.x < w)).float()[:, None]
        x, y = (
            torch.minimum(self.x, w - 0.5).expand(n, -1, -1),
            torch.minimum(torch.maximum(self.y, top + 0.5), top + h - 0.5),
        )
        bend = (
            torch.randn(n, 2, 6, 4, device=self.device)
            * COARSE
            * chances(n, self.device, 0.5, 3)
            * (chances(n, self.device) < 0.4)
        )
        bend = F.interpolate(bend, size=(HEIGHT, WIDTH), mode='bicubic', align_corners=False)
        inverse = torch.linalg.inv(matrices)
        x, y = x + bend[:, 0], y + bend[:, 1]
        fx, fy = (
            inverse[:, k, 0, None, None] * x + inverse[:, k, 1, None, None] * y + inverse[:, k, 2, None, None]
            for k in (0, 1)
        )
        columns = self.tensor(self.films.columns[picks]).view(n, 1, 1)
        within = ((fx > 0) & (fx < columns) & (fy > 0) & (fy < ROWS)).float()[:, None]
        within = torch.maximum(within, (chances(n, self.device) < 0.5).float())
        cx, cy = torch.minimum(fx.clamp(min=0.5), columns - 0.5), fy.clamp(0.5, ROWS - 0.5)
        grid = torch.stack([2 * cx / COLUMNS - 1, 2 * cy / ROWS - 1], -1)
        chosen = torch.as_tensor(picks, device=self.device)
        grey = F.grid_sample(self.films.grey[chosen].float(), grid, align_corners=False)
        labels = (
            F.grid_sample(self.films.labels[chosen].float(), grid, mode='nearest', align_corners=False)
            * within
        )
        grey = (grey + self.lift(laid, fx, fy)).clamp(0, 255) * within * inside
        return grey, labels.round() * inside, inside, matrices

    def lift(self, laid, fx, fy):
        rows = self.tensor(laid)
        x, y, r, turn, mirror, factor = (rows[:, k].view(-1, 1, 1) for k in range(6))
        on = (rows[:, 6] >= 0).float().view(-1, 1, 1, 1)
        u, v = (fx - x) / (SPAN * r.clamp(min=1)), (fy - y) / (SPAN * r.clamp(min=1))
        c, s = torch.cos(turn), torch.sin(turn)
        grid = torch.stack([(c * u + s * v) * mirror, c * v - s * u], -1)
        patches = self.films.lifts[rows[:, 6].long().clamp(min=0)].float()
        return F.grid_sample(patches, grid, align_corners=False) * factor.view(-1, 1, 1, 1) * on

    def circles(self, picks, laid, matrices):
        """(n, 11, 5) in pixels of the input; the last is the mass laid in."""
        rows = self.tensor(laid)
        is_mass = ((rows[:, 6] >= 0) & (rows[:, 7] != NORMAL)).float()
        added = torch.stack([rows[:, 0], rows[:, 1], rows[:, 2] * is_mass, is_mass, rows[:, 8]], 1)[:, None]
        c = torch.cat([self.films.circles[torch.as_tensor(picks, device=self.device)], added], 1)
        grow = torch.linalg.det(matrices[:, :2, :2]).abs().sqrt().view(-1, 1)
        x = (
            matrices[:, 0, 0, None] * c[..., 0]
            + matrices[:, 0, 1, None] * c[..., 1]
            + matrices[:, 0, 2, None]
        )
        y = (
            matrices[:, 1, 0, None] * c[..., 0]
            + matrices[:, 1, 1, None] * c[..., 1]
            + matrices[:, 1, 2, None]
        )
        return torch.stack([x, y, c[..., 2] * grow, c[..., 3], c[..., 4]], -1)

    @torch.no_grad()
    def draw(self, picks, groups, lay=True, geometry=None):
        """Input (n, 3, H, W), shares of tissue (n, 4, H / 4, W / 4), circles, what was laid in, matrices
        film → input.
        """
        films, rng, n, device = self.films, self.rng, len(picks), self.device
        laid = (
            laid_in(films, picks, groups, self.allowed, rng)
            if lay
            else np.tile(np.array([[0, 0, 0, 0, 1, 0, -1, 0, 0]], np.float32), (n, 1))
        )
        geometry = geometry or [matrix_of(box_of(films.facts[i], films.reach[i], rng), rng) for i in picks]
        grey, labels, inside, matrices = self.sampled(picks, laid, geometry)
        circles = self.circles(picks, laid, matrices)
        is_ddsm = self.tensor([films.facts[i]['source'] == 'ddsm_tissue' for i in picks]).view(n, 1, 1, 1)
        scale = grey.amax((2, 3), keepdim=True).clamp(min=1)
        g = tape(recolored(grey / scale, labels, is_ddsm), labels, rng)
        g = (g / g.amax((2, 3), keepdim=True).clamp(min=1e-3)).clamp(0, 1) ** torch.exp(
            torch.randn(n, 1, 1, 1, device=device) * 0.3
        )
        outside, fogged = (labels == 0).float(), chances(n, device)
        g = torch.where(
            fogged < 0.2,
            torch.maximum(g, chances(n, device, 0, 0.12)),
            torch.where(fogged < 0.4, g * (1 - outside * chances(n, device)), g),
        )
        g = torch.where(chances(n, device) < 0.3, gaussian(g, torch.rand(n, device=device) * 1.2 + 0.4, 8), g)
        g = g + torch.randn_like(g) * chances(n, device, 0.002, 0.03) * (chances(n, device) < 0.5)
        g = torch.where(
            chances(n, device) < 0.2, jpeg(g.clamp(0, 1), torch.rand(n, device=device) * 60 + 20), g
        )
        # Upside down happens with CC films only, where no muscle is seen.
        flip = (torch.rand(n, device=device) < 0.15) & ~(labels == PECTORAL).any(3).any(2).any(1)
        g, labels, inside = (
            torch.where(flip.view(n, 1, 1, 1), v.flip(2), v) for v in (g.clamp(0, 1) * inside, labels, inside)
        )
        circles[..., 1] = torch.where(flip.view(n, 1), HEIGHT - circles[..., 1], circles[..., 1])
        matrices = torch.where(
            flip.view(n, 1, 1), self.tensor([[1, 0, 0], [0, -1, HEIGHT], [0, 0, 1]]) @ matrices, matrices
        )
        shares = torch.cat([F.avg_pool2d((labels == k).float(), STRIDE) for k in range(4)], 1)
        return planes_of(g, inside), shares, circles, laid, matrices
