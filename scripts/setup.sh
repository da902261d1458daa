# Sourced by ./halfturn and ./check: installs what is missing, and builds. Everything goes to stderr.

library_packages=(g++ cmake ninja-build libfmt-dev libsqlite3-dev libutfcpp-dev libxxhash-dev zlib1g-dev)
program_packages=("${library_packages[@]}" libcli11-dev nlohmann-json3-dev libboost1.81-dev)
# The WebAssembly module: emscripten, and libraries of which the headers are enough.
wasm_packages=(emscripten cmake ninja-build libfmt-dev libutfcpp-dev libxxhash-dev nlohmann-json3-dev)
# What the program asks for PNG and PDF, if it is there. Few people want them, so only ./check installs it.
picture_packages=(librsvg2-bin)

say() { printf 'halfturn: %s\n' "$*" >&2; }

# Runs a command with its output in a log that is shown only where the command fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    say "this failed: $*"
    return 1
  fi
  rm -f "$log"
}

# Installs the named Debian packages that are not there yet. Two at once: the second waits.
install_missing() {
  local folder
  folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../build
  mkdir -p "$folder"
  (
    flock 8
    install_missing_alone "$@"
  ) 8>"$folder/installing"
}

install_missing_alone() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    say "this is not a Debian system; it needs what these packages hold: $*"
    return 0
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      say "missing packages; as root, run: apt-get install ${missing[*]}"
      return 1
    fi
    as_root=(sudo)
  fi
  say "installing Debian packages: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
  # A fresh machine has no package lists yet, an old one may have stale ones.
  quietly "${apt[@]}" -qq update
  # Nothing that is there is taken away: libboost1.81-dev would replace an older one.
  quietly "${apt[@]}" -qq -y --no-install-recommends --no-remove install "${missing[@]}"
}

# Shows ninja's lines, "[57/162] ...": on a terminal as one line that changes, else every tenth step. Keeps all of them in the file $1.
show_build() {
  local log=$1 line shown=0 step
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    step=$((10#${BASH_REMATCH[1]} * 10 / 10#${BASH_REMATCH[2]}))
    if [[ -t 2 ]]; then
      printf '\r%.*s\e[K' "$((${COLUMNS:-80} - 1))" "$line" >&2
    elif ((step > shown)); then
      printf '%s\n' "$line" >&2
      shown=$step
    fi
  done
  [[ ! -t 2 ]] || printf '\r\e[K' >&2
}

# Configures a CMake preset where that has not been done: configure_preset PRESET FOLDER.
configure_preset() {
  [[ -f $2/build.ninja && -f $2/configured-$1 ]] || quietly cmake --preset "$1"
  touch "$2/configured-$1"
}

# Configures a CMake preset where that has not been done, and builds it: build_preset PRESET FOLDER [ninja argument...].
# Shows how far it is and how long it took; the compiler's own output only where it fails. It is in FOLDER/build.log.
build_preset() {
  local preset=$1 folder=$2 start=$SECONDS
  shift 2
  configure_preset "$preset" "$folder"
  : >"$folder/build.log"
  if ! ninja -C "$folder" "$@" 2>&1 </dev/null | show_build "$folder/build.log"; then
    cat "$folder/build.log" >&2
    say "the build failed; its output is in $folder/build.log"
    return 1
  fi
  say "built in $((SECONDS - start)) s"
}
