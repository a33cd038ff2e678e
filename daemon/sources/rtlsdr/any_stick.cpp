// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/any_stick.h"

#include <optional>
#include <vector>

#include "daemon/sources/rtlsdr/rtlsdr_device.h"

namespace spectrumd {
namespace {

// Throws what the first stick threw if none opens: the others are less likely to be the one that was meant.
std::unique_ptr<Device> open_first(const std::vector<Stick>& sticks, const RtlsdrSettings& options, Hertz rate,
                                   StickMemory& memory) {
  std::optional<DeviceError> first;
  for (const Stick& stick : sticks) {
    try {
      return std::make_unique<RtlsdrDevice>(StickChoice{.path = stick.path}, options, rate, memory);
    } catch (const DeviceError& error) {
      if (!first) first = error;
    }
  }
  throw DeviceError(*first);
}

std::unique_ptr<Device> open_any(const RtlsdrSettings& options, Hertz rate, StickMemory& memory) {
  const std::vector<Stick> sticks = list_sticks();
  if (sticks.empty()) throw DeviceError(Cause::Absent, "no radio: plug in a stick or use the demo band");
  if (memory.get()) return std::make_unique<RtlsdrDevice>(StickChoice{}, options, rate, memory);
  return open_first(sticks, options, rate, memory);
}

}  // namespace

DeviceKind any_stick_kind(const Settings& settings) {
  DeviceKind kind = rtlsdr_kind("", settings);
  kind.waits = true;
  kind.open = [options = settings.rtlsdr, memory = std::make_shared<StickMemory>()](const TuningRequest& request) {
    return open_any(options, request.tuning.rate, *memory);
  };
  return kind;
}

}  // namespace spectrumd
