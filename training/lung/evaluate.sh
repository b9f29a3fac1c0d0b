#!/bin/sh
# Measures the lung engine out of fold: analyses/lung/model/metrics.json and the table of its README. Each picture is read
# by the shipped engine with networks that never saw its fold. Needs the data sets
# (SECOND_READ_DATA), the weights of joint/slices, and what left-out.sh read. PYTHON: an interpreter with training/lung/requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
folder=training/lung
runs="$folder/runs"
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
  models="$runs/covid-models-$fold"
  mkdir -p "$models/lung/model" "$models/modality/model"
  cp analyses/modality/model/* "$models/modality/model"
  cp analyses/lung/model/nodule.onnx analyses/lung/model/spot.onnx "$models/lung/model"
  "$python" -m training.lung.joint.export --weights "$folder/checkpoints" --model "$fold" --masses analyses/lung/model/opacity.onnx --only slices --out "$models/lung/model"
  read_pictures "$runs/covid-$fold-read" "$models" "" $("$python" -m training.lung.crops.files "$data/covid_infnet" "$fold")
done
read_pictures "$runs/region-read" analyses "" "$data/lung_region/images"/*
"$python" -m training.lung.chest.evaluate --data "$data" --cache training/lung/cache
"$python" -m training.lung.evaluate --data "$data"
"$python" -m training.lung.opacity.evaluate --data "$data"
"$python" -m training.lung.nodule.diameters --data "$data"
"$python" -m training.figures lung
