#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the strongest frequencies of the last second with curl alone.
#   strongest.sh [URL [COUNT [TOKEN]]]     strongest.sh http://127.0.0.1:8088/ 3
set -eu
url=${1:-http://127.0.0.1:8088/}
count=${2:-1}
token=${3:-}

peaks=$(curl --silent --show-error --fail ${token:+--header "Authorization: Bearer $token"} \
  "${url%/}/api/v1/peaks?count=$count")
echo "$peaks" | grep -o '"frequency_hz":[^,}]*,"level_db":[^,}]*' |
  sed 's/"frequency_hz":\([^,]*\),"level_db":\(.*\)/\1 Hz \2 dB/'
