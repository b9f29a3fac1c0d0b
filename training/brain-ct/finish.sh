#!/bin/sh
# Measures, calibrates and exports the networks that stand in checkpoints/: finish.sh DATASET
set -eu
cd "$(dirname "$0")"
dataset=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
export OMP_NUM_THREADS=1 PYTHONPATH=..
[ -f cache/index.csv ] || npx tsx prepare.ts "$dataset" cache
if [ ! -f cache/disturbed/frames/index.csv ]; then
  "$python" disturb.py "$dataset" cache/disturbed
  npx tsx prepare.ts cache/disturbed cache/disturbed/frames
fi
"$python" predict.py cache "$dataset" checkpoints plain 0 1 2 3 4
"$python" predict.py cache/disturbed/frames cache/disturbed checkpoints disturbed 0 1 2 3 4
"$python" evaluate.py cache "$dataset" checkpoints "$model"
[ -f checkpoints/geometry.json ] || npx tsx measure.ts cache "$dataset" checkpoints 5 checkpoints/geometry.json
slices=$("$python" measure_inside.py "$dataset" cache/inside --list)
(cd ../.. && npm run --silent analyse -- brain-ct $slices --out training/brain-ct/cache/inside)
"$python" measure_inside.py "$dataset" cache/inside
"$python" write-metrics.py "$model/haemorrhage.json" checkpoints/geometry.json cache/inside/inside.json "$model"
rm "$model/haemorrhage.json"
"$python" export.py checkpoints "$model/haemorrhage.onnx"
