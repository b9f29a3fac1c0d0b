"""How much of a picture the cervix takes, and how much of its outline the border cuts, from 16 by 16 pixels.

Two perceptrons of one hidden layer for the live view of the camera, where the segmentation network would be
too slow. Trained on the VIA pictures with their drawn cervix, enlarged, reduced, shifted and set into dark,
grey and skin-colored surroundings: the one that tells the share sees them from much farther too, which the
one that tells the cut does not need. Prints what they tell out of fold and writes
`analyses/cervix/capture/distance.json`.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from training.datasets import rows_of
from training.learning import descend, one_cycle
from training.pipeline import ANALYSES, DATA

SIDE = 16
HIDDEN = 16
WORKING = 96
VIEWS = 40
EPOCHS = 25


@dataclass(frozen=True)
class Drawn:
    """How views are drawn: `farthest` times as wide as taken, how often what lies beyond is seen, how often
    with a sharp edge.
    """

    farthest: float
    beyond: float
    sharp: float
    darkness: float
    speculum: float
    any_skin: bool


# For the share of the picture, and for the cut.
FAR = Drawn(3.6, 0.75, 0.5, 0.35, 0.6, True)
NEAR = Drawn(2.2, 0.6, 0.0, 0.4, 0.7, False)


def read(root: Path) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """Picture, mask of the cervix and fold of each VIA picture with a drawn cervix, at 256 pixels."""
    pictures = []
    for row in rows_of(root):
        if not row['mask_cervix']:
            continue
        image = cv2.cvtColor(cv2.imread(str(root / row['file'])), cv2.COLOR_BGR2RGB)
        mask = cv2.imread(str(root / row['mask_cervix']), cv2.IMREAD_GRAYSCALE)
        scale = 256 / max(image.shape[:2])
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        area = cv2.INTER_AREA
        small = (cv2.resize(mask, size, interpolation=area) > 127).astype(np.uint8)
        pictures.append((cv2.resize(image, size, interpolation=area), small, row['fold']))
    return pictures


def targets(mask: np.ndarray) -> tuple[float, float]:
    """Share of the picture, and part of the outline at the border, as `framing.ts` measures them."""
    size = float(mask.sum())
    border = mask[0].sum() + mask[-1].sum() + mask[1:-1, 0].sum() + mask[1:-1, -1].sum()
    return float(mask.mean()), float(border / (2 * np.sqrt(np.pi * size))) if size else 0.0


def view(image: np.ndarray, mask: np.ndarray, zoom: float, shift: tuple[float, float], shape: float):
    """The picture as seen `zoom` times as wide; its mask; and where it lies within the picture."""
    height, width = mask.shape
    side = np.sqrt(width * height) * zoom
    w, h = side * np.sqrt(shape), side / np.sqrt(shape)
    x, y = width * (0.5 + shift[0]) - w / 2, height * (0.5 + shift[1]) - h / 2
    place = np.array([[w / WORKING, 0, x], [0, h / WORKING, y]], np.float32)
    size = (WORKING, WORKING)
    near, linear = cv2.WARP_INVERSE_MAP | cv2.INTER_NEAREST, cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    blur = max(1, int(w / WORKING))
    source = cv2.blur(image, (blur, blur)) if blur > 1 else image
    seen = cv2.warpAffine(source, place, size, flags=linear, borderMode=cv2.BORDER_REFLECT)
    return (
        seen,
        cv2.warpAffine(mask, place, size, flags=near),
        cv2.warpAffine(np.ones_like(mask), place, size, flags=near),
    )


def surroundings(rng: np.random.Generator, drawn: Drawn) -> np.ndarray:
    """What lies beyond the picture: darkness, a speculum, or skin."""
    kind, grain = rng.random(), 25.0
    if kind < drawn.darkness:
        color = np.full(3, rng.uniform(0, 60))
    elif kind < drawn.speculum:
        color = np.full(3, rng.uniform(60, 200)) + rng.normal(0, 8, 3)
    elif drawn.any_skin:
        red = rng.uniform(70, 245)
        color, grain = (
            np.array([red, red * rng.uniform(0.6, 0.88), red * rng.uniform(0.45, 0.85)]),
            rng.uniform(3, 25),
        )
    else:
        color = np.array([rng.uniform(120, 230), rng.uniform(80, 170), rng.uniform(60, 150)])
    noise = cv2.resize(rng.normal(0, grain, (6, 6)).astype(np.float32), (WORKING, WORKING))
    return color + noise[..., None]


def augmented(image: np.ndarray, mask: np.ndarray, rng: np.random.Generator, drawn: Drawn):
    zoom = np.exp(rng.uniform(np.log(0.45), np.log(drawn.farthest)))
    shape = np.exp(rng.uniform(np.log(0.7), np.log(1.4)))
    seen, cervix, inside = view(image, mask, zoom, tuple(rng.normal(0, 0.06, 2)), shape)
    seen = seen.astype(np.float32)
    if zoom > 1 and rng.random() < drawn.beyond:
        soft = inside.astype(np.float32)
        if drawn.sharp == 0 or rng.random() >= drawn.sharp:
            soft = cv2.GaussianBlur(soft, (0, 0), rng.uniform(0.5, 6))
        seen = seen * soft[..., None] + surroundings(rng, drawn) * (1 - soft[..., None])
    seen = seen * rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.06, 3)) + rng.uniform(-10, 10)
    if rng.random() < 0.5:
        seen, cervix = seen[:, ::-1], cervix[:, ::-1]
    if rng.random() < 0.3:
        seen, cervix = seen[::-1], cervix[::-1]
    return reduced(np.clip(seen, 0, 255)), targets(cervix)


def reduced(picture: np.ndarray) -> np.ndarray:
    return cv2.resize(np.ascontiguousarray(picture), (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(
        np.float32
    )


def features(pictures: np.ndarray) -> np.ndarray:
    """Grey over its spread, and the shares of red and green, as `distance.ts` has them."""
    rgb = pictures.reshape(len(pictures), -1, 3) / 255
    grey = rgb.mean(2, keepdims=True)
    color = rgb / (rgb.sum(2, keepdims=True) + 0.05)
    spread = grey.std(1, keepdims=True) + 0.05
    parts = [
        (grey - grey.mean(1, keepdims=True)) / spread,
        (color[..., :1] - 0.4) * 6,
        (color[..., 1:2] - 0.3) * 6,
    ]
    return np.concatenate(parts, 2).reshape(len(rgb), -1).astype(np.float32)


def draw(
    pictures: list, views: int, rng: np.random.Generator, drawn: Drawn
) -> tuple[torch.Tensor, torch.Tensor]:
    made = [augmented(image, mask, rng, drawn) for image, mask, _ in pictures for _ in range(views)]
    inputs = features(np.stack([picture for picture, _ in made]))
    return torch.tensor(inputs), torch.tensor([told for _, told in made])


class Both(torch.nn.Module):
    """The share from the perceptron of far views, the cut from that of near ones."""

    def __init__(self, pictures: list, seed: int) -> None:
        super().__init__()
        self.far, self.near = (fit(pictures, seed, drawn) for drawn in (FAR, NEAR))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return torch.stack([self.far(inputs)[:, 0], self.near(inputs)[:, 1]], 1)


def fit(pictures: list, seed: int, drawn: Drawn) -> torch.nn.Sequential:
    torch.manual_seed(seed)
    inputs, told = draw(pictures, VIEWS, np.random.default_rng(seed), drawn)
    network = torch.nn.Sequential(
        torch.nn.Linear(SIDE * SIDE * 3, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 2)
    )
    optimizer = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=3e-2)
    steps = EPOCHS * (len(inputs) // 128 + 1)
    schedule = one_cycle(optimizer, 4e-3, steps, 0.3)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(inputs)).split(128):
            seen = inputs[batch] * (torch.rand_like(inputs[batch]) > 0.1)
            loss = torch.nn.functional.smooth_l1_loss(network(seen), told[batch], beta=0.1)
            descend(loss, schedule)
    return network.eval()


def measure(pictures: list) -> None:
    drawn, taken = ([], []), ([], [])
    for fold in sorted({fold for _, _, fold in pictures}):
        network = Both([p for p in pictures if p[2] != fold], seed=0)
        held = [p for p in pictures if p[2] == fold]
        inputs, told = draw(held, 8, np.random.default_rng(99), FAR)
        whole = [view(image, mask, 1, (0, 0), mask.shape[1] / mask.shape[0]) for image, mask, _ in held]
        plain = torch.tensor(features(np.stack([reduced(seen) for seen, _, _ in whole])))
        with torch.no_grad():
            drawn[0].append(network(inputs).numpy())
            taken[0].append(network(plain).numpy())
        drawn[1].append(told.numpy())
        taken[1].append(np.array([targets(cervix) for _, cervix, _ in whole]))
    (p, t), (q, u) = ([np.concatenate(part) for part in of] for of in (drawn, taken))
    for name, guess, truth in (('drawn', p, t), ('as taken', q, u)):
        r = [np.corrcoef(guess[:, i], truth[:, i])[0, 1] for i in (0, 1)]
        print(f'{name}: r of the share {r[0]:.2f}, of the cut {r[1]:.2f}, n {len(truth)}')
    print(f'below 0.1 of the picture, {(t[:, 0] < 0.1).sum()} drawn:')
    for limit in (0.15, 0.18, 0.2):
        rates = (
            (p[t[:, 0] < 0.1, 0] < limit).mean(),
            (p[t[:, 0] > 0.2, 0] < limit).mean(),
            (q[:, 0] < limit).mean(),
        )
        print(
            f'  share below {limit}: found {rates[0]:.3f}, of others {rates[1]:.3f}, of pictures as taken {rates[2]:.3f}'
        )
    print(f'cut off along 0.4 and more, {(t[:, 1] >= 0.4).sum()} drawn:')
    for limit in (0.4, 0.5, 0.6):
        rates = (p[t[:, 1] >= 0.4, 1] >= limit).mean(), (p[t[:, 1] < 0.25, 1] >= limit).mean()
        print(
            f'  cut from {limit}: found {rates[0]:.3f}, of others {rates[1]:.3f}, as taken {(q[u[:, 1] < 0.4, 1] >= limit).mean():.3f}'
        )


def write(both: Both) -> None:
    """One perceptron with the hidden units of both; weights as 8-bit integers with one factor a layer,
    biases in full.
    """
    hidden = [network[0] for network in (both.far, both.near)]
    outputs = torch.zeros(2, 2 * HIDDEN)
    outputs[0, :HIDDEN], outputs[1, HIDDEN:] = both.far[2].weight[0].detach(), both.near[2].weight[1].detach()
    biases = [
        torch.cat([layer.bias.detach() for layer in hidden]),
        torch.stack([both.far[2].bias[0].detach(), both.near[2].bias[1].detach()]),
    ]
    weights = [torch.cat([layer.weight.detach() for layer in hidden]), outputs]
    layers = []
    for weight, bias in zip(weights, biases, strict=True):
        factor = float(weight.abs().max() / 127)
        layers.append(
            {
                'factor': factor,
                'weights': (weight / factor).round().int().flatten().tolist(),
                'biases': [round(float(b), 5) for b in bias],
            }
        )
    target = ANALYSES / 'cervix/capture/distance.json'
    target.write_text(json.dumps({'side': SIDE, 'layers': layers}, separators=(',', ':')) + '\n')


def write_distance() -> None:
    everything = read(DATA / 'cervix/via')
    measure(everything)
    write(Both(everything, seed=1))
