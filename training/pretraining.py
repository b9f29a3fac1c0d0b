"""Self-supervised pre-training of a whole encoder on a device: places that match between two views, and
hidden parts.

`contrast` is SimCLR (Chen et al., ICML 2020): two views of one place are to look alike, all others not;
with `places`, several places of each picture (Wang et al., CVPR 2021). `restore` hides blocks of a picture,
adds noise, and asks for the picture back (Pathak et al., CVPR 2016), which trains the decoder too. Users:
`breast/tried/end_to_end`, `cervix/end_to_end`.
"""

import copy
import time

import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import DEEPEST_WIDTH

MIDDLE_WIDTH, HIDDEN, PROJECTED, TEMPERATURE = 112, 256, 128, 0.2
RATE, DECAY, CLIMB = 1e-3, 1e-4, 0.05
HIDDEN_SHARE, HIDDEN_SIDE, NOISE = 0.5, 16, 0.15


def on(device):
    """Mixed precision on a graphics card, full on the processor."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == 'cuda')


def fastest_layout(encoder, example, device, rounds=8):
    """The memory layout in which a step of the encoder takes less time on this device."""
    if device.type == 'cpu':
        return torch.channels_last
    took = {}
    for layout in (torch.channels_last, torch.contiguous_format):
        tried, x = copy.deepcopy(encoder).to(memory_format=layout), example.contiguous(memory_format=layout)
        for turn in range(rounds):
            if turn == rounds // 2:
                torch.cuda.synchronize()
                begin = time.time()
            with on(device):
                sum(level.float().mean() for level in tried(x)).backward()
        torch.cuda.synchronize()
        took[layout] = (time.time() - begin) / (rounds - rounds // 2)
    print('seconds a step', {str(k): round(v, 4) for k, v in took.items()}, flush=True)
    return min(took, key=took.get)


def optimizer_of(groups, decay, device):
    return torch.optim.AdamW(groups, weight_decay=decay, fused=device.type == 'cuda')


def rate_of(progress):
    """Share of the highest rate: a short climb, then half a cosine."""
    return (
        min(1.0, progress / CLIMB + 0.02) * (0.5 + 0.5 * float(torch.cos(torch.tensor(progress * torch.pi))))
        + 0.005
    )


def timed(seconds, optimizer, trained, loss_of, name):
    """Steps until the time is over, with the rate falling in time; prints as it goes."""
    begin, step, shown = time.time(), 0, time.time()
    total = 0.0
    while (progress := (time.time() - begin) / seconds) < 1:
        for group in optimizer.param_groups:
            group['lr'] = group['rate'] * rate_of(progress)
        loss = loss_of()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 3.0)
        optimizer.step()
        step += 1
        total = total * 0.95 + loss.detach() * 0.05
        if time.time() - shown > 15:
            shown = time.time()
            print(
                name,
                f'step {step}, loss {float(total) / (1 - 0.95**step):.4f}, {shown - begin:.0f} s',
                flush=True,
            )
    print(
        name,
        f'ended at step {step}, loss {float(total) / (1 - 0.95 ** max(step, 1)):.4f}, {time.time() - begin:.0f} s',
        flush=True,
    )
    return step


def described(encoder, views, places):
    """Features (n × places, 304) of strides 16 and 32 at the places (n, k, 2; -1..1), or their means over
    each view.
    """
    _, eighth = encoder.early(views)
    middle, deepest = encoder.late(eighth)
    if places is None:
        return torch.cat([deepest.mean((2, 3)), middle.mean((2, 3))], 1).float()
    grid = places[:, :, None]
    parts = [F.grid_sample(level.float(), grid, align_corners=False)[..., 0] for level in (deepest, middle)]
    return torch.cat(parts, 1).transpose(1, 2).flatten(0, 1)


def alike(z):
    """NT-Xent of 2m vectors, the first half's partners in the second."""
    z = F.normalize(z, dim=1)
    m = len(z) // 2
    against = (z @ z.T / TEMPERATURE).fill_diagonal_(float('-inf'))
    partner = torch.cat([torch.arange(m, 2 * m), torch.arange(m)]).to(z.device)
    return F.cross_entropy(against, partner)


def contrast(encoder, draw, seconds, device, name):
    """`draw()` → views (2n, 3, h, w), the second half showing the same pictures as the first, and matching
    places or None.
    """
    widths = [DEEPEST_WIDTH + MIDDLE_WIDTH, HIDDEN, PROJECTED]
    project = nn.Sequential(
        nn.Linear(widths[0], widths[1], bias=False),
        nn.BatchNorm1d(widths[1]),
        nn.ReLU(inplace=True),
        nn.Linear(*widths[1:]),
    ).to(device)
    trained = [*encoder.parameters(), *project.parameters()]
    optimizer = optimizer_of([{'params': trained, 'rate': RATE}], DECAY, device)
    encoder.train()

    def loss_of():
        views, places = draw()
        with on(device):
            found = described(encoder, views, places)
        return alike(project(found))

    steps = timed(seconds, optimizer, trained, loss_of, f'contrast {name}')
    encoder.eval()
    return steps


def hidden(x):
    """The picture with half of its blocks replaced by noise around its mean, and grain over all; and the
    mask (n, 1, h, w).
    """
    n, c, h, w = x.shape
    mask = (torch.rand(n, 1, h // HIDDEN_SIDE, w // HIDDEN_SIDE, device=x.device) < HIDDEN_SHARE).float()
    mask = F.interpolate(mask, scale_factor=float(HIDDEN_SIDE), mode='nearest')
    fill = x.mean((2, 3), keepdim=True) + 0.3 * torch.randn(n, c, 1, 1, device=x.device)
    return torch.lerp(x, fill.expand_as(x), mask) + NOISE * torch.randn_like(x), mask


def restore(network, width, draw, seconds, device, name, stride=4):
    """`network.decoded` gives `width` channels at `stride`; `draw()` → views (n, 3, h, w)."""
    head = nn.Conv2d(width, 3, 1).to(device)
    trained = [*network.parameters(), *head.parameters()]
    optimizer = optimizer_of([{'params': trained, 'rate': RATE}], DECAY, device)
    network.train()
    network.encoder.train()

    def loss_of():
        x = draw()
        shown, mask = hidden(x)
        with on(device):
            quarter, eighth = network.encoder.early(shown)
            out = head(network.decoded(quarter, eighth, *network.encoder.late(eighth))).float()
        weight = F.avg_pool2d(mask, stride) + 0.1
        return (
            (F.smooth_l1_loss(out, F.avg_pool2d(x, stride), reduction='none', beta=0.1) * weight).sum()
            / weight.sum()
            / 3
        )

    steps = timed(seconds, optimizer, trained, loss_of, f'restore {name}')
    network.eval()
    return steps


def mixed(level, share=0.5, strength=0.3):
    """MixStyle (Zhou et al., ICLR 2021): means and spreads of each channel mixed with those of another
    picture of the batch.
    """
    n = len(level)
    mean, spread = level.mean((2, 3), keepdim=True), level.std((2, 3), keepdim=True) + 1e-3
    other = torch.randperm(n, device=level.device)
    weight = torch.distributions.Beta(strength, strength).sample((n, 1, 1, 1)).to(level.device)
    weight = torch.where(
        torch.rand(n, 1, 1, 1, device=level.device) < share, weight, torch.ones_like(weight)
    ).to(level.dtype)
    mean, spread = mean.detach(), spread.detach()
    return (
        (level - mean) / spread * (weight * spread + (1 - weight) * spread[other])
        + weight * mean
        + (1 - weight) * mean[other]
    )


@torch.no_grad()
def remember(average, network, kept):
    """Running mean of weights; whole numbers are taken as they are."""
    old, new = list(average.state_dict().values()), list(network.state_dict().values())
    floats = [k for k, v in enumerate(old) if v.is_floating_point()]
    torch._foreach_lerp_([old[k] for k in floats], [new[k] for k in floats], 1 - kept)
    for k, v in enumerate(old):
        if not v.is_floating_point():
            v.copy_(new[k])
