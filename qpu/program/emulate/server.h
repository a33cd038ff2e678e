// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "mailbox/descriptor.h"
#include "qpu/firmware/emulated_pi.h"
#include "qpu/preload/wire.h"
#include "qpu/program/emulate/caller_activity.h"

namespace qpu {

// Lets the processes of a session share one board. Serves one request at a time, as the firmware does. For programs
// launched by registers time passes with each poll of a register, and otherwise only while the processes compute or
// sleep because they want to: what the host's scheduler does to them must not change what the chip does.
class Server {
 public:
  // Listens in the session's directory. Throws std::system_error. The Pi must outlive it.
  Server(EmulatedPi& pi, const std::filesystem::path& session);

  // Waits until there is something to do, and does it. True: there is something to read from that descriptor.
  bool serve_round(int something_else);

 private:
  void accept_process();
  void let_time_pass();
  bool serve(int process);  // false: it is gone
  preload::Reply answer(const preload::Request& request, std::span<std::uint32_t> words);
  preload::Reply share(std::uint32_t bytes, std::span<std::uint32_t> words);
  preload::Facts facts() const;
  int patience() const;  // milliseconds to wait for a request

  EmulatedPi& pi_;
  mailbox::Descriptor listener_;
  std::vector<mailbox::Descriptor> processes_;
  std::vector<std::uint32_t> words_;
  mailbox::Descriptor passed_;             // with the reply
  std::map<int, CallerActivity> callers_;  // by their descriptors
  bool time_passes_ = false;               // without requests
};

}  // namespace qpu
