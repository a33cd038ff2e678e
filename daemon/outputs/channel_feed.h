// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/channels/shared_channel.h"
#include "daemon/outputs/recorder.h"

namespace spectrumd {

// Settings of a listener that change while it is recorded. Any thread.
class ListenChanges {
 public:
  void put(const ListenSettings& settings);
  std::optional<ListenSettings> fetch();  // those put since the last call

 private:
  std::mutex mutex_;
  std::optional<ListenSettings> settings_;
};

// Feeds the samples of a channel to a recorder, which never waits for its disk: called on the thread of the channels,
// or on the one that runs the past through a channel, one at a time.
class ChannelFeed : public ChannelReader {
 public:
  // `changes` is null where samples are recorded.
  ChannelFeed(std::shared_ptr<Recorder> recorder, std::shared_ptr<ListenChanges> changes);

  void take(const ChannelBlock& block) override;
  void adopt(const ChannelOrder& order) override;
  void end() override { recorder_->end("the channel has ended"); }

 private:
  Hertz center() const;

  const std::shared_ptr<Recorder> recorder_;
  const std::shared_ptr<ListenChanges> changes_;
  std::uint64_t next_ = 0;  // number of the next sample, counted from the first block on
  std::optional<std::uint64_t> first_;
  std::string bytes_;

  mutable std::mutex mutex_;
  Hertz center_;  // guarded by mutex_
};

}  // namespace spectrumd
