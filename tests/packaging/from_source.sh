#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds from source in a fresh Debian 12, as a new user would: how long `daemon/run` takes to a picture, and with
# --tests how long `tests/run` takes. As root, with debootstrap.
usage="usage: tests/packaging/from_source.sh [--tests]

  --tests    also run ./tests/run there
"
set -euo pipefail
cd "$(dirname "$0")/../.."

tests=no
while (($#)); do
  case $1 in
    --tests) tests=yes; shift ;;
    -h | --help) printf '%s' "$usage"; exit 0 ;;
    *) printf '%s' "$usage" >&2; exit 64 ;;
  esac
done
((EUID == 0)) || { echo "needs root, for chroot"; exit 77; }
. tests/packaging/fresh_root.sh

work=$(mktemp -d)
root=$work/root
daemon=
end() {
  [[ -z $daemon ]] || kill "$daemon" 2>/dev/null || true
  umount -q -R "$root"/{proc,sys,dev} 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap end EXIT

# In the sources, with nothing of this machine's environment.
in_root=(chroot "$root" env -i -C /root/spectrumd HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt)

# The end of the output of what fails, and only then; all of it is kept.
quietly() {
  "${in_root[@]}" "$@" >"$work/log" 2>&1 && return
  tail -50 "$work/log"
  cp "$work/log" build/from_source.log
  fail "$*, see build/from_source.log"
}

step "a fresh Debian 12, with the sources"
unpack_debian "$(dpkg --print-architecture)" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind --make-rslave /dev "$root/dev"
git clone -q . "$root/root/spectrumd"

step "packages for daemon/run"
quietly sh -c 'xargs daemon/install <daemon/packages'

step "daemon/run to the first spectrum"
"${in_root[@]}" daemon/run --source sim --listen 127.0.0.1:18088 >"$work/daemon.log" 2>&1 &
daemon=$!
until curl -sf http://127.0.0.1:18088/api/v1/spectrum >/dev/null; do
  kill -0 "$daemon" 2>/dev/null || { tail -50 "$work/daemon.log"; fail daemon/run; }
  sleep 0.2
done
kill "$daemon"
wait "$daemon" || fail "spectrumd ended with $?"
daemon=

if [[ $tests == yes ]]; then
  step "packages for tests/run"
  quietly sh -c 'cat daemon/packages tests/packages | xargs daemon/install nodejs npm'
  step "tests/run: build and test"
  quietly tests/run
  grep -a 'tests passed\|Total Test time' "$work/log"
fi
steps_end
