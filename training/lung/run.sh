#!/bin/sh
# Reproduces the lung networks and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets (or
# SECOND_READ_DATA). PYTHON names an interpreter with training/lung/requirements.txt installed; `npm ci` has run.
# About an hour of processor time.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
mkdir -p training/lung/cache training/lung/checkpoints
"$python" -m training.lung.opacity.views --data "$data"
for fold in 0 1 2 3 4 all; do
  "$python" -m training.lung.opacity.train --fold "$fold"
done
# Fold 0 stays unseen by the network that ships, and measures it.
"$python" -m training.lung.nodule.train --data "$data/lidc_nodules" --fold 0
"$python" -m training.lung.opacity.export --fold all
for source in luna_slices covid_infnet; do
  "$python" -m training.lung.chest.views --data "$data" --source "$source"
done
"$python" -m training.lung.chest.train
"$python" -m training.lung.chest.export
# The decoder for windows that show air black goes on from there, with whole series that show what is no lung.
for source in lidc_series luna_normal; do
  "$python" -m training.lung.chest.views --data "$data" --source "$source"
done
"$python" -m training.lung.chest.train --start analyses/lung/model/opacity.onnx --without covid_infnet --steps 1000 --rate 3e-3
"$python" -m training.lung.chest.export --output chest_soft --checkpoint training/lung/checkpoints/chest-covid_infnet.pt
"$python" -m training.lung.nodule.export --fold 0
for set in luna_slices luna_normal msd_tumour petct_dx lidc_series; do
  npx tsx training/lung/engine/whole-slices.ts "$data/$set" "training/lung/cache/$set"
  "$python" -m training.lung.spot.features --data "$data/$set" --spots "training/lung/cache/$set"
done
"$python" -m training.lung.spot.train --cache training/lung/cache --only export
PYTHON="$python" training/lung/alarm-curve.sh
PYTHON="$python" training/lung/evaluate.sh
