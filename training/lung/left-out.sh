#!/bin/sh
# Whole slices read by the engine with networks that never saw them (joint/store.py): fills training/lung/runs/models and CACHE/MODEL for
# spot/figures.py, ./left-out.sh [CACHE]. Needs the weights of joint/ and spot/heads.py in training/lung/checkpoints, and the data sets (SECOND_READ_DATA).
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
cache="${1:-training/lung/cache}"
checkpoints=training/lung/checkpoints
models=training/lung/runs/models
# export_model <model> [--line FILE]
export_model() {
  model="$1"
  shift
  to="$models/$model/lung/model"
  mkdir -p "$to" "$models/$model/modality/model"
  cp analyses/modality/model/* "$models/$model/modality/model"
  cp analyses/lung/model/nodule.onnx "$to"
  "$python" -m training.lung.joint.export --weights "$checkpoints" --model "$model" --masses analyses/lung/model/opacity.onnx --out "$to" "$@"
}
# read_slices <model> <set> <rows>
read_slices() {
  mkdir -p "$cache/$1"
  npx tsx training/lung/engine/whole-slices.ts "$data/$2" "$cache/$1/$2" "$models/$1" "$3"
}
for model in ship 1 2 3 4; do export_model "$model"; done
read_slices ship petct_dx ""
read_slices 1 msd_tumour ""
read_slices 2 luna_normal LIDC-IDRI-0745
read_slices 3 lidc_series ""
read_slices 4 luna_normal LIDC-IDRI-0513
read_slices ship luna_slices ',0$'
for fold in 1 2 3 4; do read_slices "$fold" luna_slices ",$fold\$"; done
"$python" -m training.lung.joint.calibrate --data "$data" --cache "$cache" --models "$models" --out "$checkpoints/line.json"
for model in ship 1 2 3 4; do export_model "$model" --line "$checkpoints/line.json"; done
