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
  std::uint32_t index = 0;  // in librtlsdr; changes with what else is plugged in
  std::string path;         // where it is plugged in: "1-1.4", as in /sys/bus/usb/devices
  std::string node;         // "/dev/bus/usb/001/004"
  bool readable = true;     // what follows could be read
  std::string manufacturer, product, serial;
};
std::vector<Stick> list_sticks();

// The stick requested. At most one of the three is set; if none is, the first stick.
struct StickChoice {
  std::optional<std::string> serial, path;
  std::optional<std::uint32_t> index;
};
StickChoice parse_stick_choice(std::string_view text);  // "serial=00000001"; throws SourceError
std::string to_string(const StickChoice& choice);

// If none is requested, looks for the stick used `before`: by serial, then by place; another stick replaces it only if
// it is the only one. Throws DeviceError.
const Stick& choose_stick(std::span<const Stick> sticks, const StickChoice& choice,
                          const std::optional<Stick>& before = std::nullopt);

// Its driver receives short waves through an upconverter in the stick.
inline bool is_blog_v4(const Stick& stick) { return stick.manufacturer == "RTLSDRBlog" && stick.product == "Blog V4"; }

// Whether the stick that would be chosen now is one. Looks at what is plugged in, which takes milliseconds.
bool converts_short_waves(const StickChoice& choice);

}  // namespace spectrumd
