"""Several trainings of one module, one after another within a time, kept in one file: what breast and
cervix share.

    python -m training.MODULE….end_to_end.train PACK OUT.xz imagenet|pretrained --seconds N [--device cuda]
"""

import argparse
import time
import traceback
from pathlib import Path

import cv2
import torch

from training import deltas
from training.efficientnet_lite import Encoder
from training.pretraining import contrast, fastest_layout, restore

KINDS = ('contrast', 'restore')  # of pre-training


class Run:
    """A module gives `module`, `notes`, `decoded`, `example`, `load` and `make_network`, and a method for
    each arm.
    """

    module: str
    notes: tuple[str, ...]  # what is kept of each training beside its network
    decoded: int  # channels of the decoder that `restore` reads
    example: tuple[int, ...]  # size of a batch of views

    def __init__(self, args):
        self.args, self.device = args, torch.device(args.device)
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        torch.backends.cudnn.benchmark = True
        # Blurs and matrices of views need full precision; the networks train in bfloat16.
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
        self.begin = time.time()
        self.base = torch.load(args.pack / 'imagenet.pt', map_location='cpu', weights_only=True)
        count = self.load(args.pack / self.module)
        self.done = {key: {} for key in ('models', *self.notes)}
        self.layout = fastest_layout(
            Encoder().to(self.device), torch.randn(self.example, device=self.device), self.device
        )
        self.seconds = args.seconds - (time.time() - self.begin)
        print(
            self.module, args.arm, count, f'pictures ready after {time.time() - self.begin:.0f} s', flush=True
        )

    def load(self, folder):
        """Reads the packed pictures; returns their number."""
        raise NotImplementedError

    def make_network(self):
        raise NotImplementedError

    def started(self, encoder=None):
        network = self.make_network()
        network.encoder.load_state_dict(encoder or self.base)
        return network.to(self.device).to(memory_format=self.layout)

    def asked(self, left):
        """Pictures left out that figures are made of; on a processor a few, to try the program only."""
        return left if self.device.type == 'cuda' else left[:: max(1, len(left) // 6)]

    def keep(self, name, work, keeps=True):
        """`work()` → network and what is noted of it, in the order of `notes`. A training that fails is
        told, and the others go on.
        """
        try:
            average, *notes = work()
            for key, note in zip(self.notes, notes, strict=True):
                self.done[key][name] = note
            if keeps:
                state = {k.removeprefix('encoder.'): v for k, v in average.state_dict().items()}
                self.done['models'][name] = deltas.packed(state, self.base)
            print(
                self.module, name, self.done['figures'][name], f'{time.time() - self.begin:.0f} s', flush=True
            )
        except Exception:
            traceback.print_exc()
        deltas.write(self.args.out, self.done)

    def begun(self, kind, make_teacher, seed, seconds, name):
        """A network pre-trained on views of the teacher; None where that fails."""
        try:
            torch.manual_seed(seed)
            return self.taught_itself(kind, make_teacher(), seconds, f'{self.module} {name}')
        except Exception:
            traceback.print_exc()
            return None

    def taught_itself(self, kind, teacher, seconds, name):
        if kind == 'contrast':
            encoder = Encoder()
            encoder.load_state_dict(self.base)
            encoder = encoder.to(self.device).to(memory_format=self.layout)
            contrast(encoder, teacher.pair, seconds, self.device, name)
            return self.started(encoder.state_dict())
        network = self.started()
        restore(network, self.decoded, teacher.picture, seconds, self.device, name)
        return network


def main(run_of):
    parser = argparse.ArgumentParser()
    parser.add_argument('pack', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('arm', choices=('imagenet', 'pretrained'))
    parser.add_argument('--seconds', type=float, required=True)
    parser.add_argument('--device', default='cuda')
    run = run_of(parser.parse_args())
    getattr(run, run.args.arm)()
