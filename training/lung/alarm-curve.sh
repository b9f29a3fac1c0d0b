#!/bin/sh
# The curve of the lung's alarm budget (decision 030), to be measured again whenever spot.onnx or the network of masses changes: writes
# analyses/lung/model/alarm-curve.json, and the figures of spots in metrics.json. CACHE holds what engine/whole-slices.ts and spot/features.py wrote for
# each set (run.sh): ./alarm-curve.sh [CACHE]. PYTHON: an interpreter with requirements.txt installed.
set -eu
cd "$(dirname "$0")/../.."
cache="${1:-training/lung/cache}"
"${PYTHON:-python3}" -m training.lung.spot.train --cache "$cache" --only measure --alarms "$cache/alarm-rows.json"
npx tsx training/engine/alarm-curve.ts lung spot "$cache/alarm-rows.json"
