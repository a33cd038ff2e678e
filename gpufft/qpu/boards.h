// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mailbox/board.h"
#include "qpu/firmware/emulated_pi.h"

namespace gpufft::qpu {

// The real Raspberry Pi this runs on, or an emulated one.
struct QpuBoard {
  std::unique_ptr<::qpu::EmulatedPi> pi;        // absent: real
  std::unique_ptr<double> launch_microseconds;  // what the emulated chip took last
  std::unique_ptr<mailbox::Board> board;
};

// "real", "emulated", "emulated:pi3". Throws PlanError for a name that is none, mailbox::MailboxError for a board that
// is not there.
QpuBoard open_board(std::string_view name, const ::qpu::ScriptedFaults& faults = {});
std::vector<std::string> board_names();
bool is_board_name(std::string_view name);

}  // namespace gpufft::qpu
