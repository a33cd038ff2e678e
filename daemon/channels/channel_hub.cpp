// SPDX-License-Identifier: MIT
#include "daemon/channels/channel_hub.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "daemon/channels/band_blocks.h"
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
constexpr auto kPastLook = 5ms;  // while a channel waits for the present to come where its past ends

// The blocks of a band that begins in the middle of a stretch: the first is partly silent, and so is what the second
// repeats of it.
constexpr std::int64_t kIncompleteBlocks = 2;

}  // namespace

struct ChannelHub::Entry {
  Entry(std::string purpose, const ChannelSettings& settings, std::shared_ptr<ChannelSink> sink)
      : use(std::move(purpose)), wanted(settings), channel(std::move(sink)) {
    channel.set(settings);
    facts.waits_for = channel.waits_for();
  }
  const std::string use;
  ChannelSettings wanted;  // guarded by the hub's mutex, as are those up to the channel
  ChannelFacts facts;
  bool changed = false;
  bool in_past = false;          // the channel is used by the thread below
  bool is_late = false;          // it has left the past without finding the present: it begins again
  std::int64_t first_block = 0;  // of the present
  std::uint64_t past_end = 0;    // what came before this sample it has had
  OpenChannel channel;           // of the hub's thread, or of the past's
  std::jthread past;
};

// The hub's thread while there are channels: one source, as long as it lasts.
class ChannelHub::Worker : public BandBlocks::Sink {
 public:
  Worker(ChannelHub& hub, const std::stop_token& stop)
      : hub_(hub),
        stop_(stop),
        feed_(hub.receiver_),
        blocks_(feed_.format(), feed_.demo(), [&hub](double rate) { return hub.shape_for(rate); }) {
    const std::scoped_lock lock(hub_.mutex_);
    for (const auto& [id, entry] : hub_.entries_) {  // numbers of another source mean nothing here
      if (entry->in_past) continue;
      entry->first_block = 0;
      entry->past_end = 0;
    }
  }
  ~Worker() override {
    const std::scoped_lock lock(hub_.mutex_);
    hub_.present_.reset();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

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
    blocks_.take(stretch, *this);
    lost_ += stretch.lost_before;
    feed_.ring().consume({.processed = stretch.bytes.size() / gpufft::bytes_per_sample(feed_.format())});
  }

  // A channel that comes out of the past may have had the beginning of this stretch.
  void begin(const ReceivedBand& band, std::uint64_t first_sample) override {
    const auto block = static_cast<std::int64_t>(first_sample / band.shape.advance);
    if (!complete_from_) complete_from_ = block + kIncompleteBlocks;
    began_at_ = first_sample;
    adopt_changes(band, block - 1);
    for (const auto& entry : known_)
      if (first_sample >= entry->past_end) entry->channel.begin(band);
  }

  // A full block, to all channels.
  void take(const ReceivedBand& band, const gpufft::BandBlock& block) override {
    adopt_changes(band, block.number);
    for (const auto& entry : known_)
      if (block.number >= entry->first_block) entry->channel.take(band, block);
    publish();
  }

  void adopt_changes(const ReceivedBand& band, std::int64_t block) {
    closed_.swap(known_);  // released without the lock
    {
      const std::scoped_lock lock(hub_.mutex_);
      hub_.present_ = {.block = block, .complete_from = *complete_from_};
      for (const auto& [id, entry] : hub_.entries_) {
        if (entry->in_past) continue;
        if (std::exchange(entry->changed, false)) entry->channel.set(entry->wanted);
        known_.push_back(entry);
      }
    }
    for (const auto& entry : known_) leave_past(*entry, band);
    closed_.clear();
  }

  // What has begun since the end of the past, the channel has not seen.
  void leave_past(Entry& entry, const ReceivedBand& band) const {
    if (entry.past_end == 0 && !entry.is_late) return;  // it has not been there
    if (std::ranges::any_of(closed_, [&](const auto& known) { return known.get() == &entry; })) return;
    if (entry.is_late || began_at_ >= entry.past_end) entry.channel.begin(band);
    entry.is_late = false;
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
  BandBlocks blocks_;
  std::optional<std::int64_t> complete_from_;
  std::uint64_t began_at_ = 0;  // first sample of the stretch
  std::uint64_t lost_ = 0;
  std::vector<std::shared_ptr<Entry>> known_, closed_;
  Clock::time_point next_look_ = Clock::now() + kLook;
  Clock::time_point load_since_ = Clock::now(), next_load_ = load_since_ + kLoadPeriod;
  double load_used_ = thread_seconds();
};

// Runs the past through a channel, on a separate thread, until it has become the present. There the blocks have the
// same numbers, so that the hub's thread continues with the next one.
class ChannelHub::PastRun : public BandBlocks::Sink {
 public:
  PastRun(ChannelHub& hub, Entry& entry, double seconds)
      : hub_(hub),
        taps_(hub.receiver_.taps()),
        entry_(entry),
        serial_(taps_.past_serial()),
        cursor_(taps_.begin_past(seconds)),
        buffer_(kPastPieceBytes) {}

  void run(const std::stop_token& stop) {
    try {
      if (run_until_joined(stop)) return;
    } catch (const std::exception& error) {  // as in ChannelHub::run
      spdlog::warn("channels: {}; without the past", error.what());
    }
    const std::scoped_lock lock(hub_.mutex_);
    entry_.in_past = false;
    entry_.is_late = true;
  }

 private:
  // False if there is no past, or no present that continues it.
  bool run_until_joined(const std::stop_token& stop) {
    const ReceiverStatus status = hub_.receiver_.status();
    BandBlocks blocks(status.source.format, status.source.demo, [this](double rate) { return hub_.shape_for(rate); });
    while (!stop.stop_requested() && taps_.past_serial() == serial_) {
      const auto piece = taps_.read_past(cursor_, buffer_);
      if (piece) {
        take(*piece, blocks);
      } else if (!blocks.begun()) {
        return false;
      } else if (join(blocks)) {
        return true;
      } else {
        std::this_thread::sleep_for(kPastLook);
      }
    }
    return false;
  }

  void take(const IqBlock& piece, BandBlocks& blocks) {
    const std::uint64_t lost = next_ && piece.first_sample > *next_ ? piece.first_sample - *next_ : 0;
    next_ = piece.first_sample + piece.bytes.size() / gpufft::bytes_per_sample(blocks.format());
    blocks.take({.bytes = piece.bytes,
                 .first_sample = piece.first_sample,
                 .time = piece.time,
                 .epoch = piece.epoch,
                 .tuned = piece.tuned,
                 .lost_before = lost,
                 .resumed = piece.resumed},
                *this);
  }

  void begin(const ReceivedBand& band, std::uint64_t) override { entry_.channel.begin(band); }
  void take(const ReceivedBand& band, const gpufft::BandBlock& block) override { entry_.channel.take(band, block); }

  // The next block of this has to be one that the present has yet to come to, and has all of.
  bool join(const BandBlocks& blocks) {
    const std::scoped_lock lock(hub_.mutex_);
    const auto& present = hub_.present_;
    if (!present || blocks.next_block() <= present->block || blocks.next_block() < present->complete_from) return false;
    entry_.first_block = blocks.next_block();
    entry_.past_end = blocks.next_sample();
    entry_.in_past = false;
    return true;
  }

  ChannelHub& hub_;
  SampleTaps& taps_;
  Entry& entry_;
  const std::uint64_t serial_;
  PastCursor cursor_;
  std::vector<std::byte> buffer_;
  std::optional<std::uint64_t> next_;  // sample expected
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
                                                     std::shared_ptr<ChannelSink> sink, Start start) {
  const ReceiverStatus status = receiver_.status();
  check(status, settings);
  auto entry = std::make_shared<Entry>(use, settings, std::move(sink));
  entry->in_past = start == Start::InThePast;
  const std::scoped_lock lock(mutex_);
  if (entries_.size() >= status.settings->channels.limit)
    throw ChannelRefused("too_many_channels", "",
                         fmt::format("{} channels are open, the limit of channels.limit", entries_.size()));
  const std::uint64_t id = ++last_id_;
  entries_.emplace(id, std::move(entry));
  changed_.notify_one();
  return std::make_unique<Ticket>(*this, id);
}

// The seconds count from here, not from when the thread runs.
void ChannelHub::run_past(std::uint64_t id, double seconds) {
  const std::scoped_lock lock(mutex_);
  Entry& entry = *entries_.at(id);
  entry.past = std::jthread([run = std::make_unique<PastRun>(*this, entry, seconds)](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "past");
    run->run(stop);
  });
}

gpufft::BandShape ChannelHub::shape_for(double rate) {
  const std::scoped_lock lock(shapes_mutex_);
  const auto known = shapes_.find(rate);
  return known != shapes_.end() ? known->second : shapes_.emplace(rate, gpufft::fastest_shape(rate)).first->second;
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

std::string ChannelHub::waits_for(std::uint64_t id) const {
  const std::scoped_lock lock(mutex_);
  return entries_.at(id)->facts.waits_for;
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
