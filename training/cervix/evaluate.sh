#!/bin/sh
# Calibrates and measures the cervix engine out of fold: analyses/cervix/model/reading.json, metrics.json and the table of
# its README. Needs the networks of the folds that run.sh leaves in checkpoints, and the data sets (SECOND_READ_DATA).
# PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
python="${PYTHON:-python3}"
folder=training/cervix
for fold in 0 1 2 3 4; do
  if [ ! -f "$folder/checkpoints/cervix-$fold.onnx" ]; then
    echo "$folder/checkpoints/cervix-$fold.onnx is missing: train the folds first ($folder/run.sh)." >&2
    exit 1
  fi
done
mkdir -p "$folder/cache"
parts="0-via 1-via 2-via 3-via 4-via 0-annocerv 1-annocerv 2-annocerv 3-annocerv 4-annocerv"
# Each fold of each set in a process of its own; goes on when all are done.
each_part() {
  running=""
  for part in $parts; do
    node --import tsx "$folder/engine/$1.ts" "$folder/cache/$2-$part.jsonl" "${part%-*}" "${part#*-}" &
    running="$running $!"
  done
  for process in $running; do wait "$process"; done
  for part in $parts; do cat "$folder/cache/$2-$part.jsonl"; done >"$folder/cache/$2.jsonl"
}
each_part measure measures
"$python" -m training.cervix.calibrate "$folder/cache/measures.jsonl"
each_part evaluate evaluation
"$python" -m training.cervix.evaluate "$folder/cache/measures.jsonl" "$folder/cache/evaluation.jsonl"
node --import tsx "$folder/engine/light.ts" "$folder/cache/light.jsonl"
"$python" -m training.cervix.light "$folder/cache/light.jsonl"
node --import tsx "$folder/engine/framing.ts" "$folder/cache/framing.jsonl"
"$python" -m training.cervix.framing "$folder/cache/framing.jsonl"
"$python" -m training.figures cervix
