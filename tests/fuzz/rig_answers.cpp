// SPDX-License-Identifier: MIT
// Any bytes from a program that controls a rig: rigctld, flrig or a TCI server, which the first byte chooses.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/feeds/follow/rigctld_answer.h"
#include "daemon/feeds/follow/tci_state.h"
#include "daemon/feeds/follow/xml_rpc.h"

namespace {

using namespace spectrumd;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_rigctld(std::string_view bytes, RigctldAnswer answer) {
  std::size_t lines = 0;
  for (bool more = true; more && !bytes.empty(); ++lines) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    wants_vfo(bytes.substr(0, end));
    more = answer.take(bytes.substr(0, end));
    bytes.remove_prefix(std::min(bytes.size(), end + 1));
  }
  require(lines <= RigctldAnswer::kMostLines);
  const auto frequency = parse_rig_frequency(answer.named("Frequency").value_or(answer.line(0).value_or("")));
  require(!frequency || (*frequency > 0 && *frequency < 1e12));
}

RigReading reading_of(std::string_view bytes, std::size_t piece) {
  TciState state;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) state.hear(bytes.substr(0, piece));
  return state.reading();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  switch (data[0] % 4) {
    case 0:
      check_rigctld(bytes, RigctldAnswer::extended());
      break;
    case 1:
      check_rigctld(bytes, RigctldAnswer(2));
      break;
    case 2:
      if (const auto answer = parse_xml_rpc_answer(bytes)) require(answer->value.size() <= bytes.size());
      break;
    default: {
      const RigReading reading = reading_of(bytes, bytes.size());
      require(reading.mode.size() <= 16 && reading.width_hz >= 0);
      // Commands longer than any are forgotten, at once or in the end.
      if (bytes.size() < 4096) require(reading == reading_of(bytes, 1 + data[0] / 4));
    }
  }
  return 0;
}
