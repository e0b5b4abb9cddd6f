# shellcheck shell=bash
# setup.sh: what ./daedalus and ./test share: the packages they need, how the page is built (viewer/) and how a preset is configured
# and built.
# Sourced with `root` set to the top of the repository. Everything said here goes to standard error, so that the
# output of the program itself can be piped.

# The one place that names packages (Debian and Ubuntu names).
program_packages=(build-essential cmake ninja-build pkg-config libeigen3-dev libsuitesparse-dev libfmt-dev
                  nlohmann-json3-dev libcli11-dev libtinyxml2-dev libyaml-cpp-dev libhdf5-dev libassimp-dev zlib1g-dev libminizip-dev)
test_packages=(libgtest-dev libsundials-dev python3 python3-dev python3-venv python3-h5py python3-jsonschema python3-yaml clang libclang-rt-dev lld clang-format clang-tidy)  # clang, lld: for the sanitizers; libsundials-dev: for the method ida
coverage_packages=(llvm)               # for tools/coverage
page_packages=(nodejs npm)            # to build the page; not installed where there are node 18 or later and npm already
page_test_packages=(chromium)         # to test it; not installed where there is a Chromium or Chrome already
benchmark_packages=(libbenchmark-dev libsundials-dev libsimbody-dev libmujoco-dev valgrind)

say() { printf '%s\n' "$*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

have_build_tools() { have cmake && have ninja && have c++; }

explain_packages() {
  say "Daedalus needs these packages (names as in Debian 12):"
  say "  $*"
  say "Install them manually, for example"
  say "  sudo apt-get install --no-install-recommends $*"
  say "or their equivalents on another system, and try again. DAEDALUS_NO_SETUP=1 skips this check."
}

missing_packages() {
  local name
  for name in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || printf '%s\n' "$name"
  done
}

# apt_install NAME...: those that are missing.
apt_install() {
  local missing=() as_root=()
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then return 0; fi
  if ((EUID != 0)); then
    if ! have sudo; then
      say "missing packages: ${missing[*]}"
      say "Installing them requires root or sudo."
      return 1
    fi
    as_root=(sudo)
  fi
  local log=$root/build/packages.log apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
  say "installing ${missing[*]} (log: build/packages.log) ..."
  if ! "${as_root[@]}" "${apt[@]}" update >"$log" 2>&1; then
    say "apt-get update failed; trying with the existing package lists ..."
  fi
  if ! "${as_root[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    say "These packages could not be installed. Check the network connection."
    return 1
  fi
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

  if ! apt_install "$@"; then
    explain_packages "$@"
    return 1
  fi
  touch "$stamp"
}

# The page: viewer/ is built to viewer/dist/page.html, which the program carries. ./daedalus goes on when that fails.

have_page_tools() { have npm && have node && node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null; }

have_browser() { [[ -n ${DAEDALUS_CHROMIUM:-} ]] || have chromium || have chromium-browser || have google-chrome; }

can_install() { [[ ${DAEDALUS_NO_SETUP:-0} != 1 ]] && have apt-get && have dpkg-query; }

# A folder is newer than the page when a file in it has gone.
is_page_current() {
  local page=$root/viewer/dist/page.html
  [[ -s $page ]] && [[ -z $(cd "$root/viewer" && find package.json package-lock.json build.mjs tsconfig.json src \
                                                      -newer "$page" -print -quit) ]]
}

# npm writes the hidden lock file when everything else is in place.
has_page_libraries() {
  local installed=$root/viewer/node_modules/.package-lock.json
  [[ -e $installed && ! $root/viewer/package-lock.json -nt $installed ]]
}

# page_trouble REASON REMEDY
page_trouble() {
  if [[ -s $root/viewer/dist/page.html ]]; then
    say "The report page is out of date: $1. Continuing with the old one."
  else
    say "The report page (animation, plots, report) cannot be built: $1. Continuing without it."
  fi
  say "  $2"
}

# unless_failed_lately NAME COMMAND...: what failed because of the network is not tried again within the hour.
unless_failed_lately() {
  local mark=$root/build/.failed-$1
  shift
  if [[ -n $(find "$mark" -mmin -60 2>/dev/null) ]]; then return 1; fi
  rm -f "$mark"
  "$@" || { touch "$mark"; return 1; }
}

fetch_page_libraries() {
  local log=$root/build/page.log
  say "downloading the libraries of the page (log: build/page.log) ..."
  if ! (cd "$root/viewer" && npm ci --no-fund --no-audit --no-update-notifier --no-progress --prefer-offline \
                                 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=10000) >"$log" 2>&1; then
    head -n 20 "$log" >&2     # what follows is where in npm it happened
    return 1
  fi
}

# install_page_libraries: node and npm, and what viewer/package-lock.json names.
install_page_libraries() {
  mkdir -p "$root/build"
  if ! have_page_tools && ! { can_install && unless_failed_lately page-packages apt_install "${page_packages[@]}" && have_page_tools; }; then
    page_trouble "it needs node 18 or later with npm" \
                 "Install them (Debian 12: sudo apt-get install --no-install-recommends ${page_packages[*]}) and try again."
    return 1
  fi
  if ! has_page_libraries && ! unless_failed_lately page-libraries fetch_page_libraries; then
    page_trouble "npm could not fetch its libraries" "Is its registry within reach? Run  npm ci  in viewer/ and try again."
    return 1
  fi
}

# build_page: quick when there is nothing to do.
build_page() {
  if is_page_current; then return 0; fi
  install_page_libraries || return 1
  local log=$root/build/page.log
  say "building the page ..."
  if ! (cd "$root/viewer" && npm run build) >"$log" 2>&1; then
    head -n 20 "$log" >&2     # what follows is where in npm it happened
    page_trouble "'npm run build' failed" "The reason is above and in build/page.log."
    return 1
  fi
}

# prepare_page_tests: the page, and a browser; without a browser the tests that need one are skipped. Tries again what has failed.
prepare_page_tests() {
  rm -f "$root/build/.failed-page-"*
  if ! have_browser && can_install && ! apt_install "${page_test_packages[@]}"; then
    say "Continuing without a browser: the tests of the page are skipped."
  fi
  install_page_libraries && build_page
}

# The Python package: a virtual environment in build/python, since Debian's Python refuses packages of PyPI elsewhere. Debian's Python
# comes first: python3-dev has its headers.
python_environment=$root/build/python
python_test_packages=(nanobind scikit-build-core numpy pytest scipy pandas xarray pyarrow matplotlib mypy pyyaml "dask[distributed]" scikit-sundae exudyn mujoco fmpy)

fetch_python_packages() {
  local log=$root/build/python.log
  say "downloading the packages of the Python tests (log: build/python.log) ..."
  if ! { /usr/bin/env PATH="/usr/bin:$PATH" python3 -m venv "$python_environment" &&
         "$python_environment/bin/pip" install --quiet --disable-pip-version-check --retries 2 --timeout 20 "${python_test_packages[@]}"; } >"$log" 2>&1; then
    tail -n 10 "$log" >&2
    return 1
  fi
}

# prepare_python: without it the package is neither built nor tested.
prepare_python() {
  mkdir -p "$root/build"
  local stamp
  stamp="$python_environment/.has-$(printf '%s\n' "${python_test_packages[@]}" | cksum | cut -d ' ' -f 1)"
  if [[ -e $stamp && -x $python_environment/bin/python ]]; then return 0; fi
  if ! fetch_python_packages; then
    say "The Python package cannot be built and tested: its packages could not be installed from PyPI."
    say "  Is PyPI within reach? The packages are: ${python_test_packages[*]}"
    return 1
  fi
  touch "$stamp"
}

belongs_here() { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt" 2>/dev/null; }

# ccache is used where it is. It has to be told that precompiled headers may be taken by their content.
with_ccache=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache "-DCMAKE_CXX_FLAGS=-fpch-preprocess")
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}

# configure_preset PRESET [CMAKE-ARGUMENT...]: starts afresh when the build directory belongs to another place.
configure_preset() {
  local preset=$1
  shift
  local directory=$root/build/$preset fresh=()
  mkdir -p "$directory"
  local log=$directory.configure.log
  if [[ -e $directory/CMakeCache.txt ]] && ! belongs_here "$directory"; then fresh=(--fresh); fi
  if have ccache; then set -- "$@" "${with_ccache[@]}"; fi
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
