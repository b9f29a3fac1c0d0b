#!/bin/sh
# Measures, calibrates and exports the networks that stand in checkpoints/: finish.sh DATASET
set -eu
cd "$(dirname "$0")"
dataset=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
. ./rooms.sh
[ -f cache/ct_ich/index.csv ] || npx tsx engine/prepare.ts "$dataset" cache/ct_ich
if [ ! -f cache/ct_ich/disturbed/frames/index.csv ]; then
  "$python" hemorrhage/disturb.py "$dataset" cache/ct_ich/disturbed
  npx tsx engine/prepare.ts cache/ct_ich/disturbed cache/ct_ich/disturbed/frames
fi
"$python" hemorrhage/predict.py cache/ct_ich "$dataset" checkpoints plain 0 1 2 3 4
"$python" hemorrhage/predict.py cache/ct_ich/disturbed/frames cache/ct_ich/disturbed checkpoints disturbed 0 1 2 3 4
"$python" hemorrhage/evaluate.py cache/ct_ich "$dataset" checkpoints "$model"
[ -f checkpoints/geometry.json ] || npx tsx engine/measure.ts cache/ct_ich "$dataset" checkpoints 5 checkpoints/geometry.json
slices=$("$python" skull/measure_inside.py "$dataset" cache/inside --list)
(cd ../.. && npm run --silent analyse -- brain-ct $slices --out training/brain-ct/cache/inside)
"$python" skull/measure_inside.py "$dataset" cache/inside
"$python" write-metrics.py "$model/haemorrhage.json" checkpoints/geometry.json cache/inside/inside.json "$model"
rm "$model/haemorrhage.json"
"$python" exam/exam_patient.py cache/ct_ich "$dataset" checkpoints
"$python" hemorrhage/export.py checkpoints "$model/haemorrhage.onnx"
