#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Unpacks Debian's packages for another architecture into a folder, for linking, for running under emulation, and for
# finding out which packages a program needs (dpkg's records are in there, for DPKG_ADMINDIR). Nothing is installed, and
# apt keeps its state in that folder as well.
usage="usage: packaging/cross/sysroot.sh amd64|arm64|armhf|armel FOLDER PACKAGE...
"
set -euo pipefail
(($# > 2)) || { printf '%s' "$usage" >&2; exit 64; }
architecture=$1 folder=$2
shift 2

wanted="$architecture $*"
[[ -f $folder/unpacked && $(<"$folder/unpacked") == "$wanted" ]] && exit 0
rm -rf "$folder"
books=$folder/apt
mkdir -p "$books"/{sources,lists/partial,cache/archives/partial}
folder=$(realpath "$folder") books=$(realpath "$books")
echo "deb http://deb.debian.org/debian bookworm main" >"$books/sources/debian.list"  # as the cross compilers
: >"$books/status"                                                                   # nothing is installed there

apt=(apt-get -q -y -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o APT::Sandbox::User=
  -o "Dir::State=$books" -o "Dir::State::lists=$books/lists" -o "Dir::State::status=$books/status"
  -o "Dir::Cache=$books/cache" -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$books/sources")
"${apt[@]}" update
"${apt[@]}" install --no-install-recommends --download-only "$@"

records=$folder/var/lib/dpkg
mkdir -p "$records"/{info,updates}
echo 1 >"$records/info/format"
record() { # PACKAGE
  local control=$books/control name
  rm -rf "$control"
  dpkg-deb --control "$1" "$control"
  name=$(dpkg-deb --field "$1" Package)
  [[ $(dpkg-deb --field "$1" Multi-Arch) != same ]] || name+=:$architecture
  dpkg-deb --fsys-tarfile "$1" | tar --list | sed "s|^\\.|$folder|" >"$records/info/$name.list"
  for file in symbols shlibs; do
    [[ ! -f $control/$file ]] || cp "$control/$file" "$records/info/$name.$file"
  done
  { cat "$control/control"; printf 'Status: install ok installed\n\n'; } >>"$records/status"
}
for package in "$books"/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$folder"
  record "$package"
done
rm -rf "$books"
# Links to absolute places lead into the running system: libz.so of libraries in /lib.
find "$folder" -type l -lname '/*' -printf '%p\n%l\n' | while read -r link && read -r target; do
  ln -sfnr "$folder$target" "$link"
done
echo "$wanted" >"$folder/unpacked"
