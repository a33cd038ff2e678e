// SPDX-License-Identifier: MIT
// Any text as a page of spots.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/feeds/spots/spot_page.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto page = spectrumd::parse_spot_page({reinterpret_cast<const char*>(data), size});
    for (const auto& spot : page.spots)
      if (!(spot.frequency.value > 0) || spot.label.empty() || spot.label.size() > 32 || spot.comment.size() > 200)
        std::abort();
  } catch (const spectrumd::SpotPageError&) {
  }
  return 0;
}
