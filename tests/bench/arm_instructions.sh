#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Instructions per sample of the whole row (u8 samples, Hann, 8 frames, levels of 8 bits), counted under qemu-user: ours,
# and FFTW's with the fewest of four plans. They are no time, but all that can be had of a Pi without one.
#   tests/bench/arm_instructions.sh [BUILD_FOLDER]     after: tests/run --all -R 'arm64_gpufft|armhf_gpufft'
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build/dev}")
rows=10

cmake --build "$build" --target instruction_counter >/dev/null
counter=$(find "$build" -name libinstruction_counter.so)
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT

# instructions EMULATOR BOARD ROWS WORD...
instructions() {
  local emulator=$1 board=$2 rows=$3
  shift 3
  "$emulator" -L "$build/tests/arm/$board" -plugin "$counter" -d plugin -D "$counts" \
    "$build/tests/arm/${board}_gpufft/bin/spectrum_rows" "$1" "$2" "$rows" "${@:3}" >/dev/null
  cat "$counts"
}

# per_sample EMULATOR BOARD WHO BINS VARIANT
per_sample() {
  local without with
  without=$(instructions "$1" "$2" 1 "${@:3}")
  with=$(instructions "$1" "$2" $((rows + 1)) "${@:3}")
  awk "BEGIN { printf \"%.2f\\n\", ($with - $without) / ($rows * 8 * $4) }"
}

fewest() { for variant in 0 1 2 3; do per_sample "$@" $variant; done | sort -n | head -1; }

echo "board  bins   ours   FFTW, log10f ratio   FFTW, our levels ratio"
for board in qemu-aarch64:arm64 qemu-arm:armhf; do
  emulator=${board%:*} board=${board#*:}
  [[ -d $build/tests/arm/${board}_gpufft ]] || { sed -n 's/.*after: /first: /p' "$0" >&2; exit 1; }
  cmake --build "$build/tests/arm/${board}_gpufft" --target spectrum_rows >/dev/null
  for bins in 1024 4096; do
    ours=$(per_sample $emulator $board ours $bins)
    libm=$(fewest $emulator $board fftw-libm $bins)
    fast=$(fewest $emulator $board fftw $bins)
    awk "BEGIN { printf \"%-6s %4d %6.2f %14.2f %5.2f %18.2f %5.2f\\n\", \"$board\", $bins, $ours, $libm, $ours / $libm, $fast, $ours / $fast }"
  done
done
