"""Trains, measures and exports the head that tells nodules and masses from other spots → spot.onnx, metrics.json (key `spots`).

    python -m training.lung.spot.train --cache training/lung/cache

`cache` holds what spot/features.py wrote for each set; with --laid all heads learn from what chest/laid_masses.py wrote too (tried, not shipped: see the
card). The shipped heads never saw fold 0 of luna_slices, nor petct_dx. Every other figure is of a head that never saw the source, or (luna_normal) the patient.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np
import torch

from training.export import export
from training.lung.spot.network import FACTS, SIDE, SpotNetwork, fit

SOURCES = ("luna_slices", "luna_normal", "msd_tumour", "petct_dx", "lidc_series")
# The only patient with a mass from 3 cm on: no head learns from it.
MEASURING = "petct_dx"
# Drawn into slices of folds 1 to 4 of luna_slices: to learn from alone.
LAID = "laid_masses"
# Of a spot and of a mass, as in analyses/lung/engine/operating-point.ts.
REPORT_FROM = 0.55
# Limits of a spot to choose from, and the share of slices without a nodule on which the worst source may have
# one named.
LIMITS = (0.5, 0.52, 0.54, 0.55, 0.56, 0.58, 0.6, 0.65)
NAMED_WITHOUT = 0.1
MASS_FROM = 0.5
SEEDS = (0, 1, 2)
PASSES = 24
# Column of a spot that holds its share in an opacity: the engine lowers the score by it.
OPAQUE = 8
RATES = (0.25, 0.5, 1, 2, 4)
# Nodules from this diameter on have a figure of their own.
LARGE_MM = 6.0


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


def diameters_of(row: dict[str, str], boxes: list) -> list[float]:
    """The readers' in mm, else the longer side of the box; nan where no pixel size is known."""
    if row.get("diameters_mm", "-") not in ("-", ""):
        return [float(one) for one in row["diameters_mm"].split("|")]
    mm = float(row.get("mm_per_pixel") or row.get("spacing_mm") or "nan")
    return [max(x1 - x0, y1 - y0) * mm for x0, y0, x1, y1 in boxes]


def masses_of(path: Path) -> dict[str, list[dict]]:
    """What engine/whole-slices.ts wrote, by file; empty where it did not run."""
    if not path.exists():
        return {}
    with open(path) as lines:
        return {one["file"]: one["masses"] for one in map(json.loads, lines)}


def told_of(mass: dict, boxes: list, others: list) -> tuple[int, int, float]:
    """As label_of, and its score."""
    spot = np.zeros(OPAQUE)
    spot[4:] = mass["box"]
    return *label_of(spot, boxes, others), mass["score"]


def load(path: Path, source: str) -> list[dict]:
    slices, masses = [], masses_of(path.with_suffix(".masses.jsonl"))
    with open(path, "rb") as handle:
        for row, spots, features in pickle.load(handle):
            boxes, others = boxes_of(row.get("boxes")), boxes_of(row.get("other_boxes"))
            slices.append(
                {
                    "source": source,
                    "case": row["case"],
                    "fold": row.get("fold", "-"),
                    "boxes": boxes,
                    "mm": diameters_of(row, boxes),
                    "masses": [told_of(mass, boxes, others) for mass in masses.get(row["file"], [])],
                    "is_doubtful": bool(others) and not boxes,
                    "labels": [label_of(spot, boxes, others) for spot in spots],
                    "seen": np.concatenate([spots[:, :FACTS], features], 1) if len(spots) else None,
                    "clear": (1 - spots[:, OPAQUE]) ** 2,
                }
            )
    return slices


def is_learnt_from(one: dict) -> bool:
    return one["source"] != MEASURING and not (one["source"] == "luna_slices" and one["fold"] == "0")


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
    best, false = [], []
    for one, score in zip(slices, scores, strict=True):
        for index in range(len(one["boxes"])):
            best.append(max((p for p, (_, hit) in zip(score, one["labels"]) if hit == index), default=0.0))
        false += [p for p, (label, _) in zip(score, one["labels"]) if label == 0]
    false.sort(reverse=True)
    figures: dict = {"slices": len(slices), "nodules": len(best)}
    if best:
        for rate in RATES:
            position = int(rate * len(slices))
            limit = false[position] if position < len(false) else 0.0
            figures[f"sensitivity_at_{rate}_false_per_slice"] = round(float(np.mean([s > limit for s in best])), 3)
    figures |= reported(slices, scores, masses=False)
    # Masses of a source that were not read are no figure.
    if any(one["masses"] for one in slices):
        figures |= {f"with_masses_{name}": value for name, value in reported(slices, scores, masses=True).items()}
    return figures


def reported(
    slices: list[dict], scores: list[np.ndarray], masses: bool, spot_from: float = REPORT_FROM
) -> dict:
    """What is named by spots, with `masses` as the engine reports it."""
    hits, named = [], {True: [], False: []}
    for one, score in zip(slices, scores, strict=True):
        told = [told for told, p in zip(one["labels"], score) if p >= spot_from]
        told += [(label, hit) for label, hit, p in one["masses"] if masses and p >= MASS_FROM]
        hits += [(mm, (1, index) in told) for index, mm in enumerate(one["mm"])]
        named[bool(one["boxes"])].append(any(label >= 0 for label, _ in told))
    large = [hit for mm, hit in hits if mm >= LARGE_MM]
    parts = {"sensitivity_as_reported": [hit for _, hit in hits], "sensitivity_from_6_mm": large}
    parts |= {"named_on_slices_with": named[True], "named_on_slices_without": named[False]}
    counted = {"nodules_from_6_mm": len(large)} if large else {}
    return counted | {name: round(float(np.mean(part)), 3) for name, part in parts.items() if part}


def limit_on(without: dict[str, dict[float, float]]) -> float:
    """The least limit at which no source has too many slices without a nodule named, or that of the best worst source.

    `without`: by source and limit the share of such slices that is named.
    """
    worst = {limit: max(shares[limit] for shares in without.values()) for limit in LIMITS}
    best = min(LIMITS, key=lambda limit: worst[limit])
    return next((limit for limit in LIMITS if worst[limit] <= NAMED_WITHOUT), best)


def chosen_on_others(judged: dict[str, tuple[list[dict], list[np.ndarray]]]) -> dict:
    """What each source shows with the limit that the other sources choose; and the limit that all choose."""
    at = {
        source: {limit: reported(*pair, masses=True, spot_from=limit) for limit in LIMITS}
        for source, pair in judged.items()
    }
    without = {
        source: {limit: one["named_on_slices_without"] for limit, one in shown.items()}
        for source, shown in at.items()
        if "named_on_slices_without" in shown[LIMITS[0]]
    }
    result: dict = {"all": {"limit": limit_on(without)}}
    for source, shown in at.items():
        limit = limit_on({other: shares for other, shares in without.items() if other != source})
        result[source] = {"limit": limit, **shown[limit]}
    return result


def left_out(slices: list[dict]) -> tuple[dict, list[dict]]:
    """By source: figures of heads that never saw it; and a row per slice for ../engine/alarm-curve.ts. Fold 0 of luna_slices and petct_dx are in no training."""
    trained = [s for s in slices if is_learnt_from(s)]
    result, rows, by_source = {}, [], {}
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
        by_source[source] = (judged, scores)
        rows += [alarm_row(one, score) for one, score in zip(judged, scores, strict=True) if not one["is_doubtful"]]
        print(source, result[source], flush=True)
    result["limit_chosen_on_other_sources"] = chosen_on_others(by_source)
    print(result["limit_chosen_on_other_sources"])
    return result, rows


def alarm_row(one: dict, score: np.ndarray) -> dict:
    """The likeliest spot or mass speaks for its slice, as in the engine's reading: a mass that spots lie in has the highest score of them."""
    likeliest = max([*score.tolist(), *(score_of_mass for _, _, score_of_mass in one["masses"])], default=0.0)
    return {"source": one["source"], "case": one["case"], "isWith": bool(one["boxes"]), "score": round(100 * likeliest, 2)}


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
    trained = [s for s in slices if is_learnt_from(s)]
    if args.only != "measure":
        network = SpotNetwork(heads_on(trained))
        example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
        export(network, example, (["patch", "facts"], ["probability"]), args.model / "spot.onnx")
    if args.only != "export":
        path = args.model / "metrics.json"
        metrics = json.loads(path.read_text())
        others = {name: part for name, part in metrics.items() if name != "spots"}
        figures, rows = left_out(slices)
        spots = {"evaluated": "heads that never saw the source (luna_normal: the patient; luna_slices: fold 0), nor petct_dx", "report_from": REPORT_FROM, **figures}
        path.write_text(json.dumps({"spots": spots, **others}, indent=2) + "\n")
        if args.alarms:
            args.alarms.write_text(json.dumps(rows))
