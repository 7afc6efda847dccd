# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034  # variables shared with the caller
# Sourced by opexplore-quickstart and run-tests: brings in the packages that are missing and builds.
# Expects `root` (the source tree), `me` (the script's name) and `with_tests` (ON when the tests are
# to be built too, which needs their packages). Writes to stderr and to build/*.log.

# Debian packages; after the colon the command that makes one unnecessary.
build_packages=(g++:g++ cmake:cmake libboost-dev libtbb-dev libzstd-dev nlohmann-json3-dev libcli11-dev
  libssl-dev spirv-headers)
test_packages=(catch2 libvalijson-dev coq:coqc graphviz:dot python3:python3
  glslang-tools:glslangValidator chromium:chromium nodejs:node npm:npm libopenmpi-dev
  openmpi-bin:mpirun clang-14:clang-14 clang-16:clang-16 spirv-tools:spirv-opt)
if ! command -v make >/dev/null; then build_packages+=(ninja-build:ninja); fi

# What the first build takes on two cores; tests take more than opexplore alone.
first_build="about ten minutes"
if [[ $with_tests == ON ]]; then first_build="about a quarter of an hour"; fi

say() { printf '%s: %s\n' "$me" "$*" >&2; }

# 30 is opexplore's exit code for a failure that is not the user's.
give_up() {
  say "$@"
  exit 30
}

# missing_packages <package[:command]> …: those that are not there, one per line.
missing_packages() {
  local entry
  for entry in "$@"; do
    if [[ $entry == *:* ]] && command -v "${entry#*:}" >/dev/null; then continue; fi
    if [[ $(dpkg-query -W -f='${db:Status-Status}' "${entry%%:*}" 2>/dev/null) != installed ]]; then
      printf '%s\n' "${entry%%:*}"
    fi
  done
}

# apt_install <package> …: lists of packages are fetched only when it does not go without.
apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
  if ((EUID != 0)); then
    command -v sudo >/dev/null || return
    if [[ -t 2 && -z ${CI:-} ]]; then apt=(sudo "${apt[@]}"); else apt=(sudo -n "${apt[@]}"); fi
  fi
  "${apt[@]}" install --no-install-recommends "$@" && return
  "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"
}

# ensure_packages <package[:command]> …: installs what is missing, or says what to install.
ensure_packages() {
  local missing log=$root/build/packages.log
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "no apt here; should the build fail, install what Debian calls ${*%%:*}"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then return; fi
  say "installing what is missing: ${missing[*]} (log: $log)"
  apt_install "${missing[@]}" </dev/null >"$log" 2>&1 && return
  tail -n 5 "$log" >&2
  give_up "that failed; please run as root: apt-get install ${missing[*]}"
}

# show_progress: passes the build's [3/40] on, to a terminal in one line, elsewhere as a line every
# 20 seconds; swallows everything else.
show_progress() {
  local line next=$((SECONDS + 20))
  while IFS= read -r line; do
    if [[ ! $line =~ ^\[[^]]*\] ]]; then continue; fi
    if [[ -t 2 ]]; then
      printf '\r%s' "${BASH_REMATCH[0]}" >&2
    elif ((SECONDS >= next)); then
      say "building ${BASH_REMATCH[0]}"
      next=$((SECONDS + 20))
    fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# build <preset> <target> …: configures when needed, builds what changed. One build at a time.
build() {
  local preset=$1 directory=$root/build/$1 log=$root/build/$1.log
  shift
  mkdir -p "$directory" || give_up "cannot write to $root/build"
  (
    if command -v flock >/dev/null; then flock 9; fi
    cd "$root" || exit
    : >"$log"
    # Where there is ccache, copies of the tree share what was compiled, wherever they lie.
    export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=true
    # A tree that was moved carries a cache that names its old place: --fresh forgets it.
    if ! grep -qsFx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$directory/CMakeCache.txt" ||
      [[ ! -f $directory/build.ninja && ! -f $directory/Makefile ]]; then
      say "building in build/$preset; the first time that takes $first_build"
      if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
      cmake --preset "$preset" --fresh -D "OPEXPLORE_BUILD_TESTS=$with_tests" >>"$log" 2>&1 || exit
    elif [[ $with_tests == ON ]] &&
      ! grep -qsFx OPEXPLORE_BUILD_TESTS:BOOL=ON "$directory/CMakeCache.txt"; then
      cmake --preset "$preset" -D OPEXPLORE_BUILD_TESTS=ON >>"$log" 2>&1 || exit
    fi
    cmake --build "$directory" --target "$@" --parallel "$(nproc)" 2>&1 |
      tee -a "$log" | show_progress
    exit "${PIPESTATUS[0]}"
  ) </dev/null 9>"$directory.lock" && return
  grep -E 'error:|Error |undefined reference' "$log" | cut -c 1-300 | head -n 20 >&2
  give_up "the build failed; all of its output is in $log"
}
