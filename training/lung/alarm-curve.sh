#!/bin/sh
# The curve of the lung's alarm budget (decision 030), to be measured again whenever spot.onnx or the network of masses changes: writes
# analyses/lung/model/alarm-curve.json, and the figures of spots in metrics.json, from what left-out.sh read: ./alarm-curve.sh [CACHE].
# PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
cache="${1:-training/lung/cache}"
data="${SECOND_READ_DATA:-../shared/datasets}/lung"
"${PYTHON:-python3}" -m training.lung.spot.figures --data "$data" --cache "$cache" --models training/lung/runs/models --alarms "$cache/alarm-rows.json"
npx tsx training/engine/alarm-curve.ts lung spot "$cache/alarm-rows.json"
