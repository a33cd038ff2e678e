#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The life of a package in a fresh Debian 12: install the version before, run, upgrade, remove, purge. As root, with
# debootstrap; other architectures run under qemu-user-static.
usage="usage: tests/packaging/lifecycle.sh [--packages FOLDER] [--stick] [amd64|arm64|armhf]...

  --packages FOLDER    what packaging/build has made (default: build/packages)
  --stick              also receive from a simulated stick, built where packaging/build has built the packages
"
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=build/packages stick='' architectures=()
while (($#)); do
  case $1 in
    --packages) packages=${2:?$usage}; shift 2 ;;
    --stick) stick=yes; shift ;;
    amd64 | arm64 | armhf) architectures+=("$1"); shift ;;
    -h | --help) printf '%s' "$usage"; exit 0 ;;
    *) printf '%s' "$usage" >&2; exit 64 ;;
  esac
done
here=$(dpkg --print-architecture)
((${#architectures[@]})) || architectures=("$here")
((EUID == 0)) || { echo "needs root, for chroot"; exit 77; }
. tests/packaging/fresh_root.sh

work=$(mktemp -d)
daemon=
end() {
  [[ -z $daemon ]] || kill "$daemon" 2>/dev/null || true
  umount -q "$work"/root/proc "$work"/root 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT

in_root() { chroot "$work/root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"; }

apt() { # OPERATION PACKAGE...
  in_root apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log"; fail "apt-get $*"; }
}

# Everything that an owner would find left behind; not what apt and dpkg keep for themselves.
leftovers() {
  (cd "$work/root" && find etc usr var opt srv -not -path 'var/lib/dpkg/*' -not -path 'var/lib/apt/*' \
    -not -path 'var/cache/*' -not -path 'var/log/*' -not -path 'etc/*-' -not -name '.pwd.lock' \
    -not -path 'var/lib/systemd/*' -not -name ld.so.cache -not -name '*.pyc' | sort)
}

url=http://127.0.0.1:18088 environment=()
start() { # ARGUMENTS of spectrumd
  chroot "$work/root" setpriv --reuid=spectrumd --regid=spectrumd --clear-groups \
    env HOME=/var/lib/spectrumd "${environment[@]}" spectrumd --listen "${url#http://}" "$@" \
    >"$work/daemon.log" 2>&1 &
  daemon=$!
  for _ in {1..600}; do
    curl -sf "$url/api/v1/status" >"$work/status" && return
    kill -0 "$daemon" 2>/dev/null || break
    sleep 0.1
  done
  cat "$work/daemon.log"
  fail "spectrumd $*"
}
stop() {
  kill "$daemon"
  wait "$daemon" || fail "spectrumd ended with $?"
  daemon=
}

life_of() { # ARCHITECTURE
  local package root=$work/root config=$work/root/etc/spectrumd/spectrumd.json
  package=$(ls "$packages"/spectrumd_*_"$1".deb)
  echo "== $1: $(basename "$package")"
  step "a fresh Debian 12"
  unpack_debian "$1" "$root"
  mount -t proc proc "$root/proc"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"  # there is no systemd in here to start services
  chmod 755 "$root/usr/sbin/policy-rc.d"
  apt update
  apt install systemd  # every Debian that is not a container has it, which makes files itself
  in_root systemd-tmpfiles --create >/dev/null 2>&1 || true
  leftovers >"$work/before"

  step "install the version before"
  make_previous "$package" "$root/previous.deb"
  apt install /previous.deb
  grep -q 'open http://127.0.0.1:8088' "$work/apt.log" || fail "the installation does not say where to look"
  [[ $(in_root stat -c '%a %U %G' /etc/spectrumd/spectrumd.json) == "640 root spectrumd" ]] ||
    fail "the configuration is $(in_root stat -c '%a %U %G' /etc/spectrumd/spectrumd.json)"
  in_root spectrumd check-config >/dev/null || fail "its configuration is invalid"

  step "receive the simulated band"
  start --source sim
  rows_arrive "$url"
  [[ $(curl -sf "$url/") == *"<html"* ]] || fail "no page"
  local memory
  memory=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$daemon/status")
  stop
  if [[ -n $stick ]]; then
    step "receive from a simulated stick"
    read -ra environment <<<"$(plug_in "$1" "$root")"
    local rate=(--rate 2.4M)
    [[ $1 == "$here" ]] || rate=(--rate 250k)  # of which an emulator makes no more in time
    start "${rate[@]}"
    rows_arrive "$url"
    curl -sf "$url/api/v1/status" | grep -q '"kind": *"rtlsdr"' || fail "not from the stick: $(<"$work/status")"
    stop
    environment=()
    rm -r "$root/usr/lib/simulated-stick"
  fi

  step "upgrade, with a changed configuration and a recording"
  sed -i '$d' "$config"  # back to the example, then the owner's own line
  echo "// mine" >>"$config"
  mkdir -p "$root/var/lib/spectrumd/recordings"
  echo samples >"$root/var/lib/spectrumd/recordings/kept.sigmf-data"
  cp "$package" "$root/current.deb"
  apt install -o Dpkg::Options::=--force-confold /current.deb
  [[ $(tail -1 "$config") == "// mine" ]] || fail "the upgrade changed the configuration"
  [[ $(in_root stat -c %a /etc/spectrumd/spectrumd.json) == 640 ]] || fail "the upgrade opened the configuration"
  [[ -s $root/var/lib/spectrumd/recordings/kept.sigmf-data ]] || fail "the upgrade lost a recording"
  start --source sim
  rows_arrive "$url"
  stop

  step "remove"
  apt remove spectrumd
  [[ ! -e $root/usr/bin/spectrumd && -s $config ]] || fail "remove left the program or took the configuration"

  step "purge"
  apt purge spectrumd
  apt autoremove --purge -o APT::AutoRemove::SuggestsImportant=false
  rm -f "$root"/*.deb
  leftovers >"$work/after"
  diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left"; fail "purge leaves something behind"; }
  ! grep -qs '^spectrumd' "$root/etc/passwd" "$root/etc/group" || fail "purge leaves the user behind"
  steps_end
  umount "$root/proc"
  rm -rf "$root"
  printf '%s: package %d KiB, installed %d KiB, resident %d MiB%s\n' "$1" "$(($(stat -c %s "$package") / 1024))" \
    "$(dpkg-deb -f "$package" Installed-Size)" "$memory" "$([[ $1 == "$here" ]] || echo ', emulator included')"
}

for architecture in "${architectures[@]}"; do life_of "$architecture"; done
