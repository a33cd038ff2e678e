#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit is known to systemd in every word and exposes little: systemd_test.sh ROOT-OF-THE-PROJECT
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

if ! command -v systemd-analyze >/dev/null; then
  echo "systemd-analyze is not installed"
  exit 77
fi

fail() {
  echo "FAILED: $*"
  exit 1
}

# Exposure in tenths: 20 is 2.0.
exposed_no_more_than() {
  systemd-analyze security --offline=yes --no-pager --threshold="$1" "$2"
}

# What systemd has to say about a unit; the program need not be installed for it.
complaints() {
  sed 's|^ExecStart=.*|ExecStart=/bin/true|' "$1" >"$work/spectrumd.service"
  systemd-analyze verify --man=no "$work/spectrumd.service" 2>&1 | grep spectrumd || true
}

unit=$root/systemd/spectrumd.service
exposed_no_more_than 20 "$unit" || fail "the unit exposes too much"
[ -z "$(complaints "$unit")" ] || fail "$(complaints "$unit")"

# The same tools must see a unit that is neither.
printf '[Service]\nExecStart=/bin/true\nProtectTypo=yes\n' >"$work/bad.service"
exposed_no_more_than 20 "$work/bad.service" >/dev/null 2>&1 && fail "a unit without protection passed"
[ -n "$(complaints "$work/bad.service")" ] || fail "a misspelt directive passed"

# The user that the unit names is the one that is made.
mkdir -p "$work/root/etc"
systemd-sysusers --root="$work/root" "$root/systemd/spectrumd.sysusers"
user=$(sed -n 's/^User=//p' "$unit")
grep -q "^$user:" "$work/root/etc/passwd" || fail "no user $user"
