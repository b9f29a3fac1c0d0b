"""Exports a checkpoint of the tissue network. usage: tissue_export.py CHECKPOINT.pt MODEL.onnx"""
import sys

import torch

from tissue_data import load_all
from tissue_train import UNet, export, settle

torch.set_num_threads(1)
net = UNet()
net.load_state_dict(torch.load(sys.argv[1]))
settle(net, load_all())
export(net, sys.argv[2])
