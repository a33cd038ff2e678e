#!/bin/sh
# SPDX-License-Identifier: MIT
# Starts spectrumd on the simulated band and lets many WebSocket clients read from it. Arguments go to websocket_load.
#   tests/bench/websocket_load.sh [--clients 200] [--seconds 60] ...
# BIN is the folder of the programs, PORT a free port, OPTIONS are more of spectrumd's own.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=${BIN:-$root/build/dev/bin}
port=${PORT:-18088}

# A configuration of the machine's own must not matter. The history is small, so that it is full before measuring begins
# and the memory that is left to grow is the server's.
config=$(mktemp)
echo '{}' >"$config"
"$bin/spectrumd" --config "$config" --source sim --listen "127.0.0.1:$port" --rows 20 --history-memory 16 \
  --log-level warn ${OPTIONS:-} &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true; rm -f "$config"' EXIT

tries=0
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/api/v1/spectrum"; do
  tries=$((tries + 1))
  if [ $tries -gt 100 ] || ! kill -0 $server; then
    echo "spectrumd does not answer on port $port" >&2
    exit 2
  fi
  sleep 0.1
done

"$bin/websocket_load" "127.0.0.1:$port" --pid $server "$@"
