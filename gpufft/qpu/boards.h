// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mailbox/board.h"
#include "qpu/firmware/emulated_pi.h"

namespace gpufft::qpu {

inline constexpr std::string_view kRealBoard = "real";

// The real Raspberry Pi this runs on, or an emulated one.
struct QpuBoard {
  std::unique_ptr<::qpu::EmulatedPi> pi;        // absent: real
  std::unique_ptr<double> launch_microseconds;  // duration of the emulated chip's last launch
  std::unique_ptr<mailbox::Board> board;
};

// Opens "real", "emulated" or, for instance, "emulated:pi3". Throws PlanError for an unknown name,
// mailbox::MailboxError for a board that is absent.
QpuBoard open_board(std::string_view name, const ::qpu::ScriptedFaults& faults = {});
std::vector<std::string> board_names();
bool is_board_name(std::string_view name);

}  // namespace gpufft::qpu
