// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "daemon/feeds/follow/rig_link.h"
#include "daemon/feeds/follow/rigctld_answer.h"
#include "daemon/sources/tcp_connection.h"

namespace spectrumd {

// A rig behind Hamlib's rigctld, or a program that serves its protocol, such as gqrx. One command is under way at a
// time: a rig takes up to 200 ms for each.
class RigctldLink : public RigLink {
 public:
  explicit RigctldLink(const HostPort& server);

  RigReading read() override;
  std::string tune(Hertz frequency) override;

 private:
  RigctldAnswer ask(std::string_view command, std::size_t plain_lines);
  RigctldAnswer ask_value(char command, std::size_t plain_lines);
  std::string next_line();
  void read_mode();
  void read_transmitting();

  TcpConnection connection_;
  std::string unread_;      // lines that have been received
  bool names_vfo_ = false;  // in each command
  bool extended_ = true;    // the form that names its values
  std::uint64_t readings_ = 0;
  RigReading last_;
};

}  // namespace spectrumd
