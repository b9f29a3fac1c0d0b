#!/bin/sh
# Reproduces the lung networks and their figures: ./run.sh from a checkout with the data sets in ../shared/datasets (or
# SECOND_READ_DATA). PYTHON names an interpreter with training/lung/requirements.txt installed; `npm ci` has run.
# About an hour of processor time, and a quarter of an hour of a GPU for the trainings end to end (DEVICE, SECONDS_EACH).
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
cache=training/lung/cache
checkpoints=training/lung/checkpoints
model=analyses/lung/model
masses="$checkpoints/masses.onnx"
mkdir -p "$cache/joint" "$checkpoints"
"$python" -m training.lung.opacity.views --data "$data"
"$python" -m training.lung.opacity.train --fold all
# Fold 0 stays unseen by the network that ships, and measures it.
"$python" -m training.lung.nodule.train --data "$data/lidc_nodules" --fold 0
"$python" -m training.lung.opacity.export --fold all --out "$masses"
for source in luna_slices covid_infnet; do
  "$python" -m training.lung.chest.views --data "$data" --source "$source"
done
"$python" -m training.lung.chest.train
"$python" -m training.lung.chest.export --model "$masses"
# The decoder for windows that show air black goes on from there, with whole series that show what is no lung.
for source in lidc_series luna_normal; do
  "$python" -m training.lung.chest.views --data "$data" --source "$source"
done
"$python" -m training.lung.chest.train --start "$masses" --without covid_infnet --steps 1000 --rate 3e-3
"$python" -m training.lung.chest.export --model "$masses" --output chest_soft --checkpoint "$checkpoints/chest-covid_infnet.pt"
"$python" -m training.lung.nodule.export --fold 0
# The spots to learn from are those that the engine finds with these networks.
cp "$masses" "$model/opacity.onnx"
for set in luna_slices luna_normal msd_tumour petct_dx lidc_series; do
  npx tsx training/lung/engine/whole-slices.ts "$data/$set" "$cache/$set"
  "$python" -m training.lung.spot.features --data "$data/$set" --spots "$cache/$set"
done
"$python" -m training.lung.joint.pack --data "$data" --cache "$cache" --out "$cache/joint"
for part in spots slices; do
  "$python" -m "training.lung.joint.$part" --pack "$cache/joint" --out "$checkpoints" --device "${DEVICE:-cuda}" --seconds "${SECONDS_EACH:-660}"
done
"$python" -m training.lung.spot.heads --cache "$cache" --out "$checkpoints"
PYTHON="$python" training/lung/left-out.sh "$cache"
"$python" -m training.lung.joint.export --weights "$checkpoints" --masses "$masses" --line "$checkpoints/line.json" --out "$model"
PYTHON="$python" training/lung/alarm-curve.sh
PYTHON="$python" training/lung/evaluate.sh
