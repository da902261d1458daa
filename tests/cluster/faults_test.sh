#!/usr/bin/env bash
# Work on a real Slurm with everything that goes wrong there: tasks that are put back into the queue, killed processes, a node that
# dies. What comes out must be, byte for byte, what one run on one machine gives.
#   faults_test.sh PROGRAM TABLES [SCRAMBLES [COSETS]]
# SCRAMBLES (default 24000): for the lists. COSETS (default 0: none): real ones, some ten seconds each with a processor and 6 GB.
# Exit code 77: Slurm is not there and cannot be installed.
set -euo pipefail
project=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
cluster=$project/scripts/local-cluster
program=$(readlink -f "$1")
tables=$(readlink -f "$2")
scrambles=${3:-24000}
cosets=${4:-0}
work=$(mktemp -d)
cd "$work"

finish() {
  local code=$?
  trap - EXIT
  "$cluster" stop "$work/slurm" 2>/dev/null || true
  if ((code)); then printf 'failed; the files are in %s\n' "$work" >&2; else rm -rf "$work"; fi
  exit "$code"
}
trap finish EXIT

passed() { printf '%3d s  %s\n' "$SECONDS" "$*"; }
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  squeue -a -t all -r -o '%i %j %T %r %N' >&2 || true
  tail -n 5 -- */logs/*.log >&2 || true
  exit 1
}

# within SECONDS WHAT COMMAND...: waits until the command succeeds.
within() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    ((SECONDS < deadline)) || fail "$what"
    sleep 0.2
  done
  passed "$what"
}

halfturn() { HALFTURN_TABLES=$tables "$program" "$@"; }
idle() { [[ -z $(squeue -h) ]]; }
# The process that does a shard: a child of the task.
worker_of() { pgrep -f -- "$1" | head -n 1 || true; }
json() { python3 -c "import json,sys; print(json.load(sys.stdin)$1)"; }
array_of() { json "['submissions'][-1]['array_job']" <"$1/job.json"; }
some_of_node2() { [[ -n $(squeue -h -r -t running -w node2 -o %i) ]]; }
node2_is_down() { [[ $(sinfo -h -n node2 -o %T) == down* ]]; }

# strike FOLDER PATTERN HOW: does something bad to a task that works on node1, whichever it is. PATTERN, with a shard's number, finds
# its process. A task may end just then, so what counts is what the logs say in the end.
strike() {
  local folder=$1 pattern=$2 how=$3 array task worker deadline=$((SECONDS + 120))
  array=$(array_of "$folder")
  while ((SECONDS < deadline)); do
    task=$(squeue -h -r -j "$array" -t running -w node1 -o %K | head -n 1)
    worker=
    [[ -z $task || " ${struck[*]} " == *" $task "* ]] || worker=$(worker_of "$(printf "$pattern" "$task")")
    if [[ -n $worker ]]; then
      case $how in
        requeue) scontrol requeue "${array}_$task" || true ;;
        kill) kill -KILL "$worker" || true ;;
        term) scancel --batch --signal=TERM "${array}_$task" & ;; # as before the end of its time
      esac
      struck+=("$task")
      passed "$folder: $how for task $task"
      return
    fi
    sleep 0.1
  done
  fail "$folder: nothing works on node1"
}

# faults FOLDER PATTERN: a node dies, and three tasks on the other one are struck.
faults() {
  local folder=$1 pattern=$2
  struck=()
  within 60 "$folder: something runs on node2" some_of_node2
  "$cluster" kill-node "$work/slurm" node2
  passed "$folder: node2 is killed"
  strike "$folder" "$pattern" requeue
  strike "$folder" "$pattern" kill
  strike "$folder" "$pattern" term
  within 90 "$folder: node2 is down" node2_is_down
  "$cluster" start-node "$work/slurm" node2
}

# struck_indeed FOLDER: whether the three, or at least two, came before the ends of their tasks.
struck_indeed() {
  local task count=0
  for task in "${struck[@]}"; do
    ! grep -q 'given back' "$1/logs/$task.log" || count=$((count + 1))
  done
  ((count >= 2)) || fail "$1: only $count of ${#struck[@]} tasks were struck before they ended"
  passed "$1: $count of ${#struck[@]} tasks were struck at work, and ended well"
}

code=0
"$cluster" start "$work/slurm" --nodes 2 --cpus 1 --memory 16000 || code=$?
((code != 3)) || exit 77
((code == 0)) || exit 1
eval "$("$cluster" env "$work/slurm")"
passed 'two nodes are idle'

# Lists.
halfturn scramble -n "$scrambles" --seed 1 >list.txt
stages=(--stages cross,xcross,xxcross)
halfturn analyze list.txt "${stages[@]}" >expected.csv 2>/dev/null
passed "one run over $scrambles scrambles"
halfturn cluster submit analyze list --shards 8 --cpus 1 --mem 1G -o merged.csv -- list.txt "${stages[@]}"
[[ $(array_of list) ]] || fail 'nothing was submitted'
faults list "shard %d/8 --output"
within 300 'all tasks have ended' idle
if [[ ! -e merged.csv ]]; then # a task may have been killed once too often, or lost with its node's last words
  cat list/logs/merge.log
  halfturn cluster status list
  halfturn cluster resume list
  within 300 'all tasks have ended after a resume' idle
fi
struck_indeed list
cmp expected.csv merged.csv || fail 'the merged rows are not those of one run'
passed 'the merged rows are those of one run'
halfturn cluster status list | tee status.txt
grep -q '^done  .* 100.0 %' status.txt || fail 'the status does not say that all is done'
[[ $(halfturn cluster resume list) == 'nothing to do: all shards are done' ]] || fail 'a resume finds something to do'

# A missing shard, and one that another program has made, are named, and nothing is merged.
rm list/shards/3.* merged.csv
sed -i 's/"program_version": "[^"]*"/"program_version": "0.0.1"/' list/shards/5.done
code=0
halfturn cluster merge list >merge.txt 2>&1 || code=$?
((code == 3)) || fail "merge ended with $code"
grep -q '^missing     shard 3:' merge.txt || fail 'the missing shard is not named'
grep -q 'shards/5.csv was not made with what was submitted: submitted halfturn .*; made with halfturn 0.0.1' merge.txt ||
  fail 'the shard of another program is not named'
[[ ! -e merged.csv ]] || fail 'something was merged'
rm list/shards/5.*
halfturn cluster resume list >resume.txt
grep -q '^shards      3,5$' resume.txt || fail 'not just what is missing is submitted again'
within 300 'the two shards are done again' idle
cmp expected.csv merged.csv || fail 'the merged rows are not those of one run after a loss'
passed 'the merged rows are those of one run, after a loss'

# Campaigns: the ledgers of a rehearsal, of which one is damaged, one of another program and one missing.
halfturn cluster submit campaign rehearsal --cosets 0..60000 --shards 6 --rehearsal --cpus 1 --mem 500M >/dev/null
within 120 'a rehearsal has ended' idle
grep -q '^done        60,000 of 60,000: 60,000 proved' rehearsal/logs/merge.log || fail 'the rehearsal is not merged'
rm -r rehearsal/whole rehearsal/shards/1
halfturn campaign create rehearsal/whole --cosets 0..60000 --rehearsal >/dev/null
dd if=/dev/urandom of=rehearsal/shards/2/ledger.db bs=4096 count=10 seek=100 conv=notrunc status=none
python3 - <<'P'
import sqlite3
ledger = sqlite3.connect("rehearsal/shards/4/ledger.db")
for table in ("campaign", "setting"):
    ledger.execute(f"UPDATE {table} SET program_version = '0.0.1', program_checksum = '0123456789abcdef'")
ledger.commit()
P
code=0
halfturn cluster merge rehearsal >merge.txt 2>&1 || code=$?
((code == 3)) || fail "merge ended with $code"
cat merge.txt
grep -q 'left out: .*shards/2' merge.txt || fail 'the damaged ledger is not named'
grep -q "left out: .*shards/4.*the program's version was .* and is 0.0.1" merge.txt || fail 'the other program is not named'
grep -q '^missing     shard 1$' merge.txt || fail 'the missing shard is not named'
grep -q '^done        30,000 of 60,000' merge.txt || fail 'the rest is not merged'
rm -r rehearsal/shards/2 rehearsal/shards/4
halfturn cluster resume rehearsal >resume.txt
grep -q '^shards      1-2,4$' resume.txt || fail 'not just what is missing is submitted again'
within 120 'the rehearsal is whole again' idle
tail -n 2 rehearsal/logs/merge.log
grep -q '^done        60,000 of 60,000: 60,000 proved' <(tail -n 2 rehearsal/logs/merge.log) || fail 'not all is merged'
passed 'what does not belong is named, and the rest merged'

# Real cosets.
if ((cosets > 0)); then
  halfturn cluster submit campaign real --sample "$cosets" --seed 1 --shards 4 --cpus 1 --mem 7G
  faults real "campaign run $work/real/shards/%d "
  within 3600 'all cosets are done' idle
  struck_indeed real
  cat real/logs/merge.log
  halfturn cluster status real
  grep -q "^done        $cosets of $cosets: $cosets proved" real/logs/merge.log || fail 'not all cosets are proved'
  halfturn campaign create one --sample "$cosets" --seed 1 >/dev/null
  HALFTURN_TABLES=$tables "$program" campaign run one >/dev/null 2>&1
  # Levels, without who found them and how long it took.
  for folder in one real/whole; do halfturn campaign report "$folder" --csv | cut -d, -f 1-6,14-18; done >both.csv
  half=$(($(wc -l <both.csv) / 2))
  cmp <(head -n "$half" both.csv) <(tail -n "$half" both.csv) || fail 'the report is not that of one run'
  python3 - "$cosets" <<'P'
import glob, sqlite3, sys
cosets = []
for file in glob.glob("real/shards/*/ledger.db"):
    ledger = sqlite3.connect(file)
    cosets += [row[0] for row in ledger.execute("SELECT coset FROM result")]
    assert ledger.execute("SELECT count(*) FROM earlier").fetchone() == (0,), "a coset was done twice"
assert len(cosets) == len(set(cosets)) == int(sys.argv[1]), "cosets are lost, or done twice"
P
  passed 'every coset once, none lost, the report is that of one run'
fi
passed 'all is well'
