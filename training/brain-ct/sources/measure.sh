#!/bin/sh
# The engine on sources that its hemorrhage network never saw, and on the same slices in eight windows: their part of metrics.json, of the
# model card and the curve of the alarm budget (decision 030). measure.sh DATA (…/brain). About a quarter of an hour on one thread.
# Needs checkpoints/without-SOURCE.onnx and home.npz of finish.sh.
# The thresholds of the engine stay; sources/operating_point.py chooses them anew.
set -eu
cd "$(dirname "$0")/.."
data=$1
python=${PYTHON:-python3}
model=../../analyses/brain-ct/model
. ./rooms.sh
mkdir -p checkpoints
for set in rsna aisd; do
  [ -f "cache/eight/$set/labels.csv" ] || "$python" window/rewindow.py eight "$data/${set}_dicom" "cache/eight/$set"
done
npx tsx engine/alarm-rows.ts "$data" checkpoints checkpoints/alarm.json
npx tsx engine/window-agreement.ts "$data" cache/eight checkpoints/agreement.json
thresholds=$(sed -n 's/^  .*: \([0-9.]*\),$/\1/p' ../../analyses/brain-ct/engine/measure/operating-point.ts | paste -sd, -)
"$python" sources/sources.py "$data" checkpoints/alarm-facts.json checkpoints/sources.json "$thresholds"
"$python" sources/left_out.py "$data" checkpoints/alarm-facts.json checkpoints/home.npz checkpoints/sources.json
"$python" sources/write_sources.py checkpoints/sources.json checkpoints/agreement.json "$model"
"$python" sources/bleeding_types.py "$data" checkpoints/alarm-facts.json "$model"
"$python" sources/level_share.py "$data" checkpoints/alarm-facts.json "$model"
(cd ../.. && npx tsx training/engine/alarm-curve.ts brain-ct haemorrhage training/brain-ct/checkpoints/alarm.json)
