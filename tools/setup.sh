# shellcheck shell=bash
# setup.sh: what ./daedalus and ./test share: the packages they need, and how a preset is configured and built.
# Sourced with `root` set to the top of the repository. Everything said here goes to standard error, so that the
# output of the program itself can be piped.

# The one place that names packages (Debian and Ubuntu names).
program_packages=(build-essential cmake ninja-build pkg-config libeigen3-dev libsuitesparse-dev libfmt-dev
                  nlohmann-json3-dev libcli11-dev libtinyxml2-dev libyaml-cpp-dev libhdf5-dev libassimp-dev)
test_packages=(libgtest-dev python3 python3-h5py python3-jsonschema python3-yaml)
benchmark_packages=(libbenchmark-dev libsundials-dev libsimbody-dev libmujoco-dev)

say() { printf '%s\n' "$*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

have_build_tools() { have cmake && have ninja && have c++; }

explain_packages() {
  say "Daedalus needs these packages (names as in Debian 12):"
  say "  $*"
  say "Install them by hand, for example"
  say "  sudo apt-get install --no-install-recommends $*"
  say "or their equivalents on another system, and try again. DAEDALUS_NO_SETUP=1 skips this check."
}

missing_packages() {
  local name
  for name in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || printf '%s\n' "$name"
  done
}

# install_packages NAME...: leaves quickly when a stamp says that they were all there before.
install_packages() {
  [[ ${DAEDALUS_NO_SETUP:-0} == 1 ]] && return 0
  local stamp
  stamp="$root/build/.packages-$(printf '%s\n' "$@" | cksum | cut -d ' ' -f 1)"
  if [[ -e $stamp ]] && have_build_tools; then return 0; fi
  mkdir -p "$root/build"

  if ! have apt-get || ! have dpkg-query; then
    if have_build_tools; then return 0; fi   # another system: configuring will name any library that is missing
    explain_packages "$@"
    return 1
  fi

  local missing=()
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} > 0)); then
    local as_root=()
    if ((EUID != 0)); then
      if ! have sudo; then
        say "missing packages: ${missing[*]}"
        say "There is neither root nor sudo here to install them."
        explain_packages "$@"
        return 1
      fi
      as_root=(sudo)
    fi
    local log=$root/build/packages.log apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
    say "installing ${missing[*]} (log: build/packages.log) ..."
    if ! "${as_root[@]}" "${apt[@]}" update >"$log" 2>&1; then
      say "apt-get update failed; trying with the package lists at hand ..."
    fi
    if ! "${as_root[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
      tail -n 15 "$log" >&2
      say "These packages could not be installed. Is the network there?"
      explain_packages "$@"
      return 1
    fi
  fi
  touch "$stamp"
}

belongs_here() { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt" 2>/dev/null; }

# configure_preset PRESET [CMAKE-ARGUMENT...]: starts afresh when the build directory belongs to another place.
configure_preset() {
  local preset=$1
  shift
  local directory=$root/build/$preset fresh=()
  mkdir -p "$directory"
  local log=$directory.configure.log
  if [[ -e $directory/CMakeCache.txt ]] && ! belongs_here "$directory"; then fresh=(--fresh); fi
  if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@") >"$log" 2>&1; then
    cat "$log" >&2
    say "configuring '$preset' failed."
    if ! have_build_tools || ! have apt-get; then explain_packages "${program_packages[@]}" "${test_packages[@]}"; fi
    return 1
  fi
}

is_configured() { [[ -e $root/build/$1/build.ninja ]] && belongs_here "$root/build/$1"; }

# build_preset PRESET [TARGET]: silent when there is nothing to do; ninja's own progress on a terminal, else a log that
# is shown when something fails.
build_preset() {
  local preset=$1 target=${2:-all}
  local directory=$root/build/$preset
  local log=$directory.build.log
  if [[ $(ninja -C "$directory" -n "$target" 2>/dev/null | tail -n 1) == *"no work to do"* ]]; then return 0; fi
  say "building ${preset} ..."
  if [[ -t 2 ]]; then
    cmake --build "$directory" --target "$target" >&2
  elif ! cmake --build "$directory" --target "$target" >"$log" 2>&1; then
    cat "$log" >&2
    false
  fi || { say "building '$preset' failed."; return 1; }
}

# Two calls at once must not build in the same place: the second waits.
lock_builds() {
  mkdir -p "$root/build"
  have flock || return 0
  exec 9>"$root/build/.lock"
  flock 9
}
unlock_builds() { exec 9>&-; }
