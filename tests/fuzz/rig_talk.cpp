// SPDX-License-Identifier: MIT
// Any bytes from a program that controls the dial: the answers are the same however the bytes are cut.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/feeds/rigctl/rig_talk.h"

namespace {

struct PlainRig : spectrumd::Rig {
  spectrumd::Hertz frequency() const override { return frequency_; }
  spectrumd::RigError tune(spectrumd::Hertz frequency, const std::string&) override {
    frequency_ = frequency;
    return spectrumd::RigError::None;
  }
  spectrumd::RigMode mode() const override { return mode_; }
  void set_mode(spectrumd::RigMode mode) override { mode_ = std::move(mode); }
  std::optional<double> strength_db() const override { return frequency_.value / 1e6; }

  spectrumd::Hertz frequency_{100e6};
  spectrumd::RigMode mode_{.name = "FM", .width_hz = 15000};
};

std::string answers_to(std::string_view bytes, std::size_t piece) {
  PlainRig rig;
  std::atomic<std::uint64_t> commands = 0;
  spectrumd::RigTalk talk(rig, "192.0.2.1", commands);
  std::string answers;
  while (!bytes.empty() && talk.hear(bytes.substr(0, piece), answers))
    bytes.remove_prefix(std::min(piece, bytes.size()));
  return answers;
}

}  // namespace

// The first byte is the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  if (answers_to(bytes, 1 + data[0]) != answers_to(bytes, bytes.size())) std::abort();
  return 0;
}
