// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/mode.h"

#include <algorithm>
#include <array>

namespace spectrumd {
namespace {

constexpr double kNarrowRate = 24'000, kNarrowBandwidth = 20'000;
constexpr unsigned kNarrowSound = 24'000;
constexpr double kWideRate = 240'000, kWideBandwidth = 220'000;
constexpr unsigned kWideSound = 48'000;
constexpr PassBand kNarrowWidest{-10'000, 10'000};

constexpr ListenModeFacts narrow(ListenMode mode, std::string_view name, std::string_view title, PassBand usual,
                                 PassBand widest, double narrowest_hz) {
  return {mode, name, title, usual, widest, narrowest_hz, kNarrowRate, kNarrowBandwidth, kNarrowSound, 1};
}

// In the order of the enumerators.
constexpr std::array<ListenModeFacts, 7> kModes{
    narrow(ListenMode::Am, "am", "AM", {-4500, 4500}, kNarrowWidest, 500),
    narrow(ListenMode::Sam, "sam", "synchronous AM", {-4500, 4500}, kNarrowWidest, 500),
    narrow(ListenMode::Nfm, "nfm", "narrow FM", {-6250, 6250}, kNarrowWidest, 3000),
    ListenModeFacts{ListenMode::Wfm, "wfm", "broadcast FM", PassBand{-100e3, 100e3}, PassBand{-110e3, 110e3}, 50e3,
                    kWideRate, kWideBandwidth, kWideSound, 2},
    narrow(ListenMode::Usb, "usb", "upper side band", {150, 2850}, {0, 10'000}, 100),
    narrow(ListenMode::Lsb, "lsb", "lower side band", {-2850, -150}, {-10'000, 0}, 100),
    narrow(ListenMode::Cw, "cw", "Morse code", {-250, 250}, {-2000, 2000}, 50)};

}  // namespace

std::span<const ListenModeFacts> listen_modes() { return kModes; }

const ListenModeFacts& facts_of(ListenMode mode) { return kModes[static_cast<std::size_t>(mode)]; }

std::string_view name_of(ListenMode mode) { return facts_of(mode).name; }

std::optional<ListenMode> listen_mode_named(std::string_view name) {
  const auto found = std::ranges::find(kModes, name, &ListenModeFacts::name);
  if (found == kModes.end()) return std::nullopt;
  return found->mode;
}

}  // namespace spectrumd
