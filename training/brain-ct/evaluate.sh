#!/bin/sh
# Measures the brain CT engine out of fold and on sources that it never saw: analyses/brain-ct/model/metrics.json, the tables of its README,
# the curve of the alarm budget, the calibration in haemorrhage.onnx. Needs what run.sh leaves in cache/trained and checkpoints, and the data
# sets (SECOND_READ_DATA). PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")"
for file in cache/pack.npz cache/trained/predictions.npz cache/trained/weights-all.pt cache/trained/weights-out.pt checkpoints/midline-0.onnx; do
  if [ ! -f "$file" ]; then
    echo "$file is missing: the folds must be trained first (training/brain-ct/run.sh)." >&2
    exit 1
  fi
done
rm -f checkpoints/geometry.json
data=${SECOND_READ_DATA:-../../../shared/datasets}/brain
./finish.sh "$data/ct_ich"
exec sources/measure.sh "$data"
