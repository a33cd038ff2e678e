# SPDX-License-Identifier: MIT
# A fresh Debian 12 in a folder, for lifecycle.sh and booted.sh, which source this in the root of the project.
# shellcheck shell=bash

fail() {
  echo "FAILED: $*"
  exit 1
}

began=0
step() { # WHAT: and how long the one before took
  local now=${EPOCHREALTIME/./}
  ((began == 0)) || printf '%6d.%d s\n' "$(((now - began) / 1000000))" "$(((now - began) / 100000 % 10))"
  began=$now
  [[ -z $1 ]] || printf '%-60s' "$1"
}
steps_end() {
  step ""
  began=0
}

need() { # COMMAND
  command -v "$1" >/dev/null || { echo "$1 is not installed"; exit 77; }
}

# What runs programs of another architecture.
need_emulator() { # ARCHITECTURE
  local machine
  case $1 in
    arm64) machine=aarch64 ;;
    armhf) machine=arm ;;
    *) machine=$1 ;;
  esac
  [[ $1 == "$(dpkg --print-architecture)" || -e /proc/sys/fs/binfmt_misc/qemu-$machine ]] ||
    { echo "no emulator for $1: install qemu-user-static"; exit 77; }
}

# A bare Debian, made once per architecture and kept in build/roots.
unpack_debian() { # ARCHITECTURE FOLDER
  local kept=build/roots/$1
  need debootstrap
  need_emulator "$1"
  if [[ ! -f $kept.tar ]]; then
    rm -rf "$kept"  # of a run that was interrupted
    mkdir -p "$kept"
    debootstrap --arch="$1" --variant=minbase --include=curl,ca-certificates,init-system-helpers bookworm "$kept" \
      >"$kept.log" 2>&1 || { tail -20 "$kept.log"; fail "debootstrap $1"; }
    rm -f "$kept"/var/cache/apt/archives/*.deb
    tar -C "$kept" -cf "$kept.tar.part" .
    mv "$kept.tar.part" "$kept.tar"
    rm -rf "$kept"
  fi
  mkdir -p "$2"
  tar -C "$2" -xf "$kept.tar"
  cp /etc/resolv.conf "$2/etc/resolv.conf"
  echo "127.0.0.1 localhost" >"$2/etc/hosts"  # as Debian's installer does
  cp /etc/apt/apt.conf.d/*proxy* "$2/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"  # a proxy may have its own
}

# The package as an earlier version would have been: what is there before an upgrade.
make_previous() { # PACKAGE PREVIOUS
  local unpacked
  unpacked=$(mktemp -d)
  dpkg-deb --raw-extract "$1" "$unpacked"
  sed -i 's/^Version: .*/Version: 0.0.1/' "$unpacked/DEBIAN/control"
  echo "// an older example" >>"$unpacked/etc/spectrumd/spectrumd.json"
  (cd "$unpacked" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-deb --root-owner-group --build "$unpacked" "$2" >/dev/null
  rm -rf "$unpacked"
}

# A simulated stick, for programs started with the environment that this prints.
plug_in() { # ARCHITECTURE ROOT
  cmake --build "build/packages.$1" --target fake_libusb >"$2.stick.log" 2>&1 || { cat "$2.stick.log" >&2; fail "no stick" >&2; }
  mkdir -p "$2/usr/lib/simulated-stick"
  cp "build/packages.$1"/fake_libusb/libusb-1.0.so.0 "$2/usr/lib/simulated-stick/"
  echo '{ "sticks": [ {} ] }' >"$2/usr/lib/simulated-stick/sticks.json"
  echo LD_LIBRARY_PATH=/usr/lib/simulated-stick FAKE_USB=/usr/lib/simulated-stick/sticks.json
}

rows_arrive() { # URL
  for _ in {1..300}; do
    curl -sf "$1/api/v1/spectrum" >/dev/null && return
    sleep 0.1
  done
  fail "no spectrum: $(curl -s "$1/api/v1/status")"
}
