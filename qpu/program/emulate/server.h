// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <vector>

#include "mailbox/descriptor.h"
#include "qpu/firmware/emulated_pi.h"
#include "qpu/preload/wire.h"

namespace qpu {

// Lets the processes of a session share one board. Serves one request at a time, as the firmware does; in between, time
// passes for programs launched by registers.
class Server {
 public:
  // Listens in the session's directory. Throws std::system_error. The Pi must outlive it.
  Server(EmulatedPi& pi, const std::filesystem::path& session);

  // Waits until there is something to do, and does it. True: there is something to read from that descriptor.
  bool serve_round(int something_else);

 private:
  void accept_process();
  bool serve(int process);  // false: it is gone
  preload::Reply answer(const preload::Request& request, std::span<std::uint32_t> words);
  preload::Facts facts() const;
  int patience() const;  // milliseconds until time passes without a request

  EmulatedPi& pi_;
  mailbox::Descriptor listener_;
  std::vector<mailbox::Descriptor> processes_;
  std::vector<std::uint32_t> words_;
  std::chrono::steady_clock::time_point last_write_;
};

}  // namespace qpu
