#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Instructions per sample of the whole row (u8 samples, Hann, 8 frames, levels of 8 bits), counted under qemu-user: ours,
# and FFTW's with the fewest of four plans. They are no time, but all that can be had of a Pi without one; the second
# table says what they would be at one instruction per cycle.
#   tests/bench/arm_instructions.sh [BUILD_FOLDER]     after: tests/run --all -R 'arm64_gpufft|armhf_gpufft|armv6_gpufft'
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build/dev}")
rows=10

cmake --build "$build" --target instruction_counter >/dev/null
counter=$(find "$build" -name libinstruction_counter.so)
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT

declare -A emulators=([arm64]="qemu-aarch64 -cpu cortex-a53" [armhf]="qemu-arm -cpu cortex-a7" [armv6]="qemu-arm -cpu arm1176")
declare -A libraries=([arm64]=arm64 [armhf]=armhf [armv6]=armel)

# instructions BOARD PROGRAM WORD...
instructions() {
  local board=$1 emulator
  read -ra emulator <<<"${emulators[$board]}"
  "${emulator[@]}" -L "$build/tests/arm/${libraries[$board]}" -plugin "$counter" -d plugin -D "$counts" \
    "$build/tests/arm/${board}_gpufft/bin/$2" "${@:3}" >/dev/null
  cat "$counts"
}

# per_sample BOARD WHO BINS VARIANT
per_sample() {
  local without with
  without=$(instructions "$1" spectrum_rows "$2" "$3" 1 "${@:4}")
  with=$(instructions "$1" spectrum_rows "$2" "$3" $((rows + 1)) "${@:4}")
  awk "BEGIN { printf \"%.2f\\n\", ($with - $without) / ($rows * 8 * $3) }"
}

fewest() { for variant in 0 1 2 3; do per_sample "$@" $variant; done | sort -n | head -1; }

declare -A ours
echo "board  bins   ours   FFTW, log10f ratio   FFTW, our levels ratio"
for board in arm64 armhf armv6; do
  [[ -d $build/tests/arm/${board}_gpufft ]] || { sed -n 's/.*after: /first: /p' "$0" >&2; exit 1; }
  cmake --build "$build/tests/arm/${board}_gpufft" --target spectrum_rows channel_blocks >/dev/null
  for bins in 1024 4096; do
    ours[$board]=$(per_sample "$board" ours $bins)
    if [[ $board == armv6 ]]; then  # Debian's FFTW for armel uses an instruction that an ARM11 lacks
      printf '%-6s %4d %6.2f %14s %5s %18s %5s\n' "$board" "$bins" "${ours[$board]}" - - - -
      continue
    fi
    libm=$(fewest "$board" fftw-libm $bins)
    fast=$(fewest "$board" fftw $bins)
    awk "BEGIN { printf \"%-6s %4d %6.2f %14.2f %5.2f %18.2f %5.2f\\n\", \"$board\", $bins, ${ours[$board]}, $libm, ${ours[$board]} / $libm, $fast, ${ours[$board]} / $fast }"
  done
done

# Of 4096 bins, as the daemon transforms by default.
share() { # NAME BOARD MEGAHERTZ
  awk "BEGIN { per_second = ${ours[$2]} * 2.4
    printf \"%-12s %-6s %5.0f M instructions a second %5.0f MHz %4.0f %%\\n\", \"$1\", \"$2\", per_second, $3, 100 * per_second / $3 }"
}
echo
echo "2.4 MS/s, 4096 bins, and its share of one core at one instruction per cycle"
share "Pi Zero" armv6 1000
share "Pi 1" armv6 700
share "Pi 2" armhf 900
share "Pi 3" arm64 1200
share "Pi 4" arm64 1500
share "Pi 5" arm64 2400

# Blocks of 48000 samples of the band, 320 of a channel.
echo
echo "channels: instructions per sample of the band for the transform that all share, and per sample of a channel"
for board in arm64 armhf armv6; do
  first=$(instructions "$board" channel_blocks 1 0)
  shared=$(instructions "$board" channel_blocks $((rows + 1)) 0)
  first_of_ten=$(instructions "$board" channel_blocks 1 10)
  of_ten=$(instructions "$board" channel_blocks $((rows + 1)) 10)
  awk "BEGIN { shared = $shared - $first; printf \"%-6s %6.1f %6.0f\n\", \"$board\", shared / ($rows * 48000),
    ($of_ten - $first_of_ten - shared) / ($rows * 10 * 320) }"
done
