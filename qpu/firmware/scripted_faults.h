// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qpu {

// Faults that can be injected into an emulated board, one for each kind seen on real boards.
enum class Trouble : std::uint8_t {
  MissingNode,       // open of /dev/vcio: ENOENT
  NodeDenied,        // open of /dev/vcio: EACCES
  RestrictedNode,    // property call: EPERM
  WrongIoctlSize,    // property call: EINVAL
  NotVcio,           // property call: ENOTTY
  KernelTimeOut,     // execute QPU: ETIMEDOUT
  ParseError,        // the firmware cannot parse a message
  RefusedEnable,     // enable QPU: not 0
  NoMemory,          // allocate: handle 0
  LockFails,         // lock: address 0
  TimeOut,           // execute QPU: 0x80000000, once
  Hang,              // programs never end, until V3D is switched off and on
  MemoryOpenDenied,  // open of /dev/mem: EPERM
  MemoryMapDenied,   // mmap of /dev/mem: EPERM
  PoweredOff,        // V3D reads 0xdeadbeef even when enabled
};
inline constexpr std::size_t kTroubles = 15;

// "no-memory" and the like, for help texts.
std::string trouble_names();

// The script of one session: after how many occasions each fault occurs.
class ScriptedFaults {
 public:
  // "no-memory", or "no-memory:after=2" to let the first two pass. Throws std::invalid_argument.
  void add(std::string_view text);

  // Counts an occasion for this fault and returns whether it occurs now.
  bool strikes(Trouble trouble);

 private:
  struct Plan {
    std::optional<std::uint64_t> let_pass;  // nullopt: never occurs
  };
  std::array<Plan, kTroubles> plans_{};
};

}  // namespace qpu
