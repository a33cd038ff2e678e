// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/channels/channel_settings.h"
#include "daemon/channels/channel_sink.h"
#include "daemon/pipeline/receiver.h"
#include "gpufft/channels/band.h"

namespace spectrumd {

inline constexpr std::string_view kZoomUse = "zoom";

struct ChannelFacts {
  std::uint64_t id = 0;
  std::string use;  // "iq", "audio", kZoomUse
  ChannelSettings settings;
  std::string waits_for;  // why it has no samples now; empty: it has
  std::uint64_t samples = 0, lost = 0;
};

// What all channels take together.
struct ChannelLoad {
  std::size_t channels = 0;
  double core_share = 0;           // of one core, over the last second
  std::uint64_t lost_samples = 0;  // of the band, which came quicker than they could be processed
};

// All channels of the band: one thread makes one forward transform of it, and a short one back for each channel.
// Without a channel nothing runs. All functions may be called on any thread; none waits for samples.
class ChannelHub {
 public:
  explicit ChannelHub(Receiver& receiver);
  ~ChannelHub();

  // A channel is open as long as this exists. Its sink may still get the current block afterwards.
  class Ticket {
   public:
    Ticket(ChannelHub& hub, std::uint64_t id) : hub_(hub), id_(id) {}
    ~Ticket() { hub_.close(id_); }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    std::uint64_t id() const { return id_; }

    // Of one opened in the past: its sink gets the last seconds, as far as they are kept, and then the present, without
    // a seam. Once.
    void begin(double seconds) { hub_.run_past(id_, seconds); }

   private:
    ChannelHub& hub_;
    std::uint64_t id_;
  };

  // One that starts in the past has no samples until its ticket's begin().
  enum class Start { Now, InThePast };

  // These throw ChannelRefused. A center outside of the band is refused; when the radio is tuned away later, the
  // channel waits and comes back.
  std::unique_ptr<Ticket> open(const std::string& use, const ChannelSettings& settings,
                               std::shared_ptr<ChannelSink> sink, Start start = Start::Now);
  void change(std::uint64_t id, const ChannelSettings& settings);

  std::vector<ChannelFacts> list() const;
  std::string waits_for(
      std::uint64_t id) const;  // of a channel whose ticket exists: why it has no samples; empty: it has
  ChannelLoad load() const;

 private:
  struct Entry;
  class Worker;
  class PastRun;

  // Where the thread is: the block it gave to the channels last, and the first one that is whole.
  struct Present {
    std::int64_t block = 0, complete_from = 0;
  };

  void close(std::uint64_t id);
  void run_past(std::uint64_t id, double seconds);
  gpufft::BandShape shape_for(double rate);  // always the same for a rate; any thread
  static void check(const ReceiverStatus& status, const ChannelSettings& settings);
  void run(const std::stop_token& stop);
  void work(const std::stop_token& stop);
  void note_failure(const std::string& reason);

  Receiver& receiver_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, std::shared_ptr<Entry>> entries_;
  ChannelLoad load_;
  std::optional<Present> present_;  // absent until the first samples of a source

  std::mutex shapes_mutex_;  // held while one is measured
  std::map<double, gpufft::BandShape> shapes_;

  std::jthread thread_;
};

}  // namespace spectrumd
