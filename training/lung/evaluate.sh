#!/bin/sh
# Measures the lung engine out of fold: analyses/lung/model/metrics.json and the table of its README. Each picture is read
# by the shipped engine with networks that never saw its fold; run.sh leaves those of the opacities in checkpoints. Needs the data sets
# (SECOND_READ_DATA). PYTHON: an interpreter with training/lung/requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
folder=training/lung
runs="$folder/runs"
for fold in 0 1 2 3 4; do
  if [ ! -f "$folder/checkpoints/opacity-$fold.pt" ]; then
    echo "$folder/checkpoints/opacity-$fold.pt is missing: train the folds first ($folder/run.sh)." >&2
    exit 1
  fi
done
# read_pictures <out> <models> <options> FILE…
read_pictures() {
  out="$1" models="$2" step="$3"
  shift 3
  npm run --silent analyse -- lung --models "$models" --out "$out" $step "$@" >"$out.log" 2>&1
}
mkdir -p "$runs"
# The shipped nodule network never saw fold 0.
"$python" -m training.lung.crops.compose --lidc "$data/lidc_nodules" --series "$data/petct_dx" --fold 0 --count 60 --out "$runs/composed"
read_pictures "$runs/composed-read" analyses "" "$runs/composed"/[0-9][0-9][0-9].png
read_pictures "$runs/crops-read" analyses "--step nodule" $("$python" -m training.lung.crops.files "$data/lidc_nodules" 0)
for fold in 0 1 2 3 4; do
  models="$runs/models-$fold"
  mkdir -p "$models/lung/model" "$models/modality/model"
  cp analyses/modality/model/* "$models/modality/model"
  cp analyses/lung/model/nodule.onnx analyses/lung/model/spot.onnx "$models/lung/model"
  "$python" -m training.lung.opacity.export --fold "$fold" --out "$models/lung/model/opacity.onnx"
  "$python" -m training.lung.chest.carry --model "$models/lung/model/opacity.onnx"
  read_pictures "$runs/covid-$fold-read" "$models" "" $("$python" -m training.lung.crops.files "$data/covid_infnet" "$fold")
done
read_pictures "$runs/region-read" analyses "" "$data/lung_region/images"/*
for set in petct_dx msd_tumour lidc_series luna_normal; do
  npx tsx training/lung/engine/whole-slices.ts "$data/$set" "training/lung/cache/$set"
done
"$python" -m training.lung.chest.evaluate --data "$data" --cache training/lung/cache
"$python" -m training.lung.evaluate --data "$data"
"$python" -m training.lung.opacity.evaluate --data "$data"
"$python" -m training.lung.nodule.diameters --data "$data"
"$python" -m training.figures lung
