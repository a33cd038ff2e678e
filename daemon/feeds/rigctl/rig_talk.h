// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/feeds/rigctl/rig_commands.h"
#include "daemon/feeds/tcp_feed.h"

namespace spectrumd {

// One client of rigctld's protocol. Commands and their arguments are words, separated by spaces or ends of lines;
// letters need no space between them. One thread.
class RigTalk : public FeedTalk {
 public:
  RigTalk(Rig& rig, std::string address, std::atomic<std::uint64_t>& commands)
      : rig_(rig), address_(std::move(address)), commands_(commands) {}

  bool hear(std::string_view bytes, std::string& answers) override;

 private:
  // The plain protocol, or the extended one with what separates its values.
  struct Form {
    bool extended = false;
    char separator = '\n';
  };

  bool read_line(std::string_view line, std::string& answers);
  bool begin(std::string_view& line, std::string& answers);
  bool handle_session(std::string_view name, std::string_view& line, std::string& answers);
  void complete(std::string& answers);
  void write(const RigAnswer& answer, std::string& answers) const;
  void report(RigError error, std::string& answers) const;

  Rig& rig_;
  const std::string address_;
  std::atomic<std::uint64_t>& commands_;
  std::string unread_;  // a line without its end
  Form form_;           // of the command being read
  const RigCommand* command_ = nullptr;
  std::vector<std::string> words_;  // its arguments so far
  std::string vfo_;                 // which it named
  bool names_vfos_ = false;         // the client has asked for the mode in which each command names its VFO
  bool ended_ = false;
};

}  // namespace spectrumd
