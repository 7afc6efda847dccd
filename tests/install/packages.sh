#!/usr/bin/env bash
# packages.sh BUILD WORK VERSION CPACK OBJDUMP: that the packages which cpack makes of the folder BUILD
# hold what they should, and that the programs need glibc 2.34 and what lies beside them, no more.
set -euo pipefail
build=$1 work=$2 version=$3 cpack=$4 objdump=$5
newest_glibc=2.34
failed=0

wrong() {
  printf '%s\n' "$*" >&2
  failed=1
}

rm -rf "$work"
mkdir -p "$work"
(cd "$build" && "$cpack" -B "$work" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip) >"$work/log" 2>&1 || {
  tail -n 20 "$work/log"
  exit 1
}
archives=("$work"/*.tar.gz) debs=("$work"/*.deb)
((${#archives[@]} == 1 && ${#debs[@]} == 1)) || wrong "not one archive and one .deb: ${archives[*]} ${debs[*]}"
mkdir "$work/archive" "$work/deb"
tar -xzf "${archives[0]}" -C "$work/archive" --strip-components=1
dpkg-deb -x "${debs[0]}" "$work/deb"

# holds <name> <folder> <file> …: these, and nothing for who develops.
holds() {
  local name=$1 folder=$2 file
  shift 2
  for file; do [[ -f $folder/$file ]] || wrong "$name has no $file"; done
  while IFS= read -r file; do
    wrong "$name has $file, which is of the component development"
  done < <(cd "$folder" && find . -name '*.a' -o -name '*.cmake' -o -name include)
}

files=(lib/opexplore/libtbb.so.12 lib/opexplore/libstdc++.so.6 share/opexplore/litmus/ptx/MP.litmus
  share/opexplore/axioms/models/ptx75.cat share/opexplore/mappings/lustig19.json
  share/opexplore/coq/Certified.v share/doc/opexplore/README.md share/doc/opexplore/copyright
  share/doc/opexplore/docs/output.md share/doc/opexplore/docs/report.schema.json)
programs=(opexplore opfix opgen oplitmus opmap)
for program in "${programs[@]}"; do
  files+=("bin/$program" "share/bash-completion/completions/$program")
done
holds "the archive" "$work/archive" "${files[@]}" share/man/man1/{opexplore,opfix,opgen,oplitmus,opmap}.1
holds "the .deb" "$work/deb/usr" "${files[@]}" share/man/man1/{opexplore,opfix,opgen,oplitmus,opmap}.1.gz \
  share/doc/opexplore/changelog.Debian.gz

depends=$(dpkg-deb -f "${debs[0]}" Depends)
[[ $depends == "libc6 (>= $newest_glibc)" ]] || wrong "the .deb depends on $depends"
[[ $(dpkg-deb -f "${debs[0]}" Version) == "$version"-* ]] || wrong "the .deb is not of version $version"

# needs_little <file> <library> …: nothing but glibc, what it brings, and these, and no newer glibc.
needs_little() {
  local file=$1 needed glibc
  shift
  while read -r needed; do
    case " libc.so.6 libm.so.6 libgcc_s.so.1 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 $* " in
      *" $needed "*) ;;
      *) wrong "${file##*/} needs $needed" ;;
    esac
  done < <("$objdump" -p "$file" | sed -n 's/^ *NEEDED *//p')
  glibc=$("$objdump" -T "$file" | sed -n 's/.*(\(GLIBC_2[0-9.]*\)).*/\1/p' | sort -uV | tail -n 1)
  [[ $(printf '%s\nGLIBC_%s\n' "$glibc" "$newest_glibc" | sort -V | tail -n 1) == "GLIBC_$newest_glibc" ]] ||
    wrong "${file##*/} needs $glibc"
}

for folder in "$work/archive" "$work/deb/usr"; do
  for program in "${programs[@]}"; do needs_little "$folder/bin/$program" libtbb.so.12; done
  needs_little "$folder/lib/opexplore/libtbb.so.12" libstdc++.so.6
  needs_little "$folder/lib/opexplore/libstdc++.so.6"
  # As ldd -r has it: a function that oneTBB does not find would end the program only when called.
  loaded=$(LD_TRACE_LOADED_OBJECTS=1 LD_WARN=yes LD_BIND_NOW=yes "$folder/bin/opexplore" 2>&1)
  [[ $loaded != *undefined* ]] || wrong "not all is found:
$loaded"
  for library in libtbb.so.12 libstdc++.so.6; do
    [[ $loaded == *"$library => $folder/"* ]] || wrong "opexplore loads another $library:
$loaded"
  done
  log=$("$folder/bin/opexplore" --threads 2 "$folder/share/opexplore/litmus/ptx/MP.litmus")
  [[ $log == "Test MP Allowed"* ]] || wrong "the packed program prints
$log"
done
exit "$failed"
