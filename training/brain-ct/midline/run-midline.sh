#!/bin/sh
# Trains the midline network: run-midline.sh DATASET. Five fold networks for measure.ts, and one on all patients that ships.
# One thread, about half an hour of processor time; prepare.ts must have filled cache/.
set -eu
cd "$(dirname "$0")/.."
dataset=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
. ./rooms.sh
[ -f cache/ct_ich/midline/row.npy ] || "$python" midline/midline_samples.py cache/ct_ich "$dataset" 16000
for fold in 0 1 2 3 4; do
  "$python" midline/midline_train.py cache/ct_ich "$dataset" "checkpoints/midline-$fold.pt" --fold "$fold" --steps 1100
  "$python" midline/midline_export.py "checkpoints/midline-$fold.pt" "checkpoints/midline-$fold.onnx"
done
"$python" midline/midline_train.py cache/ct_ich "$dataset" checkpoints/midline-all.pt --fold -1 --steps 1300
"$python" midline/midline_export.py checkpoints/midline-all.pt "$model/midline.onnx"
