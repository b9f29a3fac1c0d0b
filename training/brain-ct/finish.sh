#!/bin/sh
# Measures, calibrates and exports the networks of cache/trained (jobs.py): finish.sh DATASET
set -eu
cd "$(dirname "$0")"
dataset=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
. ./rooms.sh
[ -f cache/ct_ich/index.csv ] || npx tsx engine/prepare.ts "$dataset" cache/ct_ich
"$python" hemorrhage/unpack.py cache/trained checkpoints cache
"$python" hemorrhage/evaluate.py cache/ct_ich "$dataset" checkpoints "$model"
"$python" hemorrhage/level_at_home.py cache/ct_ich "$dataset" checkpoints "$model"
"$python" level/level_measure.py cache/pack.npz cache/trained/predictions.npz "$model"
[ -f checkpoints/geometry.json ] || npx tsx engine/measure.ts cache/ct_ich "$dataset" checkpoints 5 checkpoints/geometry.json
slices=$("$python" skull/measure_inside.py "$dataset" cache/inside --list)
(cd ../.. && npm run --silent analyse -- brain-ct $slices --out training/brain-ct/cache/inside)
"$python" skull/measure_inside.py "$dataset" cache/inside
"$python" write-metrics.py "$model/haemorrhage.json" checkpoints/geometry.json cache/inside/inside.json "$model"
rm "$model/haemorrhage.json"
"$python" exam/exam_patient.py cache/ct_ich "$dataset" checkpoints
"$python" hemorrhage/export.py checkpoints "$model/haemorrhage.onnx"
for source in phe_sich roboflow_ich mbh25 cpaisd; do
  "$python" hemorrhage/export.py checkpoints "checkpoints/without-$source.onnx" "without-$source"
done
