// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "daemon/sources/device/device.h"
#include "daemon/sources/device/feed.h"

namespace spectrumd {

// One go at a device, from opening to closing, on threads of its own: one controls, one reads. A library may hang in
// any call; then the attempt is abandoned: nothing of it reaches the sink any more, and what its threads hold is let go
// when they come back, if they do.
class Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  struct Progress {
    bool reading = false;  // it is open and tuned
    bool lost = false, over = false;
    Cause cause = Cause::None;  // of being lost or over, where it did not end because it was asked to
    std::string reason;         // likewise
    std::string description;    // of the device, once it is open
    std::chrono::milliseconds patience{};
    Feed::Facts feed;
  };

  static std::shared_ptr<Attempt> begin(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample,
                                        IqSink& sink, Feed::Now now);

  void tune(TuningRequest request);  // newest wins
  void stop();                       // asks it to end
  void abandon() { feed_.close(); }
  Progress progress() const;

 private:
  Attempt(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample, IqSink& sink, Feed::Now now);
  void control();
  void serve(Device& device);
  void read(Device& device);
  void start_reading(Device& device);
  void stop_reading(Device& device);
  void apply(Device& device, const TuningRequest& request);
  void fail(Cause cause, const std::string& reason);
  template <class Work>
  void guarded(Work work);

  const DeviceKind kind_;
  Feed feed_;
  Tuned tuned_;  // of the control thread, as is the next
  TuningRequest last_request_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<TuningRequest> request_;
  bool stop_ = false, reading_ = false, over_ = false;
  Cause cause_ = Cause::None;
  std::string reason_, description_;
  Device* device_ = nullptr;  // while it is open
};

}  // namespace spectrumd
