# Sourced by scripts/local-cluster: which processes belong to the cluster in $folder, and how they are ended. No others are touched.

# Is a process the daemon of this name? It has to be that program, started with the files of this cluster: a pid file outlives a
# daemon that was killed, and the number may belong to another process by now.
is_daemon() {
  local pid=$1 name=$2 program arguments
  program=$(readlink "/proc/$pid/exe" 2>/dev/null) || return 1 # Debian's are called slurmd-wlm and slurmctld-wlm
  arguments=" $({ tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null)" || return 1
  case ${program##*/}:$name:$arguments in
    munged*:munged:*" --socket=$link/munge.socket "*) ;;
    slurmctld*:slurmctld:*" -f $link/slurm.conf "*) ;;
    slurmd*:slurmd-*:*" -f $link/slurm.conf -N ${name#slurmd-} "*) ;;
    *) return 1 ;;
  esac
}

# Prints the pid of a daemon that runs.
pid_of() {
  local pid
  [[ -n $link && -f $folder/$1.pid ]] || return 1
  pid=$(<"$folder/$1.pid")
  [[ $pid =~ ^[0-9]+$ ]] && is_daemon "$pid" "$1" || return 1
  printf '%s\n' "$pid"
}

# Sends TERM, and KILL after 5 s; waits for the process, because a daemon removes its pid file long before it has ended.
end_daemon() {
  local name=$1 pid wait
  pid=$(pid_of "$name") || return 0
  kill -TERM "$pid" 2>/dev/null || true
  for ((wait = 0; wait < 100; ++wait)); do
    is_daemon "$pid" "$name" || return 0
    ((wait != 50)) || kill -KILL "$pid" 2>/dev/null || true
    sleep 0.1
  done
  fail "$name cannot be killed"
}

# The processes of the jobs on a node whose slurmd is dead, in the order in which to kill them: slurmstepd, which would report the
# death of its children, is known by the node's log that it has open; then its descendants; then what has left it, by the
# environment that Slurm gave it. (A process that left it with another environment is known by nothing; cgroups would be needed.)
job_processes() {
  local node=$1 process file pid parent i found=() stepd daemon
  local -A children=()
  stepd=$(command -v slurmstepd)
  daemon=$(command -v slurmd) # one that is about to become slurmstepd
  for process in /proc/[0-9]*; do
    [[ $process/exe -ef $stepd || $process/exe -ef $daemon ]] || continue
    for file in "$process"/fd/*; do
      [[ ! $file -ef $folder/log/slurmd-$node ]] || found+=("${process#/proc/}")
    done
  done
  while read -r pid parent; do children[$parent]+=" $pid"; done < <(ps -e -o pid=,ppid=)
  for ((i = 0; i < ${#found[@]}; ++i)); do
    # shellcheck disable=SC2206 # a list of numbers
    found+=(${children[${found[i]}]-})
  done
  ((${#found[@]} == 0)) || printf '%s\n' "${found[@]}"
  { grep -lzxF "SLURM_CONF=$link/slurm.conf" /proc/[0-9]*/environ || true; } 2>/dev/null |
    { xargs -r grep -lzxF "SLURMD_NODENAME=$node" || true; } 2>/dev/null | cut -d / -f 3
}

# Until two looks in a row have found nothing: a process may have forked between the look and the kill.
kill_jobs() {
  local node=$1 look none=0 pids
  for ((look = 0; look < 100 && none < 2; ++look)); do
    pids=$(job_processes "$node")
    if [[ -n $pids ]]; then
      none=0
      # shellcheck disable=SC2086 # a list of numbers
      kill -KILL $pids 2>/dev/null || true
      sleep 0.05
    else
      none=$((none + 1))
    fi
  done
  ((none == 2)) || fail "these processes of jobs on $node cannot be killed:" "$pids"
}
