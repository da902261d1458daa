#!/usr/bin/env bash
# compare.sh PROGRAM TABLES [BENCH [FLAG...]]: whether the quick part of a bench (of each, where none is named) comes to the
# counts in counts.txt, and what is different. With RECORD=1 it writes that file anew.
set -euo pipefail
program=$1
tables=$2
shift 2
counts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/counts.txt

run() {
  local bench=$1
  shift
  "$program" bench "$bench" --quick --tables "$tables" "$@" | sed "s/^/$bench: /"
}

if [[ -n ${RECORD-} ]]; then
  for bench in tables solve coset analyze optimal; do run "$bench"; done >"$counts"
  exit
fi
for bench in ${1-tables solve coset analyze optimal}; do
  if ! diff -U 0 --label recorded --label now <(grep "^$bench: " "$counts") <(run "$bench" "${@:2}"); then
    echo "The counts of 'bench $bench' have changed (- recorded, + now): the engine does other work than it did."
    echo "Where that is what you want: RECORD=1 tests/bench/compare.sh $program $tables"
    exit 1
  fi
done
