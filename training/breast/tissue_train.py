"""Trains the tissue network. usage: tissue_train.py --fold -1|0..4 --steps N | --minutes N [--resume]

Fold -1 is the shipped model (all films); fold k leaves the films of fold k out. Background / adipose /
fibroglandular / pectoral from DDSM; MIAS pseudo-masks teach background, breast as a whole and pectoral only.
"""
import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from tissue_data import HEIGHT, WIDTH, augment, canonical, load_all

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE / "checkpoints"


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True),
                         nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, widths=(12, 24, 48, 80, 112)):
        super().__init__()
        self.down = nn.ModuleList(block(i, o) for i, o in zip((2,) + widths[:-1], widths))
        self.up = nn.ModuleList(block(widths[k + 1] + widths[k], widths[k]) for k in range(len(widths) - 1))
        self.head = nn.Conv2d(widths[0], 4, 1)

    def forward(self, x):
        kept = []
        for k, part in enumerate(self.down):
            x = part(F.max_pool2d(x, 2) if k else x)
            kept.append(x)
        for k in reversed(range(len(self.up))):
            x = self.up[k](torch.cat([F.interpolate(x, scale_factor=2.0, mode="nearest"), kept[k]], 1))
        return self.head(x)


def loss_of(logits, labels, is_ddsm):
    """Cross-entropy and soft Dice; for MIAS adipose and gland count as one class."""
    p = torch.softmax(logits, 1)
    total = 0.0
    for flag in (True, False):
        pick = is_ddsm == flag
        if not pick.any():
            continue
        q, t = p[pick], labels[pick]
        if flag:
            weights = torch.tensor([1.0, 1.0, 1.3, 1.3])
        else:
            q = torch.stack([q[:, 0], q[:, 1] + q[:, 2], q[:, 3]], 1)
            t = torch.where(t == 3, 2, t)
            weights = torch.tensor([1.0, 1.0, 1.3])
        ce = F.nll_loss(torch.log(q.clamp_min(1e-6)), t, weight=weights)
        hot = F.one_hot(t, q.shape[1]).permute(0, 3, 1, 2).float()
        inter = (q * hot).sum((0, 2, 3))
        dice = 1 - ((2 * inter + 20) / (q.sum((0, 2, 3)) + hot.sum((0, 2, 3)) + 20))[1:].mean()
        total = total + (ce + dice) * pick.float().mean()
    return total


@torch.no_grad()
def evaluate(net, items):
    net.eval()
    dice = {"breast": [], "pectoral": [], "gland": []}
    for item in items:
        x, t = canonical(item)
        p = net(torch.from_numpy(x)[None]).argmax(1)[0].numpy()
        pairs = [("breast", (p == 1) | (p == 2), (t == 1) | (t == 2)), ("pectoral", p == 3, t == 3)]
        if item["kind"] == "ddsm":
            pairs.append(("gland", p == 2, t == 2))
        for name, a, b in pairs:
            if a.sum() + b.sum():
                dice[name].append(2 * (a & b).sum() / (a.sum() + b.sum()))
    net.train()
    return {k: round(float(np.mean(v)), 4) for k, v in dice.items() if v}


@torch.no_grad()
def settle(net, training):
    """Batch statistics of the averaged weights: an average of running statistics does not belong to them."""
    for part in net.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.reset_running_stats()
            part.momentum = None
    rng = np.random.default_rng(99)
    net.train()
    for _ in range(24):
        net(torch.from_numpy(np.stack([augment(training[rng.integers(len(training))], rng)[0] for _ in range(8)])))


def export(net, path):
    net.eval()
    torch.onnx.export(net, (torch.zeros(1, 2, HEIGHT, WIDTH),), str(path), input_names=["image"],
                      output_names=["logits"], opset_version=17, dynamo=False)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--fold", type=int, default=-1)
    args.add_argument("--minutes", type=float, default=30)
    args.add_argument("--steps", type=int, default=0, help="instead of --minutes: the same schedule on any machine")
    args.add_argument("--resume", action="store_true")
    args = args.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.fold + 1)
    rng = np.random.default_rng(args.fold + 1)
    CHECKPOINTS.mkdir(exist_ok=True)
    name = "tissue" if args.fold < 0 else f"tissue-fold{args.fold}"
    items = load_all()
    training = [i for i in items if i["fold"] != args.fold]
    held = [i for i in items if i["fold"] == args.fold] or [i for n, i in enumerate(items) if n % 6 == 0]
    ddsm = [i for i in training if i["kind"] == "ddsm"]
    mias = [i for i in training if i["kind"] == "mias"]
    net = UNet()
    if args.resume:
        net.load_state_dict(torch.load(CHECKPOINTS / f"{name}.pt"))
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99))
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    begin, step, last = time.time(), 0, time.time()
    batch, from_ddsm = 6, 4
    while True:
        done = step / args.steps if args.steps else (time.time() - begin) / max(args.minutes * 60, 1e-9)
        if done >= 1:
            break
        rate = 3e-3 * min(1, (step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 2e-5)
        picks = [ddsm[rng.integers(len(ddsm))] for _ in range(from_ddsm)] + [mias[rng.integers(len(mias))] for _ in range(batch - from_ddsm)]
        pairs = [augment(i, rng) for i in picks]
        x = torch.from_numpy(np.stack([p[0] for p in pairs]))
        t = torch.from_numpy(np.stack([p[1] for p in pairs]).astype(np.int64))
        loss = loss_of(net(x), t, torch.tensor([i["kind"] == "ddsm" for i in picks]))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        average.update_parameters(net)
        step += 1
        if step % 25 == 0:
            print(f"{name} step {step} loss {loss.item():.3f} {(time.time() - begin) / step:.2f} s/step done {done:.2f}", flush=True)
        if time.time() - last > 600:
            last = time.time()
            settle(average.module, training)
            torch.save(average.module.state_dict(), CHECKPOINTS / f"{name}.pt")
            print(name, step, evaluate(average.module, held[:40]), flush=True)
    settle(average.module, training)
    torch.save(average.module.state_dict(), CHECKPOINTS / f"{name}.pt")
    export(average.module, CHECKPOINTS / f"{name}.onnx")
    result = {"fold": args.fold, "steps": step, "minutes": args.minutes, "held_out": args.fold >= 0, **evaluate(average.module, held)}
    (CHECKPOINTS / f"{name}.json").write_text(json.dumps(result))
    print(result, flush=True)


if __name__ == "__main__":
    main()
