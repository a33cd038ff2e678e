// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// A stick that is plugged in.
struct Stick {
  std::uint32_t index = 0;  // librtlsdr's, which changes with what else is plugged in
  std::string path;         // where it is plugged in: "1-1.4", as in /sys/bus/usb/devices
  std::string node;         // "/dev/bus/usb/001/004"
  bool readable = true;     // it could be asked for what follows
  std::string manufacturer, product, serial;
};
std::vector<Stick> list_sticks();

// Which stick is meant. At most one of the three is there; without any it is the first.
struct StickChoice {
  std::optional<std::string> serial, path;
  std::optional<std::uint32_t> index;
};
StickChoice parse_stick_choice(std::string_view text);  // "serial=00000001"; throws SourceError
std::string to_string(const StickChoice& choice);

const Stick& choose_stick(std::span<const Stick> sticks, const StickChoice& choice);  // throws DeviceError

}  // namespace spectrumd
