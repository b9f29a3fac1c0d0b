#!/bin/sh
# Measures proposed outlines against outlines that people drew: the table of docs/decisions/031-one-click-outlines.md.
# Needs the data sets (SECOND_READ_DATA). ./evaluate.sh [ROWS]: ROWS gets a line per finding, for lite_medsam.py.
set -eu
cd "$(dirname "$0")/../.."
out="$(mktemp -d)"
trap 'rm -r "$out"' EXIT
npx esbuild training/outlines/evaluate.ts --bundle --platform=node --format=esm --packages=external \
  --log-level=error --outfile="$out/evaluate.mjs"
ln -s "$PWD/node_modules" "$out/node_modules"
node "$out/evaluate.mjs" ${1:+"$1"}
