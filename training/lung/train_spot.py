"""Trains, measures and exports the head that tells nodules and masses from other spots → spot.onnx, metrics.json (key `spots`).

    python -m training.lung.train_spot --cache training/lung/cache

`cache` holds what spots.py wrote for each set; with --laid all heads learn from what laid_masses.py wrote too (tried, not shipped: see the
card). The shipped head never saw fold 0 of luna_slices. Every other figure is of a head that never saw the source, or (luna_normal) the patient.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np
import torch

from training.export import export
from training.lung.spot_network import FACTS, SIDE, SpotNetwork, fit

SOURCES = ("luna_slices", "luna_normal", "msd_tumour", "petct_dx", "lidc_series")
# Drawn into slices of folds 1 to 4 of luna_slices: to learn from alone.
LAID = "laid_masses"
# As reportFrom of analyses/lung/engine/operating-point.ts.
REPORT_FROM = 0.5
SEEDS = (0, 1, 2)
PASSES = 24
# Column of a spot that holds its share in an opacity: the engine lowers the score by it.
OPAQUE = 8
RATES = (0.25, 0.5, 1, 2, 4)


def boxes_of(cell: str | None) -> list[tuple[float, ...]]:
    return [tuple(map(float, box.split(","))) for box in cell.split("|")] if cell not in ("-", "", None) else []


def label_of(spot: np.ndarray, boxes: list, others: list) -> tuple[int, int]:
    """1 on a nodule, 0 elsewhere, -1 on its rim or on a finding of one or two readers; and which nodule."""
    x0, y0, x1, y1 = spot[4:OPAQUE]
    for index, (left, top, right, bottom) in enumerate(boxes + others):
        reach = [max(right - left, 8) / 2, max(bottom - top, 8) / 2]
        if abs((x0 + x1) / 2 - (left + right) / 2) <= reach[0] and abs((y0 + y1) / 2 - (top + bottom) / 2) <= reach[1]:
            is_part = max(x1 - x0, y1 - y0) < 0.35 * max(right - left, bottom - top)
            return (-1 if is_part or index >= len(boxes) else 1), (index if index < len(boxes) else -1)
        if min(x1, right) > max(x0, left) and min(y1, bottom) > max(y0, top):
            return -1, -1
    return 0, -1


def load(path: Path, source: str) -> list[dict]:
    slices = []
    with open(path, "rb") as handle:
        for row, spots, features in pickle.load(handle):
            boxes, others = boxes_of(row.get("boxes")), boxes_of(row.get("other_boxes"))
            slices.append(
                {
                    "source": source,
                    "file": row["file"],
                    "case": row["case"],
                    "fold": row.get("fold", "-"),
                    "boxes": boxes,
                    "is_doubtful": bool(others) and not boxes,
                    "labels": [label_of(spot, boxes, others) for spot in spots],
                    "seen": np.concatenate([spots[:, :FACTS], features], 1) if len(spots) else None,
                    "clear": 1 - spots[:, OPAQUE],
                }
            )
    return slices


def heads_on(slices: list[dict]) -> list:
    full = [s for s in slices if s["seen"] is not None]
    seen = torch.from_numpy(np.concatenate([s["seen"] for s in full]))
    labels = torch.tensor([label for s in full for label, _ in s["labels"]])
    known = labels >= 0
    return [fit(seen[known], labels[known].float(), seed, passes=PASSES) for seed in SEEDS]


@torch.no_grad()
def read(heads: list, slices: list[dict]) -> list[np.ndarray]:
    """Score of each spot, as the engine's."""
    return [np.zeros(0) if s["seen"] is None else score_of(heads, torch.from_numpy(s["seen"])) * s["clear"] for s in slices]


def score_of(heads: list, seen: torch.Tensor) -> np.ndarray:
    return torch.stack([head(seen) for head in heads]).mean(0).sigmoid().numpy()


def figures_of(slices: list[dict], scores: list[np.ndarray]) -> dict:
    best, false, named = [], [], {True: [], False: []}
    for one, score in zip(slices, scores, strict=True):
        for index in range(len(one["boxes"])):
            best.append(max((p for p, (_, hit) in zip(score, one["labels"]) if hit == index), default=0.0))
        false += [p for p, (label, _) in zip(score, one["labels"]) if label == 0]
        named[bool(one["boxes"])].append(bool(len(score)) and score.max() >= REPORT_FROM)
    false.sort(reverse=True)
    figures: dict = {"slices": len(slices), "nodules": len(best)}
    if best:
        for rate in RATES:
            position = int(rate * len(slices))
            limit = false[position] if position < len(false) else 0.0
            figures[f"sensitivity_at_{rate}_false_per_slice"] = round(float(np.mean([s > limit for s in best])), 3)
        figures["sensitivity_as_reported"] = round(float(np.mean([s >= REPORT_FROM for s in best])), 3)
        figures["named_on_slices_with"] = round(float(np.mean(named[True])), 3)
    if named[False]:
        figures["named_on_slices_without"] = round(float(np.mean(named[False])), 3)
    return figures


def left_out(slices: list[dict], masses: dict[str, float]) -> tuple[dict, list[dict]]:
    """By source: figures of heads that never saw it; and a row per slice for ../engine/alarm-curve.ts. Fold 0 of luna_slices is in no training."""
    trained = [s for s in slices if not (s["source"] == "luna_slices" and s["fold"] == "0")]
    result, rows = {}, []
    for source in SOURCES:
        judged, scores = [], []
        own = [s for s in slices if s["source"] == source and (source != "luna_slices" or s["fold"] == "0")]
        cases = sorted({s["case"] for s in own}) if source == "luna_normal" else [None]
        for case in cases:
            rest = [s for s in trained if (s["case"] != case if case else s["source"] != source or source == "luna_slices")]
            mine = [s for s in own if case in (None, s["case"])]
            judged += mine
            scores += read(heads_on(rest), mine)
        result[source] = figures_of(judged, scores)
        rows += [alarm_row(one, score, masses) for one, score in zip(judged, scores, strict=True) if not one["is_doubtful"]]
        print(source, result[source], flush=True)
    return result, rows


def alarm_row(one: dict, score: np.ndarray, masses: dict[str, float]) -> dict:
    """The likeliest spot or mass speaks for its slice, as in the engine's reading (joinedTo of nodules/masses.ts): a joined mass has the higher score."""
    likeliest = max([*score.tolist(), masses.get(key_of(one), 0.0)], default=0.0)
    return {"source": one["source"], "case": one["case"], "isWith": bool(one["boxes"]), "score": round(100 * likeliest, 2)}


def key_of(one: dict) -> str:
    return f"{one['source']} {one['file']}"


def likeliest_masses(cache: Path) -> dict[str, float]:
    """Score of the likeliest mass of each slice, of what engine/masses.ts wrote; its network saw no source but luna_slices without fold 0."""
    scores: dict[str, float] = {}
    for source in SOURCES:
        with open(cache / f"{source}.masses.jsonl") as lines:
            for one in map(json.loads, lines):
                scores[key_of({"source": source, **one})] = max((mass["score"] for mass in one["masses"]), default=0.0)
    return scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=Path("analyses/lung/model"))
    parser.add_argument("--only", choices=["export", "measure"])
    parser.add_argument("--laid", action="store_true")
    parser.add_argument("--alarms", type=Path, help="also write the rows of the alarm budget's curve (alarm-curve.sh)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    slices = [s for source in (*SOURCES, *([LAID] if args.laid else [])) for s in load(args.cache / f"{source}.pkl", source)]
    trained = [s for s in slices if not (s["source"] == "luna_slices" and s["fold"] == "0")]
    if args.only != "measure":
        network = SpotNetwork(heads_on(trained))
        example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
        export(network, example, (["patch", "facts"], ["probability"]), args.model / "spot.onnx")
    if args.only != "export":
        path = args.model / "metrics.json"
        metrics = json.loads(path.read_text())
        others = {name: part for name, part in metrics.items() if name != "spots"}
        figures, rows = left_out(slices, likeliest_masses(args.cache) if args.alarms else {})
        spots = {"evaluated": "heads that never saw the source (luna_normal: the patient; luna_slices: fold 0)", "report_from": REPORT_FROM, **figures}
        path.write_text(json.dumps({"spots": spots, **others}, indent=2) + "\n")
        if args.alarms:
            args.alarms.write_text(json.dumps(rows))
