#!/bin/sh
# Reproduces the lung networks and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets (or
# SECOND_READ_DATA). PYTHON names an interpreter with training/lung/requirements.txt installed; `npm ci` has run.
# About an hour of processor time.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
mkdir -p training/lung/cache training/lung/checkpoints
"$python" -m training.lung.opacity_views --data "$data"
for fold in 0 1 2 3 4 all; do
  "$python" -m training.lung.train_opacity --fold "$fold"
done
# Fold 0 stays unseen by the network that ships, and measures it.
"$python" -m training.lung.train_nodule --data "$data/lidc_nodules" --fold 0
"$python" -m training.lung.export_opacity --fold all
for source in luna_slices covid_infnet; do
  "$python" -m training.lung.chest_views --data "$data" --source "$source"
done
"$python" -m training.lung.train_chest
"$python" -m training.lung.export_chest
# The decoder for windows that show air black goes on from there, with whole series that show what is no lung.
for source in lidc_series luna_normal; do
  "$python" -m training.lung.chest_views --data "$data" --source "$source"
done
"$python" -m training.lung.train_chest --start analyses/lung/model/opacity.onnx --without covid_infnet --steps 1000 --rate 3e-3
"$python" -m training.lung.export_chest --output chest_soft --checkpoint training/lung/checkpoints/chest-covid_infnet.pt
"$python" -m training.lung.export_nodule --fold 0
for set in luna_slices luna_normal msd_tumour petct_dx lidc_series; do
  npx tsx training/lung/engine/spots.ts "$data/$set" "training/lung/cache/$set"
  npx tsx training/lung/engine/masses.ts "$data/$set" "training/lung/cache/$set.masses.jsonl"
  "$python" -m training.lung.spots --data "$data/$set" --spots "training/lung/cache/$set"
done
"$python" -m training.lung.train_spot --cache training/lung/cache --only export
PYTHON="$python" training/lung/alarm-curve.sh
PYTHON="$python" training/lung/evaluate.sh
