#!/usr/bin/env bash
# scripts/fuzz.sh TARGET [SECONDS]: replays the corpus of a target of tests/fuzz, then looks for more that its code does not
# take well. What it finds lies in build/asan/found/TARGET, as do the inputs that reach new code. Used by ./check fuzz.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
target=${1##*/}
seconds=${2:-60}
program=build/asan/tests/fuzz/fuzz_$target
corpus=tests/fuzz/corpus/$target
found=build/asan/found/$target
mkdir -p "$found/inputs"
log=$found/log
options=(-seed=1 -timeout=20 -rss_limit_mb=4000 "-artifact_prefix=$found/")
# The first run only reads what is there.
if "$program" "${options[@]}" -runs=0 "$corpus" >"$log" 2>&1 &&
  "$program" "${options[@]}" -max_total_time="$seconds" "$found/inputs" "$corpus" >>"$log" 2>&1; then
  printf 'fuzz %s: %s\n' "$target" "$(grep '^Done' "$log" | tail -1)" >&2
else
  grep -aE -A 30 'promise|runtime error|ERROR:|terminate' "$log" | head -60 >&2 || true
  printf 'fuzz %s: failed; the input is in %s, the output in %s\n' "$target" "$found" "$log" >&2
  exit 1
fi
