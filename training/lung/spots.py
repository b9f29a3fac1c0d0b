"""Spots of whole slices at two scales, as analyses/lung/engine/nodules/spots.ts finds them, and what the frozen encoder sees around each.

    python -m training.lung.spots --data ../shared/datasets/lung --set luna_slices --out training/lung/cache/luna_slices.pkl

A record is (file, row of labels.csv, spots, features): spots (n, 8) are highest and mean share of readers, logarithm of
the area, step, and the box x0, y0, x1, y1 in the picture's pixels. The nodule network that finds them never saw fold 0.
"""

import argparse
import pickle
import random
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pydicom
import torch
from scipy import ndimage

from training.export import export
from training.lung.data import crop_rows
from training.lung.spot_network import SIDE, Around

PICTURE_SIDE, PATCH, LEVEL, SHARE_FROM, LEAST_AREA = 512, 64, 8, 0.1, 6
# Step and how many spots, as in spots.ts.
SEARCHES = ((1, 16), (2, 6))


def read(path: Path) -> np.ndarray:
    if path.suffix != ".dcm":
        return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE).astype(np.float32)
    data = pydicom.dcmread(path)
    hu = data.pixel_array * float(data.RescaleSlope) + float(data.RescaleIntercept)
    return np.clip((hu + 1350) / 1500 * 255, 0, 255).astype(np.float32)


def resized(picture: np.ndarray, scale: float) -> np.ndarray:
    method = cv2.INTER_LINEAR if scale > 1 else cv2.INTER_AREA
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method)


def body_of(picture: np.ndarray) -> tuple[np.ndarray, int, int]:
    """The part that holds the body, 1st to 99th percentile at -1 to 1, and its corner."""
    low, high = np.percentile(picture, (5, 99))
    body = ndimage.binary_opening(picture > (low + high) / 2, iterations=3)
    ys, xs = np.where(body if body.any() else ~body)
    part = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    low, high = np.percentile(part, (1, 99))
    return np.clip((part - low) / max(high - low, 1) * 2 - 1, -1.5, 1.5).astype(np.float32), xs.min(), ys.min()


def spots_at(part: np.ndarray, most: int, nodule) -> list[tuple]:
    height, width = part.shape
    padded = np.pad(part, ((0, -height % LEVEL), (0, -width % LEVEL)), constant_values=-1)
    share = nodule.run(None, {"picture": padded[None, None]})[0][0, 0][:height, :width]
    labels, _ = ndimage.label(share > SHARE_FROM)
    found = []
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        inside = share[rows, columns][labels[rows, columns] == number]
        if inside.size >= LEAST_AREA:
            box = (columns.start, rows.start, columns.stop, rows.stop)
            found.append((float(inside.max()), float(inside.mean()), float(np.log(inside.size)), *box))
    return sorted(found, reverse=True)[:most]


def patch_around(part: np.ndarray, box: tuple) -> np.ndarray:
    x, y = (int(round((box[i] + box[i + 2]) / 2)) for i in (0, 1))
    framed = np.pad(part, PATCH // 2, constant_values=-1)
    return cv2.resize(framed[y : y + PATCH, x : x + PATCH], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)


def spots_of(picture: np.ndarray, nodule, around) -> tuple[np.ndarray, np.ndarray]:
    scale = PICTURE_SIDE / max(picture.shape)
    slice_ = resized(picture, scale) if abs(scale - 1) > 0.01 else picture
    spots, features = [], []
    for step, most in SEARCHES:
        part, left, top = body_of(slice_ if step == 1 else resized(slice_, 1 / step))
        found = spots_at(part, most, nodule)
        if found:
            patches = np.stack([patch_around(part, spot[3:]) for spot in found])[:, None]
            features.append(around.run(None, {"patch": patches})[0])
        back = step / scale
        for peak, mean, area, *box in found:
            spots.append((peak, mean, area, step, *((box[i] + (left, top)[i % 2]) * back for i in range(4))))
    return np.array(spots, np.float32).reshape(-1, 8), np.concatenate(features) if features else np.zeros((0, 0), np.float32)


def session(path: Path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--set", required=True)
    parser.add_argument("--most", type=int, default=400, help="slices, drawn at random")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    encoder = args.out.parent / "around.onnx"
    export(Around(), torch.randn(1, 1, SIDE, SIDE), ("patch", ["features"]), encoder)
    nodule, around = session(Path("analyses/lung/model/nodule.onnx")), session(encoder)
    rows = crop_rows(args.data / args.set)
    rows = random.Random(4).sample(rows, min(args.most, len(rows)))
    records = [(row["file"], row, *spots_of(read(args.data / args.set / row["file"]), nodule, around)) for row in rows]
    with open(args.out, "wb") as handle:
        pickle.dump(records, handle)
