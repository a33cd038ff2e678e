#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The packages under a real systemd: a fresh Debian 12 boots in a container, where the service is installed, hangs, is
# killed, reloaded, upgraded and purged. As root, with debootstrap and systemd-container.
usage="usage: tests/packaging/booted.sh [--packages FOLDER] [--stick]

  --packages FOLDER    what packaging/build has made for this machine (default: build/packages)
  --stick              also receive from a simulated stick, built where packaging/build has built the packages
"
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=build/packages stick=''
while (($#)); do
  case $1 in
    --packages) packages=${2:?$usage}; shift 2 ;;
    --stick) stick=yes; shift ;;
    -h | --help) printf '%s' "$usage"; exit 0 ;;
    *) printf '%s' "$usage" >&2; exit 64 ;;
  esac
done
((EUID == 0)) || { echo "needs root, for a container"; exit 77; }
. tests/packaging/fresh_root.sh
need systemd-nspawn

here=$(dpkg --print-architecture)
package=$(ls "$packages"/spectrumd_*_"$here".deb)
helper_package=$(ls "$packages"/spectrumd-qpu_*.deb)
work=$(mktemp -d)
root=$work/root config=$work/root/etc/spectrumd/spectrumd.json
url=http://127.0.0.1:8088
container='' init=''
end() {
  local status=$?
  ((status == 0)) || [[ -z $init ]] || inside journalctl --no-pager -n 40 -o cat -u spectrumd -u spectrumd-qpu || true
  [[ -z $init ]] || kill -s RTMIN+4 "$init" 2>/dev/null || true  # asks systemd to power off
  [[ -z $container ]] || wait "$container" 2>/dev/null || true
  umount -q "$root/proc" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT

inside() {
  nsenter --target "$init" --all -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"
}

apt() { # OPERATION PACKAGE...
  inside apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log"; fail "apt-get $*"; }
}

# Waits for a command to print something that a pattern matches.
until_prints() { # SECONDS PATTERN COMMAND...
  local pattern=$2 printed='' last=$((SECONDS + $1))
  shift 2
  while ((SECONDS <= last)); do
    printed=$("$@" 2>/dev/null) || true
    # shellcheck disable=SC2053
    [[ $printed != $pattern ]] || return 0
    sleep 0.2
  done
  fail "$*: expected $pattern, got ${printed:0:400}"
}

property() { inside systemctl show --value --property "$1" "${2:-spectrumd}"; }
status() { curl -sf "$url/api/v1/status" | tr -d ' \n'; }
log_says() { until_prints 20 "*$1*" inside journalctl --no-pager -o cat -u "${2:-spectrumd}"; }

boot() {
  unpack_debian "$here" "$root"
  mount -t proc proc "$root/proc"
  chroot "$root" sh -c 'apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install \
    systemd systemd-sysv dbus udev' >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; fail "systemd cannot be installed"; }
  umount "$root/proc"
  # Without CAP_NET_ADMIN it leaves the network of this machine alone, through which packages come.
  systemd-nspawn --quiet --register=no --keep-unit --resolv-conf=off --console=pipe --directory "$root" --boot \
    >"$work/boot.log" 2>&1 </dev/null &
  container=$!
  for _ in {1..300}; do
    init=$(pgrep --parent "$container" --exact systemd) && [[ -S $root/run/systemd/private || -n $init ]] &&
      inside systemctl is-system-running --wait >"$work/state" 2>/dev/null && return
    [[ ! -s $work/state || $(<"$work/state") != degraded ]] || return 0
    kill -0 "$container" 2>/dev/null || break
    sleep 0.2
  done
  tail -20 "$work/boot.log"
  fail "systemd does not boot here"
}

install_previous() {
  make_previous "$package" "$root/previous.deb"
  cp "$package" "$root/current.deb"
  cp "$helper_package" "$root/helper.deb"
  apt install /previous.deb
  [[ $(property UnitFileState) == enabled ]] || fail "the service is not enabled"
  until_prints 60 active property ActiveState
  until_prints 30 "*waiting*" property StatusText  # for a stick
  sed -i 's/"source": "auto"/"source": "sim"/' "$config"
  inside systemctl restart spectrumd
  rows_arrive "$url"
  until_prints 30 "*streaming*" property StatusText
}

watchdog_kills_what_hangs() {
  kill -s STOP "$(host_pid)"
  until_prints 90 1 property NRestarts
  log_says "Watchdog timeout"
  until_prints 60 '*"rows"*' status
}

# Of the daemon, as this machine numbers it: it is in the container's cgroup, with all its threads.
host_pid() { pgrep --ns "$init" --nslist pid --exact spectrumd | head -1; }

restarts_when_killed() {
  kill -s KILL "$(host_pid)"
  until_prints 60 2 property NRestarts
  until_prints 60 '*"rows"*' status
}

reloads() {
  sed -i 's/"gain": "auto"/"gain": 20/' "$config"
  inside systemctl reload spectrumd
  until_prints 30 '*"gain":20*' status
  sed -i 's/"gain": 20/"gain": [/' "$config"
  inside systemctl reload spectrumd || true
  log_says "spectrumd.json"
  [[ $(property NRestarts) == 2 ]] || fail "an invalid configuration ended the service"
  sed -i 's/"gain": \[/"gain": 20/' "$config"
}

stays_down_with_an_invalid_configuration() {
  sed -i 's/"gain": 20/"gaim": 20/' "$config"
  inside systemctl restart spectrumd 2>/dev/null && fail "it starts with an invalid configuration"
  until_prints 30 failed property ActiveState
  log_says 'did you mean'
  [[ $(property ExecMainStatus) == 64 ]] || fail "it ended with $(property ExecMainStatus)"
  sed -i 's/"gaim": 20/"gain": 20/' "$config"
  inside systemctl restart spectrumd
  rows_arrive "$url"
}

records_into_its_state_directory() {
  curl -sf -H 'Content-Type: application/json' -d '{"seconds": 1}' "$url/api/v1/recordings" >/dev/null
  until_prints 30 '*"ended"*' curl -sf "$url/api/v1/recordings"
  compgen -G "$root/var/lib/spectrumd/recordings/*.sigmf-data" >/dev/null || fail "there is no recording"
}

receives_from_a_stick() {
  mkdir -p "$root/etc/systemd/system/spectrumd.service.d"
  printf '[Service]\nEnvironment=%s\n' "$(plug_in "$here" "$root")" >"$root/etc/systemd/system/spectrumd.service.d/stick.conf"
  sed -i 's/"source": "sim"/"source": "auto"/' "$config"
  inside systemctl daemon-reload
  inside systemctl restart spectrumd
  until_prints 60 '*"kind":"rtlsdr"*"streaming"*' status
  rows_arrive "$url"
}

# There are no QPUs here: the helper does nothing until its unit makes it emulate them.
helper_is_reached_through_its_socket() {
  local overrides=$root/etc/systemd/system/spectrumd-qpu.service.d
  apt install /helper.deb
  [[ $(property ActiveState spectrumd-qpu) == inactive ]] || fail "the helper runs without QPUs"
  mkdir -p "$overrides"
  printf '[Unit]\nConditionPathExists=\n[Service]\nExecStart=\nExecStart=spectrumd --qpu-helper --qpu-device emulated\n' \
    >"$overrides/emulated.conf"
  inside systemctl daemon-reload
  inside systemctl start spectrumd-qpu
  sed -i 's/"backend": "auto"/"backend": "qpu"/; s/"fft": 4096/"fft": 256/; s/"rate": "2.4M"/"rate": "250k"/' "$config"
  inside systemctl restart spectrumd
  until_prints 120 '*"backend":{"name":"qpu*' status
  rows_arrive "$url"
}

upgrades() {
  local before recordings
  before=$(property MainPID)
  recordings=$(find "$root/var/lib/spectrumd/recordings" -type f | wc -l)
  echo "// mine" >>"$config"
  apt install -o Dpkg::Options::=--force-confold /current.deb
  until_prints 60 active property ActiveState
  rows_arrive "$url"
  [[ $(property MainPID) != "$before" ]] || fail "the old version still runs"
  [[ $(tail -1 "$config") == "// mine" ]] || fail "the upgrade changed the configuration"
  [[ $(find "$root/var/lib/spectrumd/recordings" -type f | wc -l) == "$recordings" ]] || fail "the upgrade lost a recording"
}

stops() {
  inside systemctl stop spectrumd
  [[ $(property Result) == success ]] || fail "it ended with $(property Result)"
}

leaves_nothing_behind() {
  inside systemctl start spectrumd
  apt purge spectrumd-qpu spectrumd
  until_prints 20 inactive property ActiveState
  ! pgrep --ns "$init" --nslist pid --exact spectrumd >/dev/null || fail "it still runs"
  rm -rf "$root"/etc/systemd/system/spectrumd*.d  # ours
  ! find "$root"/{etc,var,usr} -name '*spectrumd*' -not -path '*/var/lib/apt/*' -not -path '*/var/lib/dpkg/*' \
    -not -path '*/var/log/*' -not -path '*/var/cache/*' | grep . || fail "that is left behind"
  ! grep -s '^spectrumd' "$root/etc/passwd" "$root/etc/group" || fail "the user is left behind"
}

! curl -s -o "$work/other" "$url" || fail "something else listens on port 8088"
step "boot a fresh Debian 12";                       boot
step "install: enabled, started, ready";             install_previous
step "hang: the watchdog kills it, it is restarted"; watchdog_kills_what_hangs
step "kill -9: restarted";                           restarts_when_killed
step "reload: accepted, and refused whole";          reloads
step "an invalid configuration is not retried";      stays_down_with_an_invalid_configuration
step "record into the state directory";              records_into_its_state_directory
[[ -z $stick ]] || { step "receive from a stick";    receives_from_a_stick; }
step "upgrade: restarted, nothing lost";             upgrades
step "reach the QPU helper through its socket";      helper_is_reached_through_its_socket
step "stop";                                         stops
step "purge: nothing left";                          leaves_nothing_behind
steps_end
