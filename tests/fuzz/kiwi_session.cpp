// SPDX-License-Identifier: MIT
// Any lines from a client of a KiwiSDR's waterfall: what it sees stays within the band.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/feeds/kiwi/kiwi_session.h"

namespace {

void check(const spectrumd::KiwiSession& session) {
  const spectrumd::Span span = session.span();
  const auto& band = session.band();
  constexpr double kRounding = 1e-6;
  const bool fine = session.zoom() <= spectrumd::kKiwiZooms && session.fps() <= 20 && span.from < span.to &&
                    span.from.value >= band.offset_hz - kRounding &&
                    span.to.value <= band.offset_hz + band.width_hz + kRounding && session.first_bin() < 1U << 24;
  if (!fine) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spectrumd::KiwiSession session({.band = {.offset_hz = 144e6, .width_hz = 2e6}, .fps = 20});
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::vector<std::string> answers;
    session.hear(line, answers);
    for (const std::string& answer : answers)
      if (!answer.starts_with("MSG ")) std::abort();
    check(session);
  }
  return 0;
}
