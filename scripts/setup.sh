# Sourced by ./halfturn and ./check: installs what is missing, and builds. Everything goes to stderr.

program_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev libsqlite3-dev libxxhash-dev nlohmann-json3-dev)
check_packages=(libgtest-dev libgmock-dev libbenchmark-dev clang-format clang-tidy)

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

# Installs the named Debian packages that are not there yet.
install_missing() {
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
  quietly "${apt[@]}" -qq -y --no-install-recommends install "${missing[@]}"
}

# Configures and builds a CMake preset.
build_preset() {
  local preset=$1
  shift
  [[ -f build/$preset/build.ninja ]] || quietly cmake --preset "$preset"
  quietly cmake --build --preset "$preset" "$@"
}
