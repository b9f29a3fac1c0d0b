#!/bin/sh
# Measures, calibrates and exports the fold networks that stand in checkpoints/: finish.sh DATASET
set -eu
cd "$(dirname "$0")"
dataset=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
export OMP_NUM_THREADS=1
$python evaluate.py cache "$dataset" checkpoints "$model"
[ -f checkpoints/geometry.json ] || npx tsx measure.ts cache "$dataset" 5 checkpoints/geometry.json
$python write-metrics.py "$model/haemorrhage.json" checkpoints/geometry.json "$model"
rm "$model/haemorrhage.json"
$python export.py checkpoints "$model/haemorrhage.onnx"
