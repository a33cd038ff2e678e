// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/channels/channel_hub.h"
#include "daemon/server/context.h"
#include "daemon/server/share/block_queue.h"
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

namespace spectrumd {

// An rtl_tcp client that has a channel of the band in place of the radio: its center and its rate are what its commands
// say, the others have no effect. It gets nothing while there is no such channel. Its frequencies are those of the
// device. One thread.
class Guest {
 public:
  using Clock = std::chrono::steady_clock;

  Guest(ServerContext& context, std::string name, std::function<void()> wake);
  ~Guest();
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  void obey(const rtl_tcp::Command& command, Clock::time_point now = Clock::now());
  void apply(Clock::time_point now = Clock::now());  // what it said last, once it has held still; to be called often
  std::vector<SharedBlock> fetch();                  // samples for it

 private:
  class Samples;

  void follow_converter(Clock::time_point now);
  void open();
  void report(const std::string& reason);

  ServerContext& context_;
  const std::string name_;
  std::optional<Hertz> center_;
  double rate_;
  Conversion conversion_;
  std::optional<Clock::time_point> due_;  // when to open what it asks for; nullopt: nothing to do
  std::string refusal_;                   // reported last
  std::shared_ptr<Samples> samples_;
  std::unique_ptr<ChannelHub::Ticket> ticket_;
};

}  // namespace spectrumd
