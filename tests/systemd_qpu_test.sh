#!/bin/sh
# SPDX-License-Identifier: MIT
# The helper's unit and the udev rules together let it open the two nodes that drive the QPUs, and no file more. The
# nodes are files of the same owners and modes: systemd_qpu_test.sh ROOT-OF-THE-PROJECT
set -eu
root=$1
unit=$root/systemd/spectrumd-qpu.service
rules=$root/systemd/70-spectrumd-qpu.rules

for tool in setpriv systemd-sysusers; do
  command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "only root may give files to others"; exit 77; }

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
chmod 755 "$work"

fail() {
  echo "FAILED: $*"
  exit 1
}

# The users as the package makes them, with the group that /dev/mem has.
mkdir -p "$work/root/etc"
printf 'g kmem - -\n' >"$work/kmem.conf"
systemd-sysusers --root="$work/root" "$work/kmem.conf" "$root"/systemd/*.sysusers
id_of() { # FILE NAME
  sed -n "s/^$2:[^:]*:\([0-9]*\):.*/\1/p" "$work/root/etc/$1"
}
group_ids() { # of a list of names, as setpriv takes them
  for group in "$@"; do id_of group "$group"; done | paste -sd, -
}

# A node as udev's own rules leave it, and then as ours do.
node() { # NAME GROUP MODE
  : >"$work/$1"
  chown "0:$(id_of group "$2")" "$work/$1"
  chmod "$3" "$work/$1"
}
apply_rule() { # NAME
  rule=$(grep "^KERNEL==\"$1\"" "$rules" || true)
  [ -n "$rule" ] || return 0
  chown "0:$(id_of group "$(echo "$rule" | sed 's/.*GROUP="\([^"]*\)".*/\1/')")" "$work/$1"
  chmod "$(echo "$rule" | sed 's/.*MODE="\([^"]*\)".*/\1/')" "$work/$1"
}

value() { # of a key of the unit
  sed -n "s/^$1=//p" "$unit"
}
capabilities() { # as setpriv names them: -all,+sys_rawio
  echo "-all$(value "$1" | tr ' ' '\n' | sed 's/^CAP_/,+/' | tr -d '\n' | tr '[:upper:]' '[:lower:]')"
}
as_the_helper() { # COMMAND, with the rights that the unit gives
  # shellcheck disable=SC2046
  setpriv --reuid "$(id_of passwd "$(value User)")" --regid "$(id_of group "$(value Group)")" \
    --groups "$(group_ids $(value SupplementaryGroups))" --inh-caps "$(capabilities AmbientCapabilities)" \
    --ambient-caps "$(capabilities AmbientCapabilities)" --bounding-set "$(capabilities CapabilityBoundingSet)" \
    --no-new-privs sh -c "$1"
}

node vcio kmem 0600
node mem kmem 0640
node other kmem 0640
as_the_helper ": <>$work/mem" 2>/dev/null && fail "the modes of this test do not keep the helper out"
apply_rule vcio
apply_rule mem
as_the_helper ": <$work/vcio" || fail "the helper cannot open /dev/vcio"
as_the_helper ": <>$work/mem" || fail "the helper cannot open /dev/mem for writing"
as_the_helper ": <$work/other" 2>/dev/null && fail "the helper can read what it need not"
as_the_helper "grep -q '^CapEff:.*0000020000\$' /proc/self/status" || fail "the helper has other capabilities than CAP_SYS_RAWIO"

# A file's memory of another boot is not given back, so the unit has to say which boot this is where /proc does not.
grep -q '^ProcSubset=pid' "$unit" && { grep -q '^Environment=BOOT_ID=%b' "$unit" || fail "the helper does not know its boot"; }

# Both of them are given to the service.
for path in vcio mem; do
  grep -q "^DeviceAllow=/dev/$path rw" "$unit" || fail "the unit denies /dev/$path"
done
echo "the helper opens its nodes and nothing else"
