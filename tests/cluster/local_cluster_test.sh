#!/usr/bin/env bash
# shellcheck disable=SC2016 # jobs are written in single quotes
# Does scripts/local-cluster behave as Slurm on a real cluster does, where our jobs depend on it? Takes 40 s, most of it Slurm's own
# waiting: it looks at time limits every 30 s. Exit code 77: Slurm is not there and cannot be installed.
set -euo pipefail
project=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
cluster=$project/scripts/local-cluster
work=$(mktemp -d)
folder="$work/a cluster"
other=$work/other
cd "$work"

finish() {
  local code=$?
  trap - EXIT
  "$cluster" stop "$folder" 2>/dev/null || true
  "$cluster" stop "$other" 2>/dev/null || true
  if ((code)); then printf 'failed; the files are in %s\n' "$work" >&2; else rm -rf "$work"; fi
  exit "$code"
}
trap finish EXIT

passed() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

# within SECONDS WHAT COMMAND...: waits until the command succeeds.
within() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    if ((SECONDS >= deadline)); then
      printf 'FAILED: %s\n' "$what" >&2
      squeue -a -t all -r -o '%i %j %T %r %N' >&2 || true
      head -n 50 -- *.out >&2 || true
      exit 1
    fi
    sleep 0.2
  done
  passed "$what"
}

says() { grep -qxE -- "$2" "$1" 2>/dev/null; }
is() { [[ $(squeue -h -a -t all -r -j "$1" -o %T | sort | xargs) == "$2" ]]; }
shows() { [[ " $(scontrol -o show job "$1") " == *" $2 "* ]]; }
node2_is_down() { [[ $(sinfo -h -n node2 -o %T) == down* ]]; }
ended() { [[ ! -e /proc/$1/exe ]]; } # a zombie has none
all_ended() {
  local pid
  for pid in "$@"; do ended "$pid" || return 1; done
}
has_two_pids() { [[ $(grep -c '^pid ' "$1" 2>/dev/null) == 2 ]]; }
daemon_pids() { "$cluster" status "$1" | sed -n 's/.* runs (\([0-9]*\))$/\1/p'; }
submit() { sbatch --parsable -n 1 -t 5 --open-mode=append -o '%x-%a.out' "$@"; }

code=0
"$cluster" start "$folder" --nodes 2 --cpus 8 || code=$?
((code != 3)) || exit 77
((code == 0)) || exit 1
eval "$("$cluster" env "$folder")"
passed 'two nodes are idle'
"$cluster" start "$other" --nodes 1
passed 'and one of another cluster'
"$cluster" kill-node "$other" node1

# The batch script that a long computation needs: the program ends with 75 where a signal has made it save its work and stop.
cat >batch.sh <<'JOB'
#!/bin/bash
me=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
echo "run ${SLURM_RESTART_COUNT:-0}"
echo "pid $$"
signals=0
trap 'signals=$((signals + 1)); kill -TERM "$program" 2>/dev/null' TERM
./program.sh &
program=$!
while
  before=$signals
  wait "$program" # returns early where a signal comes meanwhile
  code=$?
  ((signals > before))
do :; done
echo "program ended with $code"
# A cancelled job is COMPLETING here, and a requeue would bring it back.
if ((code == 75)) && [[ $(squeue -h -j "$me" -o %T) == RUNNING ]]; then
  trap '' TERM # which Slurm sends to all of the job's processes now, scontrol among them
  scontrol requeue "$me"
fi
exit "$code"
JOB
cat >program.sh <<'PROGRAM'
#!/bin/bash
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || exit 0
trap 'echo saved; exit 75' TERM
while :; do sleep 0.1; done
PROGRAM
chmod +x program.sh
limit=$(submit -J limit -a 1-2 -t 1 --signal=B:TERM@55 batch.sh)
cancelled=$(submit -J cancelled -a 1-2 batch.sh)

four=$(submit -J four -a 0-3 --wrap 'echo task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT')
within 10 'an array of four tasks completes' is "$four" 'COMPLETED COMPLETED COMPLETED COMPLETED'
for task in 0 1 2 3; do within 0 "task $task knows itself" says "four-$task.out" "task $task of 4"; done

failing=$(submit -J failing -a 0-2 --wrap 'exit $((SLURM_ARRAY_TASK_ID == 1 ? 75 : 0))')
after=$(submit -J after -d "afterany:$failing" --wrap 'echo after')
never=$(submit -J never -d "afterok:$failing" --wrap 'echo never')
within 10 'a job after an array runs though a task has failed' is "$after" COMPLETED
within 0 'the failed task, and no other, is FAILED' is "$failing" 'COMPLETED COMPLETED FAILED'
within 0 'with the exit code of its script' shows "${failing}_1" ExitCode=75:0
within 0 'a job after its success waits' is "$never" PENDING

within 10 'a job runs that is to be cancelled' says cancelled-1.out 'run 0'
scancel "${cancelled}_1"
within 10 'a cancelled task saves its work' says cancelled-1.out saved
within 10 'and stays cancelled' is "${cancelled}_1" CANCELLED

again=$(submit -J again -a 1-2 --wrap 'echo run $SLURM_RESTART_COUNT; [ -n "$SLURM_RESTART_COUNT" ] || sleep 200')
within 10 'two tasks run' is "$again" 'RUNNING RUNNING'
scontrol requeue "${again}_2"
within 15 'a requeued task runs again and knows it' says again-2.out 'run 1'
within 5 'and completes' is "${again}_2" COMPLETED
within 0 'the other task has not noticed' is "${again}_1" RUNNING
scancel "$again"

# A controller that waits for a dead node takes seconds to end, but removes its pid file at once.
mapfile -t pids < <(daemon_pids "$other")
"$cluster" stop "$other"
within 0 "nothing is left of the other cluster: ${pids[*]}" all_ended "${pids[@]}"

# Five of eight cpus: a node has room for one of them. One process leaves its job's session.
lost=$(submit -J lost -a 1-2 -c 5 --wrap 'echo run ${SLURM_RESTART_COUNT:-0} on $SLURMD_NODENAME
  setsid sleep 300 & echo pid $!; until [ -e go ]; do sleep 0.2; done')
within 10 'two tasks run, one on each node' is "$lost" 'RUNNING RUNNING'
within 10 'one of them on node2' grep -lqsx 'run 0 on node2' lost-1.out lost-2.out
output=$(grep -lsx 'run 0 on node2' lost-1.out lost-2.out)
victim=${lost}_$(tr -cd 12 <<<"${output#lost-}")
within 5 'it has started a process' grep -q '^pid ' "$output"
pid=$(sed -n 's/^pid //p' "$output")
"$cluster" kill-node "$folder" node2
within 0 'the process on the killed node is dead' ended "$pid"
within 40 'the killed node is down' node2_is_down
within 2 'its task is requeued' shows "$victim" Restarts=1
within 2 'jobcomp.txt has its failure' grep -qE "JobState=NODE_FAIL .* ArrayJobId=$lost " "$folder/jobcomp.txt"
touch go
within 20 'and runs again on the other node' says "$output" 'run 1 on node1'
"$cluster" start-node "$folder" node2
back=$(submit -J back -w node2 --wrap 'echo "run on $SLURMD_NODENAME"')
within 10 'the killed node, started again, takes jobs' is "$back" COMPLETED

within 60 'a job near its time limit gets the signal, requeues itself and runs again' says limit-2.out 'run 1'
within 0 'its program got the signal from the script' says limit-2.out saved
within 0 'and the script got its exit code' says limit-2.out 'program ended with 75'
within 10 'all of its tasks complete' is "$limit" 'COMPLETED COMPLETED'
for task in 1 2; do within 0 "task $task was requeued once" shows "${limit}_$task" Restarts=1; done

mapfile -t pids < <(daemon_pids "$folder")
within 0 "there are four daemons: ${pids[*]}" test ${#pids[@]} = 4
kill -KILL "${pids[@]}"
within 5 'all daemons are killed' all_ended "${pids[@]}"
pid=$(sed -n 's/^pid //p' cancelled-2.out)
within 0 "a job of theirs still runs: $pid" test -e "/proc/$pid/exe"
"$cluster" start "$folder"
within 0 'the next start ends what the jobs of the killed ones have left' ended "$pid"
eval "$("$cluster" env "$folder")"
submit -J left -o left.out --wrap 'echo pid $$; setsid sleep 300 & echo pid $!; wait' >/dev/null
within 10 'a cluster starts where another one was killed' has_two_pids left.out
mapfile -t pids < <(daemon_pids "$folder" && sed -n 's/^pid //p' left.out)
within 0 "there are four daemons and two processes of a job: ${pids[*]}" test ${#pids[@]} = 6
"$cluster" stop "$folder"
within 0 'nothing is left after a stop' all_ended "${pids[@]}"
"$cluster" stop "$folder" # once more
passed 'all is well'
