// SPDX-License-Identifier: MIT
// Any lines of a DX cluster.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/feeds/spots/callsign.h"
#include "daemon/feeds/spots/cluster_line.h"

namespace {

void check(std::string_view line) {
  const auto spot = spectrumd::parse_cluster_line(line);
  if (!spot) return;
  const bool fine = spot->frequency.value > 0 && spot->frequency.value < 300e9 && spectrumd::is_callsign(spot->call) &&
                    spot->comment.size() + spot->spotter.size() < line.size();
  if (!fine) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    check(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return 0;
}
