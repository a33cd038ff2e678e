// SPDX-License-Identifier: MIT
#include "daemon/channels/channel_hub.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "daemon/channels/band_feed.h"
#include "daemon/channels/open_channel.h"
#include "daemon/channels/thread_time.h"

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLook = 100ms;  // between looks whether the source was replaced
constexpr auto kLoadPeriod = 1s;
constexpr auto kRetry = 1s;
constexpr double kLongestFill = 1;  // seconds of lost samples that are silence; after more, the band begins again

}  // namespace

struct ChannelHub::Entry {
  Entry(std::string purpose, const ChannelSettings& settings, std::shared_ptr<ChannelSink> sink)
      : use(std::move(purpose)), wanted(settings), channel(std::move(sink)) {
    channel.set(settings);
    facts.waits_for = channel.waits_for();
  }
  const std::string use;
  ChannelSettings wanted;  // guarded by the hub's mutex, as is the next
  ChannelFacts facts;
  bool changed = false;
  OpenChannel channel;  // of the hub's thread
};

// The hub's thread while there are channels: one source, as long as it lasts.
class ChannelHub::Worker {
 public:
  Worker(ChannelHub& hub, const std::stop_token& stop) : hub_(hub), stop_(stop), feed_(hub.receiver_) {
    received_.demo = feed_.demo();
  }

  // False if another worker has to take over, with what is received now.
  bool work() {
    const IqStretch stretch = feed_.ring().wait(1, kLook, stop_);
    note_load();
    if (!stretch.bytes.empty()) take(stretch);
    const auto now = Clock::now();
    if (now < next_look_) return !feed_.ended();
    next_look_ = now + kLook;
    return !feed_.ended() && feed_.fits();
  }

 private:
  void take(const IqStretch& stretch) {
    const std::size_t sample_bytes = gpufft::bytes_per_sample(feed_.format());
    adopt(stretch);
    std::span<const std::byte> rest = stretch.bytes;
    while (!rest.empty()) {
      rest = rest.subspan(band_->fill(rest) * sample_bytes);
      if (band_->full()) hand_on();
    }
    received_.sample = stretch.first_sample + stretch.bytes.size() / sample_bytes;
    received_.time = stretch.time + duration(stretch.bytes.size() / sample_bytes);
    feed_.ring().consume({.processed = stretch.bytes.size() / sample_bytes});
  }

  std::chrono::nanoseconds duration(std::size_t samples) const {
    return std::chrono::nanoseconds(std::llround(static_cast<double>(samples) / received_.shape.rate * 1e9));
  }

  // Short holes in an otherwise steady band are silence.
  void adopt(const IqStretch& stretch) {
    const bool is_other = !band_ || stretch.resumed || stretch.tuned != received_.tuned ||
                          stretch.epoch != received_.epoch ||
                          static_cast<double>(stretch.lost_before) > kLongestFill * received_.shape.rate;
    if (!is_other) {
      for (std::uint64_t lost = stretch.lost_before; lost > 0;) {
        lost -= band_->fill_silence(lost);
        if (band_->full()) hand_on();
      }
    }
    if (is_other) begin(stretch);
    received_.sample = stretch.first_sample;
    received_.time = stretch.time;
    lost_ += stretch.lost_before;
  }

  void begin(const IqStretch& stretch) {
    if (!band_ || stretch.tuned.rate.value != received_.shape.rate) {
      received_.shape = gpufft::fastest_shape(stretch.tuned.rate.value);
      band_.emplace(feed_.format(), received_.shape);
    }
    received_.tuned = stretch.tuned;
    received_.sample = stretch.first_sample;
    received_.time = stretch.time;
    received_.epoch = stretch.epoch;
    band_->restart(static_cast<std::int64_t>(stretch.first_sample));
    adopt_changes();
    for (const auto& entry : known_) entry->channel.begin(received_);
  }

  // A full block, to all channels.
  void hand_on() {
    const gpufft::BandBlock block = band_->transform();
    adopt_changes();
    for (const auto& entry : known_) entry->channel.take(received_, block);
    publish();
  }

  void adopt_changes() {
    closed_.swap(known_);  // released without the lock
    {
      const std::scoped_lock lock(hub_.mutex_);
      for (const auto& [id, entry] : hub_.entries_) {
        if (std::exchange(entry->changed, false)) entry->channel.set(entry->wanted);
        known_.push_back(entry);
      }
    }
    closed_.clear();
  }

  void publish() const {
    const std::scoped_lock lock(hub_.mutex_);
    for (const auto& entry : known_) {
      entry->facts.waits_for = entry->channel.waits_for();
      entry->facts.samples = entry->channel.samples();
      entry->facts.lost = entry->channel.lost();
    }
  }

  void note_load() {
    const auto now = Clock::now();
    if (now < next_load_) return;
    const double used = thread_seconds();
    const double seconds = std::chrono::duration<double>(now - load_since_).count();
    const std::scoped_lock lock(hub_.mutex_);
    hub_.load_.core_share = (used - load_used_) / seconds;
    hub_.load_.lost_samples += std::exchange(lost_, 0);
    load_used_ = used;
    load_since_ = now;
    next_load_ = now + kLoadPeriod;
  }

  ChannelHub& hub_;
  const std::stop_token& stop_;
  BandFeed feed_;
  std::optional<gpufft::Band> band_;
  ReceivedBand received_;
  std::uint64_t lost_ = 0;
  std::vector<std::shared_ptr<Entry>> known_, closed_;
  Clock::time_point next_look_ = Clock::now() + kLook;
  Clock::time_point load_since_ = Clock::now(), next_load_ = load_since_ + kLoadPeriod;
  double load_used_ = thread_seconds();
};

ChannelHub::ChannelHub(Receiver& receiver)
    : receiver_(receiver), thread_([this](const std::stop_token& stop) { run(stop); }) {
  pthread_setname_np(thread_.native_handle(), "channels");
}

ChannelHub::~ChannelHub() {
  thread_.request_stop();
  thread_.join();
}

void ChannelHub::run(const std::stop_token& stop) {
  const auto any = [this] { return !entries_.empty(); };
  for (std::unique_lock lock(mutex_); changed_.wait(lock, stop, any);) {
    lock.unlock();
    bool failed = false;
    try {
      work(stop);
    } catch (const std::exception& error) {  // no memory for samples, a transform that cannot be planned
      failed = true;
      note_failure(error.what());
    }
    lock.lock();
    load_.core_share = 0;
    if (failed) changed_.wait_for(lock, stop, kRetry, [] { return false; });
  }
}

// As long as there are channels, and one source.
void ChannelHub::work(const std::stop_token& stop) {
  const auto is_needed = [this] {
    const std::scoped_lock lock(mutex_);
    return !entries_.empty();
  };
  Worker worker(*this, stop);
  while (!stop.stop_requested() && is_needed() && worker.work()) continue;
}

void ChannelHub::note_failure(const std::string& reason) {
  spdlog::warn("channels: {}. Retrying in {} s", reason, std::chrono::seconds(kRetry).count());
  const std::scoped_lock lock(mutex_);
  for (const auto& [id, entry] : entries_) entry->facts.waits_for = reason;
}

std::unique_ptr<ChannelHub::Ticket> ChannelHub::open(const std::string& use, const ChannelSettings& settings,
                                                     std::shared_ptr<ChannelSink> sink) {
  const ReceiverStatus status = receiver_.status();
  check(status, settings);
  auto entry = std::make_shared<Entry>(use, settings, std::move(sink));
  const std::scoped_lock lock(mutex_);
  if (entries_.size() >= status.settings->channels.limit)
    throw ChannelRefused("too_many_channels", "",
                         fmt::format("{} channels are open, the limit of channels.limit", entries_.size()));
  const std::uint64_t id = ++last_id_;
  entries_.emplace(id, std::move(entry));
  changed_.notify_one();
  return std::make_unique<Ticket>(*this, id);
}

void ChannelHub::check(const ReceiverStatus& status, const ChannelSettings& settings) {
  if (status.sweep)
    throw ChannelRefused("sweeping", "center",
                         "the radio sweeps, so it is at no frequency long enough: set a center first");
  check_channel(settings, status.tuned);
}

void ChannelHub::change(std::uint64_t id, const ChannelSettings& settings) {
  check(receiver_.status(), settings);
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) throw ChannelRefused("not_found", "", fmt::format("there is no channel {}", id));
  found->second->wanted = settings;
  found->second->changed = true;
}

void ChannelHub::close(std::uint64_t id) {
  std::shared_ptr<Entry> closed;  // released without the lock
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  closed = std::move(found->second);
  entries_.erase(found);
}

std::vector<ChannelFacts> ChannelHub::list() const {
  const std::scoped_lock lock(mutex_);
  std::vector<ChannelFacts> all;
  for (const auto& [id, entry] : entries_) {
    ChannelFacts facts = entry->facts;
    facts.id = id;
    facts.use = entry->use;
    facts.settings = entry->wanted;
    all.push_back(std::move(facts));
  }
  return all;
}

ChannelLoad ChannelHub::load() const {
  const std::scoped_lock lock(mutex_);
  ChannelLoad load = load_;
  load.channels = entries_.size();
  return load;
}

}  // namespace spectrumd
