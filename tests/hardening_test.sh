#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs are linked and compiled so that a mistake which corrupts memory ends them: hardening_test.sh PROGRAM...
set -eu

command -v readelf >/dev/null || { echo "readelf is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
failed=0

has() { # PROGRAM FILE PATTERN WHAT
  grep -q -- "$3" "$work/$2" && return 0
  echo "FAILED: $1: $4"
  failed=1
}

for program in "$@"; do
  readelf -Wh "$program" >"$work/header"
  readelf -Wl "$program" >"$work/segments"
  readelf -Wd "$program" >"$work/dynamic"
  readelf -Ws --dyn-syms "$program" | sed -n 's/.* UND \([^@ ]*\).*/\1/p' >"$work/imports"
  has "$program" header 'Type: *DYN' "cannot be loaded anywhere: it is not position-independent"
  has "$program" dynamic 'FLAGS_1.*PIE' "is not a position-independent executable"
  has "$program" segments 'GNU_RELRO' "has no relocations that become read-only"
  has "$program" dynamic 'BIND_NOW\|FLAGS_1.*NOW' "leaves its table of functions writable (no -z now)"
  has "$program" segments 'GNU_STACK.* RW  ' "has a stack that can be executed"
  has "$program" imports '^__stack_chk_fail$' "is compiled without -fstack-protector-strong"
  has "$program" imports '_chk$' "is compiled without _FORTIFY_SOURCE"
  has "$program" imports 'glibcxx_assert_fail' "is compiled without _GLIBCXX_ASSERTIONS"
done
exit $failed
