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
  copy=$work/verified/$(basename "$1")
  mkdir -p "$work/verified"
  sed 's|^ExecStart=.*|ExecStart=/bin/true|' "$1" >"$copy"
  systemd-analyze verify --man=no "$copy" 2>&1 | grep "$(basename "$1")" || true
}

# The exposure hardly sees some of what is missing, and nothing of how a service starts again.
needed='NoNewPrivileges=yes
RestartPreventExitStatus=64
Restart=always
StartLimitIntervalSec=0
ProtectSystem=strict
ProtectHome=yes
DevicePolicy=closed
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM'
missing_in() { # UNIT
  echo "$needed" | grep -vxFf "$1" || true
}

# Without them no server, no stick, and no announcement.
families='RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK'
grep -qxF "$families" "$root/systemd/spectrumd.service" || fail "spectrumd.service lacks $families"

# The units have 1.6 and 1.2; a directive less is 0.1 more.
while read -r name exposure; do
  unit=$root/systemd/$name
  exposed_no_more_than "$exposure" "$unit" || fail "$unit exposes too much"
  [ -z "$(complaints "$unit")" ] || fail "$(complaints "$unit")"
  [ -z "$(missing_in "$unit")" ] || fail "$unit lacks $(missing_in "$unit")"
done <<END
spectrumd.service 16
spectrumd-qpu.service 12
END

# The same tools must see a unit that is neither.
printf '[Service]\nExecStart=/bin/true\nProtectTypo=yes\n' >"$work/bad.service"
exposed_no_more_than 20 "$work/bad.service" >/dev/null 2>&1 && fail "a unit without protection passed"
[ -n "$(complaints "$work/bad.service")" ] || fail "a misspelt directive passed"
[ "$(missing_in "$work/bad.service")" = "$needed" ] || fail "a unit that lacks everything passed"

# The users that the units name are those that are made.
mkdir -p "$work/root/etc"
systemd-sysusers --root="$work/root" "$root"/systemd/*.sysusers
for user in $(sed -n 's/^User=//p' "$root"/systemd/*.service); do
  grep -q "^$user:" "$work/root/etc/passwd" || fail "no user $user"
done
