#!/usr/bin/env bash
# userlands.sh PACKAGES [PROGRAM]: that the packages in the folder PACKAGES work where nothing is installed.
# Makes the least userlands of Debian 12 and Ubuntu 22.04 with mmdebstrap, which needs root and a
# mirror, installs the .deb there, unpacks the archive, and compares what the programs print, without
# a network, with what PROGRAM does here (build/release/tools/opexplore unless given).
#   OPEXPLORE_DEBIAN_MIRROR, OPEXPLORE_UBUNTU_MIRROR: instead of the suites' own mirrors
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd -P)
me=userlands.sh

give_up() {
  printf '%s: %s\n' "$me" "$*" >&2
  exit 1
}

if (($# < 1 || $# > 2)); then give_up "usage: $me PACKAGES [PROGRAM]"; fi
packages=$(cd "$1" && pwd -P)
program=${2:-$root/build/release/tools/opexplore}
if ((EUID != 0)); then give_up "needs root, for mmdebstrap and chroot"; fi
for needed in mmdebstrap dpkg-deb unshare; do
  command -v "$needed" >/dev/null || give_up "there is no $needed"
done
[[ -x $program ]] || give_up "there is no $program"
shopt -s nullglob
debs=("$packages"/opexplore_*.deb) archives=("$packages"/opexplore-*.tar.gz)
((${#debs[@]} == 1 && ${#archives[@]} == 1)) || give_up "$packages has not one .deb and one .tar.gz"

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
cd "$root"
litmus=litmus/ptx/MP.litmus
kernel=tests/kernels/cuda/handoff.sm_90.ptx
failed=0

# Each is printed, what it says, and what the program ended with.
questions=("opexplore --version" "opfix --version" "opgen --version" "oplitmus --version" "opmap --version"
  "opexplore MP.litmus" "opexplore handoff.sm_90.ptx --threads 2" "opfix repair MP.litmus"
  "opmap check --table lustig19 --family accesses --no-weaken")
# shellcheck disable=SC2016  # expanded by the other shell
ask='for question; do printf "\$ %s\n" "$question"; code=0; $question 2>&1 || code=$?; echo "[$code]"; done'

seconds_since() { printf '%d.%02d s' $((($(date +%s%N) - $1) / 1000000000)) $((($(date +%s%N) - $1) / 10000000 % 100)); }

# How long a search took differs.
timeless() { sed '/^Time /d'; }

# inside <userland> <folder with programs> <question> …: without a network.
inside() {
  local userland=$1 folder=$2
  shift 2
  unshare --net --pid --fork --root="$userland" --mount-proc /usr/bin/env -i "PATH=$folder:/usr/bin:/bin:/usr/sbin:/sbin" LC_ALL=C.UTF-8 \
    HOME=/root sh -c "cd /root && $ask" sh "$@"
}

same() {
  if cmp -s "$work/here" "$2"; then
    printf '  ok   %s: the same %d lines as here\n' "$1" "$(wc -l <"$2")"
  else
    printf '  BUG  %s: not what is printed here\n' "$1"
    diff "$work/here" "$2" | head -n 20 || true
    failed=1
  fi
}

# try <name> <suite> <mirror or its line of sources.list>
try() {
  local name=$1 suite=$2 source=$3 userland=$work/$1 start first
  start=$(date +%s%N)
  # Without apt and what it needs there is no libstdc++: less than this is no Debian.
  mmdebstrap --quiet --variant=essential --mode=root "$suite" "$userland" "$source" </dev/null ||
    give_up "mmdebstrap made no $name"
  printf '%s, %s: made in %s\n' "$name" "$(du -sh "$userland" | cut -f1)" "$(seconds_since "$start")"
  cp "$litmus" "$kernel" "${debs[0]}" "${archives[0]}" "$userland/root/"

  mkdir "$userland/opt/archive"
  start=$(date +%s%N)
  tar -xzf "${archives[0]}" -C "$userland/opt/archive" --strip-components=1 --no-same-owner
  inside "$userland" /opt/archive/bin "opexplore MP.litmus" >"$work/first"
  first=$(seconds_since "$start")
  inside "$userland" /opt/archive/bin "${questions[@]}" | timeless >"$work/$name.archive"
  same "archive, first answer after $first" "$work/$name.archive"

  start=$(date +%s%N)
  unshare --net --root="$userland" dpkg -i "/root/$(basename "${debs[0]}")" >"$work/dpkg" 2>&1 || {
    cat "$work/dpkg"
    failed=1
  }
  inside "$userland" /usr/bin "opexplore MP.litmus" >"$work/first"
  first=$(seconds_since "$start")
  inside "$userland" /usr/bin "${questions[@]}" | timeless >"$work/$name.deb"
  same ".deb, first answer after $first" "$work/$name.deb"
  unshare --net --root="$userland" dpkg -r opexplore >"$work/dpkg" 2>&1 || failed=1
  if [[ -e $userland/usr/lib/opexplore ]]; then
    printf '  BUG  files are left when the package is removed\n'
    failed=1
  fi
  rm -rf --one-file-system "$userland"
}

mkdir "$work/questions"
cp "$litmus" "$kernel" "$work/questions/"
(cd "$work/questions" && env -i "PATH=$(dirname "$program"):/usr/bin:/bin" LC_ALL=C.UTF-8 HOME=/root \
  sh -c "$ask" sh "${questions[@]}" | timeless) >"$work/here"

try debian-12 bookworm "${OPEXPLORE_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
ubuntu=${OPEXPLORE_UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
if [[ -e $keys ]]; then trust=signed-by=$keys; else trust=trusted=yes; fi
try ubuntu-22.04 jammy "deb [$trust] $ubuntu jammy main"
if ((failed)); then exit 1; fi
