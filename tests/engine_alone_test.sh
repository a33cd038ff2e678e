#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine and its program build without the daemon, and without the QPU tools: engine_alone_test.sh SOURCE
set -eu

build=$(mktemp -d)
trap 'rm -r "$build"' EXIT
cmake -S "$1" -B "$build" -G Ninja -DSPECTRUMD_DAEMON=OFF -DSPECTRUMD_QPU=OFF >"$build/log"
cmake --build "$build" >>"$build/log" || { tail -40 "$build/log"; exit 1; }
"$build/bin/gpufft" backends
"$build/bin/gpufft" check --backend cpu
"$build/bin/gpufft" bench fft --backend cpu --n 256 --rounds 1
for library in microhttpd rtlsdr SoapySDR wslay spdlog; do
  if ldd "$build/bin/gpufft" | grep -q "$library"; then echo "gpufft needs $library"; exit 1; fi
done
