// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace spectrumd {

// Where a program of WSJT-X's family listens.
struct WsjtxStatus {
  std::string id;  // of the program: several may send to one port
  std::uint64_t dial_hz = 0;
};

// What it has heard.
struct WsjtxDecode {
  std::string id;
  std::int32_t snr_db = 0;
  std::uint32_t offset_hz = 0;  // from the dial
  std::string mode, message;
};

// What it has heard of a beacon.
struct WsprDecode {
  std::string id;
  std::int32_t snr_db = 0;
  std::uint64_t hz = 0;
  std::string callsign, locator;
  std::int32_t power_dbm = 0;
};

using WsjtxMessage = std::variant<WsjtxStatus, WsjtxDecode, WsprDecode>;

// Reads a datagram of WSJT-X, JTDX or MSHV; nullopt for other kinds, and for anything else.
std::optional<WsjtxMessage> parse_wsjtx(std::span<const std::byte> datagram);

// Who sent a message of FT8 and its like: "CQ DX DL1ABC JO62", "K1ABC DL1ABC -12". Empty if that is not clear.
std::string_view sender_of(std::string_view message);

}  // namespace spectrumd
