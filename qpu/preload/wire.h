// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

// The protocol between the preloaded library in each process of an emulated session and `qpu emulate`, which has the
// board: one packet a request, one a reply, over a socket in the session's directory. Both ends may differ in word
// size, so there are no pointers and no C types of variable size here.
namespace qpu::preload {

// Passes the session's directory to the library. It contains the socket and the files of the board's /proc and
// /dev by their own names; /dev/vcio, /dev/mem and /dev/vcsm-cma are links to files of the server.
inline constexpr char kSessionVariable[] = "QPU_EMULATE_SESSION";
inline constexpr char kSocketName[] = "/socket";

enum class Operation : std::uint32_t {
  Hello,          // -> the words of Facts
  OpenVcio,       // -> error
  OpenMemory,     // -> error
  MapMemory,      // -> error
  PropertyCall,   // message -> error, message
  ShareMemory,    // bytes -> error, bus address, handle; and a descriptor of the buffer
  ReadRegister,   // offset -> value
  WriteRegister,  // offset, value
};

struct Request {
  Operation operation;
  std::uint32_t first, second;
  std::uint32_t words;  // that follow
};

struct Reply {
  std::int32_t error;  // 0 or an errno
  std::uint32_t value;
  std::uint32_t words;  // that follow
};

// What the library needs to know about the board; physical addresses.
struct Facts {
  std::uint32_t v3d;
  std::uint32_t peripherals, peripheral_bytes;
  std::uint32_t memory_bytes;   // size of mappable memory
  std::uint32_t direct_window;  // where memory appears a second time, 0: nowhere (reference 9.4)
};

inline constexpr std::size_t kMostWords = 16'384;  // of a property message

}  // namespace qpu::preload
